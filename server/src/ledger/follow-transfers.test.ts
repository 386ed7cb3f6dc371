/**
 * Transfer followers that read together get the results each gets alone, from any start position and when another
 * fails.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLedgerWithFollowers, type LedgerWithFollowers } from '../../test/follow-costs.ts';
import { checkInvariants } from '../../test/invariants.ts';
import { createMovementsFollower } from '../history/fold-movements.ts';
import { createPositionsFollower } from '../referral/fold-positions.ts';
import { createFiguresFollower } from '../reports/fold-money.ts';
import { createSumsFollower } from '../wallet/fold-sums.ts';
import { followTransfers, joinTransferFollowers, type TransferFollower } from './follow-transfers.ts';

const WRITTEN = ['positions', 'daily_balances', 'referral_sums', 'wallet_sums', 'daily_sums', 'movements'];

let books: LedgerWithFollowers;
let readers: TransferFollower[];
beforeAll(async () => {
  books = await createLedgerWithFollowers();
  const { db, deps } = books;
  readers = [
    createPositionsFollower(deps),
    createSumsFollower(deps),
    createFiguresFollower(deps),
    createMovementsFollower(db),
  ];
  await books.quickTrades(30);
  await books.limitOrders(30);
});
afterAll(async () => {
  expect(await checkInvariants(books.db)).toBeNull();
  await books.close();
});

async function written(): Promise<Map<string, unknown[]>> {
  const rowsByTable = new Map<string, unknown[]>();
  for (const table of WRITTEN) {
    const { rows } = await sql`select t.* from ${sql.table(table)} t order by t::text`.execute(books.db);
    expect(rows.length, table).toBeGreaterThan(0);
    rowsByTable.set(table, rows);
  }
  return rowsByTable;
}

async function resetFollowers(): Promise<void> {
  for (const table of WRITTEN) await sql`delete from ${sql.table(table)}`.execute(books.db);
  await sql`delete from referral_totals`.execute(books.db);
  for (const { head } of readers) await sql`update ${sql.table(head)} set transfer_id = 0`.execute(books.db);
}

const places = async () =>
  Promise.all(
    readers.map(async ({ head }) => {
      const { rows } = await sql<{ id: bigint }>`
        select transfer_id as id from ${sql.table(head)}`.execute(books.db);
      return rows[0]?.id;
    }),
  );

async function alone(): Promise<Map<string, unknown[]>> {
  await resetFollowers();
  for (const { step } of readers) while (await step());
  return written();
}

it('followers that start at different transfers, in small chunks and concurrently, get the same results', async () => {
  const expected = await alone();
  await resetFollowers();
  for (const [n, reader] of readers.entries())
    for (let piece = 0; piece < n; piece += 1) await followTransfers(books.db, [reader], 5 + 2 * n);
  expect(new Set(await places()).size).toBe(readers.length);
  while (await followTransfers(books.db, readers, 7))
    await Promise.all([followTransfers(books.db, readers, 3), followTransfers(books.db, readers, 9)]);
  while ((await places()).some((place, _, all) => place !== all[0] || place === 0n))
    await followTransfers(books.db, readers);
  expect(await written()).toEqual(expected);
});

it('a round that fails stores nothing, lets the other followers continue alone, and skips no transfer afterwards', async () => {
  const expected = await alone();
  await resetFollowers();
  let fails = true;
  const [first, ...others] = readers as [TransferFollower, ...TransferFollower[]];
  const take: TransferFollower['take'] = async (...round) => {
    await first.take(...round);
    if (fails) throw new Error('it fell');
  };
  const failing = { ...first, take, step: () => followTransfers(books.db, [{ ...first, take }]) };
  const [together] = joinTransferFollowers(books.db, [...others, failing]);
  await expect(together?.step()).rejects.toThrow('it fell');
  const [place, ...placesOfOthers] = await places();
  expect(place).toBe(0n);
  expect(placesOfOthers.every((other) => other !== 0n)).toBe(true);
  fails = false;
  while (await together?.step());
  expect(await written()).toEqual(expected);
});

it('a round reports transfers that are missing at the end of the ledger and stores nothing', async () => {
  await alone();
  const before = await places();
  const moveHead = (by: bigint) =>
    sql`update ledger_head set last_transfer_id = last_transfer_id + ${by}`.execute(books.db);
  await moveHead(1n);
  const [first] = readers as [TransferFollower];
  const next = (before[0] ?? 0n) + 1n;
  const failure = await first.step().catch(({ message }: Error) => message);
  await moveHead(-1n);
  expect(failure).toBe(`ledger: no transfer from ${next} to ${next} is readable`);
  expect(await places()).toEqual(before);
});
