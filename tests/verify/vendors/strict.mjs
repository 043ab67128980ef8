// Runs OpenAI's own strict transform over the schemas on standard input; writes one result each: the schema, or the error.
import { readFileSync } from 'node:fs';
import { toStrictJsonSchema } from 'openai/lib/transform.mjs';

const schemas = JSON.parse(readFileSync(0, 'utf8'));
const results = schemas.map((schema) => {
  try {
    return { schema: toStrictJsonSchema(structuredClone(schema)) };
  } catch (error) {
    return { error: String(error) };
  }
});
process.stdout.write(JSON.stringify(results));
