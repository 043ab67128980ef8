//! The function on a Ballista cluster.
//!
//! A plan that is sent to another program names its functions, and each program has to know them: the client, the scheduler and
//! the executors. [`Functions`] is that list. With it, a plan also carries the
//! [`FINGERPRINT`](llm_output::LlmOutput::FINGERPRINT) of each function's type. A program whose type has another one refuses the
//! plan, at the start of the job, instead of mixing columns. A client receives the scheduler's refusal with both fingerprints. Of an
//! executor's refusal, it learns only that the job was rejected: the executor logs the fingerprints, as an error of the crate `log`.
//!
//! A client that registers a function of its own under the same name, without [`Functions`], sends a plan without a fingerprint. The
//! scheduler refuses that plan, and so does an executor: neither of them finds these functions by their names alone.
//!
//! ```
//! use ballista_executor::executor_process::ExecutorProcessConfig;
//! use ballista_scheduler::config::SchedulerConfig;
//! use llm_output_datafusion::cluster::Functions;
//!
//! // The same in each of the three programs.
//! let functions = Functions::new().with::<Vec<String>>("parse_tags")?;
//!
//! let client = functions.connect("df://127.0.0.1:50050");
//! let scheduler = functions.scheduler(SchedulerConfig::default());
//! let executor = functions.executor(ExecutorProcessConfig::default());
//! # let _ = (client, scheduler, executor);
//! # Ok::<(), datafusion::error::DataFusionError>(())
//! ```

mod codec;

use std::collections::HashMap;
use std::sync::Arc;

use ballista::prelude::SessionContextExt;
use ballista_core::extension::SessionConfigExt;
use ballista_core::utils::default_session_builder;
use ballista_executor::executor_process::ExecutorProcessConfig;
use ballista_scheduler::config::SchedulerConfig;
use datafusion::common::{Result, plan_err};
use datafusion::execution::SessionState;
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::{SessionConfig, SessionContext};
use llm_output::LlmOutput;
use serde::Serialize;

