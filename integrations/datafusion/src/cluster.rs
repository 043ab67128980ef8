//! The function on a Ballista cluster.
//!
//! A plan that is sent to another program names its functions, and each program has to know them: the client, the scheduler and
//! the executors. [`Functions`] is that list. With it, a plan also carries the
//! [`FINGERPRINT`](llm_output::LlmOutput::FINGERPRINT) of each function's type. A program whose type has another one refuses the
//! plan, at the start of the job, instead of mixing columns.
//!
//! ```
//! use ballista_executor::executor_process::ExecutorProcessConfig;
//! use ballista_scheduler::config::SchedulerConfig;
//! use llm_output_datafusion::cluster::Functions;
//!
//! // The same in each of the three programs.
//! let functions = Functions::new().with::<Vec<String>>("parse_tags")?;
//!
//! let client = functions.session_state()?;
//! let scheduler = functions.scheduler(SchedulerConfig::default());
//! let executor = functions.executor(ExecutorProcessConfig::default());
//! # let _ = (client, scheduler, executor);
//! # Ok::<(), datafusion::error::DataFusionError>(())
//! ```

mod codec;

use std::collections::HashMap;
use std::sync::Arc;

use ballista_core::extension::SessionConfigExt;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::default_session_builder;
use ballista_executor::executor_process::ExecutorProcessConfig;
use ballista_scheduler::config::SchedulerConfig;
use datafusion::common::{Result, plan_err};
use datafusion::execution::{FunctionRegistry, SessionState};
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::SessionConfig;
use llm_output::LlmOutput;
use serde::Serialize;

use crate::parse_llm;
use codec::{Logical, Physical};

/// The functions that a cluster knows, by name.
#[derive(Debug, Clone, Default)]
pub struct Functions {
    by_name: Arc<HashMap<String, Function>>,
}

/// A function, and the fingerprint of its type.
#[derive(Debug, Clone)]
struct Function {
    udf: Arc<ScalarUDF>,
    fingerprint: u64,
}

impl Functions {
    /// No functions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a function that parses text as `T`: see [`parse_llm`].
    ///
    /// # Errors
    ///
    /// As [`parse_llm`], and if the name is used already.
    pub fn with<T: LlmOutput + Serialize + 'static>(mut self, name: &str) -> Result<Self> {
        let function = Function {
            udf: Arc::new(parse_llm::<T>(name)?),
            fingerprint: T::FINGERPRINT,
        };
        if Arc::make_mut(&mut self.by_name).insert(name.to_owned(), function).is_some() {
            return plan_err!("there are two functions `{name}`");
        }
        Ok(self)
    }

    /// The state of a client's session: give it to `SessionContext::remote_with_state`.
    ///
    /// # Errors
    ///
    /// Returns an error if the session cannot be made.
    pub fn session_state(&self) -> Result<SessionState> {
        self.session(SessionConfig::new_with_ballista())
    }

    /// The configuration of a scheduler that knows the functions.
    pub fn scheduler(&self, mut config: SchedulerConfig) -> SchedulerConfig {
        let functions = self.clone();
        config.override_session_builder = Some(Arc::new(move |config| functions.session(config)));
        config.override_logical_codec = Some(Arc::new(Logical::new(self.clone())));
        config.override_physical_codec = Some(Arc::new(Physical::new(self.clone())));
        config
    }

    /// The configuration of an executor that knows the functions.
    pub fn executor(&self, mut config: ExecutorProcessConfig) -> ExecutorProcessConfig {
        let mut registry = BallistaFunctionRegistry::default();
        for (name, function) in self.by_name.iter() {
            registry.scalar_functions.insert(name.clone(), Arc::clone(&function.udf));
        }
        config.override_function_registry = Some(Arc::new(registry));
        config.override_logical_codec = Some(Arc::new(Logical::new(self.clone())));
        config.override_physical_codec = Some(Arc::new(Physical::new(self.clone())));
        config
    }

    fn session(&self, config: SessionConfig) -> Result<SessionState> {
        let config = config
            .with_ballista_logical_extension_codec(Arc::new(Logical::new(self.clone())))
            .with_ballista_physical_extension_codec(Arc::new(Physical::new(self.clone())));
        let mut state = default_session_builder(config)?;
        for function in self.by_name.values() {
            state.register_udf(Arc::clone(&function.udf))?;
        }
        Ok(state)
    }

    /// What a plan says about a function beside its name.
    fn encode(&self, udf: &ScalarUDF, plan: &mut Vec<u8>) {
        if let Some(function) = self.by_name.get(udf.name()) {
            plan.extend_from_slice(&function.fingerprint.to_le_bytes());
        }
    }

    /// The function of a plan, if it is the one that is known here.
    fn decode(&self, name: &str, plan: &[u8]) -> Result<Arc<ScalarUDF>> {
        let Some(function) = self.by_name.get(name) else {
            return plan_err!("this program does not know the function `{name}`");
        };
        let here = function.fingerprint;
        match <[u8; 8]>::try_from(plan).map(u64::from_le_bytes) {
            Ok(there) if there == here => Ok(Arc::clone(&function.udf)),
            Ok(there) => plan_err!(
                "the function `{name}` reads another type in the program that made the plan: its fingerprint is {there:016x} \
                 there and {here:016x} here. Build the client, the scheduler and the executors from the same types"
            ),
            Err(_) => plan_err!("the plan does not say which type the function `{name}` reads"),
        }
    }
}
