//! Holders: one is needed for every few bytes of a broken text.

use super::{Holder, NEAR_SPECS, Place, Places};
use crate::spec::ObjectSpec;

#[test]
fn a_holder_takes_16_bytes() {
    assert_eq!(size_of::<Holder>(), 16);
}

#[test]
fn the_fields_of_any_number_of_types_are_found() {
    static SPECS: [ObjectSpec; 3 * NEAR_SPECS] = [const { ObjectSpec::NONE }; 3 * NEAR_SPECS];
    let mut places = Places::default();
    for _ in 0..2 {
        for spec in &SPECS {
            let holder = places.hold(Place::ROOT, Some(spec), 0);
            let found = places.get(holder).and_then(|holder| places.fields_of(holder));
            assert!(found.is_some_and(|found| core::ptr::eq(found, spec)));
        }
    }
    let list = places.hold(Place::ROOT, None, 0);
    assert!(
        places
            .get(list)
            .is_some_and(|list| places.fields_of(list).is_none() && list.key().is_none())
    );
    let entry = places.hold_entry(Place::ROOT, "a", 0);
    assert!(
        places
            .get(entry)
            .is_some_and(|entry| places.fields_of(entry).is_none() && entry.key() == Some(0))
    );
}
