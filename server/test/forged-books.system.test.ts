/**
 * A ledger with real trades, deposits and withdrawals is altered by plain SQL, made as consistent as an attacker
 * can, and restored. Each alteration is detected in the whole ledger, and in the transfers that it made or touched.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { type Asset, CHAIN_INFO, CHAINS } from '@sarraf/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuditScope,
  findViolations,
  findViolationsIn,
  INVARIANTS,
  type Violation,
} from '../src/audit/index.ts';
import type { Tx } from '../src/platform/database/database.ts';
import {
  ALTERATIONS,
  FORGED_OUTSIDE,
  houseAccountOf,
  ledgerAccountOf,
  outsideAccountOf,
} from './alterations.ts';
import { asAttacker, type ForgedMove, forgeTransfer } from './forged-books.ts';
import { checkInvariants } from './invariants.ts';
import { inOwnersTransaction } from './owner.ts';
import { createPopulatedLedger, type PopulatedLedger } from './populated-ledger.ts';
import { addTrades, type BusyTrading, createWatchedCopy } from './watched-copy.ts';

/** Additional trades in the copies of the ledger. */
const TRADES = Number.parseInt(process.env.BENCH_TRADES ?? '200', 10);
const TRADES_PER_SECOND = Number.parseInt(process.env.BENCH_RATE ?? '10', 10);

let books: PopulatedLedger;
beforeAll(async () => {
  books = await createPopulatedLedger();
}, 400_000);
afterAll(() => books.close(), 120_000);

type DetectedViolation = Record<'all' | 'part', Violation[]>;
const SLICES = 4;
const sortViolations = (violations: readonly Violation[]) =>
  violations.map((found) => JSON.stringify(found)).sort();

/** Checks the ledger after an alteration, as a whole and in slices, which must find the same; and rolls it back. */
async function findViolationsAfter(
  alter: (tx: Tx, of: PopulatedLedger) => Promise<Exclude<AuditScope, 'all'>>,
): Promise<DetectedViolation> {
  const violations: DetectedViolation = { all: [], part: [] };
  let slices: Violation[] = [];
  const undone = new Error('undone');
  const work = inOwnersTransaction(books.db, async (tx) => {
    await asAttacker(tx);
    const scope = await alter(tx, books);
    violations.all = await findViolationsIn(tx, 'all');
    slices = await findViolationsIn(tx, 'all', INVARIANTS, SLICES);
    violations.part = await findViolationsIn(tx, scope);
    throw undone;
  });
  await expect(work).rejects.toBe(undone);
  expect(sortViolations(slices)).toEqual(sortViolations(violations.all));
  return violations;
}

