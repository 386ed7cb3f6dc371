// A failure is confirmed once the test has failed three times: in the run, and twice more without concurrent tests.
import { appendReason, type FileResult, listFailures, UNATTRIBUTED } from './results.ts';

/** Runs these files, one after another, and returns the results of each. */
export type RunAlone = (files: readonly string[]) => Promise<FileResult[]>;

const MAX_RERUNS = 2;
/** With this many failing files something is broken. */
const MAX_RERUN_FILES = 25;

export interface FailureProof {
  /** Names with the first error of each. */
  failed: string[];
  /** Tests that failed once and passed once. */
  flaky: string[];
}

/**
 * Reruns the files with failures, at most twice. A test that passes in one of these runs is flaky, and so is one
 * that passed before and fails now.
 */
export async function confirmFailures(
  results: readonly FileResult[],
  runAlone: RunAlone,
): Promise<FailureProof> {
  const errors = listFailures(results);
  const unconfirmed = new Set(errors.keys());
  for (let attempt = 0; attempt < MAX_RERUNS && unconfirmed.size > 0; attempt += 1) {
    const files = listFilesToRerun(unconfirmed, results);
    if (files.length > MAX_RERUN_FILES && !unconfirmed.has(UNATTRIBUTED)) break;
    const rerunResults = await runAlone(files);
    for (const [name, error] of listFailures(rerunResults)) if (!errors.has(name)) errors.set(name, error);
    for (const name of listPasses(rerunResults)) unconfirmed.delete(name);
  }
  const formatFailures = (names: Iterable<string>) =>
    [...names].map((name) => appendReason(name, errors.get(name) ?? ''));
  return {
    failed: formatFailures(unconfirmed),
    flaky: formatFailures([...errors.keys()].filter((name) => !unconfirmed.has(name))),
  };
}

/** A test that did not fail has not necessarily passed: its file may not have loaded. */
function listPasses(results: readonly FileResult[]): string[] {
  const cleanResults = results.filter(({ errors }) => errors.length === 0);
  return [
    ...results.flatMap(({ file, tests }) =>
      tests.filter(({ status }) => status === 'passed').map(({ name }) => `${file}: ${name}`),
    ),
    ...cleanResults
      .filter(({ tests }) => tests.some(({ status }) => status === 'passed'))
      .map(({ file }) => file),
    ...(results.length > 0 && cleanResults.length === results.length ? [UNATTRIBUTED] : []),
  ];
}

/** An error that belongs to no file may be caused by any of them. */
const listFilesToRerun = (names: ReadonlySet<string>, results: readonly FileResult[]): string[] =>
  results
    .filter(({ file }) => file !== UNATTRIBUTED)
    .filter(
      ({ file, tests }) =>
        names.has(UNATTRIBUTED) || names.has(file) || tests.some(({ name }) => names.has(`${file}: ${name}`)),
    )
    .map(({ file }) => file);
