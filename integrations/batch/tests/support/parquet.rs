//! The rows of Parquet files as JSON, in the form that JSON Lines have.

use std::fs::{self, File};
use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Decimal256Type, Float64Type, Int16Type, Time64MicrosecondType, TimestampMicrosecondType, UInt8Type,
    UInt64Type,
};
use arrow_array::{Array, StructArray};
use arrow_schema::DataType;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::{Map, Value, json};

/// The rows of a folder in order.
pub(crate) fn rows(folder: &Path) -> Vec<Value> {
    let mut parts: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    parts.retain(|part| part.extension().is_some_and(|end| end == "parquet"));
    parts.sort();
    let mut rows = Vec::new();
    for part in parts {
        let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(part).unwrap()).unwrap();
        for batch in reader.build().unwrap() {
            let batch = StructArray::from(batch.unwrap());
            rows.extend((0..batch.len()).map(|at| json(&batch, at)));
        }
    }
    rows
}

/// The value at a position. Dates, times and decimals are texts, as in JSON Lines.
fn json(array: &dyn Array, at: usize) -> Value {
    if array.is_null(at) {
        return Value::Null;
    }
    match array.data_type() {
        DataType::Boolean => json!(array.as_boolean().value(at)),
        DataType::Utf8 => json!(array.as_string::<i32>().value(at)),
        DataType::Float64 => json!(array.as_primitive::<Float64Type>().value(at)),
        DataType::UInt8 => json!(array.as_primitive::<UInt8Type>().value(at)),
        DataType::UInt64 => json!(array.as_primitive::<UInt64Type>().value(at)),
        DataType::Date32 => json!(array.as_primitive::<Date32Type>().value_as_date(at)),
        DataType::Time64(_) => json!(array.as_primitive::<Time64MicrosecondType>().value_as_time(at)),
        DataType::Timestamp(_, None) => json!(array.as_primitive::<TimestampMicrosecondType>().value_as_datetime(at)),
        DataType::Timestamp(_, Some(zone)) => {
            assert_eq!(&**zone, "UTC");
            let instant = array.as_primitive::<TimestampMicrosecondType>().value_as_datetime(at);
            json!(instant.map(|instant| instant.and_utc()))
        }
        DataType::Decimal256(..) => {
            let text = array.as_primitive::<Decimal256Type>().value_as_string(at);
            json!(text.trim_end_matches('0').trim_end_matches('.'))
        }
        DataType::Dictionary(..) => {
            let names = array.as_dictionary::<Int16Type>();
            json(names.values(), names.keys().value(at).try_into().unwrap())
        }
        DataType::List(_) => {
            let elements = array.as_list::<i32>().value(at);
            (0..elements.len()).map(|at| json(&elements, at)).collect()
        }
        DataType::Map(..) => {
            let entries = array.as_map().value(at);
            let key = |at| entries.column(0).as_string::<i32>().value(at).to_owned();
            let entries = (0..entries.len()).map(|at| (key(at), json(entries.column(1), at)));
            entries.collect::<Map<_, _>>().into()
        }
        DataType::Struct(fields) => {
            let columns = fields.iter().zip(array.as_struct().columns());
            let fields = columns.map(|(field, column)| (field.name().clone(), json(column, at)));
            fields.collect::<Map<_, _>>().into()
        }
        other => panic!("no test needs {other}"),
    }
}
