//! Nothing to build here: the cases are in `fail/` and `pass/`.
