//! Response types as users write them. One set of serde attributes serves both derives, so that `serde_json` can be
//! the oracle for valid documents.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use llm_output::LlmOutput;
use serde::{Deserialize, Serialize};

/// A code review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Review {
    /// Most severe first.
    pub findings: Vec<Finding>,
    /// One sentence.
    pub summary: Option<String>,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// Path as given in the diff.
    pub file: String,
    /// First line of the finding, counted from 1.
    #[llm(range(min = 1))]
    pub line: u32,
    /// What is wrong, in a few words.
    pub title: String,
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Data is lost or leaked.
    Critical,
    /// Wrong results.
    High,
    /// Wrong in rare cases.
    #[serde(alias = "moderate")]
    Medium,
    /// Untidy.
    Low,
    /// A remark.
    Info,
}

/// A commit message: its last member is required text, so that a cut document never looks complete.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct CommitMessage {
    /// One gitmoji, where the project uses them.
    pub emoji: Option<String>,
    /// Subject line, in the imperative.
    pub title: String,
    /// What changes and why.
    pub message: String,
}

/// A note with members that may be absent because a default is declared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Note {
    /// Headline.
    pub title: String,
    /// Body.
    pub message: String,
    /// Words to find it by.
    #[serde(default)]
    pub tags: Vec<String>,
    /// How often it was seen.
    #[serde(default)]
    pub count: i32,
}

/// Arguments of a tool that reads files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct ReadArgs {
    /// Files to read.
    pub paths: Vec<String>,
    /// Whether to answer in JSON.
    #[serde(default)]
    pub json: bool,
}

/// Arguments of a tool that writes files: `content` often holds text that looks like JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct WriteArgs {
    /// Text to write.
    pub content: String,
    /// Files to write it to.
    pub paths: Vec<String>,
}

/// Arguments of a tool that edits a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct EditArgs {
    /// File to edit.
    pub path: String,
    /// Replacements, applied in order.
    pub edits: Vec<Edit>,
}

/// One replacement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
#[serde(rename_all = "camelCase")]
pub struct Edit {
    /// Text that stands in the file.
    pub old_text: String,
    /// Text to put in its place.
    pub new_text: String,
}

/// A document of one text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Page {
    /// Markdown.
    pub content: String,
}

/// A document of one text that a reply without any JSON stands for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Article {
    /// Markdown.
    #[llm(content)]
    pub body: String,
}

/// One item of a questionnaire, rated by a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Rating {
    /// Words of the interview.
    pub evidence: String,
    /// Why the score follows.
    pub reason: String,
    /// 0 to 3, or null where there is no evidence.
    #[llm(range(min = 0, max = 3), null_alias("N/A"))]
    pub score: Option<u8>,
}

/// A questionnaire, rated by a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Assessment {
    /// Loss of interest.
    pub interest: Rating,
    /// Trouble with sleep.
    pub sleep: Rating,
    /// Ratings of further items.
    #[serde(default)]
    pub further: Vec<Rating>,
    /// Overall remark.
    pub remark: Option<String>,
}

/// A line of an invoice: every kind of scalar once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct InvoiceLine {
    /// Article number.
    pub article: String,
    /// Number of pieces.
    pub quantity: u32,
    /// Price of one piece.
    pub price: f64,
    /// Change of stock.
    pub stock_change: i64,
    /// Whether it left the house.
    pub shipped: bool,
    /// Remark for the customer.
    pub note: Option<String>,
}

/// An invoice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
#[serde(rename_all = "camelCase")]
pub struct Invoice {
    /// Number of the invoice.
    pub invoice_number: String,
    /// Who pays.
    pub customer: Customer,
    /// What was sold.
    pub lines: Vec<InvoiceLine>,
    /// Further facts by name.
    pub facts: BTreeMap<String, String>,
}

/// Who pays.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
#[serde(rename_all = "camelCase")]
pub struct Customer {
    /// Full name.
    pub full_name: String,
    /// Where the goods go.
    pub address: Address,
    /// Age in years.
    pub age: Option<u8>,
}

/// Where something is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
#[serde(rename_all = "camelCase")]
pub struct Address {
    /// Street and number.
    pub street: String,
    /// Postal code: text, for leading zeros count.
    pub zip_code: String,
    /// City.
    pub city: String,
}

/// A bible verse and what was picked in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Verse {
    /// Number of the verse.
    pub verse: u32,
    /// Its text.
    pub text: String,
    /// Words that were picked.
    #[serde(default)]
    pub selected: Vec<String>,
}

