//! Our own engine under criterion: every text of every type, for comparing one state of the code with another.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use llm_output::Options;
use llm_output_benches::inputs::{self, Case, Sample};

fn sample<T: Sample>(criterion: &mut Criterion, name: &str, value: &T) {
    let mut group = criterion.benchmark_group(name);
    for case in Case::ALL {
        let text = case.text(value);
        let options = if case.is_lenient() {
            Options::lenient()
        } else {
            Options::default()
        };
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(case.name(), |bencher| {
            bencher.iter(|| T::parse_llm_with(black_box(&text), &options));
        });
    }
    let text = Case::Everything.text(value);
    group.bench_function("all at once, with the list of repairs", |bencher| {
        bencher.iter(|| T::parse_llm(black_box(&text)).map(|parsed| parsed.repairs().len()));
    });
}

fn engine(criterion: &mut Criterion) {
    sample(criterion, "commit", &inputs::commit_message());
    sample(criterion, "record", &inputs::record());
    sample(criterion, "review", &inputs::review(8));
    sample(criterion, "large", &inputs::review(2000));
}

criterion_group!(benches, engine);
criterion_main!(benches);
