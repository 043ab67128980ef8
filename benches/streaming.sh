#!/bin/sh
# Instructions for a reply that comes in chunks, against one reading of it as a whole. Needs valgrind.
#
#   benches/streaming.sh [bytes] [chunk]
set -eu
cd "$(dirname "$0")/.."
bytes=${1:-32768}
chunk=${2:-16}
cargo build --release --quiet -p llm_output_benches --bin stream --bin memory
program=${CARGO_TARGET_DIR:-target}/release/stream

# Instructions of one run, without what starting the program and making the text take.
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$1" "$2" "$3" "$4" "$5" 2>&1 |
        sed -n 's/.*Collected : //p'
}
reading() {
    echo $(( ($(count "$1" "$2" "$3" "$4" 11) - $(count "$1" "$2" "$3" "$4" 1)) / 10 ))
}

printf '%-7s %8s %6s %9s %9s %9s %9s %12s %10s %10s\n' text bytes chunk parse serde pushes total 'a push over' 'total/our' 'total/serde'
for sample in review text; do
    for size in $((bytes / 4)) $((bytes / 2)) "$bytes" $((bytes * 2)); do
        parse=$(reading parse "$sample" "$size" "$chunk")
        serde=$(reading serde_json "$sample" "$size" "$chunk")
        pushes=$(reading pushes "$sample" "$size" "$chunk")
        total=$(reading total "$sample" "$size" "$chunk")
        count=$(( size / chunk ))
        awk -v t="$sample" -v b="$size" -v c="$chunk" -v p="$parse" -v s="$serde" -v u="$pushes" -v a="$total" -v n="$count" 'BEGIN {
            printf "%-7s %8d %6d %9d %9d %9d %9d %12.0f %10.2f %10.2f\n", t, b, c, p, s, u, a, (u - 2.25 * p) / n, a / p, a / s
        }'
    done
done
parse=$(reading parse review "$bytes" "$chunk")
items=$(reading items review "$bytes" "$chunk")
awk -v p="$parse" -v i="$items" 'BEGIN { printf "items: %d, %.2f of one reading\n", i, i / p }'
# Reading everything again after each chunk grows with the square of the text: so this is time, without valgrind.
printf '%-26s %10s %10s %10s %10s\n' milliseconds 4096 16384 65536 262144
row() {
    printf '%-26s' "$1"
    for size in 4096 16384 65536 262144; do
        times=$(( $3 * 262144 / size ))
        start=$(date +%s%N)
        "$program" "$2" review "$size" "$chunk" "$times"
        middle=$(date +%s%N)
        "$program" nothing review "$size" "$chunk" "$times"
        end=$(date +%s%N)
        awk -v n="$(( (middle - start) - (end - middle) ))" -v t="$times" 'BEGIN { printf " %10.2f", n / t / 1e6 }'
    done
    echo
}
row 'the stream and its end' total 200
row 'items' items 200
row "jiter's partial mode again" jiter 1
row 'parse_llm again' reparse 1
"${CARGO_TARGET_DIR:-target}/release/memory"
