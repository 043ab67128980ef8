//! Much that is wrong at once: all of it is told, and left out or made up where the options allow that.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;

use llm_output::{ErrorKind, Options, RepairKind, Severity, from_str, from_str_with};
use llm_output_tests::document::{Style, write};
use llm_output_tests::sample::Random;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A list of addresses, of which so many are bad.
fn addresses(bad: usize) -> String {
    let elements = (0..3 * bad).map(|index| match index % 3 {
        1 => format!("\"nowhere {index}\""),
        _ => format!("\"10.0.0.{}\"", index % 256),
    });
    format!("[{}]", elements.collect::<Vec<_>>().join(", "))
}

#[test]
fn every_element_that_is_refused_is_told() {
    let error = from_str::<Vec<IpAddr>>(&addresses(70)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Schema);
    assert_eq!(error.violations().len(), 70);
    for (place, violation) in error.violations().iter().enumerate() {
        assert_eq!(violation.path().to_string(), format!("[{}]", 3 * place + 1));
        assert_eq!(violation.found(), format!("\"nowhere {}\"", 3 * place + 1));
        assert_eq!(violation.expected(), "invalid IP address syntax");
    }
}

#[test]
fn every_element_that_is_refused_is_left_out() {
    let parsed = from_str_with::<Vec<IpAddr>>(&addresses(70), &Options::lenient()).unwrap();
    assert_eq!(parsed.value.len(), 140);
    assert_eq!(parsed.value[1], IpAddr::from([10, 0, 0, 2]));
    assert_eq!(parsed.repairs().len(), 70);
    assert!(
        parsed
            .repairs()
            .iter()
            .all(|repair| repair.kind() == RepairKind::DroppedInvalidElement)
    );
}

#[derive(Debug, PartialEq, Deserialize)]
struct Host {
    name: String,
    address: IpAddr,
    #[serde(default)]
    others: Vec<IpAddr>,
    port: u16,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Net {
    hosts: Vec<Host>,
    by_name: BTreeMap<String, IpAddr>,
    gateway: IpAddr,
    mask: IpAddr,
    size: u8,
}

const NET: &str = r#"{
    "hosts": [
        {"name": "a", "address": "x", "others": ["y", "::1", "z"], "port": 1},
        {"name": "b", "address": "::1", "others": [], "port": 70000},
        {"name": "c", "address": "::2", "port": 3, "others": ["w", "::3"]},
        {"name": "d", "address": "::2", "port": 4}
    ],
    "by_name": {"e": "v", "f": "::4", "g": "u"},
    "gateway": "t",
    "mask": "s",
    "size": 300
}"#;

#[test]
fn every_member_that_is_refused_is_told_and_once() {
    let error = from_str::<Net>(NET).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Schema);
    let paths: Vec<String> = error
        .violations()
        .iter()
        .map(|violation| violation.path().to_string())
        .collect();
    assert_eq!(
        paths,
        [
            "hosts[0].address",
            "hosts[0].others[0]",
            "hosts[0].others[2]",
            "hosts[1].port",
            "hosts[2].others[0]",
            "by_name.e",
            "by_name.g",
            "gateway",
            "mask",
            "size",
        ]
    );
    let text = NET.replace("\"t\"", "'t'").replace("\"gateway\"", "gateway");
    let error = from_str::<Net>(&text).unwrap_err();
    let told: Vec<String> = error.repairs().iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        ["gateway: unquoted_key", "gateway: single_quoted"].map(|told| told.replace("gateway: unq", "$: unq"))
    );
}

#[test]
fn what_is_refused_is_left_out_and_nothing_beside_it() {
    let text = NET
        .replace("\"t\"", "\"::5\"")
        .replace("\"s\"", "\"::6\"")
        .replace("300", "30");
    let parsed = from_str_with::<Net>(&text, &Options::lenient()).unwrap();
    let names: Vec<&str> = parsed.value.hosts.iter().map(|host| &*host.name).collect();
    assert_eq!(names, ["c", "d"]);
    assert_eq!(parsed.value.hosts[0].others.len(), 1);
    assert_eq!(parsed.value.by_name.len(), 1);
    let told: Vec<String> = parsed.repairs().iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "hosts[0]: dropped_invalid_element",
            "hosts[1]: dropped_invalid_element",
            "hosts[2].others[0]: dropped_invalid_element",
            "by_name.e: dropped_invalid_element",
            "by_name.g: dropped_invalid_element",
        ]
    );
}

