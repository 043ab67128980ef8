//! What is shown only grows, whatever the text and its chunks; and it is part of the value at the end.

use llm_output::Options;
use llm_output_tests::corruption::subjects::SUBJECTS;
use llm_output_tests::corruption::{Plan, Reader, texts};
use llm_output_tests::document::{Style, write};
use llm_output_tests::follow::{Follow, cuts, follower};
use llm_output_tests::sample::{Random, Sample, Texts};
use llm_output_tests::types;
use serde::Serialize;
use serde_json::Value;

/// A document in one of the frames that a reply may put around it.
fn framed(document: &str, frame: usize) -> String {
    match frame {
        0 => document.to_owned(),
        1 => format!("```json\n{document}\n```"),
        2 => format!("Sure, here it is:\n\n```\n{document}\n```\nAnything else?"),
        3 => format!("<answer>{document}</answer>"),
        4 => format!("<think>\nThey want a value. {{x}} comes first.\n</think>\n\n{document}"),
        _ => format!("{document}\n\nThat is all of it."),
    }
}

fn drawn<T: Sample + Serialize>(random: &mut Random) -> Value {
    serde_json::to_value(T::sample(random, Texts::Human)).expect("every shared type is written as JSON")
}

type Draw = fn(&mut Random) -> Value;

/// What is drawn, and what it is followed as.
fn drawers() -> Vec<(&'static str, Draw, Follow)> {
    let mut drawers: Vec<(&'static str, Draw)> = vec![
        ("Review", drawn::<types::Review>),
        ("Finding", drawn::<types::Finding>),
        ("CommitMessage", drawn::<types::CommitMessage>),
        ("Note", drawn::<types::Note>),
        ("WriteArgs", drawn::<types::WriteArgs>),
        ("EditArgs", drawn::<types::EditArgs>),
        ("Assessment", drawn::<types::Assessment>),
        ("Invoice", drawn::<types::Invoice>),
        ("Preferences", drawn::<types::Preferences>),
        ("Step", drawn::<types::Step>),
        ("Membership", drawn::<types::Membership>),
        ("Leaves", drawn::<types::Leaves>),
        ("Vec<Finding>", drawn::<Vec<types::Finding>>),
    ];
    drawers.extend(SUBJECTS.iter().map(|subject| (subject.name, subject.draw)));
    let followed = drawers.into_iter();
    followed
        .filter_map(|(name, draw)| Some((name, draw, follower(name)?)))
        .collect()
}

/// A valid document alone in one frame: everything is shown, only grows, and stays.
#[test]
fn valid_documents_grow_up_to_their_value() {
    let drawers = drawers();
    let mut random = Random::new(11);
    let mut refused = 0;
    for round in 0..5_600 {
        let (name, draw, follow) = drawers[round % drawers.len()];
        let value = draw(&mut random);
        let style = Style::sample(&mut random);
        let document = write(&value, style, &mut random);
        let frame = random.below(6);
        let text = framed(document.trim(), frame);
        let cuts = match round % 4 {
            0 => cuts(&text, 1, 1, &mut random),
            1 => cuts(&text, 16, 16, &mut random),
            _ => cuts(&text, 1, 40, &mut random),
        };
        let followed = follow(&text, &cuts, &Options::default());
        let followed = followed.unwrap_or_else(|error| panic!("{name} in frame {frame}: {error}\n{text}"));
        if !followed.is_read {
            // In this frame it is no valid document, however it arrives: an unknown field beside a variant, for example.
            refused += 1;
            continue;
        }
        assert_eq!(followed.revised, None, "{name}: {}\n{text}", followed.shown);
        assert!(followed.is_whole, "{name} in frame {frame}: {}\n{text}", followed.shown);
    }
    assert!(refused * 20 <= 5_600, "{refused} are repaired or refused");
}

/// Broken documents: what is shown only grows, and is part of the value, or the stream says where it is not.
#[test]
fn broken_documents_grow_and_are_seldom_revised() {
    for damages in [1, 2] {
        let plan = Plan {
            texts: 6_000,
            damages,
            reader: Reader::Derived,
            only: std::env::var("DAMAGE").unwrap_or_default(),
            examples: 0,
        };
        let mut random = Random::new(5);
        let (mut count, mut revised) = (0, Vec::new());
        texts(&plan, &mut |subject, kind, text| {
            let Some(follow) = follower(subject.name) else { return };
            let cuts = cuts(text, 1, 24, &mut random);
            let followed = follow(text, &cuts, &Options::default());
            let followed = followed.unwrap_or_else(|error| panic!("{} by {kind}: {error}\n{text}", subject.name));
            count += 1;
            if let Some(place) = followed.revised {
                revised.push(format!(
                    "{kind} as {}: {place}\n  {}\n  {text}",
                    subject.name, followed.shown
                ));
            }
        });
        let head: Vec<_> = revised.iter().take(30).cloned().collect();
        println!("{damages}: {} of {count} revised", revised.len());
        if std::env::var("SHOW_REVISED").is_ok() {
            println!("{}", head.join("\n"));
        }
        assert!(
            revised.len() * 50 <= count,
            "{} of {count} are revised:\n{}",
            revised.len(),
            head.join("\n")
        );
    }
}

/// The rules hold for every case of the suite, cut anywhere.
#[test]
fn the_cases_grow_like_everything_else() {
    let mut random = Random::new(3);
    for case in super::settled::cases() {
        let Some(follow) = follower(&case.type_name) else {
            continue;
        };
        for most in [1, 9] {
            let cuts = cuts(&case.input, 1, most, &mut random);
            let followed = follow(&case.input, &cuts, &Options::default());
            followed.unwrap_or_else(|error| panic!("{}: {error}\n{}", case.name, case.input));
        }
    }
}
