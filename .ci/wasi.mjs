// Runs a program for WebAssembly that sees the files of this machine: `node wasi.mjs program.wasm [argument]...`.
import { readFile } from 'node:fs/promises';
import { argv, env, exit } from 'node:process';
import { WASI } from 'node:wasi';

const [, , program, ...rest] = argv;
const wasi = new WASI({ version: 'preview1', args: [program, ...rest], env, preopens: { '/': '/' }, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
exit(wasi.start(instance));
