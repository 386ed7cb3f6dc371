import { readApi } from './operations.ts';
import { pythonOf } from './python.ts';
import { typescriptOf } from './typescript.ts';

/** Returns the files that are written from the contracts, by their path from the root. */
export function clientFiles(): Record<string, string> {
  const api = readApi();
  return {
    'clients/typescript/src/api.ts': typescriptOf(api),
    'clients/python/sarraf/api.py': pythonOf(api),
  };
}
