// `npm run samples [seed]` prints thirty comments, names and test titles, drawn at random by the seed. A reader who has
// never seen the code should have to ask about none of them (CONTRIBUTING.md, ten rules of English).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSeededRandom, SEED } from '../server/test/random.ts';
import { findComments, findTitlesInGroups } from './source-words.ts';

const root = join(import.meta.dirname, '..');
const SAMPLES_OF_A_KIND = 10;
const DECLARATION = /\b(?:const|let|function\*?|class|interface|type)\s+([A-Za-z_$][\w$]*)/g;

const readDeclaredNames = (source: string): string[] =>
  [...source.matchAll(DECLARATION)].map(([, name = '']) => name);

const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const kinds = {
  Comments: (_file: string, text: string) => findComments(text),
  Names: (_file: string, text: string) => readDeclaredNames(text),
  'Test titles': findTitlesInGroups,
};

const seed = Number(process.argv[2] ?? SEED);
const random = createSeededRandom(seed);
for (const [kind, find] of Object.entries(kinds)) {
  const found = sources.flatMap(({ file, text }) => find(file, text).map((sample) => ({ file, sample })));
  process.stdout.write(`\n${kind}: ${SAMPLES_OF_A_KIND} of ${found.length}, seed ${seed}\n`);
  for (let count = 0; count < SAMPLES_OF_A_KIND; count += 1) {
    const drawn = found[Math.floor(random() * found.length)];
    if (drawn) process.stdout.write(`  ${drawn.sample}\n    ${drawn.file}\n`);
  }
}
