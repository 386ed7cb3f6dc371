// A failure is confirmed once the test has failed three times: in the run, and twice more without concurrent tests.
import { type FileResult, failuresOf, UNATTRIBUTED, withReason } from './results.ts';

/** Runs these files, one after another, and returns the results of each. */
export type RunAlone = (files: readonly string[]) => Promise<FileResult[]>;

const MORE_TRIES = 2;
/** With this many failing files something is broken. */
const MAX_FILES = 25;

export interface Proof {
  /** Names with the first error of each. */
  failed: string[];
  /** Tests that failed once and passed once. */
  flaky: string[];
}

/**
 * Reruns the files with failures, at most twice. A test that passes in one of these runs is flaky, and so is one
 * that passed before and fails now.
 */
export async function proveFailures(results: readonly FileResult[], runAlone: RunAlone): Promise<Proof> {
  const errors = failuresOf(results);
  const unproven = new Set(errors.keys());
  for (let tries = 0; tries < MORE_TRIES && unproven.size > 0; tries += 1) {
    const files = filesOf(unproven, results);
    if (files.length > MAX_FILES && !unproven.has(UNATTRIBUTED)) break;
    const again = await runAlone(files);
    for (const [name, error] of failuresOf(again)) if (!errors.has(name)) errors.set(name, error);
    for (const name of passesOf(again)) unproven.delete(name);
  }
  const told = (names: Iterable<string>) =>
    [...names].map((name) => withReason(name, errors.get(name) ?? ''));
  return {
    failed: told(unproven),
    flaky: told([...errors.keys()].filter((name) => !unproven.has(name))),
  };
}

/** A test that did not fail has not necessarily passed: its file may not have loaded. */
function passesOf(results: readonly FileResult[]): string[] {
  const clean = results.filter(({ errors }) => errors.length === 0);
  return [
    ...results.flatMap(({ file, tests }) =>
      tests.filter(({ status }) => status === 'passed').map(({ name }) => `${file}: ${name}`),
    ),
    ...clean.filter(({ tests }) => tests.some(({ status }) => status === 'passed')).map(({ file }) => file),
    ...(results.length > 0 && clean.length === results.length ? [UNATTRIBUTED] : []),
  ];
}

/** An error that belongs to no file may be caused by any of them. */
const filesOf = (names: ReadonlySet<string>, results: readonly FileResult[]): string[] =>
  results
    .filter(({ file }) => file !== UNATTRIBUTED)
    .filter(
      ({ file, tests }) =>
        names.has(UNATTRIBUTED) || names.has(file) || tests.some(({ name }) => names.has(`${file}: ${name}`)),
    )
    .map(({ file }) => file);
