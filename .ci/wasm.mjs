// Gives the files of these folders to a program for WebAssembly that sees none: `node wasm.mjs program.wasm corpus cases
// rulings`, each with folders in it.
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { argv, exit } from 'node:process';

const [, , program, corpus, caseFolder, rulings] = argv;
const module = await WebAssembly.compile(await readFile(program));
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  imports[from] ??= {};
  imports[from][name] = () => { throw new Error(`${from}.${name} is not here`); };
}
const start = async () => (await WebAssembly.instantiate(module, imports)).exports;

let wasm = await start();
const write = (bytes) => {
  const place = wasm.room(bytes.length);
  new Uint8Array(wasm.memory.buffer).set(bytes, place);
};
let failed = 0;
const attempt = async (path, run) => {
  try {
    return run();
  } catch (error) {
    console.log(`${path}: ${error}`);
    failed += 1;
    // After a trap, the program is in no state to go on.
    wasm = await start();
    return 0;
  }
};

let inputs = 0;
// The validator of the schemas that `shapes` makes asks for random numbers, which there are none of here.
for (const name of (await readdir(corpus)).filter((name) => name !== 'shapes')) {
  for (const file of await readdir(join(corpus, name))) {
    const path = join(corpus, name, file);
    const bytes = await readFile(path);
    await attempt(path, () => {
      write(Buffer.from(name));
      const target = wasm.target();
      write(bytes);
      wasm.replay(target);
    });
    inputs += 1;
  }
}
let cases = 0;
const runAll = async (folder, run) => {
  for (const entry of await readdir(folder, { recursive: true })) {
    const path = join(folder, entry);
    // Folders further down have other rules.
    if (!entry.endsWith('.json') || entry.split(sep).length !== 2) continue;
    const bytes = await readFile(path);
    cases += await attempt(path, () => {
      write(bytes);
      return run();
    });
  }
};
await runAll(caseFolder, () => wasm.cases());
await runAll(rulings, () => wasm.cases());
await runAll(rulings, () => wasm.cases_through_serde());
console.log(`${inputs} inputs and ${cases} cases, ${failed} failed`);
exit(failed || !inputs || !cases ? 1 : 0);
