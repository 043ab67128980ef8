//! Types that are made from another, and fields that a module reads.

use std::time::Duration;

use crate::{read, refused};

#[derive(Debug, PartialEq)]
struct Name {
    folded: String,
}

impl From<String> for Name {
    fn from(name: String) -> Self {
        Self {
            folded: name.to_lowercase(),
        }
    }
}

golden!("from");

#[derive(Debug, PartialEq)]
struct Version(u32, u32);

impl TryFrom<String> for Version {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let parts = text
            .split_once('.')
            .map(|(major, minor)| (major.parse(), minor.parse()));
        match parts {
            Some((Ok(major), Ok(minor))) => Ok(Self(major, minor)),
            _ => Err(format!("`{text}` is no version")),
        }
    }
}

fn released(version: &Version) -> Result<(), &'static str> {
    if version.0 == 0 {
        return Err("it is not released");
    }
    Ok(())
}

golden!("try_from");

#[test]
fn a_type_that_is_made_from_another() {
    assert_eq!(read::<Name>(r#""Ada""#).folded, "ada");
    assert_eq!(read::<Version>(r#""1.20""#), Version(1, 20));
    assert_eq!(refused::<Version>(r#""1""#), 1);
    assert_eq!(refused::<Version>(r#""0.1""#), 1);
}

mod seconds {
    use std::time::Duration;

    pub(super) type Wire = u32;

    pub(super) fn read(seconds: Wire) -> Result<Duration, String> {
        if seconds > 60 {
            return Err("longer than a minute".to_owned());
        }
        Ok(Duration::from_secs(seconds.into()))
    }
}

#[derive(Debug)]
struct Job {
    timeout: Duration,
    pause: Duration,
}

golden!("with");

#[test]
fn a_field_that_a_module_reads() {
    let job: Job = read(r#"{"timeout": 60}"#);
    assert_eq!((job.timeout, job.pause), (Duration::from_secs(60), Duration::ZERO));
    assert_eq!(refused::<Job>(r#"{"timeout": 60, "pause": 61}"#), 1);
}
