// Lint, types, structure, dead code and the documents of the API. `npm run check` prints what each has to say only if it failed.
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';

export type Step = { name: string; passed: boolean; output: string; seconds: number };

const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');
const PROJECTS = ['.', 'domain', 'web', 'e2e'];
const SOURCES = ['domain/src', 'server/src', 'server/test', 'web/src', 'scripts', 'e2e', 'bench'];

/**
 * Runs everything and answers one step each, in the order they ended.
 * The two tools of Rust and Go use both cores and are fast; those of JavaScript run beside them.
 */
export async function check(): Promise<Step[]> {
  const native = async () => [
    await run('biome', 'biome', ['check', '--error-on-warnings', '.']),
    ...(await types()),
  ];
  const scripted = async () => [
    await structure(),
    await run('dead code', 'knip', ['--no-progress']),
    await run('API documents', join(root, 'scripts', 'check-documents.ts'), []),
  ];
  return (await Promise.all([native(), scripted()])).flat();
}

async function types(): Promise<Step[]> {
  const steps: Step[] = [];
  for (const project of PROJECTS)
    steps.push(await run(`types of ${project}`, 'tsc', ['--noEmit', '-p', project]));
  return steps;
}

/** A cruise that sees no modules also finds no violations, so they are counted. */
async function structure(): Promise<Step> {
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...SOURCES];
  const step = await run('structure', 'depcruise', args);
  const modules = Number.parseInt(/\((\d+) modules/.exec(step.output)?.[1] ?? '0', 10);
  if (modules > 0) return step;
  return { ...step, passed: false, output: `${step.output}\ndependency-cruiser saw no modules.` };
}

function run(name: string, command: string, args: string[]): Promise<Step> {
  const started = performance.now();
  // All of them are scripts; their first line would pick the Node of PATH.
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((done) => {
    execFile(process.execPath, [resolve(bin, command), ...args], options, (error, stdout, stderr) => {
      const output = [stdout, stderr, error && !stdout && !stderr ? error.message : ''].join('').trim();
      done({ name, passed: !error, output, seconds: (performance.now() - started) / 1000 });
    });
  });
}

export function report(steps: Step[], say: (text: string) => void): void {
  for (const { output } of steps.filter(({ passed }) => !passed)) say(`${output}\n\n`);
  for (const { name, passed, seconds } of steps) {
    say(`${passed ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)\n`);
  }
}

if (process.argv[1] === import.meta.filename) {
  const steps = await check();
  report(steps, (text) => process.stdout.write(text));
  const failed = steps.filter(({ passed }) => !passed).map(({ name }) => name);
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
