import { sql } from 'kysely';
import { type Db, type Queryable, type Tx, withLongStatementTimeout } from '../platform/database/database.ts';
import { findBrokenLaws, setFencedJoins } from './law.ts';
import { balanceChains } from './laws/balance-chains.ts';
import { bankDeposits } from './laws/bank-deposits.ts';
import { bankStatements } from './laws/bank-statements.ts';
import { transferReferences } from './laws/causes.ts';
import { chainCosts } from './laws/chain-costs.ts';
import { coinDeposits } from './laws/coin-deposits.ts';
import { crossedBooks } from './laws/crossed-books.ts';
import { feeRates } from './laws/fee-rates.ts';
import { fillNumbers } from './laws/fill-numbers.ts';
import { fills } from './laws/fills.ts';
import { freezes } from './laws/freezes.ts';
import { gatewaySettlements } from './laws/gateway-settlements.ts';
import { holds } from './laws/holds.ts';
import { negativeBalances } from './laws/negative-balances.ts';
import { orderFigures } from './laws/order-figures.ts';
import { orderFills } from './laws/order-fills.ts';
import { orderHoldMoves, orderHolds } from './laws/order-holds.ts';
import { orderSequences } from './laws/order-places.ts';
import { orderSlices } from './laws/order-slices.ts';
import { orderStates } from './laws/order-states.ts';
import { payments } from './laws/payments.ts';
import { payoutLines } from './laws/payout-lines.ts';
import { quickTrades } from './laws/quick-trades.ts';
import { referralShares } from './laws/referral-shares.ts';
import { replies } from './laws/replies.ts';
import { seeds } from './laws/seeds.ts';
import { sendingOrders } from './laws/sending-orders.ts';
import { coinWithdrawalTransfers } from './laws/sendings.ts';
import { settlementCarry } from './laws/settlement-carry.ts';
import { settlementOrders } from './laws/settlement-orders.ts';
import { settlementPayments } from './laws/settlement-payments.ts';
import { settlementWithdrawals } from './laws/settlement-withdrawals.ts';
import { settlements } from './laws/settlements.ts';
import { signedBytes } from './laws/signed-bytes.ts';
import { storeCoins } from './laws/store-coins.ts';
import { storePayments } from './laws/store-payments.ts';
import { storeReceipts } from './laws/store-receipts.ts';
import { storeTotals } from './laws/store-totals.ts';
import { storeWaiting } from './laws/store-waiting.ts';
import { suspense } from './laws/suspense.ts';
import { transferAccounts } from './laws/transfer-accounts.ts';
import { transferNumbers } from './laws/transfer-numbers.ts';
import { waitingHolds } from './laws/waiting-holds.ts';
import { withdrawals } from './laws/withdrawals.ts';
import { zeroSums } from './laws/zero-sums.ts';
import type { AuditScope, Invariant, Slice, Violation } from './types.ts';

export type { AuditScope, Invariant, Violation } from './types.ts';

/** Invariants of the ledger itself, whatever is settled with it. */
export const LEDGER_LAWS: readonly Invariant[] = [
  zeroSums,
  negativeBalances,
  transferAccounts,
  transferNumbers,
  balanceChains,
];

export const INVARIANTS: readonly Invariant[] = [
  ...LEDGER_LAWS,
  transferReferences,
  seeds,
  holds,
  quickTrades,
  fills,
  referralShares,
  feeRates,
  orderFigures,
  orderHolds,
  orderHoldMoves,
  fillNumbers,
  orderFills,
  orderSequences,
  orderSlices,
  crossedBooks,
  orderStates,
  waitingHolds,
  freezes,
  payments,
  bankDeposits,
  suspense,
  bankStatements,
  gatewaySettlements,
  coinDeposits,
  withdrawals,
  coinWithdrawalTransfers,
  sendingOrders,
  chainCosts,
  signedBytes,
  payoutLines,
  settlements,
  replies,
  storeReceipts,
  storeTotals,
  storePayments,
  settlementPayments,
  settlementCarry,
  storeWaiting,
  storeCoins,
  settlementOrders,
  settlementWithdrawals,
];

/** A law about all rows is checked in so many slices that each has about as many transfers as this. */
const TRANSFERS_PER_SLICE = 200_000n;
/** Each slice reads its tables to the end, though it keeps a part of the rows. */
const MAX_SLICES = 16;

