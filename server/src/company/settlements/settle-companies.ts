import { AppError, computeBackoff, formatAmount, HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import { recipientOf } from '../../identity/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { CompanyContext } from '../deps.ts';
import { activateDueAddresses, findCompany } from '../store.ts';
import { insertEvent } from '../webhooks/event-store.ts';
import { createDueSettlements, createRemainderSettlements } from './make-due.ts';
import { sendCoins } from './send-coins.ts';
import { settleReceipts } from './settle-receipts.ts';
import {
  findDueSettlements,
  findEndedSettlements,
  findUnnotifiedSettlements,
  markEnded,
  markSettlementNotified,
  markWaiting,
} from './settlement-steps.ts';
import type { SettlementRow } from './settlement-store.ts';

export const SETTLE_COMPANIES_JOB = 'settle-companies';

const BATCH = 50;
const BACKOFF = { firstMs: MINUTE_MS, maxMs: HOUR_MS };
/** The owner is notified only from this attempt on: short delays are normal. */
const NOTIFY_FROM_ATTEMPT = 3;

/**
 * Advances all settlements as far as possible. Safe to run concurrently and to interrupt at any point: each step is
 * one transaction, and money moves by one ledger command under the settlement's key.
 */
export async function settleCompanies(context: CompanyContext): Promise<void> {
  await activateDueAddresses(context.db, context.now());
  await createDueSettlements(context);
  for (let isRunning = true; isRunning; ) {
    await createRemainderSettlements(context);
    isRunning = await processDueBatch(context, null);
  }
  await recordSentOutcomes(context);
  for (const row of await findUnnotifiedSettlements(context.db, BATCH))
    await notifyOwner(context, row, 'STORE_CARRIED');
}

/** Does the same for one company, whose owner waits for the reply. */
export async function settleCompany(context: CompanyContext, companyId: string): Promise<void> {
  while (await processDueBatch(context, companyId));
}

/** Starts it without waiting; otherwise it runs within a minute. */
export const startSettling = (context: Pick<CompanyContext, 'db' | 'log'>): Promise<void> =>
  enqueue(context.db, SETTLE_COMPANIES_JOB, {}, { key: SETTLE_COMPANIES_JOB }).catch((err: unknown) => {
    context.log.warn({ area: 'company', err }, 'settlements run within the next minute');
  });

/** Returns false if nothing more can be done now. */
async function processDueBatch(context: CompanyContext, companyId: string | null): Promise<boolean> {
  const rows = await findDueSettlements(context.db, { now: context.now(), companyId, limit: BATCH });
  for (const row of rows) await processSettlement(context, row);
  return rows.length > 0;
}

async function processSettlement(context: CompanyContext, row: SettlementRow): Promise<void> {
  try {
    const company = await findCompany(context.db, row.companyId);
    if (company === null) throw new Error(`settlement ${row.id} without a company`);
    await (row.state === 'DUE' ? settleReceipts : sendCoins)(context, company, row);
  } catch (error) {
    await scheduleRetry(context, row, error);
  }
}

/** Retries at growing intervals; notifies the owner once. */
async function scheduleRetry(context: CompanyContext, row: SettlementRow, error: unknown): Promise<void> {
  const reason = waitReasonOf(error);
  if (!(error instanceof AppError))
    context.log.error({ area: 'company', settlement: row.id, err: error }, 'settlement step failed');
  const nextTryAt = new Date(context.clock.now() + computeBackoff(BACKOFF, row.tries));
  const isMarked = await markWaiting(context.db, row, { reason, nextTryAt });
  if (isMarked && row.tries + 1 >= NOTIFY_FROM_ATTEMPT && !row.told)
    await notifyOwner(context, row, 'STORE_WAITS');
}

/** Returns a code of the dictionary. */
function waitReasonOf(error: unknown): string {
  if (!(error instanceof AppError)) return 'SERVICE_UNAVAILABLE';
  return error.code === 'Invalid Token' ? 'PERSON_BLOCKED' : error.code;
}

async function notifyOwner(
  context: CompanyContext,
  row: SettlementRow,
  kind: 'STORE_WAITS' | 'STORE_CARRIED',
): Promise<void> {
  const company = await findCompany(context.db, row.companyId);
  const owner = company && (await context.people.find(company.userId));
  if (!owner) return;
  const amount = formatAmount(
    kind === 'STORE_CARRIED' ? (row.carriedOut ?? 0n) : (row.spent ?? row.receipts),
    'TOMAN',
  );
  await context.db.transaction().execute(async (tx) => {
    if (await markSettlementNotified(tx, row.id))
      await context.notify(tx, recipientOf(owner), { kind, amount });
  });
}

/** Records the outcome of the withdrawals; one that can't be recorded now doesn't delay the others. */
async function recordSentOutcomes(context: CompanyContext): Promise<void> {
  for (let isRunning = true; isRunning; ) {
    const endedSettlements = await findEndedSettlements(context.db, BATCH);
    isRunning = endedSettlements.length === BATCH;
    for (const { id, companyId, arrived } of endedSettlements)
      await context.db
        .transaction()
        .execute((tx) => recordOutcome(context, tx, { id, companyId, arrived }))
        .catch((err) => {
          isRunning = false;
          context.log.error({ area: 'company', settlement: id, err }, 'outcome of a settlement not recorded');
        });
  }
}

async function recordOutcome(
  context: CompanyContext,
  tx: Tx,
  { id, companyId, arrived }: { id: string; companyId: string; arrived: boolean },
): Promise<void> {
  if (!(await markEnded(tx, id, arrived ? 'DONE' : 'RETURNED', context.now()))) return;
  if (arrived) await insertEvent(tx, { companyId, kind: 'settlement.sent', subject: id, at: context.now() });
}
