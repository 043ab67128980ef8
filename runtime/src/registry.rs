//! Contracts by name: which type to parse the reply of each agent, tool or step as.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::any::{TypeId, type_name};
use core::error::Error;
use core::fmt;

use crate::{LlmOutput, Options, ParseError, Parsed};

/// Contracts by name, filled once and then shared. A contract is a type, plus the marker and the options used to parse
/// replies as that type.
///
/// It has no lock: filling it needs `&mut`, and parsing with it only needs `&`, so all threads can share an
/// `Arc<Registry>` or a `static`.
///
/// ```
/// use llm_output::{LlmOutput, Registry, RegistryError};
///
/// #[derive(Debug, LlmOutput)]
/// struct Verdict {
///     pass: bool,
/// }
///
/// let mut registry = Registry::new();
/// registry.register::<Verdict>("reviewer")?.marker("verdict-json");
///
/// let text = "Looks fine.\n```verdict-json\n{\"pass\": \"yes\"}\n```";
/// assert!(registry.parse::<Verdict>("reviewer", text)?.value.pass);
/// assert!(matches!(
///     registry.parse::<Verdict>("writer", text),
///     Err(RegistryError::Unknown { .. })
/// ));
/// # Ok::<(), RegistryError>(())
/// ```
#[derive(Default)]
pub struct Registry {
    contracts: BTreeMap<String, Contract>,
    on_failure: Option<Box<OnFailure>>,
}

type OnFailure = dyn Fn(&str, &ParseError) + Send + Sync;

/// The contract registered under one name: how to parse its replies.
pub struct Contract {
    type_id: TypeId,
    type_name: &'static str,
    schema: &'static str,
    prompt: &'static str,
    markers: Vec<String>,
    options: Options<'static>,
    #[cfg(feature = "any")]
    value: Option<ReadValue>,
}

#[cfg(feature = "any")]
type ReadValue = fn(&str, &Options<'_>) -> Result<Parsed<serde_json::Value>, Failed>;

/// Why there is no value.
#[cfg(feature = "any")]
enum Failed {
    Parse(ParseError),
    Write(serde_json::Error),
}

impl Registry {
    /// A registry without contracts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Registers `T` under this name. Use the returned [`Registration`] to set the contract's marker and
    /// options.
    ///
    /// # Errors
    ///
    /// [`RegistryError::Taken`] if the name is already registered: the earlier contract is kept.
    pub fn register<T: LlmOutput + 'static>(
        &mut self,
        name: impl Into<String>,
    ) -> Result<Registration<'_, T>, RegistryError> {
        use alloc::collections::btree_map::Entry;

        match self.contracts.entry(name.into()) {
            Entry::Occupied(taken) => Err(RegistryError::Taken {
                name: taken.key().clone(),
            }),
            Entry::Vacant(free) => Ok(Registration {
                contract: free.insert(Contract {
                    type_id: TypeId::of::<T>(),
                    type_name: type_name::<T>(),
                    schema: T::SCHEMA,
                    prompt: T::PROMPT,
                    markers: Vec::new(),
                    options: Options::default(),
                    #[cfg(feature = "any")]
                    value: None,
                }),
                value: core::marker::PhantomData,
            }),
        }
    }

    /// Calls `observer` with the name and the error for each reply that could not be parsed.
    ///
    /// If it panics, the parse panics; the registry stays usable.
    pub fn on_failure(&mut self, observer: impl Fn(&str, &ParseError) + Send + Sync + 'static) -> &mut Self {
        self.on_failure = Some(Box::new(observer));
        self
    }

    /// The contract of this name.
    pub fn get(&self, name: &str) -> Option<&Contract> {
        self.contracts.get(name)
    }

    /// Whether there is a contract of this name.
    pub fn has(&self, name: &str) -> bool {
        self.contracts.contains_key(name)
    }

    /// Every name, in alphabetical order.
    pub fn list(&self) -> impl Iterator<Item = &str> {
        self.contracts.keys().map(String::as_str)
    }

    /// Parses a reply as the type that was registered under `name`, which must be `T`.
    ///
    /// # Errors
    ///
    /// [`RegistryError::Unknown`] if the name is not registered, [`RegistryError::WrongType`] if it is registered for
    /// another type, and [`RegistryError::Parse`] if the reply cannot be parsed.
    pub fn parse<T: LlmOutput + 'static>(&self, name: &str, text: &str) -> Result<Parsed<T>, RegistryError> {
        let contract = self.known(name)?;
        if contract.type_id != TypeId::of::<T>() {
            return Err(RegistryError::WrongType {
                name: name.to_owned(),
                registered: contract.type_name,
                asked: type_name::<T>(),
            });
        }
        T::parse_llm_with(text, &contract.options(name)).map_err(|error| self.failed(name, error))
    }

    /// Parses a reply as the type that was registered under `name`, and returns the value as JSON, for callers that
    /// do not know the type.
    ///
    /// The value is what the type serializes to, with all repairs applied, so the contract must be registered with
    /// [`values`](Registration::values).
    ///
    /// # Errors
    ///
    /// The same as for [`parse`](Self::parse); also [`RegistryError::NoValues`] if the contract was registered without
    /// `values`, and [`RegistryError::Write`] if the value cannot be written as JSON.
    #[cfg(feature = "any")]
    pub fn parse_value(&self, name: &str, text: &str) -> Result<Parsed<serde_json::Value>, RegistryError> {
        let contract = self.known(name)?;
        let Some(read) = contract.value else {
            return Err(RegistryError::NoValues { name: name.to_owned() });
        };
        read(text, &contract.options(name)).map_err(|failed| match failed {
            Failed::Parse(error) => self.failed(name, error),
            Failed::Write(error) => RegistryError::Write {
                name: name.to_owned(),
                error,
            },
        })
    }

    fn known(&self, name: &str) -> Result<&Contract, RegistryError> {
        self.get(name).ok_or_else(|| RegistryError::Unknown {
            name: name.to_owned(),
            known: self.list().map(str::to_owned).collect(),
        })
    }

    fn failed(&self, name: &str, error: ParseError) -> RegistryError {
        if let Some(observer) = &self.on_failure {
            observer(name, &error);
        }
        RegistryError::Parse {
            name: name.to_owned(),
            error,
        }
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry")
            .field("contracts", &self.contracts)
            .field("on_failure", &self.on_failure.is_some())
            .finish()
    }
}