/// Every member may be absent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Preferences {
    /// Name of the colour scheme.
    pub theme: Option<String>,
    /// Size of the text in points.
    pub font_size: Option<u32>,
    /// How often to try.
    #[serde(default = "three")]
    pub retries: u32,
    /// Names of what is switched on.
    #[serde(default)]
    pub enabled: Vec<String>,
    /// Whether to ask first.
    pub confirm: Option<bool>,
}

fn three() -> u32 {
    3
}

/// Fields with a way of their own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Declared {
    /// Percent done.
    #[llm(range(min = 0, max = 100), clamp)]
    pub percent: u8,
    /// Words, which may be written in one text.
    #[llm(split = ",")]
    pub words: Vec<String>,
    /// One text, which may be written as a list.
    #[llm(join = ", ")]
    pub summary: String,
    /// A colour, or whatever else was named.
    pub colour: Colour,
}

/// A colour with a variant for every other name.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// Red.
    Red,
    /// Dark green.
    DarkGreen,
    /// Any other.
    #[serde(other)]
    Unnamed,
}

/// What to do next.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Nothing is left.
    Done,
    /// Being worked on.
    #[serde(alias = "wip")]
    InProgress,
    /// Waits for a person.
    NeedsReview,
}

/// What to do next, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Step {
    /// What to do next.
    pub status: Status,
    /// Why.
    pub reason: String,
}

/// A type that takes no unknown member.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
#[serde(deny_unknown_fields)]
pub struct Closed {
    /// A name.
    pub name: String,
    /// A number.
    pub number: i32,
}

/// Fields that move one step of the ladder for themselves, and a list that may lose elements.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Graded {
    /// Must be written exactly.
    #[llm(exact)]
    pub account: u32,
    /// May be made up.
    #[llm(lenient)]
    pub remark: String,
    /// Bad elements are left out.
    #[llm(skip_invalid)]
    pub amounts: Vec<u32>,
}

/// Text with mathematics, whose backslashes stay.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Formula {
    /// LaTeX source.
    #[llm(latex)]
    pub latex: String,
    /// Ordinary text.
    pub text: String,
}

/// A text of limited length and a list of limited length.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Bounded {
    /// 1 to 5 code points.
    #[llm(length(min = 1, max = 5))]
    pub code: String,
    /// At most three numbers.
    #[llm(length(max = 3))]
    pub numbers: Vec<i64>,
    /// From 0 to 1.
    #[llm(range(min = 0.0, max = 1.0))]
    pub share: f64,
}

/// A newtype: written like the number in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, LlmOutput)]
pub struct UserId(pub u64);

/// A type with newtypes in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Membership {
    /// Who.
    pub user: UserId,
    /// Whom they know.
    pub friends: Vec<UserId>,
}

/// Every leaf type of the standard library that a response can hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Leaves {
    /// 8 bits, signed.
    pub i8: i8,
    /// 16 bits, signed.
    pub i16: i16,
    /// 32 bits, signed.
    pub i32: i32,
    /// 64 bits, signed.
    pub i64: i64,
    /// As wide as a pointer, signed.
    pub isize: isize,
    /// 8 bits.
    pub u8: u8,
    /// 16 bits.
    pub u16: u16,
    /// 32 bits.
    pub u32: u32,
    /// 64 bits.
    pub u64: u64,
    /// As wide as a pointer.
    pub usize: usize,
    /// Single precision.
    pub f32: f32,
    /// Double precision.
    pub f64: f64,
    /// A truth value.
    pub bool: bool,
    /// One code point.
    pub char: char,
    /// Text.
    pub string: String,
    /// Text or nothing.
    pub option: Option<String>,
    /// Numbers.
    pub vec: Vec<i64>,
    /// Three numbers.
    pub array: [u8; 3],
    /// On the heap.
    #[serde(rename = "box")]
    pub boxed: Box<String>,
    /// Borrowed or owned.
    pub cow: Cow<'static, str>,
    /// Shared text.
    pub arc: Arc<str>,
    /// By text, in no order.
    pub hash_map: HashMap<String, i64>,
    /// By name of a severity, in order.
    pub enum_map: BTreeMap<Severity, Vec<String>>,
    /// Different texts, in no order.
    pub hash_set: HashSet<String>,
    /// Different numbers, in order.
    pub btree_set: BTreeSet<i32>,
    /// A keyword of the language.
    pub r#type: Option<Severity>,
}
