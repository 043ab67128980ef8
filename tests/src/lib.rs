//! What the integration suite shares: the types that are parsed, values of them, documents of those, and the runner
//! of the cases that are data.

#![forbid(unsafe_code)]

/// A module with one test a type, each a call of the same generic function with a seed: so they share the processor, and a failure names
/// the type.
#[macro_export]
macro_rules! one_test_a_type {
    ($module:ident: $check:ident; $($name:ident: $subject:ty),* $(,)?) => {
        mod $module {
            use super::*;
            $(
                #[test]
                fn $name() {
                    $check::<$subject>(line!().into());
                }
            )*
        }
    };
}

pub mod board;
pub mod case;
pub mod corruption;
pub mod damage;
pub mod document;
pub mod flat;
pub mod follow;
pub mod fuzz;
pub mod listener;
pub mod sample;
pub mod tells;
pub mod types;
pub mod way;
pub mod work;