describe('an altered ledger', () => {
  it('is correct before the alteration', async () => {
    expect(await checkInvariants(books.db)).toBeNull();
  });

  it('is correct during concurrent trades, as a whole and in its newest part', async () => {
    const trading = books.trade(40);
    let done = false;
    const ended = trading.finally(() => {
      done = true;
    });
    let looks = 0;
    for (let from = await books.head(); !done || looks === 0; looks += 1) {
      const to = await books.head();
      if (to >= from) expect(await findViolations(books.db, { from, to })).toEqual([]);
      expect(await findViolations(books.db, 'all')).toEqual([]);
      from = to + 1n;
    }
    await ended;
    expect(await checkInvariants(books.db)).toBeNull();
  });

  it.each(ALTERATIONS)('%s', async (_, law, alter) => {
    const { all, part } = await findViolationsAfter(alter);
    for (const violations of [all, part])
      expect(violations).toContainEqual(expect.objectContaining({ law: expect.stringMatching(law) }));
  });

  const CHANNELS: [channel: string, asset: Asset][] = [
    ...CHAINS.map((chain): [string, Asset] => [chain, CHAIN_INFO[chain].coin]),
    ['ERC20', 'TETHER'],
    ['TRC20', 'TETHER'],
    ['SANDBOX', 'TOMAN'],
    ['bank', 'TOMAN'],
  ];
  /** Forges transfers one after another, each of which must be reported, by its number, reference or content. */
  async function expectEachDetected(
    moves: readonly (ForgedMove & { law?: RegExp; expectedText?: string })[],
  ): Promise<void> {
    const ids: bigint[] = [];
    const { all, part } = await findViolationsAfter(async (tx) => {
      for (const move of moves) ids.push((await forgeTransfer(tx, move)).from);
      return { from: ids.at(0) ?? 0n, to: ids.at(-1) ?? 0n };
    });
    for (const violations of [all, part])
      for (const [at, { law = /./, expectedText, reference }] of moves.entries()) {
        const rows = violations
          .filter((violation) => law.test(violation.law))
          .map(({ row }) => Object.values(row));
        expect(rows.flat().map(String)).toContainEqual(
          expect.stringMatching(`^(${expectedText ?? `${ids[at]}|${reference}`})$`),
        );
      }
  }

  it.each(CHANNELS)('money from outside without a cause: %s, %s', async (channel, asset) => {
    const move = {
      from: outsideAccountOf(channel),
      to: ledgerAccountOf(books.stranger),
      asset,
      amount: 1_000_000n,
    };
    const law = /^every transfer has exactly one/;
    await expectEachDetected([
      ...['deposit', 'correction', 'refund'].map((kind) => ({ ...move, kind, law })),
      { ...move, kind: 'seed', amount: 1_234_567n, law: /^test money was created/, expectedText: '1234567' },
    ]);
  });

  it.each(CHANNELS)('money sent outside without a request: %s, %s', async (channel, asset) => {
    const move = {
      from: houseAccountOf('fee'),
      to: outsideAccountOf(channel),
      asset,
      amount: 1n,
      kind: 'withdrawal',
    };
    await expectEachDetected(
      [randomUUID(), books.paid, books.sent[1] ?? ''].map((reference) => ({ ...move, reference })),
    );
  });
});

/** One alteration of each kind in every run, all of them by night. */
const DAYTIME_ALTERATIONS = new Set([
  'a fee charged twice',
  'a referral reward paid to the wrong user',
  'a deposit credited twice',
  'a leg of a quick trade paid twice',
  'an amount that is never released',
  "a quick trade's total altered",
  "a trade's row deleted",
  "a trade's key deleted",
  "a withdrawal's fee altered",
  'a fill altered',
  'money from outside without a cause',
]);
const COMMITTED_ALTERATIONS = [...ALTERATIONS, ...FORGED_OUTSIDE].filter(
  ([what]) => process.env.SARRAF_NIGHTLY || DAYTIME_ALTERATIONS.has(what),
);

describe('the continuous audit, while trades are settled', () => {
  let busy: BusyTrading;
  beforeAll(async () => {
    await books.leave();
    const { database, clock, stranger: trader } = books;
    busy = { database, clock, trader };
    await addTrades(database.url, busy, TRADES);
  }, 400_000);

  it('covers each of the eleven kinds', () => {
    expect(COMMITTED_ALTERATIONS.length).toBeGreaterThanOrEqual(DAYTIME_ALTERATIONS.size);
  });

  // Concurrent measurements would disturb each other.
  const tried = process.env.BENCH_FIGURES ? it : it.concurrent;
  tried.each(COMMITTED_ALTERATIONS)(
    'finds %s, and nothing leaves',
    async (what, law, alter) => {
      const copy = await createWatchedCopy(busy, TRADES_PER_SECOND);
      try {
        expect([await copy.lawsBroken(), await copy.mayLeave()]).toEqual([[], true]);
        const startedAt = performance.now();
        const settledBefore = copy.tradesSettled();
        await copy.commitAlteration((tx) => alter(tx, books));
        // However long the running round pauses between two laws: a round that starts now detects it.
        expect((await copy.newest()).map((violation) => violation.law)).toContainEqual(
          expect.stringMatching(law),
        );
        await copy.waitForViolation(law);
        const ms = performance.now() - startedAt;
        const tradesPerSecond = ((copy.tradesSettled() - settledBefore) / ms) * 1_000;
        recordFigures({ what, ms, tradesPerSecond, ...(await copy.lastRound()) });
        expect(await copy.mayLeave()).toBe(false);
      } finally {
        await copy.close();
      }
    },
    900_000,
  );
});

/** Records figures for bench/watch.ts. */
function recordFigures(figures: object): void {
  const file = process.env.BENCH_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(figures)}\n`);
}