macro_rules! wide {
    ($name:ident: $ty:ty; $($field:ident)*) => {
        #[derive(Debug, PartialEq, Deserialize)]
        struct $name {
            first: u8,
            $($field: $ty,)*
        }

        impl $name {
            const FIELDS: &'static [&'static str] = &[$(stringify!($field)),*];
        }
    };
    ($name:ident: $ty:ty) => {
        wide! {
            $name: $ty;
            a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 d0 d1 d2 d3 d4
            d5 d6 d7 d8 d9 e0 e1 e2 e3 e4 e5 e6 e7 e8 e9 f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 g0 g1 g2 g3 g4 g5 g6 g7 g8 g9
            h0 h1 h2 h3 h4 h5 h6 h7 h8 h9 i0 i1 i2 i3 i4 i5 i6 i7 i8 i9 j0 j1 j2 j3 j4 j5 j6 j7 j8 j9
        }
    };
}

wide!(Wide: u8);
wide!(WideAddresses: IpAddr);

#[test]
fn every_member_that_is_missing_is_told_and_made_up() {
    let error = from_str::<Wide>(r#"{"first": 1}"#).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Schema);
    assert_eq!(error.would_need(), Some(Severity::Invented));
    let paths: Vec<String> = error
        .violations()
        .iter()
        .map(|violation| violation.path().to_string())
        .collect();
    assert_eq!(paths, Wide::FIELDS);
    let parsed = from_str_with::<Vec<Wide>>(r#"[{"first": 1}, {"first": 2, "b3": 7}]"#, &Options::lenient()).unwrap();
    assert_eq!((parsed.value[1].b3, parsed.value[1].b4), (7, 0));
    assert_eq!(parsed.repairs().len(), 199);
}

#[test]
fn members_that_are_refused_are_all_told() {
    let members: Vec<String> = WideAddresses::FIELDS
        .iter()
        .map(|name| format!("{name:?}: \"x\""))
        .collect();
    for options in [Options::default(), Options::lenient()] {
        let error =
            from_str_with::<WideAddresses>(&format!("{{\"first\": 1, {}}}", members.join(", ")), &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Schema);
        let paths: Vec<String> = error
            .violations()
            .iter()
            .map(|violation| violation.path().to_string())
            .collect();
        assert_eq!(paths, WideAddresses::FIELDS);
    }
}

#[test]
fn what_is_wrong_is_told_as_such_however_much_it_is() {
    // In a text inside the text, only the first of them is seen.
    let text = serde_json::to_string(&addresses(70)).unwrap();
    for options in [Options::default(), Options::lenient()] {
        let error = from_str_with::<Vec<IpAddr>>(&format!("{{\"a\": {text}, \"b\": 1}}"), &options).unwrap_err();
        assert_ne!(error.kind(), ErrorKind::Limit, "{error}");
        match from_str_with::<BTreeMap<String, Vec<IpAddr>>>(&format!("{{\"a\": {text}}}"), &options) {
            Ok(parsed) => assert_eq!(parsed.severity(), Some(Severity::Invented)),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Schema, "{error}");
                assert!(error.violations()[0].path().to_string().starts_with("a["), "{error}");
            }
        }
    }
}

/// A tree in which addresses stand everywhere.
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Node {
    name: String,
    address: IpAddr,
    maybe: Option<IpAddr>,
    #[serde(default)]
    list: Vec<IpAddr>,
    #[serde(default)]
    map: BTreeMap<String, IpAddr>,
    #[serde(default)]
    kids: Vec<Node>,
}

/// A random document of a [`Node`], with the paths of what is bad in it and what is left of it under lenient options.
struct Drawn {
    document: Value,
    bad: Vec<String>,
    left: Option<Node>,
}

fn address(random: &mut Random, path: &str, bad: &mut Vec<String>) -> (Value, Option<IpAddr>) {
    if random.one_in(4) {
        bad.push(path.to_owned());
        return (
            json!(["x", "10.0.0.256", "[1, 2]", "a \"b\", c"][random.below(4)]),
            None,
        );
    }
    let address = IpAddr::from([10, 0, 0, u8::try_from(random.below(256)).unwrap()]);
    (json!(address), Some(address))
}

fn node(random: &mut Random, path: &str, depth: usize) -> Drawn {
    let mut bad = Vec::new();
    let mut members = serde_json::Map::new();
    members.insert("name".into(), json!(format!("n{}", random.below(100))));
    let name = members["name"].as_str().unwrap().to_owned();
    let (value, address_left) = address(random, &format!("{path}address"), &mut bad);
    members.insert("address".into(), value);
    let (value, maybe) = address(random, &format!("{path}maybe"), &mut bad);
    members.insert("maybe".into(), value);
    let (mut list, mut list_left) = (Vec::new(), Vec::new());
    for index in 0..random.below(4) {
        let (value, left) = address(random, &format!("{path}list[{index}]"), &mut bad);
        list.push(value);
        list_left.extend(left);
    }
    members.insert("list".into(), json!(list));
    let (mut map, mut map_left) = (serde_json::Map::new(), BTreeMap::new());
    for index in 0..random.below(4) {
        let (value, left) = address(random, &format!("{path}map.k{index}"), &mut bad);
        map.insert(format!("k{index}"), value);
        map_left.extend(left.map(|left| (format!("k{index}"), left)));
    }
    members.insert("map".into(), json!(map));
    let (mut kids, mut kids_left) = (Vec::new(), Vec::new());
    for index in 0..if depth == 0 { 0 } else { random.below(4) } {
        let kid = node(random, &format!("{path}kids[{index}]."), depth - 1);
        kids.push(kid.document);
        bad.extend(kid.bad);
        kids_left.extend(kid.left);
    }
    members.insert("kids".into(), json!(kids));
    let left = address_left.map(|address| Node {
        name,
        address,
        maybe,
        list: list_left,
        map: map_left,
        kids: kids_left,
    });
    Drawn {
        document: Value::Object(members),
        bad,
        left,
    }
}

