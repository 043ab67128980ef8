//! Documents broken in one known way each: how many give back the undamaged value, and whether any gives another one
//! without saying so.

use std::collections::BTreeMap;

use llm_output_tests::both_ways;
use llm_output_tests::damage::Damage;
use llm_output_tests::sample::{Random, Texts};
use llm_output_tests::types::{Assessment, CommitMessage, EditArgs, Invoice, Leaves, Note, Review, WriteArgs};
use llm_output_tests::way::{Subject, Way};

/// Documents of each type and damage.
const DOCUMENTS: usize = 60;

/// What came of the documents of one damage.
#[derive(Debug, Default)]
struct Tally {
    right: usize,
    error: usize,
    wrong: usize,
    /// The first few documents that were not read right, and what came of them.
    examples: Vec<String>,
}

impl Tally {
    fn count<W: Way, T: Subject>(&mut self, text: &str, value: &T, damages: &[Damage]) {
        let outcome = match W::read_with::<T>(text, &Damage::options(damages)) {
            Ok(parsed) if parsed.value == *value => {
                self.right += 1;
                return;
            }
            Ok(parsed) => {
                self.wrong += 1;
                format!("WRONG {:?}\n  expected {value:?}", parsed.value)
            }
            Err(error) => {
                self.error += 1;
                format!("error {:?}: {error}", error.kind())
            }
        };
        if self.examples.len() < 5 || outcome.starts_with("WRONG") && self.examples.len() < 15 {
            self.examples.push(format!("{text}\n  {outcome}"));
        }
    }

    fn row(&self, name: &str) -> String {
        format!("{name:<22}{:>7}{:>7}{:>7}", self.right, self.error, self.wrong)
    }

    fn total(&self) -> usize {
        self.right + self.error + self.wrong
    }
}

fn tally<W: Way, T: Subject>(damage: Damage, tally: &mut Tally) {
    let mut random = Random::new(damage as u64);
    let mut counted = 0;
    // A damage changes nothing in some values, so that more are drawn than counted.
    for _ in 0..DOCUMENTS * 40 {
        let value = T::sample(&mut random, Texts::Human);
        let draft = T::sample(&mut random, Texts::Human);
        let [document, draft] =
            [&value, &draft].map(|value| serde_json::to_value(value).expect("every shared type is written as JSON"));
        let pretty = random.one_in(2);
        if let Some(text) = damage.apply(&document, &draft, pretty, &mut random) {
            tally.count::<W, T>(&text, &value, &[damage]);
            counted += 1;
            if counted == DOCUMENTS {
                break;
            }
        }
    }
}

fn a_damaged_document_gives_back_its_value_or_an_error<W: Way>() {
    let mut whole = Tally::default();
    let mut rows = Vec::new();
    for damage in Damage::ALL {
        let mut of_damage = Tally::default();
        tally::<W, Review>(damage, &mut of_damage);
        tally::<W, CommitMessage>(damage, &mut of_damage);
        tally::<W, Note>(damage, &mut of_damage);
        tally::<W, WriteArgs>(damage, &mut of_damage);
        tally::<W, EditArgs>(damage, &mut of_damage);
        tally::<W, Assessment>(damage, &mut of_damage);
        tally::<W, Invoice>(damage, &mut of_damage);
        tally::<W, Leaves>(damage, &mut of_damage);
        assert!(
            of_damage.total() >= 200,
            "{damage:?} changes only {} documents",
            of_damage.total()
        );
        rows.push(of_damage.row(&format!("{damage:?}")));
        whole.right += of_damage.right;
        whole.error += of_damage.error;
        whole.wrong += of_damage.wrong;
        whole.examples.extend(
            of_damage
                .examples
                .into_iter()
                .map(|example| format!("{damage:?}: {example}")),
        );
    }
    rows.push(whole.row("all"));
    let table = rows.join("\n");
    println!("damage                  right  error  wrong\n{table}");
    let examples = whole.examples.join("\n\n");
    assert_eq!(
        whole.wrong, 0,
        "read as another value without an error\n{table}\n{examples}"
    );
    assert!(
        whole.right * 100 >= whole.total() * 99,
        "less than 99 % read right\n{table}\n{examples}"
    );
}

