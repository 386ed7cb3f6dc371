import { expect, test } from 'vitest';
import { costOfAll, count, dearest, slowest, sum } from './test-report.ts';

const report = (name: string, status: string, statuses: ('passed' | 'failed' | 'skipped')[], ms: number) => ({
  name: `/here/${name}`,
  status,
  startTime: 1_000,
  endTime: 1_000 + ms,
  assertionResults: statuses.map((each, i) => ({
    fullName: `test ${i}`,
    status: each,
    duration: 12.4,
    failureMessages: each === 'failed' ? [`expected 1 to be 2\n at ${name}:7`] : [],
  })),
});

const tally = count(
  {
    testResults: [
      report('a.test.ts', 'passed', ['passed', 'skipped'], 250),
      report('b.test.ts', 'failed', ['passed', 'failed'], 4_000),
      // Its hooks failed, or it could not be loaded.
      report('c.test.ts', 'failed', ['passed'], 30),
      report('d.test.ts', 'failed', [], 0),
    ],
  },
  '/here',
  '{"file":"/here/a.test.ts","seconds":3.5}\n{"file":"/here/c.test.ts","seconds":1}\n',
);

test('tests are counted, and named where they did not pass; a file that fails by itself is a failure', () => {
  expect(tally.passed).toBe(3);
  expect(tally.failed).toEqual([
    'b.test.ts: test 1\n    expected 1 to be 2\n     at b.test.ts:7',
    'c.test.ts',
    'd.test.ts',
  ]);
  expect(tally.skipped).toEqual(['a.test.ts: test 1']);
  expect(sum([tally, tally])).toMatchObject({ passed: 6, failed: { length: 6 }, files: { length: 8 } });
});

test('the slowest files are named with what each of their tests took', () => {
  expect(slowest(tally.files, 2).map(({ file, seconds }) => [file, seconds])).toEqual([
    ['b.test.ts', 4],
    ['a.test.ts', 0.25],
  ]);
  expect(tally.files[0]?.tests[1]).toEqual({ name: 'test 1', status: 'skipped', seconds: 0.012 });
});

test('the dearest files are named by what they cost', () => {
  expect(dearest(tally.files, 2).map(({ file, cost }) => [file, cost])).toEqual([
    ['a.test.ts', 3.5],
    ['c.test.ts', 1],
  ]);
  expect(costOfAll(tally.files)).toBe(4.5);
});