#[test]
fn whatever_is_refused_in_a_tree_is_told_in_order_and_left_out() {
    let mut random = Random::new(11);
    let mut refused = 0;
    for round in 0..600 {
        let drawn = node(&mut random, "", 3);
        let style = Style::sample(&mut random);
        let text = write(&drawn.document, style, &mut random);
        // The end of reasoning within a string ends it all the same, where the text begins with a fence.
        let text = if round % 3 == 0 && !text.contains("</") {
            format!("```json\n{text},\n```")
        } else {
            text
        };
        match from_str::<Node>(&text) {
            Ok(parsed) => {
                assert!(drawn.bad.is_empty(), "{text}");
                assert_eq!(Some(parsed.value), drawn.left, "{text}");
            }
            Err(error) => {
                let paths: Vec<String> = error
                    .violations()
                    .iter()
                    .map(|violation| violation.path().to_string())
                    .collect();
                // The document's members stand in any order.
                let (told, bad): (BTreeSet<_>, BTreeSet<_>) = (paths.iter().collect(), drawn.bad.iter().collect());
                assert_eq!((paths.len(), told), (drawn.bad.len(), bad), "{text}");
                assert!(
                    error.violations().is_sorted_by_key(|violation| violation.span().start),
                    "{text}"
                );
                refused += paths.len();
            }
        }
        let lenient = from_str_with::<Node>(&text, &Options::lenient());
        match (lenient, drawn.left) {
            (Ok(parsed), left) => assert_eq!(Some(parsed.value), left, "{text}"),
            (Err(error), left) => {
                assert!(left.is_none(), "{error}\n{text}");
                assert_eq!(error.kind(), ErrorKind::Schema);
            }
        }
    }
    assert!(refused > 5_000, "{refused}");
}

/// Pieces of which texts are made that nobody can foresee.
const PIECES: [&str; 40] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "'",
    "(",
    ")",
    "\"Name\":",
    "\"name\": ",
    "\"address\": ",
    "\"ADDRESS\":",
    "\"maybe\":",
    "\"list\":[",
    "\"list\": ",
    "\"map\":{",
    "\"map\": ",
    "\"kids\":[{",
    "\"kids\": ",
    "\"::1\"",
    "\"x\"",
    "\"10.0.0.1\",",
    "\"y\",",
    "{\"address\": \"x\", ",
    "{\"name\": \"a\",",
    "1",
    "null",
    "x",
    " ",
    "\n",
    "\\\"",
    "\"{\\\"name\\\":",
    "},{",
    "true",
    "// a\n",
    "...",
    "\"a\":",
    "\"b\": \"z\"",
];

fn is_consistent<T: DeserializeOwned>(text: &str) {
    for options in [
        Options::default(),
        Options::lenient(),
        Options::default().accept(Severity::Incomplete),
    ] {
        match from_str_with::<T>(text, &options) {
            Ok(parsed) => {
                assert!(text.get(parsed.span()).is_some(), "{text}");
                assert_eq!(parsed.is_exact(), parsed.repairs().is_empty(), "{text}");
                assert!(
                    parsed.repairs().iter().all(|repair| text.get(repair.span()).is_some()),
                    "{text}"
                );
            }
            Err(error) => {
                assert!(
                    !error.to_string().contains('\n') && !error.feedback().is_empty(),
                    "{text}"
                );
                assert!(
                    error
                        .violations()
                        .iter()
                        .all(|violation| text.get(violation.span()).is_some()),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn any_text_is_answered() {
    let mut random = Random::new(5);
    for _ in 0..3_000 {
        let unit: String = (0..=random.below(9))
            .map(|_| PIECES[random.below(PIECES.len())])
            .collect();
        let prefix = ["", "[", "[{", "{\"kids\":[", "{\"kids\":[{"][random.below(5)];
        let times = if random.one_in(4) { 40 } else { 1 + random.below(3) };
        let text = [prefix, &*unit.repeat(times)].concat();
        is_consistent::<Node>(&text);
        is_consistent::<Vec<Node>>(&text);
        is_consistent::<BTreeMap<String, Vec<IpAddr>>>(&text);
    }
}
