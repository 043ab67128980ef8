//! Inside the document.

crate::rulings! {
    "inside_the_document";
    inner_quote = "inner quote not escaped";
    closing_quote_lost = r#"closing quote lost (`"b, "c":`)"#;
    key_quote_lost = r#"key quote lost (`{"selected: [`, `verse": 24`)"#;
    comma_and_colon_missing = "missing comma, missing colon, `=`, `=>`, `;`";
    mismatched_closer = r#"mismatched closer `{"a":[1,2}`"#;
    member_after_an_unclosed_list = r#"member after an unclosed list (`"tags": ["a", "b": 1`)"#;
    brace_comma_brace_lost = "`},{` lost: a repeated required key inside `Vec<Struct>`";
    object_closed_too_early = "object closed too early, members follow";
    comments = "comments `//`, `/* */`, `#`";
    ellipsis = "ellipsis `...`, `…` as an element";
    string_concatenation = r#"string concatenation `"a" + "b"`, adjacent strings"#;
    python = r#"Python: `True/False/None`, `'..'`, `(a, b)`, `{a, b}`, `r"…"`, `f"…"`, triple quotes"#;
    undefined = "`undefined`, `nil`, `NaN`, `Infinity`";
    unquoted_value = "unquoted value";
    other_quotes = "backticks, smart quotes, guillemets as delimiters";
    control_character = "raw newline, tab, control byte in a string";
    invalid_escape = r"invalid escape `\d`, `\_`, `\(`";
    escaped_apostrophe = r"`\'`";
    escapes_of_code_points = r"`\x41`, `\u41`, cut escape";
    lone_surrogate = "lone surrogate escape";
    latex = r#"LaTeX that decodes to a control character (`"\frac"`, `"\times"`)"#;
    unusual_space = "byte order mark, non-breaking and zero-width spaces between tokens";
    number_formats = "leading zeros `007`, `+5`, `.5`, `5.`, `1_000`, `0xFF`";
    thousands = "`1,234`, `1,234.50` as a bare token or string";
    number_in_text = "`50%`, `$5`, `5 kg`, `68 degrees`, `3 million`, `1/3`, `6*12+2`";
    no_number = "`23:59:00`, `10-20`, dates in a number field";
    minus = "U+2212 and other minus signs";
    cut_number = "a cut number";
    number_out_of_range = "`1e999`, integer overflow, `-1` for unsigned, `3.7` for an integer";
    value_missing = r#"value missing `{"a":,` `{"a"}`"#;
    duplicate_key = "duplicate key";
    key_case = "key in another case or style (`zipCode`, `Zip Code`, `zip-code`)";
    key_misspelt = "misspelt key (one edit, length at least 5, only one field is near and it is otherwise missing)";
    enum_names = "enum in another case or style";
    enum_by_number = "enum by number";
    bool_in_a_sentence = "bool text in a sentence";
    newtypes = "bare scalar for a newtype, one-element object for a newtype";
    scalar_in_an_object = r#"`{"value": x}`, `{"type": "string", "value": x}` for a scalar"#;
    pairs_for_a_map = "list of `{key, value}` (or `{name, value}`) for a map";
    list_for_a_struct = "list for a struct, fields in order";
    comma_text = r#"text "a, b" for `Vec<String>`"#;
    empty_text_for_a_number = r#"`""` for a number or bool"#;
    empty_for_an_option = r#"`[]`, `{}` or `""` for an `Option` of something else"#;
}
