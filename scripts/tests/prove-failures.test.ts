import { expect, it } from 'vitest';
import { proveFailures } from './prove-failures.ts';
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

/** Answers the first of these for the first run alone, and so on; keeps which files were asked for. */
function replay(...runs: FileResult[][]) {
  const asked: (readonly string[])[] = [];
  return {
    asked,
    runAlone: async (files: readonly string[]) => {
      asked.push(files);
      return runs[asked.length - 1] ?? [];
    },
  };
}

it('believes a test that fails three times, and runs nothing that passed', async () => {
  const broken = file('a', { one: 'failed', two: 'passed' });
  const { asked, runAlone } = replay([broken], [broken]);
  const proof = await proveFailures([broken, file('b', { one: 'passed' })], runAlone);
  expect(proof).toEqual({ failed: ['a: one\n    one went wrong'], flaky: [] });
  expect(asked).toEqual([['a'], ['a']]);
});

it('calls a test flaky when it passes in the second or the third run, with its first error', async () => {
  const bad = file('a', { one: 'failed' });
  const good = file('a', { one: 'passed' });
  for (const runs of [[[good]], [[bad], [good]]])
    expect(await proveFailures([bad], replay(...runs).runAlone)).toEqual({
      failed: [],
      flaky: ['a: one\n    one went wrong'],
    });
});

it('names a test as flaky that passed at first and fails when its file is run again', async () => {
  const before = file('a', { one: 'failed', two: 'passed' });
  const after = file('a', { one: 'passed', two: 'failed' });
  const { failed, flaky } = await proveFailures([before], replay([after]).runAlone);
  expect([failed.length, flaky.map((name) => name.split('\n')[0])]).toEqual([0, ['a: one', 'a: two']]);
});

it('does not take a file that could not be loaded for one whose test passed', async () => {
  const unloaded = file('a', {}, ['no such module']);
  const proof = await proveFailures([file('a', { one: 'failed' })], replay([unloaded], [unloaded]).runAlone);
  expect(proof.failed).toEqual(['a: one\n    one went wrong']);
  expect((await proveFailures([unloaded], replay([unloaded], [unloaded]).runAlone)).failed).toHaveLength(1);
});

it('runs every file again for an error that belongs to none', async () => {
  const loose = file(UNATTRIBUTED, {}, ['a worker was slow to answer']);
  const all = [file('a', { one: 'passed' }), file('b', { one: 'passed' })];
  const { asked, runAlone } = replay(all);
  expect(await proveFailures([...all, loose], runAlone)).toMatchObject({
    failed: [],
    flaky: [expect.any(String)],
  });
  expect(asked).toEqual([['a', 'b']]);
});

it('runs nothing again when too many files fail to be an accident', async () => {
  const all = Array.from({ length: 26 }, (_, n) => file(`f${n}`, { one: 'failed' }));
  const { asked, runAlone } = replay();
  expect((await proveFailures(all, runAlone)).failed).toHaveLength(26);
  expect(asked).toEqual([]);
});
