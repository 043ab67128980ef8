//! Rows as Parquet: a folder of files, each complete from the moment that it has its name.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::Int16Type;
use arrow_array::{ArrayRef, RecordBatch, StringArray, TypedDictionaryArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use llm_output::LlmOutput;
use llm_output_arrow::Rows as Outcomes;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::{ArrowWriter, ProjectionMask};
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use serde::Serialize;

use crate::Error;
use crate::job::Job;
use crate::jsonl::exists;
use crate::pipeline::Sink;
use crate::row::{Outcome, Refused, Row, Rows};
use crate::summary::Present;

/// The key under which each file has the fingerprint of the type.
const FINGERPRINT: &str = "llm_output.fingerprint";

/// How many bytes of rows are kept before they are written.
const ROW_GROUP: usize = 8 << 20;

/// Collects the rows of a chunk.
pub(crate) struct Columns<T> {
    ids: StringBuilder,
    outcomes: Outcomes<T>,
    schema: SchemaRef,
}

impl<T: LlmOutput + Serialize> Columns<T> {
    pub(crate) fn new() -> Result<Self, Error> {
        let outcomes = Outcomes::<T>::new().map_err(|error| Error::Value(error.to_string()))?;
        let mut fields = vec![Arc::new(Field::new("id", DataType::Utf8, true))];
        fields.extend(outcomes.fields().iter().cloned());
        Ok(Self {
            ids: StringBuilder::new(),
            outcomes,
            schema: Arc::new(Schema::new(fields)),
        })
    }

    pub(crate) fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

impl<T: LlmOutput + Serialize> Rows<T> for Columns<T> {
    type Done = RecordBatch;

    fn add(&mut self, row: &Row<'_, T>) -> Result<(), Refused> {
        let added = match row.outcome {
            Outcome::Parsed(Ok(parsed)) => self.outcomes.append_parsed(parsed),
            Outcome::Parsed(Err(error)) => self.outcomes.append_error(error.kind().name(), error),
            Outcome::NoValue(reason) => self.outcomes.append_error(reason.error.name(), reason),
        };
        match added {
            Ok(()) => {
                self.ids.append_option(row.id);
                Ok(())
            }
            Err(error) if error.is_about_value() => Err(Refused::Value(error.to_string())),
            Err(error) => Err(Refused::All(error.to_string())),
        }
    }

    fn take(&mut self) -> Result<RecordBatch, String> {
        let (_, columns, _) = self.outcomes.finish().map_err(|error| error.to_string())?.into_parts();
        let mut arrays: Vec<ArrayRef> = vec![Arc::new(self.ids.finish())];
        arrays.extend(columns);
        RecordBatch::try_new(self.schema(), arrays).map_err(|error| error.to_string())
    }
}

/// The folder that the files are in.
pub(crate) struct Parts {
    folder: PathBuf,
    schema: SchemaRef,
    properties: WriterProperties,
    rows_per_part: usize,
    /// How many files there are.
    count: usize,
    part: Option<Part>,
}

/// The file that is being written, under another name.
struct Part {
    writer: ArrowWriter<File>,
    rows: usize,
}

impl Parts {
    /// Opens the folder, and counts the rows that are there.
    pub(crate) fn open<T: LlmOutput>(job: &Job, schema: SchemaRef) -> Result<(Self, Present), Error> {
        let folder = job.output.path().to_owned();
        if folder.exists() && !folder.is_dir() {
            let message = format!("{} is not a folder, but Parquet output needs one", folder.display());
            return Err(Error::Usage(message));
        }
        fs::create_dir_all(&folder).map_err(Error::io("write", &folder))?;
        let fingerprint = format!("{:016x}", T::FINGERPRINT);
        let (mut count, mut present) = (0, Present::default());
        while let Some(more) = rows_of(&path_of(&folder, count), &fingerprint, job)? {
            count += 1;
            present.merge(&more);
        }
        if job.overwrite {
            for part in 0..count {
                let path = path_of(&folder, part);
                fs::remove_file(&path).map_err(Error::io("remove", &path))?;
            }
            count = 0;
        }
        let metadata = KeyValue::new(FINGERPRINT.to_owned(), fingerprint);
        let properties = WriterProperties::builder()
            .set_max_row_group_bytes(Some(ROW_GROUP))
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_key_value_metadata(Some(vec![metadata]))
            .build();
        let rows_per_part = usize::try_from(job.rows_per_part).unwrap_or(usize::MAX);
        let parts = Self {
            folder,
            schema,
            properties,
            rows_per_part,
            count,
            part: None,
        };
        Ok((parts, present))
    }

    /// The path of the file that is being written. Readers of Parquet pass over names that begin with a dot.
    fn unfinished(&self) -> PathBuf {
        self.folder.join(".part.parquet.unfinished")
    }

    fn begin(&mut self) -> Result<Part, Error> {
        let path = self.unfinished();
        let file = File::create(&path).map_err(Error::io("write", &path))?;
        let writer = ArrowWriter::try_new(file, Arc::clone(&self.schema), Some(self.properties.clone()));
        let writer = writer.map_err(|error| self.failed(error))?;
        Ok(Part { writer, rows: 0 })
    }

    /// Completes a file, and gives it its name.
    fn complete(&mut self, mut part: Part) -> Result<(), Error> {
        part.writer.finish().map_err(|error| self.failed(error))?;
        let (unfinished, path) = (self.unfinished(), path_of(&self.folder, self.count));
        part.writer.inner().sync_all().map_err(Error::io("write", &path))?;
        fs::rename(&unfinished, &path).map_err(Error::io("write", &path))?;
        self.count += 1;
        Ok(())
    }

    fn failed(&self, error: ParquetError) -> Error {
        Error::io("write", &self.folder)(std::io::Error::other(error))
    }
}

fn path_of(folder: &Path, part: usize) -> PathBuf {
    folder.join(format!("part-{part:05}.parquet"))
}

/// The files of a folder.
pub(crate) fn files(folder: &Path) -> impl Iterator<Item = PathBuf> + '_ {
    (0..).map(|part| path_of(folder, part)).take_while(|path| path.exists())
}

/// The rows that a file has, if it exists and may be there.
fn rows_of(path: &Path, fingerprint: &str, job: &Job) -> Result<Option<Present>, Error> {
    if !path.exists() {
        return Ok(None);
    }
    if job.overwrite {
        return Ok(Some(Present::default()));
    }
    if !job.resume {
        return Err(exists(path));
    }
    let file = File::open(path).map_err(Error::io("read", path))?;
    let unreadable = |error: ParquetError| {
        let message = format!("{error} (delete this file to have its rows written again)");
        Error::io("read", path)(std::io::Error::other(message))
    };
    let file = ParquetRecordBatchReaderBuilder::try_new(file).map_err(unreadable)?;
    let metadata = file.metadata().file_metadata();
    let entries = metadata.key_value_metadata();
    let written = entries.and_then(|entries| entries.iter().find(|entry| entry.key == FINGERPRINT)?.value.as_deref());
    if written != Some(fingerprint) {
        return Err(Error::Usage(format!(
            "{} has rows of another type: it cannot be resumed",
            path.display()
        )));
    }
    let columns = ProjectionMask::columns(file.parquet_schema(), ["status", "error_kind", "repairs"]);
    let mut present = Present::default();
    for rows in file.with_projection(columns).build().map_err(unreadable)? {
        let rows = rows.map_err(|error| unreadable(error.into()))?;
        count(&rows, &mut present).ok_or_else(|| {
            let message = format!("{} has other columns than this program writes", path.display());
            Error::Usage(message)
        })?;
    }
    Ok(Some(present))
}

/// Counts rows, if they have the columns of this program.
fn count(rows: &RecordBatch, present: &mut Present) -> Option<()> {
    let status = names(rows.column_by_name("status")?)?;
    let error_kind = names(rows.column_by_name("error_kind")?)?;
    for (status, error_kind) in status.into_iter().zip(error_kind) {
        present.add(status?, error_kind).then_some(())?;
    }
    let repairs = rows.column_by_name("repairs")?.as_list_opt::<i32>()?.values();
    for kind in names(repairs.as_struct_opt()?.column_by_name("kind")?)? {
        present.add_repair(kind?);
    }
    Some(())
}

fn names(column: &ArrayRef) -> Option<TypedDictionaryArray<'_, Int16Type, StringArray>> {
    column.as_dictionary_opt::<Int16Type>()?.downcast_dict()
}

impl Sink for Parts {
    type Done = RecordBatch;

    fn write(&mut self, rows: RecordBatch) -> Result<(), Error> {
        let mut written = 0;
        while written < rows.num_rows() {
            let mut part = match self.part.take() {
                Some(part) => part,
                None => self.begin()?,
            };
            let count = (rows.num_rows() - written).min(self.rows_per_part - part.rows);
            part.writer
                .write(&rows.slice(written, count))
                .map_err(|error| self.failed(error))?;
            part.rows += count;
            written += count;
            if part.rows == self.rows_per_part {
                self.complete(part)?;
            } else {
                self.part = Some(part);
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(), Error> {
        match self.part.take() {
            Some(part) => self.complete(part),
            // Without any row, a file says what the columns would be.
            None if self.count == 0 => {
                let part = self.begin()?;
                self.complete(part)
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_are_the_documented_ones() {
        let columns = Columns::<Vec<u8>>::new().unwrap();
        let names: Vec<String> = columns
            .schema()
            .fields()
            .iter()
            .map(|field| field.name().clone())
            .collect();
        assert_eq!(
            names,
            ["id", "value", "status", "severity", "error_kind", "error", "repairs"]
        );
    }
}
