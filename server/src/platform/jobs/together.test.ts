import { expect, it } from 'vitest';
import { letEventLoopRun } from '../../../test/turns.ts';
import { coalesceConcurrentCalls, msUntilTick } from './together.ts';

it('coalesces concurrent calls into one query, and starts another for a call made after it was sent', async () => {
  const put: ((answer: string) => void)[] = [];
  const ask = coalesceConcurrentCalls(() => new Promise<string>((resolve) => put.push(resolve)));
  const [one, other] = [ask(), ask()];
  await letEventLoopRun();
  expect(put).toHaveLength(1);
  // The first query is in flight: its result may be older than this call.
  const later = ask();
  await letEventLoopRun();
  expect(put).toHaveLength(2);
  put[1]?.('new');
  put[0]?.('old');
  expect(await Promise.all([one, other, later])).toEqual(['old', 'old', 'new']);
});

it('rejects all coalesced calls when the query fails, and queries again at the next call', async () => {
  let requestCount = 0;
  const ask = coalesceConcurrentCalls(async () => {
    requestCount += 1;
    if (requestCount === 1) throw new Error('the database is away');
    return requestCount;
  });
  const failed = await Promise.allSettled([ask(), ask()]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask()).toBe(2);
});

it.each([
  [0, 2_000],
  [500, 1_500],
  [1_799, 201],
  // Woken slightly early: it has had this tick.
  [1_999.5, 2_000.5],
  [7_000, 1_000],
])('msUntilTick, called at time %d, waits %d ms for the common tick', (now, left) => {
  expect(msUntilTick(2_000, now)).toBe(left);
});