use crate::configured;
use crate::function::parse_llm_plain;
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

    /// Adds a function that parses text as `T`: see [`parse_llm`](crate::parse_llm). Names of enums are
    /// text, and not dictionaries, which Ballista does not send.
    ///
    /// It parses with the default [`Options`](llm_output::Options). A plan carries the fingerprint of the type alone, so programs with
    /// different options would mix their rows, and nobody would notice.
    ///
    /// # Errors
    ///
    /// The same as for [`parse_llm`](crate::parse_llm). It is also an error if the name is used already.
    pub fn with<T: LlmOutput + Serialize + 'static>(mut self, name: &str) -> Result<Self> {
        let function = Function {
            udf: Arc::new(parse_llm_plain::<T>(name)?),
            fingerprint: T::FINGERPRINT,
        };
        if Arc::make_mut(&mut self.by_name)
            .insert(name.to_owned(), function)
            .is_some()
        {
            return plan_err!("there are two functions `{name}`");
        }
        Ok(self)
    }

    /// A client's session on the cluster whose scheduler is at `url`, such as `df://127.0.0.1:50050`.
    ///
    /// # Errors
    ///
    /// Returns an error if the URL is none.
    pub async fn connect(&self, url: &str) -> Result<SessionContext> {
        let context = SessionContext::remote_with_state(url, self.session(SessionConfig::new_with_ballista())?).await?;
        self.register(&context);
        Ok(context)
    }

    /// Only a client finds the functions by their names. Another program would also find them for a plan that does not say which type
    /// they read.
    fn register(&self, client: &SessionContext) {
        for function in self.by_name.values() {
            client.register_udf(ScalarUDF::clone(&function.udf));
        }
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
        config.override_logical_codec = Some(Arc::new(Logical::new(self.clone())));
        config.override_physical_codec = Some(Arc::new(Physical::new(self.clone())));
        config
    }

    fn session(&self, config: SessionConfig) -> Result<SessionState> {
        let config = configured(config)
            .with_ballista_logical_extension_codec(Arc::new(Logical::new(self.clone())))
            .with_ballista_physical_extension_codec(Arc::new(Physical::new(self.clone())));
        default_session_builder(config)
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

#[cfg(test)]
mod tests {
    use ballista_core::execution_plans::ShuffleWriterExec;
    use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
    use datafusion::dataframe::DataFrame;
    use datafusion_proto::bytes::{
        logical_plan_from_bytes_with_extension_codec, logical_plan_to_bytes_with_extension_codec,
        physical_plan_from_bytes_with_extension_codec, physical_plan_to_bytes_with_extension_codec,
    };

    use super::*;

    fn of<T: LlmOutput + Serialize + 'static>() -> Functions {
        Functions::new().with::<T>("parse_it").unwrap()
    }

    async fn query(functions: &Functions) -> Result<DataFrame> {
        let context = SessionContext::new_with_state(functions.session(SessionConfig::new())?);
        functions.register(&context);
        context
            .sql("SELECT parse_it(answer) FROM (VALUES ('7')) AS answers(answer)")
            .await
    }

    /// What a scheduler that knows `read` says to the plan of a client that knows `made`.
    async fn logical(made: &Functions, read: &Functions) -> Result<()> {
        let plan = query(made).await?;
        let bytes = logical_plan_to_bytes_with_extension_codec(plan.logical_plan(), &Logical::new(made.clone()))?;
        read_logical(&bytes, read)
    }

    fn read_logical(bytes: &[u8], read: &Functions) -> Result<()> {
        let scheduler = SessionContext::new_with_state(read.session(SessionConfig::new())?);
        logical_plan_from_bytes_with_extension_codec(bytes, &scheduler.task_ctx(), &Logical::new(read.clone()))?;
        Ok(())
    }

    /// What an executor that knows `read` says to a task of a scheduler that knows `made`.
    async fn physical(made: &Functions, read: &Functions) -> Result<()> {
        let plan = query(made).await?.create_physical_plan().await?;
        let task = ShuffleWriterExec::try_new("job".to_owned().into(), 1, plan, String::new())?;
        let bytes = physical_plan_to_bytes_with_extension_codec(Arc::new(task), &Physical::new(made.clone()))?;
        read_physical(&bytes, read)
    }

    fn read_physical(bytes: &[u8], read: &Functions) -> Result<()> {
        let executor = SessionContext::new_with_state(read.session(SessionConfig::new())?);
        physical_plan_from_bytes_with_extension_codec(bytes, &executor.task_ctx(), &Physical::new(read.clone()))?;
        Ok(())
    }

    #[tokio::test]
    async fn programs_with_the_same_contract_work_together() {
        let [list, deque] = [of::<Vec<String>>(), of::<std::collections::VecDeque<String>>()];
        let same = "two types with one contract have one fingerprint";
        logical(&of::<u8>(), &of::<u8>()).await.unwrap();
        logical(&list, &deque).await.expect(same);
        physical(&of::<u8>(), &of::<u8>()).await.unwrap();
        physical(&list, &deque).await.expect(same);
    }

    #[tokio::test]
    async fn programs_with_different_contracts_refuse_each_other() {
        let (made, read) = (of::<u8>(), of::<u16>());
        let fingerprints = [u8::FINGERPRINT, u16::FINGERPRINT].map(|fingerprint| format!("{fingerprint:016x}"));
        for error in [logical(&made, &read).await, physical(&made, &read).await] {
            let error = error.unwrap_err().to_string();
            assert!(
                fingerprints.iter().all(|fingerprint| error.contains(fingerprint)),
                "{error}"
            );
        }

        let read = Functions::new();
        for error in [logical(&made, &read).await, physical(&made, &read).await] {
            let error = error.unwrap_err().to_string();
            assert!(error.contains("does not know the function `parse_it`"), "{error}");
        }
    }

    #[tokio::test]
    async fn a_plan_without_a_fingerprint_is_refused() {
        // What a client writes that registered the function by itself.
        let (logical, physical) = (
            BallistaLogicalExtensionCodec::default(),
            BallistaPhysicalExtensionCodec::default(),
        );
        let (read, plan) = (of::<u8>(), query(&of::<u8>()).await.unwrap());
        let bytes = logical_plan_to_bytes_with_extension_codec(plan.logical_plan(), &logical).unwrap();
        let scheduler = read_logical(&bytes, &read);

        let plan = plan.create_physical_plan().await.unwrap();
        let task = ShuffleWriterExec::try_new("job".to_owned().into(), 1, plan, String::new()).unwrap();
        let bytes = physical_plan_to_bytes_with_extension_codec(Arc::new(task), &physical).unwrap();
        for error in [scheduler, read_physical(&bytes, &read)] {
            let error = error.unwrap_err().to_string();
            assert!(error.contains("does not say which type"), "{error}");
        }
    }

    #[test]
    fn a_name_is_used_once() {
        assert!(of::<u8>().with::<u8>("parse_it").is_err());
    }
}
