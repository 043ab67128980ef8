#!/bin/sh
# Instructions for one reading, ours against serde_json on the clean text of the same type. Needs valgrind.
#
#   benches/instructions.sh [times]
set -eu
cd "$(dirname "$0")/.."
times=${1:-50}
cargo build --release --quiet -p llm_output_benches --bin once
program=${CARGO_TARGET_DIR:-target}/release/once

# Instructions of `times` readings, without what starting the program and making the text take.
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$1" "$2" "$3" "$4" 2>&1 |
        sed -n 's/.*Collected : //p'
}
reading() {
    echo $(( ($(count "$1" "$2" "$3" "$times") - $(count nothing "$2" "$3" "$times")) / times ))
}

printf '%-8s %-16s %10s %10s %6s\n' type text ours serde_json ratio
for sample in commit record review; do
    clean=$(reading serde_json "$sample" clean)
    for text in 'clean' 'compact' 'prose and fence' 'raw newlines' 'wrong types' 'missing fields' 'cut at 70 %' \
        'broken syntax' 'all at once'; do
        ours=$(reading ours "$sample" "$text")
        ratio=$(awk "BEGIN { printf \"%.2f\", $ours / $clean }")
        printf '%-8s %-16s %10d %10d %6s\n' "$sample" "$text" "$ours" "$clean" "$ratio"
    done
done
