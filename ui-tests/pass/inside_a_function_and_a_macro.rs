use llm_output::LlmOutput;

macro_rules! response {
    ($name:ident { $($field:ident: $ty:ty = $default:expr),* }) => {
        #[derive(LlmOutput)]
        struct $name {
            $(#[llm(default = $default)] $field: $ty,)*
        }
    };
}

response!(Settings { limit: u32 = 5, name: String = String::new(), rows: Vec<Option<u8>> = Vec::new() });

fn inside() {
    #[derive(LlmOutput)]
    struct Local {
        settings: Settings,
    }
    let _ = <Local as LlmOutput>::SCHEMA;
}

fn main() {}
