//! JSON text for constants that are known when the macro runs.

use syn::{Expr, Lit, UnOp};

use crate::attr::literal_text;
use crate::kind::{Kind, kind};

/// `text` as a JSON string, quotes included.
pub(crate) fn string(text: &str) -> String {
    let mut json = String::with_capacity(text.len() + 2);
    json.push('"');
    for c in text.chars() {
        match c {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            c if (c as u32) < 0x20 => {
                let code = c as usize;
                json.push_str("\\u00");
                json.extend([code >> 4, code & 15].map(|digit| char::from(b"0123456789abcdef"[digit])));
            }
            c => json.push(c),
        }
    }
    json.push('"');
    json
}

/// The JSON text of an expression whose value tokens can show: literals, and the usual ways to write an empty value.
pub(crate) fn of_expression(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Group(group) => of_expression(&group.expr),
        Expr::Paren(paren) => of_expression(&paren.expr),
        Expr::Lit(literal) => of_literal(&literal.lit),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => match &*unary.expr {
            Expr::Lit(literal) if matches!(literal.lit, Lit::Int(_) | Lit::Float(_)) => {
                Some(format!("-{}", of_literal(&literal.lit)?))
            }
            _ => None,
        },
        Expr::Array(array) => of_list(array.elems.iter()),
        Expr::Macro(call) if call.mac.path.segments.last()?.ident == "vec" => {
            let list = syn::parse::Parser::parse2(
                syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated,
                call.mac.tokens.clone(),
            );
            of_list(list.ok()?.iter())
        }
        Expr::Path(path) if path.path.segments.last()?.ident == "None" => Some("null".to_owned()),
        Expr::Call(call) => of_call(&call.func, call.args.iter().collect::<Vec<_>>().as_slice()),
        Expr::MethodCall(call) if call.args.is_empty() => match call.method.to_string().as_str() {
            "to_string" | "to_owned" | "into" => literal_text(&call.receiver).map(|text| string(&text.value())),
            _ => None,
        },
        _ => None,
    }
}

/// The JSON text of a type's `Default`, where the type is one of those that everybody knows.
pub(crate) fn of_default(ty: &syn::Type) -> Option<&'static str> {
    match kind(ty) {
        Kind::Boolean => Some("false"),
        Kind::Integer { .. } => Some("0"),
        Kind::Float => Some("0.0"),
        Kind::Text => Some("\"\""),
        Kind::List(_) | Kind::Set(_) => Some("[]"),
        Kind::Map(..) => Some("{}"),
        Kind::Boxed(inner) => of_default(inner),
        _ => None,
    }
}

fn of_literal(literal: &Lit) -> Option<String> {
    match literal {
        Lit::Str(text) => Some(string(&text.value())),
        Lit::Char(letter) => Some(string(&letter.value().to_string())),
        Lit::Int(number) => Some(number.base10_digits().to_owned()),
        Lit::Float(number) => {
            let digits = number.base10_digits();
            let whole = digits.ends_with('.');
            Some(if whole { format!("{digits}0") } else { digits.to_owned() })
        }
        Lit::Bool(truth) => Some(truth.value.to_string()),
        _ => None,
    }
}

fn of_list<'a>(elements: impl Iterator<Item = &'a Expr>) -> Option<String> {
    let elements = elements.map(of_expression).collect::<Option<Vec<_>>>()?;
    Some(format!("[{}]", elements.join(",")))
}

fn of_call(function: &Expr, arguments: &[&Expr]) -> Option<String> {
    let Expr::Path(path) = function else { return None };
    let mut names = path.path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let (last, owner) = (names.next()?, names.next());
    match (owner.as_deref(), last.as_str(), arguments) {
        (Some("String"), "new", []) => Some("\"\"".to_owned()),
        (Some("Vec" | "HashSet" | "BTreeSet"), "new", []) => Some("[]".to_owned()),
        (Some("HashMap" | "BTreeMap"), "new", []) => Some("{}".to_owned()),
        (Some("String"), "from", [text]) if literal_text(text).is_some() => of_expression(text),
        (_, "Some", [inner]) | (Some("Box"), "new", [inner]) => of_expression(inner),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::{of_default, of_expression, string};

    #[test]
    fn strings_are_escaped_as_json_asks() {
        assert_eq!(string("a\"b\\c\n\u{1}é"), "\"a\\\"b\\\\c\\n\\u0001é\"");
    }

    #[test]
    fn expressions_whose_value_tokens_show() {
        let shown: [(syn::Expr, &str); 14] = [
            (parse_quote!(5), "5"),
            (parse_quote!(0xFF_u8), "255"),
            (parse_quote!(-1.5e3), "-1.5e3"),
            (parse_quote!(1.), "1.0"),
            (parse_quote!(true), "true"),
            (parse_quote!("a\"b"), r#""a\"b""#),
            (parse_quote!(String::new()), r#""""#),
            (parse_quote!(String::from("x")), r#""x""#),
            (parse_quote!(String::from(r"\x")), r#""\\x""#),
            (parse_quote!("x".to_owned()), r#""x""#),
            (parse_quote!(vec![]), "[]"),
            (parse_quote!(vec![1, 2]), "[1,2]"),
            (parse_quote!(Some(3)), "3"),
            (parse_quote!(None), "null"),
        ];
        for (expr, json) in shown {
            assert_eq!(of_expression(&expr).as_deref(), Some(json));
        }
        let hidden: [syn::Expr; 4] = [
            parse_quote!(LIMIT),
            parse_quote!(1 + 1),
            parse_quote!(vec![0; 3]),
            parse_quote!(Severity::Low),
        ];
        for expr in hidden {
            assert_eq!(of_expression(&expr), None);
        }
    }

    #[test]
    fn defaults_of_types_that_everybody_knows() {
        assert_eq!(of_default(&parse_quote!(Vec<Finding>)), Some("[]"));
        assert_eq!(of_default(&parse_quote!(std::string::String)), Some("\"\""));
        assert_eq!(of_default(&parse_quote!(Option<u8>)), None);
        assert_eq!(of_default(&parse_quote!(Severity)), None);
    }
}