/**
 * Returns the violations of the laws; empty: none. A law about everything runs in a snapshot of its own, so that it
 * can run on a live database: one snapshot for all of them would keep every balance of that time alive, and each
 * batch would have to step over them. A scope is widened to whole batches. `onSnapshotEnd` is awaited after each
 * snapshot, with its duration in milliseconds and the number of laws that ran in it.
 */
export async function findViolations(
  db: Db,
  scope: AuditScope,
  laws: readonly Invariant[] = INVARIANTS,
  onSnapshotEnd: (workedMs: number, laws: number) => Promise<void> = async () => {},
): Promise<Violation[]> {
  const wholeScope =
    scope === 'all' ? scope : await withLongStatementTimeout(() => widenToBatches(db, scope));
  const slices = scope === 'all' ? await countSlices(db) : 1;
  const found: Violation[] = [];
  for (const run of planRuns(wholeScope, laws, slices)) {
    const startedAt = performance.now();
    found.push(
      ...(await withLongStatementTimeout(() => withSnapshot(db, (tx) => runLaws(tx, wholeScope, run)))),
    );
    await onSnapshotEnd(performance.now() - startedAt, run.laws.length);
  }
  return found;
}

async function countSlices(db: Queryable): Promise<number> {
  const { rows } = await sql<{ head: bigint }>`select last_transfer_id as head from ledger_head`.execute(db);
  const head = rows[0]?.head ?? 0n;
  let slices = 1;
  while (slices < MAX_SLICES && BigInt(slices) * TRANSFERS_PER_SLICE < head) slices *= 2;
  return slices;
}

const withSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

/** Like `findViolations`, within a transaction that is one snapshot; `slices`: a power of two. */
export async function findViolationsIn(
  tx: Tx,
  scope: AuditScope,
  laws: readonly Invariant[] = INVARIANTS,
  slices = 1,
): Promise<Violation[]> {
  const wholeScope = scope === 'all' ? scope : await widenToBatches(tx, scope);
  const found: Violation[] = [];
  for (const run of planRuns(wholeScope, laws, slices)) found.push(...(await runLaws(tx, wholeScope, run)));
  await setFencedJoins(tx, false);
  return found;
}

/** Laws that share a snapshot. */
interface LawRun {
  laws: readonly Invariant[];
  slice?: Slice;
}

/** For a scope the fenced laws share a snapshot, and the others; for `all` each law, or slice of one, has its own. */
function planRuns(scope: AuditScope, laws: readonly Invariant[], slices: number): LawRun[] {
  const concerned = laws.filter(({ concerns }) => concerns(scope));
  if (scope !== 'all')
    return [concerned.filter(({ fenced }) => !fenced), concerned.filter(({ fenced }) => fenced)]
      .filter(({ length }) => length > 0)
      .map((group) => ({ laws: group }));
  return concerned.flatMap((law) =>
    Array.from({ length: law.sliced ? slices : 1 }, (_, number) => ({
      laws: [law],
      ...(law.sliced && { slice: { number, of: slices } }),
    })),
  );
}

async function runLaws(tx: Tx, scope: AuditScope, { laws, slice }: LawRun): Promise<Violation[]> {
  await sql`set local statement_timeout = 0`.execute(tx);
  const broken = scope === 'all' ? laws : await findBrokenLaws(tx, scope, laws);
  const found: Violation[] = [];
  for (const law of broken) found.push(...(await law.find(tx, scope, slice)));
  return found;
}

/** All rows of one batch have the same time. */
async function widenToBatches(db: Queryable, { from, to }: Exclude<AuditScope, 'all'>): Promise<AuditScope> {
  const timeOfTransfer = (id: bigint) => sql`(select created_at from transfers where id = ${id})`;
  const { rows } = await sql<{ from: bigint; to: bigint }>`select
    coalesce((select id + 1 from transfers where id < ${from} and created_at <> ${timeOfTransfer(from)}
      order by id desc limit 1), 1) as from,
    coalesce((select id - 1 from transfers where id > ${to} and created_at <> ${timeOfTransfer(to)}
      order by id limit 1), (select last_transfer_id from ledger_head)) as to`.execute(db);
  const [widened] = rows;
  return {
    from: widened && widened.from < from ? widened.from : from,
    to: widened && widened.to > to ? widened.to : to,
  };
}