/// Damages of which one of each group can come over the same document: while it is written, at its end, around it.
const GROUPS: [&[Damage]; 3] = [
    &[
        Damage::TrailingCommas,
        Damage::UnquotedKeys,
        Damage::SingleQuotes,
        Damage::PythonRepr,
        Damage::Comments,
        Damage::SmartQuotes,
        Damage::MissingCommas,
        Damage::EscapedApostrophes,
        Damage::RawControls,
        Damage::InnerQuotes,
    ],
    &[Damage::ExtraCloser, Damage::MissingClosers],
    &[
        Damage::FenceWithProse,
        Damage::BracesInProse,
        Damage::DraftInThinkBlock,
        Damage::ByteOrderMark,
    ],
];

/// Two or three damages that do not take each other's place, one of each group at most.
///
/// A comma that is left over and then cut off from its closer reads as a text that ends between members: that is an
/// error by the contract, so the two are not put together.
fn several(random: &mut Random) -> Vec<Damage> {
    let left_out = random.below(4);
    let groups = (0..GROUPS.len()).filter(|group| *group != left_out);
    let damages: Vec<Damage> = groups
        .map(|group| GROUPS[group][random.below(GROUPS[group].len())])
        .collect();
    let is_cut_between_members = damages.contains(&Damage::TrailingCommas) && damages.contains(&Damage::MissingClosers);
    if is_cut_between_members {
        several(random)
    } else {
        damages
    }
}

fn tally_several<W: Way, T: Subject>(table: &mut BTreeMap<String, Tally>) {
    const DOCUMENTS: usize = 4000;
    let mut random = Random::new(77);
    for _ in 0..DOCUMENTS {
        let value = T::sample(&mut random, Texts::Human);
        let draft = T::sample(&mut random, Texts::Human);
        let [document, draft] =
            [&value, &draft].map(|value| serde_json::to_value(value).expect("every shared type is written as JSON"));
        let damages = several(&mut random);
        let pretty = random.one_in(2);
        if let Some(text) = Damage::apply_several(&damages, &document, &draft, pretty, &mut random) {
            table
                .entry(format!("{damages:?}"))
                .or_default()
                .count::<W, T>(&text, &value, &damages);
        }
    }
}

fn several_damages_at_once_give_back_the_value_or_an_error<W: Way>() {
    let mut table = BTreeMap::new();
    tally_several::<W, Review>(&mut table);
    tally_several::<W, CommitMessage>(&mut table);
    tally_several::<W, Note>(&mut table);
    tally_several::<W, WriteArgs>(&mut table);
    tally_several::<W, EditArgs>(&mut table);
    tally_several::<W, Assessment>(&mut table);
    tally_several::<W, Invoice>(&mut table);
    let mut whole = Tally::default();
    let mut failures = Vec::new();
    for (damages, tally) in &table {
        whole.right += tally.right;
        whole.error += tally.error;
        whole.wrong += tally.wrong;
        if tally.error + tally.wrong > 0 {
            failures.push(tally.row(damages));
            failures.extend(tally.examples.iter().take(1).cloned());
        }
    }
    println!(
        "damages                 right  error  wrong\n{}",
        whole.row("several at once")
    );
    let failures = failures.join("\n");
    assert_eq!(whole.wrong, 0, "read as another value without an error\n{failures}");
    assert!(
        whole.right * 1000 >= whole.total() * 995,
        "less than 99.5 % read right\n{failures}"
    );
}

both_ways! {
    a_damaged_document_gives_back_its_value_or_an_error,
    several_damages_at_once_give_back_the_value_or_an_error,
}
