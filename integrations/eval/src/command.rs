//! The program: arguments, files and the exit status.

use std::error::Error;
use std::fs;
use std::process::ExitCode;

use crate::{Case, Evaluation, Model, Report};

const USAGE: &str = "usage: llm_output_eval CASES.jsonl [--url URL] [--model NAME] [--attempts N] [--max-tokens N]
                       [--json FILE] [--svg FILE] [--floor SHARE]

CASES.jsonl   one case per line: {\"contract\": .., \"answer\" or \"prompt\": .., \"expected\": ..}
--url         where prompts go, such as http://localhost:8000/v1; the key is OPENAI_API_KEY
--floor       the exit status is 1 if a smaller share of the cases is right, from 0 to 1";

#[derive(Default)]
struct Arguments {
    cases: String,
    url: Option<String>,
    model: Option<String>,
    attempts: Option<usize>,
    max_tokens: Option<u64>,
    json: Option<String>,
    svg: Option<String>,
    floor: f64,
}

impl Arguments {
    fn read(mut given: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let mut arguments = Self::default();
        while let Some(argument) = given.next() {
            if !argument.starts_with("--") {
                arguments.cases = argument;
                continue;
            }
            let value = given
                .next()
                .ok_or_else(|| format!("{argument} needs a value\n\n{USAGE}"))?;
            match argument.as_str() {
                "--url" => arguments.url = Some(value),
                "--model" => arguments.model = Some(value),
                "--attempts" => arguments.attempts = Some(value.parse()?),
                "--max-tokens" => arguments.max_tokens = Some(value.parse()?),
                "--json" => arguments.json = Some(value),
                "--svg" => arguments.svg = Some(value),
                "--floor" => arguments.floor = value.parse()?,
                _ => return Err(format!("unknown option {argument}\n\n{USAGE}").into()),
            }
        }
        if arguments.cases.is_empty() {
            return Err(USAGE.into());
        }
        Ok(arguments)
    }
}

impl Evaluation {
    /// Runs this measurement as a program with the arguments of the process, and prints the report.
    ///
    /// The exit status is 0, 1 if a smaller share than `--floor` is right, and 2 if the arguments or the cases are wrong.
    pub async fn command(self) -> ExitCode {
        match self.run_with(std::env::args().skip(1)).await {
            Ok((report, floor)) if report.total().share() < floor => ExitCode::from(1),
            Ok(_) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::from(2)
            }
        }
    }

    async fn run_with(mut self, given: impl Iterator<Item = String>) -> Result<(Report, f64), Box<dyn Error>> {
        let arguments = Arguments::read(given)?;
        let text = fs::read_to_string(&arguments.cases).map_err(|error| format!("{}: {error}", arguments.cases))?;
        let cases = Case::read_lines(&text).map_err(|error| format!("{}: {error}", arguments.cases))?;
        if let Some(url) = arguments.url {
            let mut model = Model::new(url, arguments.model.unwrap_or_else(|| "default".to_owned()));
            if let Ok(key) = std::env::var("OPENAI_API_KEY") {
                model = model.key(key);
            }
            self = self.model(model);
        }
        if let Some(attempts) = arguments.attempts {
            self = self.attempts(attempts);
        }
        if let Some(tokens) = arguments.max_tokens {
            self = self.max_tokens(tokens);
        }
        let report = self.run(&cases).await;
        print!("{report}");
        if let Some(path) = arguments.json {
            fs::write(&path, format!("{:#}\n", report.to_json())).map_err(|error| format!("{path}: {error}"))?;
        }
        if let Some(path) = arguments.svg {
            fs::write(&path, report.to_svg()).map_err(|error| format!("{path}: {error}"))?;
        }
        Ok((report, arguments.floor))
    }
}
