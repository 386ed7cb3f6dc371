import { expect, it } from 'vitest';
import { passTurns } from '../../../test/turns.ts';
import { askTogether, untilBeat } from './together.ts';

it('puts one question for all who ask in the same moment, and another for who asks once it is put', async () => {
  const put: ((answer: string) => void)[] = [];
  const ask = askTogether(() => new Promise<string>((resolve) => put.push(resolve)));
  const [one, other] = [ask(), ask()];
  await passTurns();
  expect(put).toHaveLength(1);
  // The first question is on its way: its answer may be older than what this one asks about.
  const later = ask();
  await passTurns();
  expect(put).toHaveLength(2);
  put[1]?.('new');
  put[0]?.('old');
  expect(await Promise.all([one, other, later])).toEqual(['old', 'old', 'new']);
});

it('tells all of them when it fails, and asks anew the next time', async () => {
  let asked = 0;
  const ask = askTogether(async () => {
    asked += 1;
    if (asked === 1) throw new Error('the database is away');
    return asked;
  });
  const failed = await Promise.allSettled([ask(), ask()]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask()).toBe(2);
});

it.each([
  [0, 2_000],
  [500, 1_500],
  [1_799, 201],
  // Woken a little early: it has had this beat.
  [1_999.5, 2_000.5],
  [7_000, 1_000],
])('at %d waits %d ms for the beat that others wait for', (now, left) => {
  expect(untilBeat(2_000, now)).toBe(left);
});
