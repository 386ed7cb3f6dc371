// `npm run check`: types, lint and structure, for use during development; a run of all tests also checks for dead
// code and validates the API's documents. A step's output is printed only if it failed.
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { listOverdueQuarantine, readQuarantine } from './tests/suites.ts';

export type Step = { name: string; passed: boolean; output: string; seconds: number };
type StepRunner = () => Promise<Step>;

const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');
/** The longest first. */
const TYPE_PROJECTS = ['.', 'web', 'clients/ccxt', 'domain', 'clients/typescript'];
const SOURCES = ['domain/src', 'server/src', 'server/test', 'web/src', 'scripts', 'e2e', 'bench', 'clients'];

/** Yields one step each, in the order of completion. `whole`: includes dead code and the API's documents. */
export async function runChecks({ whole }: { whole: boolean }): Promise<Step[]> {
  const steps = [
    checkStructure,
    ...checkTypes(),
    () => runCommand('biome', 'biome', ['check', '--error-on-warnings', '.']),
    ...(whole ? documents : []),
  ];
  const done = [checkQuarantine()];
  // Two concurrently on two cores: each of them except biome keeps one busy.
  const startNextStep = async (): Promise<void> => {
    for (let step = steps.shift(); step; step = steps.shift()) done.push(await step());
  };
  await Promise.all([startNextStep(), startNextStep()]);
  return done;
}

/** A quarantined test is fixed within a month or removed. */
function checkQuarantine(): Step {
  const overdue = listOverdueQuarantine(readQuarantine(), new Date());
  return { name: 'quarantine', passed: overdue.length === 0, output: overdue.join('\n'), seconds: 0 };
}

/**
 * Results are cached per project in `.cache`: only changed files and their importers are read again. With one
 * checker, since each of four, the default, repeats the work of the others: twice the CPU time.
 */
const checkTypes = (): StepRunner[] =>
  TYPE_PROJECTS.map((project) => {
    const cacheFile = join('.cache', 'types', `${project.replaceAll(/\W/g, '-')}.tsbuildinfo`);
    const args = [
      '--noEmit',
      '--checkers',
      '1',
      '--incremental',
      '--tsBuildInfoFile',
      cacheFile,
      '-p',
      project,
    ];
    return () => runCommand(`types of ${project}`, 'tsc', args);
  });

const documents: readonly StepRunner[] = [
  () => runCommand('dead code', 'knip', ['--no-progress']),
  () => runCommand('API documents', join(root, 'scripts', 'check-documents.ts'), []),
];

/** A run that sees no modules also finds no violations, so they are counted. */
async function checkStructure(): Promise<Step> {
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...SOURCES];
  const step = await runCommand('structure', 'depcruise', args);
  const modules = Number.parseInt(/\((\d+) modules/.exec(step.output)?.[1] ?? '0', 10);
  if (modules > 0) return step;
  return { ...step, passed: false, output: `${step.output}\ndependency-cruiser saw no modules.` };
}

function runCommand(name: string, command: string, args: string[]): Promise<Step> {
  const started = performance.now();
  // All of them are scripts; their shebang would pick the Node of PATH.
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((done) => {
    execFile(process.execPath, [resolve(bin, command), ...args], options, (error, stdout, stderr) => {
      const output = [stdout, stderr, error && !stdout && !stderr ? error.message : ''].join('').trim();
      done({ name, passed: !error, output, seconds: (performance.now() - started) / 1000 });
    });
  });
}

export function reportSteps(steps: Step[], write: (text: string) => void): void {
  for (const { output } of steps.filter(({ passed }) => !passed)) write(`${output}\n\n`);
  for (const { name, passed, seconds } of steps) {
    write(`${passed ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)\n`);
  }
}

if (process.argv[1] === import.meta.filename) {
  const steps = await runChecks({ whole: process.argv.includes('whole') });
  reportSteps(steps, (text) => process.stdout.write(text));
  const failed = steps.filter(({ passed }) => !passed).map(({ name }) => name);
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
