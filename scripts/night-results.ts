// Results of the night's parts, in one file for each commit: verdict, minutes, seed, and when the part ended.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PartResult } from './run-parts.ts';

export type StoredResult = Omit<PartResult, 'name'> & { at: string; seed: string };
type StoredResults = Record<string, StoredResult>;

const readResults = (path: string): StoredResults =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};

/** Adds the result of a part to those of its commit. */
export function storeResult(folder: string, commit: string, name: string, result: StoredResult): void {
  const path = join(folder, `${commit}.json`);
  mkdirSync(folder, { recursive: true });
  // Read again, since another part may have ended meanwhile.
  writeFileSync(path, `${JSON.stringify({ ...readResults(path), [name]: result }, null, 1)}\n`);
}

/** Returns a part's last result on the commits that `counts` accepts. */
export function findLastResult(
  folder: string,
  name: string,
  counts: (commit: string) => boolean,
): StoredResult | undefined {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files
    .flatMap((file) => {
      const result = readResults(join(folder, file))[name];
      return result && counts(file.replace(/\.json$/, '')) ? [result] : [];
    })
    .reduce<StoredResult | undefined>(
      (last, result) => (last && last.at > result.at ? last : result),
      undefined,
    );
}
