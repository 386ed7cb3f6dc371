import { buildClientApi } from './operations.ts';
import { generatePython } from './python.ts';
import { generateTypeScript } from './typescript.ts';

/** Returns the files that are written from the contracts, by their path from the root. */
export function buildClientFiles(): Record<string, string> {
  const api = buildClientApi();
  return {
    'clients/typescript/src/api.ts': generateTypeScript(api),
    'clients/python/sarraf/api.py': generatePython(api),
  };
}
