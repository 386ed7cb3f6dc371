// Runs the parts of a long check one after another, each whether or not the others passed, and reports all of them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

export type PartVerdict = 'passed' | 'FAILED' | `skipped: ${string}`;
export interface Part {
  what: string;
  run(): Promise<PartVerdict>;
}
export interface PartResult {
  name: string;
  minutes: number;
  verdict: PartVerdict;
}

/** Returns the names in a list separated by commas. @throws Error for a part that doesn't exist. */
export function selectParts(parts: Readonly<Record<string, Part>>, list: string): string[] {
  const names = list.split(',');
  const unknown = names.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0)
    throw new Error(`no such part: ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
  return names;
}

export async function runParts(
  parts: Readonly<Record<string, Part>>,
  names: readonly string[],
  onResult: (result: PartResult) => void = () => {},
): Promise<PartResult[]> {
  const results: PartResult[] = [];
  for (const name of names) {
    const part = parts[name] as Part;
    console.log(`\n${name}: ${part.what}`);
    const startedAt = performance.now();
    const verdict = await part.run();
    const result = { name, minutes: (performance.now() - startedAt) / 60_000, verdict };
    results.push(result);
    onResult(result);
  }
  const rows = results.map(
    ({ name, minutes, verdict }) => `| ${name} | ${parts[name]?.what} | ${minutes.toFixed(1)} | ${verdict} |`,
  );
  console.log(`\n| part | what is tested | min | |\n| --- | --- | --: | --- |\n${rows.join('\n')}`);
  return results;
}

/** Runs a command as an operator would, who has nothing but the command line. */
export async function runNodeScript(...args: string[]): Promise<PartVerdict> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) return 'FAILED';
  const [, reason] = /^skipped: (.*)$/m.exec(output) ?? [];
  return reason === undefined ? 'passed' : `skipped: ${reason}`;
}
