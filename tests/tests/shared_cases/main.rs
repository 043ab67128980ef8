//! Cases that others recorded, where that collection is at hand. The repository does not hold it, so that each test says
//! how many cases it ran, and passes where there are none.

mod real;
mod repair;
mod seeds;
