import { Refusal } from '@sarraf/domain';
import { expect, it } from 'vitest';
import { hashPassword } from './passwords.ts';

it('are hashed for those who wait in turn: a crowd of one address makes another wait for one of them', async () => {
  const done: string[] = [];
  const ask = (from: string) =>
    hashPassword('Mountain-7-river', from).then(
      () => done.push(from),
      (error: unknown) => done.push(error instanceof Refusal ? `${from} ${error.code}` : String(error)),
    );
  const crowd = Array.from({ length: 40 }, () => ask('crowd'));
  const other = ask('other');
  await Promise.all([...crowd, other]);
  const hashed = done.filter((one) => !one.includes(' '));
  // Two run and twenty wait; what is more of the same address is refused.
  expect(done.filter((one) => one === 'crowd SERVICE_UNAVAILABLE')).toHaveLength(18);
  expect(hashed.filter((one) => one === 'crowd')).toHaveLength(22);
  // It is begun fourth; in one line it would be the last of 23.
  expect(hashed.indexOf('other')).toBeLessThan(12);
});
