//! A second engine, XGrammar, about the same schemas: what a type is written as is admitted, and what is broken is not.

use llm_output::{Dialect, LlmOutput};
use llm_output_tests::sample::{Random, Texts};
use llm_output_tests::types as shared;
use llm_output_verify::reshape::reshaped;
use llm_output_verify::types::{Checked, Drawing, Event, Figure, Keywords, Layer, Page, Step, Tables, Target};
