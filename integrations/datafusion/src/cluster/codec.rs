//! How plans are written: as Ballista writes them, and with the fingerprints of our functions.

use std::sync::Arc;

use arrow::datatypes::SchemaRef;
use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
use datafusion::catalog::TableProvider;
use datafusion::common::{Result, TableReference};
use datafusion::datasource::file_format::FileFormatFactory;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{AggregateUDF, Extension, LogicalPlan, ScalarUDF, WindowUDF};
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};

use super::Functions;

/// Logical plans.
#[derive(Debug)]
pub(super) struct Logical {
    functions: Functions,
    ballista: BallistaLogicalExtensionCodec,
}

impl Logical {
    pub(super) fn new(functions: Functions) -> Self {
        Self {
            functions,
            ballista: BallistaLogicalExtensionCodec::default(),
        }
    }
}

impl LogicalExtensionCodec for Logical {
    fn try_decode(&self, plan: &[u8], inputs: &[LogicalPlan], context: &TaskContext) -> Result<Extension> {
        self.ballista.try_decode(plan, inputs, context)
    }

    fn try_encode(&self, node: &Extension, plan: &mut Vec<u8>) -> Result<()> {
        self.ballista.try_encode(node, plan)
    }

    fn try_decode_table_provider(
        &self,
        plan: &[u8],
        table: &TableReference,
        schema: SchemaRef,
        context: &TaskContext,
    ) -> Result<Arc<dyn TableProvider>> {
        self.ballista.try_decode_table_provider(plan, table, schema, context)
    }

    fn try_encode_table_provider(
        &self,
        table: &TableReference,
        provider: Arc<dyn TableProvider>,
        plan: &mut Vec<u8>,
    ) -> Result<()> {
        self.ballista.try_encode_table_provider(table, provider, plan)
    }

    fn try_decode_file_format(&self, plan: &[u8], context: &TaskContext) -> Result<Arc<dyn FileFormatFactory>> {
        self.ballista.try_decode_file_format(plan, context)
    }

    fn try_encode_file_format(&self, plan: &mut Vec<u8>, format: Arc<dyn FileFormatFactory>) -> Result<()> {
        self.ballista.try_encode_file_format(plan, format)
    }

    fn try_decode_udf(&self, name: &str, plan: &[u8]) -> Result<Arc<ScalarUDF>> {
        self.functions.decode(name, plan)
    }

    fn try_encode_udf(&self, function: &ScalarUDF, plan: &mut Vec<u8>) -> Result<()> {
        self.functions.encode(function, plan);
        Ok(())
    }

    fn try_decode_udaf(&self, name: &str, plan: &[u8]) -> Result<Arc<AggregateUDF>> {
        self.ballista.try_decode_udaf(name, plan)
    }

    fn try_encode_udaf(&self, function: &AggregateUDF, plan: &mut Vec<u8>) -> Result<()> {
        self.ballista.try_encode_udaf(function, plan)
    }

    fn try_decode_udwf(&self, name: &str, plan: &[u8]) -> Result<Arc<WindowUDF>> {
        self.ballista.try_decode_udwf(name, plan)
    }

    fn try_encode_udwf(&self, function: &WindowUDF, plan: &mut Vec<u8>) -> Result<()> {
        self.ballista.try_encode_udwf(function, plan)
    }
}

/// Physical plans.
#[derive(Debug)]
pub(super) struct Physical {
    functions: Functions,
    ballista: BallistaPhysicalExtensionCodec,
}

impl Physical {
    pub(super) fn new(functions: Functions) -> Self {
        Self {
            functions,
            ballista: BallistaPhysicalExtensionCodec::default(),
        }
    }
}

impl PhysicalExtensionCodec for Physical {
    fn try_decode(
        &self,
        plan: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        self.ballista.try_decode(plan, inputs, context, converter)
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        plan: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        self.ballista.try_encode(node, plan, converter)
    }

    fn try_decode_udf(&self, name: &str, plan: &[u8]) -> Result<Arc<ScalarUDF>> {
        self.functions.decode(name, plan)
    }

    fn try_encode_udf(&self, function: &ScalarUDF, plan: &mut Vec<u8>) -> Result<()> {
        self.functions.encode(function, plan);
        Ok(())
    }

    fn try_decode_udaf(&self, name: &str, plan: &[u8]) -> Result<Arc<AggregateUDF>> {
        self.ballista.try_decode_udaf(name, plan)
    }

    fn try_encode_udaf(&self, function: &AggregateUDF, plan: &mut Vec<u8>) -> Result<()> {
        self.ballista.try_encode_udaf(function, plan)
    }

    fn try_decode_udwf(&self, name: &str, plan: &[u8]) -> Result<Arc<WindowUDF>> {
        self.ballista.try_decode_udwf(name, plan)
    }

    fn try_encode_udwf(&self, function: &WindowUDF, plan: &mut Vec<u8>) -> Result<()> {
        self.ballista.try_encode_udwf(function, plan)
    }
}
