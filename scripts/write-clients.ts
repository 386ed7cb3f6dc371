// Writes the clients' parts that depend on the API, from its contracts: `npm run clients`. A test compares the
// files with them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientFiles } from './clients/files.ts';

for (const [file, text] of Object.entries(clientFiles())) {
  writeFileSync(join(import.meta.dirname, '..', file), text);
  console.log(file);
}
