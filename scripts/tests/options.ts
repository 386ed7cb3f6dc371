// Command line options of `npm test` and `npm run test:all`.
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const NAMED_PARTS = ['checks', 'unit', 'system', 'browser', 'quarantine'];

export interface Options {
  all: boolean;
  nightly: boolean;
  resume: boolean;
  part: {
    name: string | null;
    of: { part: number; parts: number } | null;
    /** Used in file names. */
    label: string;
  };
  /** Relative to the project's folder. */
  paths: string[];
}

/** @throws Error for an unknown option, a part without `--all`, and a part that doesn't exist. */
export function parseOptions(words: readonly string[]): Options {
  const options: Options = {
    all: false,
    nightly: false,
    resume: false,
    part: { name: null, of: null, label: 'all' },
    paths: [],
  };
  const remaining = [...words];
  for (let word = remaining.shift(); word !== undefined; word = remaining.shift()) {
    if (word === '--all') options.all = true;
    else if (word === '--nightly') options.nightly = true;
    else if (word === '--resume') options.resume = true;
    else if (word === '--part') options.part = parsePart(remaining.shift() ?? '');
    else if (word.startsWith('--part=')) options.part = parsePart(word.slice('--part='.length));
    else if (word.startsWith('-')) throw new Error(`There is no option ${word}.`);
    else options.paths.push(relative(ROOT, word) || '.');
  }
  if (!options.all && (options.resume || options.part.label !== 'all'))
    throw new Error('Only `npm run test:all` has parts and can be resumed.');
  if (options.all && options.paths.length > 0) throw new Error('Name files, or take all tests.');
  return options;
}

function parsePart(text: string): Options['part'] {
  if (NAMED_PARTS.includes(text)) return { name: text, of: null, label: text };
  const [part = 0, parts = 0] = /^(\d+)\/(\d+)$/.exec(text)?.slice(1).map(Number) ?? [];
  if (part < 1 || part > parts)
    throw new Error(`--part is 2/6 or the like, or one of ${NAMED_PARTS.join(', ')}; not “${text}”.`);
  return { name: null, of: { part, parts }, label: `${part}-of-${parts}` };
}
