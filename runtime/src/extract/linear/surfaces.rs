//! Texts without JSON, in the forms that `surface` reads, or nearly so.

use super::check;

#[test]
fn tags() {
    check(&[
        &["", "<title>", ""],
        &["", "</title>", ""],
        &[
            "{\"title\":\"a\",\"tags\":[],\"parts\":[],\"facts\":{",
            "\"a\":\"b\",",
            "\"z\":\"b\"},\"count\":1}\n",
            "<count>2</count>\n",
            "",
        ],
        &[
            "{\"title\":\"a\",\"tags\":[],\"parts\":[],\"facts\":{",
            "\"a\":\"b\",",
            "\"z\":\"b\"},\"count\":1}\n",
            "count = 1\n",
            "",
        ],
        &["{\"title\":\"a\",", "\"count\":1,", "\"tags\":[]}\n", "count: 1\n", ""],
        &[
            "{\"title\":\"a\",",
            "\"tags\":[],",
            "\"count\":1}\n",
            "Tags:\n- a\n",
            "",
        ],
        &["{\"title\":\"a\",\"tags\":[", "/* a */", "]}\n", "2. a\n", ""],
        &["{\"title\"：\"a\"，\"facts\"：{", "\"a\"：\"b\"，", "}}"],
        &["{\"title\":\"a\"", "\nDone.\n\nSo it is.", ""],
        &["", "<title/>", ""],
        &["", "<title>a</title>", ""],
        &["", "<x><title>a</title></x>", ""],
        &["", "<x count=\"1\"/>", ""],
        &["", "<p name=\"title\">a</p>", ""],
        &["", "<title>a</title><tags>b</tags>", ""],
        &["<title>a</title>", "<tags>b</tags>", ""],
        &["<title>a</title><tags>", "<tag>b</tag>", "</tags>"],
        &["<title>a</title><tags>", "- b\n", "</tags>"],
        &["<title>a</title><tags>", "b\n- ", "</tags>"],
        &["<title>a</title><tags>", "<", "</tags>"],
        &["<title>", "<title>a", ""],
        &["<title>", "a &amp; ", "</title><tags></tags>"],
        &["<title>", "&", "</title><tags></tags>"],
        &["<title>", "<![CDATA[", "</title><tags></tags>"],
        &["<title>", "<![CDATA[a]]>", "</title><tags></tags>"],
        &["<title>", "<!--", "</title><tags></tags>"],
        &[
            "<title>a</title><parts>",
            "<part><name>a</name><size>1</size></part>",
            "</parts>",
        ],
        &["<title>a</title><parts>", "<part name=\"a\" size=\"1\">", "</parts>"],
        &["<title>a</title><parts>", "<part name='a' size=1/>", "</parts>"],
        &["<title>a</title><facts>", "<a>b</a>", "</facts>"],
        &["", "<part><name>a</name><size>1</size></part>", ""],
        &["", "<a>", "", "</a>", ""],
        &["", "<title>", "", "</title>", ""],
        &["<title>a</title><nested>", "<a>", "", "</a>", "</nested>"],
        &["", "<a b=\"", ""],
        &["", "<a b='", "", "<a b=\"", ""],
        &["", "<a b c d ", ""],
        &["<a ", "b ", ""],
        &["<a ", "b=c ", "><title>a</title><tags/></a>"],
        &["<", "a", ""],
        &["", "`<a>` ", ""],
        &["", "<a></b>", ""],
        &["", "<!x>", ""],
        &["", "<?", ""],
    ]);
}

#[test]
fn lines() {
    check(&[
        &["", "title: a\n", ""],
        &["title: a\ntags:\n", "- b\n", ""],
        &["title: a\ntags:\n", "- b\n- ", ""],
        &["title: a\ntags:\n", "  - b\n", ""],
        &["title: a\ntags:\n", "- ", ""],
        &["title: a\ntags:\n", "b\n", ""],
        &["title: a\ntags:\n", "\n", "size: 1"],
        &["tags: a\ntitle:\n", "\n b", ""],
        &["title: a\nparts:\n", "- name: a\n  size: 1\n", ""],
        &["title: a\nparts:\n", "  - name: a\n    size: 1\n", ""],
        &["", "- name: a\n  size: 1\n", ""],
        &["", "- name: a\n", ""],
        &["title: a\nfacts:\n", "  a: b\n", ""],
        &["title: a\nnested:\n", " a:\n", ""],
        &["title: a\nsummary: |\n", "  b\n", ""],
        &["title: a\ntags: b\n", "c: d\n", ""],
        &["title: a\ntags: b\n\n", "c: d\n\n", ""],
        &["", "\n", "title: a\ntags: b"],
        &["", "a\n", "title: a\ntags: b"],
        &["", "**title:** a\n", ""],
        &["", "**", ": a"],
        &["title: a\ntags: \"", "\\", "\""],
        &["title: a\ntags: '", "'", "'"],
        &["", "```\n", "title: a\ntags: b"],
        &["", "```yaml\ntitle: a\n", ""],
        &["", ": ", ""],
        &["", "a: ", ""],
        &["", "- ", ""],
        &["", " ", "title: a\ntags: b"],
    ]);
}

/// Levels that are each indented deeper than the one before, up to any depth: the text is as long as its square.
#[test]
fn steps_down() {
    let stairs = |sign: &str, levels: usize| -> String {
        let row = |level: usize| format!("{}{sign}\n", " ".repeat(level));
        format!("title: a\nnested:\n{}", (1..levels).map(row).collect::<String>())
    };
    for sign in ["a:", "- a:", "-", "- b"] {
        let text = stairs(sign, 200);
        check(&[&[&text, "- b\n", ""]]);
    }
}

#[test]
fn bullets() {
    check(&[
        &["", "- a\n", ""],
        &["", "1. a\n", ""],
        &["", "- a\n  b\n", ""],
        &["- a\n", "  b\n", ""],
        &["- a\n", "\n", "- b"],
        &["- a\n", " ", "- b"],
        &["", "- - ", ""],
    ]);
}
