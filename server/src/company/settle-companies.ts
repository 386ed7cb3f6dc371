import { formatAmount, Refusal } from '@sarraf/domain';
import { recipientOf } from '../identity/index.ts';
import type { Tx } from '../platform/database.ts';
import type { CompanyContext } from './deps.ts';
import { insertEvent } from './event-store.ts';
import { makeDue, makeParts } from './make-due.ts';
import { sendCoins } from './send-coins.ts';
import { findEnded, findToDo, findUnnotifiedSettlements, markEnded, markSettlementNotified, markWaiting } from './settlement-steps.ts';
import type { SettlementRow } from './settlement-store.ts';
import { bringIntoForce, findCompany } from './store.ts';
import { takeReceipts } from './take-receipts.ts';

const BATCH = 50;
const MINUTE = 60_000;
const LONGEST_WAIT = 60 * MINUTE;
/** What holds one up for a moment is nobody's worry. */
const TELL_FROM = 3;

/**
 * Works all settlements on as far as they go. Safe to run in several processes at once and to die anywhere: what belongs
 * together is one transaction, and what moves money is one ledger command under the settlement's key.
 */
export async function settleCompanies(kit: CompanyContext): Promise<void> {
  await bringIntoForce(kit.db, kit.now());
  await makeDue(kit);
  for (let going = true; going; ) {
    await makeParts(kit);
    going = await workOn(kit, null);
  }
  await followSent(kit);
  for (const row of await findUnnotifiedSettlements(kit.db, BATCH)) await tell(kit, row, 'STORE_CARRIED');
}

/** The same of one company, for its owner who waits before the screen. */
export async function settleCompany(kit: CompanyContext, companyId: string): Promise<void> {
  while (await workOn(kit, companyId));
}

/** False: there is nothing left that could be done now. */
async function workOn(kit: CompanyContext, companyId: string | null): Promise<boolean> {
  const rows = await findToDo(kit.db, { now: kit.now(), companyId, limit: BATCH });
  for (const row of rows) await step(kit, row);
  return rows.length > 0;
}

async function step(kit: CompanyContext, row: SettlementRow): Promise<void> {
  try {
    const company = await findCompany(kit.db, row.companyId);
    if (company === null) throw new Error(`settlement ${row.id} of no company`);
    await (row.state === 'DUE' ? takeReceipts : sendCoins)(kit, company, row);
  } catch (error) {
    await wait(kit, row, error);
  }
}

/** Tried again later and later; its owner is told once. */
async function wait(kit: CompanyContext, row: SettlementRow, error: unknown): Promise<void> {
  const reason = reasonOf(error);
  if (!(error instanceof Refusal))
    kit.log.error({ area: 'company', settlement: row.id, err: error }, 'settlement not worked on');
  const pause = Math.min(MINUTE * 2 ** Math.min(row.tries, 10), LONGEST_WAIT);
  const nextTryAt = new Date(kit.clock.now() + pause);
  const waits = await markWaiting(kit.db, row, { reason, nextTryAt });
  if (waits && row.tries + 1 >= TELL_FROM && !row.told) await tell(kit, row, 'STORE_WAITS');
}

/** A code of the dictionary. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Refusal)) return 'SERVICE_UNAVAILABLE';
  return error.code === 'Invalid Token' ? 'PERSON_BLOCKED' : error.code;
}

async function tell(kit: CompanyContext, row: SettlementRow, kind: 'STORE_WAITS' | 'STORE_CARRIED'): Promise<void> {
  const company = await findCompany(kit.db, row.companyId);
  const owner = company && (await kit.people.find(company.userId));
  if (!owner) return;
  const amount = formatAmount(
    kind === 'STORE_CARRIED' ? (row.carriedOut ?? 0n) : (row.spent ?? row.receipts),
    'TOMAN',
  );
  await kit.db.transaction().execute(async (tx) => {
    if (await markSettlementNotified(tx, row.id)) await kit.notify(tx, recipientOf(owner), { kind, amount });
  });
}

/** What became of the withdrawals; one that can't be written down now doesn't hold up the others. */
async function followSent(kit: CompanyContext): Promise<void> {
  for (let going = true; going; ) {
    const ended = await findEnded(kit.db, BATCH);
    going = ended.length === BATCH;
    for (const { id, companyId, arrived } of ended)
      await kit.db
        .transaction()
        .execute((tx) => end(kit, tx, { id, companyId, arrived }))
        .catch((err) => {
          going = false;
          kit.log.error({ area: 'company', settlement: id, err }, 'end of a settlement not written down');
        });
  }
}

async function end(
  kit: CompanyContext,
  tx: Tx,
  { id, companyId, arrived }: { id: string; companyId: string; arrived: boolean },
): Promise<void> {
  if (!(await markEnded(tx, id, arrived ? 'DONE' : 'RETURNED', kit.now()))) return;
  if (arrived) await insertEvent(tx, { companyId, kind: 'settlement.sent', subject: id, at: kit.now() });
}
