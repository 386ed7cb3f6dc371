// Writes the clients' parts that depend on the API, from its contracts: `npm run clients`. A test compares the
// files with them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildClientFiles } from './clients/files.ts';

for (const [file, text] of Object.entries(buildClientFiles())) {
  writeFileSync(join(import.meta.dirname, '..', file), text);
  console.log(file);
}
