#!/bin/sh
# The one file with `unsafe` in it, and every scanner built on it, under AddressSanitizer and under valgrind's memcheck.
# Needs a nightly toolchain and valgrind.
#
#   benches/sanitize.sh
set -eu
cd "$(dirname "$0")/.."
host=$(rustc -vV | sed -n 's/host: //p')

# The tests of the schema leak their shapes on purpose: constant data is what they stand for.
ASAN_OPTIONS=detect_leaks=0 RUSTFLAGS=-Zsanitizer=address cargo +nightly test -p llm_output --lib --target "$host" --target-dir "${CARGO_TARGET_DIR:-target}/sanitize"

cargo build --release --quiet -p llm_output_benches --bin once
program=${CARGO_TARGET_DIR:-target}/release/once
for sample in commit record review; do
    for text in 'clean' 'compact' 'prose and fence' 'cut at 70 %' 'all at once'; do
        valgrind --quiet --error-exitcode=1 "$program" ours "$sample" "$text" 3
    done
done
echo 'nothing found'
