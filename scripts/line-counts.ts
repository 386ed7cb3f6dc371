/** Lines of the product and its tools by folder, without tests: ts, tsx, css, sql and mjs files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runGit } from './other-tree.ts';

const root = join(import.meta.dirname, '..');
const TEST_FILES = /\.test\.tsx?$|^(?:server\/test|e2e)\//;

/** Returns one line, such as "Lines of code: server 1,000, web 800, in all 1,800". */
export function describeLineCounts(): string {
  const counts = new Map<string, number>();
  for (const file of runGit('ls-files', '*.ts', '*.tsx', '*.css', '*.sql', '*.mjs').split('\n')) {
    if (TEST_FILES.test(file)) continue;
    const folder = file.includes('/') ? (file.split('/')[0] ?? '') : 'settings';
    const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1;
    counts.set(folder, (counts.get(folder) ?? 0) + lines);
  }
  const sum = [...counts.values()].reduce((total, lines) => total + lines, 0);
  const parts = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([folder, lines]) => `${folder} ${lines.toLocaleString('en')}`);
  return `Lines of code: ${parts.join(', ')}, in all ${sum.toLocaleString('en')}`;
}