impl Contract {
    /// The type's JSON Schema.
    pub fn schema(&self) -> &'static str {
        self.schema
    }

    /// The type as a short text for a prompt.
    pub fn prompt(&self) -> &'static str {
        self.prompt
    }

    /// The type's name as the compiler knows it, for messages.
    pub fn type_name(&self) -> &'static str {
        self.type_name
    }

    /// The names of the blocks that may contain the answer, highest priority first.
    pub fn markers(&self) -> impl Iterator<Item = &str> {
        let own = self.markers.iter().map(String::as_str);
        own.chain(self.options.markers.iter().copied())
    }

    fn options<'a>(&'a self, name: &'a str) -> Options<'a> {
        let mut options: Options<'a> = self.options.clone();
        options.markers = self.markers().collect();
        options.contract(name)
    }
}

#[expect(
    clippy::missing_fields_in_debug,
    reason = "the type stands for itself by its name, and a schema is long"
)]
impl fmt::Debug for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contract")
            .field("type_name", &self.type_name)
            .field("markers", &self.markers)
            .field("options", &self.options)
            .finish()
    }
}

/// A contract that was just registered; sets its marker and its options.
pub struct Registration<'r, T> {
    contract: &'r mut Contract,
    value: core::marker::PhantomData<fn() -> T>,
}

#[expect(clippy::must_use_candidate, reason = "the contract is registered already")]
impl<T: LlmOutput + 'static> Registration<'_, T> {
    /// Looks for the answer in a block of this name; see [`Options::marker`].
    pub fn marker(self, name: impl Into<String>) -> Self {
        self.contract.markers.push(name.into());
        self
    }

    /// Parses every reply with these options.
    pub fn options(self, options: Options<'static>) -> Self {
        self.contract.options = options;
        self
    }

    /// Lets [`Registry::parse_value`] return values of this type as JSON.
    #[cfg(feature = "any")]
    pub fn values(self) -> Self
    where
        T: serde_core::Serialize,
    {
        self.contract.value = Some(|text, options| {
            let parsed = T::parse_llm_with(text, options).map_err(Failed::Parse)?;
            let value = serde_json::to_value(&parsed.value).map_err(Failed::Write)?;
            Ok(Parsed::map(parsed, |_| value))
        });
        self
    }
}

impl<T> fmt::Debug for Registration<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.contract.fmt(f)
    }
}

/// Why a [`Registry`] returned no value.
#[derive(Debug)]
#[non_exhaustive]
pub enum RegistryError {
    /// No contract has this name.
    #[non_exhaustive]
    Unknown {
        /// The name that was requested.
        name: String,
        /// The names that are registered.
        known: Vec<String>,
    },
    /// The contract of this name is for another type.
    #[non_exhaustive]
    WrongType {
        /// The contract's name.
        name: String,
        /// The type that it was registered with.
        registered: &'static str,
        /// The type that was requested.
        asked: &'static str,
    },
    /// A contract of this name was registered before.
    #[non_exhaustive]
    Taken {
        /// The contract's name.
        name: String,
    },
    /// The reply contains no value of the type.
    #[non_exhaustive]
    Parse {
        /// The contract's name.
        name: String,
        /// Why.
        error: ParseError,
    },
    /// The contract was registered without [`values`](Registration::values).
    #[cfg(feature = "any")]
    #[non_exhaustive]
    NoValues {
        /// The contract's name.
        name: String,
    },
    /// The value was read, but cannot be written as JSON.
    #[cfg(feature = "any")]
    #[non_exhaustive]
    Write {
        /// The contract's name.
        name: String,
        /// Why.
        error: serde_json::Error,
    },
}

impl RegistryError {
    /// The parse error, if the reply could not be parsed.
    pub fn parse_error(&self) -> Option<&ParseError> {
        match self {
            Self::Parse { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for RegistryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, known } => {
                write!(
                    f,
                    "no contract is registered as {name:?}; registered names: {}",
                    known.join(", ")
                )
            }
            Self::WrongType {
                name,
                registered,
                asked,
            } => write!(
                f,
                "the contract {name:?} is for `{registered}`, and `{asked}` was requested"
            ),
            Self::Taken { name } => write!(f, "a contract is already registered as {name:?}; it is kept"),
            Self::Parse { name, error } => write!(f, "{name}: {error}"),
            #[cfg(feature = "any")]
            Self::NoValues { name } => write!(
                f,
                "the contract {name:?} cannot return values as JSON: register it with `.values()`"
            ),
            #[cfg(feature = "any")]
            Self::Write { name, error } => {
                write!(
                    f,
                    "the value of the contract {name:?} cannot be written as JSON: {error}"
                )
            }
        }
    }
}

impl Error for RegistryError {
    /// What [`Display`](fmt::Display) has not said: the source of the inner error, whose own words are in the message.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Parse { error, .. } => error.source(),
            #[cfg(feature = "any")]
            Self::Write { error, .. } => error.source(),
            _ => None,
        }
    }
}
