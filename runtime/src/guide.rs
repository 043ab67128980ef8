//! How to use `llm_output`, chapter by chapter.
//!
//! There is no code in this module. It exists in the documentation only, and every example in it is tested.
//!
//! | chapter | what it answers |
//! |---|---|
//! | [`getting_started`] | How do I get a typed value out of a reply? |
//! | [`attributes`] | How do I say what a field means, what it may be called and what it may hold? |
//! | [`repairs`] | What is repaired, with an example of each kind? |
//! | [`surfaces`] | What if the model answers with tags, lines or bullets? |
//! | [`schema_or_prompt`] | What do I put into the prompt? |
//! | [`severity`] | How far may a repair go, and how do I find out what happened? |
//! | [`asking_again`] | What do I do with a reply that cannot be parsed? |
//! | [`providers`] | How do I use a provider's structured outputs or tools? |
//! | [`tools`] | How do I read tool calls? |
//! | [`agents`] | How do I let a model call tools until it answers? |
//! | [`serde_types`] | I have serde types already. What do I change? |
//! | [`frameworks`] | How do I use it with axum, rmcp, rig, or my client? |
//! | [`streaming`] | How do I show a value while the reply is still arriving? |
//! | [`batch`] | How do I read many replies? |
//! | [`untrusted`] | How do I read text that a stranger may have written? |
//! | [`use_cases`] | Which call does what, for five kinds of systems? |
//! | [`cookbook`] | How do I combine it with the rest of my program? |
//! | [`troubleshooting`] | Why doesn't my type compile, or why is this reply rejected? |

#[doc = include_str!("guide/getting_started.md")]
pub mod getting_started {}

#[doc = include_str!("guide/attributes.md")]
pub mod attributes {}

#[doc = include_str!("guide/repairs.md")]
pub mod repairs {}

#[doc = include_str!("guide/surfaces.md")]
pub mod surfaces {}

#[doc = include_str!("guide/schema_or_prompt.md")]
pub mod schema_or_prompt {}

#[doc = include_str!("guide/severity.md")]
pub mod severity {}

#[doc = include_str!("guide/asking_again.md")]
pub mod asking_again {}

// A doctest cannot ask for the features that its example needs.
#[cfg_attr(any(not(doctest), all(feature = "any", feature = "dialects")), doc = include_str!("guide/providers.md"))]
pub mod providers {}

#[cfg_attr(any(not(doctest), feature = "dialects"), doc = include_str!("guide/tools.md"))]
pub mod tools {}

#[doc = include_str!("guide/agents.md")]
pub mod agents {}

#[cfg_attr(any(not(doctest), feature = "serde"), doc = include_str!("guide/serde_types.md"))]
pub mod serde_types {}

#[cfg_attr(any(not(doctest), feature = "serde"), doc = include_str!("guide/frameworks.md"))]
pub mod frameworks {}

#[doc = include_str!("guide/streaming.md")]
pub mod streaming {}

#[doc = include_str!("guide/batch.md")]
pub mod batch {}

#[cfg_attr(any(not(doctest), feature = "serde"), doc = include_str!("guide/untrusted.md"))]
pub mod untrusted {}

#[doc = include_str!("guide/use_cases.md")]
pub mod use_cases {}

#[doc = include_str!("guide/cookbook.md")]
pub mod cookbook {}

#[doc = include_str!("guide/troubleshooting.md")]
pub mod troubleshooting {}
