import { expect, it } from 'vitest';
import { confirmFailures } from './prove-failures.ts';
import { type FileResult, UNATTRIBUTED } from './results.ts';

type Outcomes = Record<string, 'passed' | 'failed'>;
const file = (name: string, outcomes: Outcomes, errors: string[] = []): FileResult => ({
  file: name,
  seconds: 1,
  errors,
  tests: Object.entries(outcomes).map(([test, status]) => ({
    name: test,
    status,
    seconds: 1,
    errors: status === 'failed' ? [`${test} went wrong`] : [],
  })),
});

/** Returns the next of these results for each run; records the requested files. */
function replay(...runs: FileResult[][]) {
  const requestedRuns: (readonly string[])[] = [];
  return {
    requestedRuns,
    runAlone: async (files: readonly string[]) => {
      requestedRuns.push(files);
      return runs[requestedRuns.length - 1] ?? [];
    },
  };
}

it('confirmFailures confirms a test that fails three times, and reruns nothing that passed', async () => {
  const broken = file('a', { one: 'failed', two: 'passed' });
  const { requestedRuns, runAlone } = replay([broken], [broken]);
  const proof = await confirmFailures([broken, file('b', { one: 'passed' })], runAlone);
  expect(proof).toEqual({ failed: ['a: one\n    one went wrong'], flaky: [] });
  expect(requestedRuns).toEqual([['a'], ['a']]);
});

it('confirmFailures calls a test flaky when it passes in the second or the third run, with its first error', async () => {
  const bad = file('a', { one: 'failed' });
  const good = file('a', { one: 'passed' });
  for (const runs of [[[good]], [[bad], [good]]])
    expect(await confirmFailures([bad], replay(...runs).runAlone)).toEqual({
      failed: [],
      flaky: ['a: one\n    one went wrong'],
    });
});

it('confirmFailures calls a test flaky that passed at first and fails when its file is rerun', async () => {
  const before = file('a', { one: 'failed', two: 'passed' });
  const after = file('a', { one: 'passed', two: 'failed' });
  const { failed, flaky } = await confirmFailures([before], replay([after]).runAlone);
  expect([failed.length, flaky.map((name) => name.split('\n')[0])]).toEqual([0, ['a: one', 'a: two']]);
});

it('confirmFailures does not count a test as passed whose file could not be loaded', async () => {
  const unloaded = file('a', {}, ['no such module']);
  const proof = await confirmFailures(
    [file('a', { one: 'failed' })],
    replay([unloaded], [unloaded]).runAlone,
  );
  expect(proof.failed).toEqual(['a: one\n    one went wrong']);
  expect((await confirmFailures([unloaded], replay([unloaded], [unloaded]).runAlone)).failed).toHaveLength(1);
});

it('confirmFailures reruns every file for an error that belongs to none', async () => {
  const loose = file(UNATTRIBUTED, {}, ['a worker was slow to answer']);
  const all = [file('a', { one: 'passed' }), file('b', { one: 'passed' })];
  const { requestedRuns, runAlone } = replay(all);
  expect(await confirmFailures([...all, loose], runAlone)).toMatchObject({
    failed: [],
    flaky: [expect.any(String)],
  });
  expect(requestedRuns).toEqual([['a', 'b']]);
});

it('confirmFailures reruns nothing when too many files fail for a coincidence', async () => {
  const all = Array.from({ length: 26 }, (_, n) => file(`f${n}`, { one: 'failed' }));
  const { requestedRuns, runAlone } = replay();
  expect((await confirmFailures(all, runAlone)).failed).toHaveLength(26);
  expect(requestedRuns).toEqual([]);
});
