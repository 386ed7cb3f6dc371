/**
 * The tables of a user's timeline, each read by its own index and position: the timeline merges their results, so
 * no query grows with a user's history. It reads tables of other capabilities and writes none.
 */
import { formatAmount, isAsset } from '@sarraf/domain';
import type { TimelineEntry, TimelineKind, TimelineState } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { readAudit } from '../../platform/database/audit-log.ts';
import type { Queryable } from '../../platform/database/database.ts';

export interface SourceEntry extends Omit<TimelineEntry, 'at' | 'actor'> {
  /** Position at which its source continues. */
  place: string;
  at: Date;
  actorId: string | null;
}

export interface SourcePage {
  entries: SourceEntry[];
  /** Position to which it was scanned without further entries, though there may be more; null: the end. */
  looked: { place: string; at: Date } | null;
}

/** Returns the entries before a position, newest first; null: from now. */
export type Source = (
  db: Queryable,
  userId: string,
  before: string | null,
  limit: number,
) => Promise<SourcePage>;

const EMPTY_FIELDS = {
  state: null,
  action: '',
  detail: '',
  browser: '',
  osType: '',
  amount: null,
  relatedCoin: null,
  orderType: null,
  quote: null,
  topic: null,
  number: null,
  actorId: null,
};

type EntryFields = { place: string; at: Date } & Partial<Omit<SourceEntry, 'id' | 'kind' | 'place' | 'at'>>;

const createEntry = (kind: TimelineKind, { place, at, ...fields }: EntryFields): SourceEntry => ({
  ...EMPTY_FIELDS,
  ...fields,
  id: `${kind} ${place}`,
  kind,
  place,
  at,
});
const createCompletePage = (entries: SourceEntry[]): SourcePage => ({ entries, looked: null });

function formatMoney(amount: bigint, asset: string | null): Pick<SourceEntry, 'amount' | 'relatedCoin'> {
  return asset !== null && isAsset(asset)
    ? { amount: formatAmount(amount, asset), relatedCoin: asset }
    : { amount: null, relatedCoin: null };
}

const readSignUp: Source = async (db, userId, before) => {
  if (before !== null) return createCompletePage([]);
  const { rows } = await sql<{ at: Date }>`select created_at as at from users where id = ${userId}`.execute(
    db,
  );
  return createCompletePage(rows.map(({ at }) => createEntry('SIGN_UP', { place: 'done', at })));
};

const readAuditEntries: Source = async (db, userId, before, limit) => {
  const rows = await readAudit(db, {
    subjectId: userId,
    ...(before !== null && { before: BigInt(before) }),
    limit,
  });
  return createCompletePage(
    rows.map(({ number, at, actorId, action, detail }) =>
      createEntry('ACT', {
        place: number.toString(),
        at,
        action,
        detail,
        actorId: actorId === userId ? null : actorId,
      }),
    ),
  );
};

const LOGINS_SCANNED = 100;
/** A device that was used in none of this many earlier log-ins counts as new. */
const LOGINS_BEFORE = 50;

const readNewDevices: Source = async (db, userId, before, limit) => {
  const { rows } = await sql<{
    id: string;
    at: Date;
    browser: string;
    osType: string;
    isNew: boolean;
  }>`select l.id, l.created_at as at, l.browser, l.os_type as "osType",
      not exists (select from (select p.browser, p.os_type, p.device_type from login_attempts p
          where p.user_id = ${userId} and p.successful and p.id < l.id order by p.id desc limit ${LOGINS_BEFORE}) e
        where e.browser = l.browser and e.os_type = l.os_type and e.device_type = l.device_type) as "isNew"
    from (select id, created_at, browser, os_type, device_type from login_attempts where user_id = ${userId} and successful
        and (${before}::uuid is null or id < ${before}) order by id desc limit ${LOGINS_SCANNED}) l
    order by l.id desc`.execute(db);
  const newDeviceRows = rows.filter(({ isNew }) => isNew);
  const pageRows = newDeviceRows.slice(0, limit);
  const lastScanned = rows.at(-1);
  const hasMoreToScan =
    newDeviceRows.length <= limit && rows.length === LOGINS_SCANNED && lastScanned !== undefined;
  return {
    entries: pageRows.map(({ id, at, browser, osType }) =>
      createEntry('NEW_DEVICE', { place: id, at, browser, osType }),
    ),
    looked: hasMoreToScan ? { place: lastScanned.id, at: lastScanned.at } : null,
  };
};

const ORDER_STATES: Readonly<Record<string, TimelineState>> = {
  IS_OPEN: 'OPEN',
  FINISHED_WITHOUT_TRANSACTION: 'CANCELLED',
};
const readOrders: Source = async (db, userId, before, limit) => {
  const { rows } = await sql<{
    id: string;
    at: Date;
    coin: string;
    quote: string;
    type: SourceEntry['orderType'];
    status: string;
    amount: bigint;
    executed: bigint;
  }>`select id, created_at as at, coin, quote, order_type as type, order_status as status, amount,
      executed_amount as executed
    from orders where user_id = ${userId} and (${before}::uuid is null or id < ${before})
    order by id desc limit ${limit}`.execute(db);
  return createCompletePage(
    rows.map(({ id, at, coin, quote, type, status, amount, executed }) =>
      createEntry('ORDER', {
        ...formatMoney(executed > 0n ? executed : amount, coin),
        place: id,
        at,
        quote,
        orderType: type,
        state: ORDER_STATES[status] ?? 'DONE',
      }),
    ),
  );
};

interface MoneyRow {
  id: string;
  at: Date;
  asset: string | null;
  amount: bigint;
  state: string;
}

const createMoneyEntries = (
  kind: TimelineKind,
  rows: readonly MoneyRow[],
  states: Readonly<Record<string, TimelineState>>,
): SourcePage =>
  createCompletePage(
    rows.map(({ id, at, asset, amount, state }) =>
      createEntry(kind, { ...formatMoney(amount, asset), place: id, at, state: states[state] ?? 'OPEN' }),
    ),
  );

const readCoinDeposits: Source = async (db, userId, before, limit) => {
  const { rows } = await sql<MoneyRow>`select id, created_at as at, asset, amount, state from coin_deposits
    where user_id = ${userId} and (${before}::uuid is null or id < ${before}) order by id desc limit ${limit}`.execute(
    db,
  );
  return createMoneyEntries('COIN_DEPOSIT', rows, {
    CREDITED: 'DONE',
    UNCLAIMED: 'REVIEW',
    PROPOSED: 'REVIEW',
    ORPHANED: 'FAILED',
    REVERSED: 'RETURNED',
    KEPT: 'REFUSED',
  });
};

const readBankDeposits: Source = async (db, userId, before, limit) => {
  const { rows } =
    await sql<MoneyRow>`select id, created_at as at, 'TOMAN' as asset, amount, state from bank_deposits
    where user_id = ${userId} and (${before}::uuid is null or id < ${before}) order by id desc limit ${limit}`.execute(
      db,
    );
  return createMoneyEntries('BANK_DEPOSIT', rows, {
    MATCHED: 'DONE',
    UNMATCHED: 'REVIEW',
    PROPOSED: 'REVIEW',
    RETURNED: 'RETURNED',
  });
};

const readCardDeposits: Source = async (db, userId, before, limit) => {
  const { rows } =
    await sql<MoneyRow>`select id, created_at as at, 'TOMAN' as asset, amount, state from payments
    where user_id = ${userId} and (${before}::uuid is null or id < ${before}) order by id desc limit ${limit}`.execute(
      db,
    );
  return createMoneyEntries('CARD_DEPOSIT', rows, { PAID: 'DONE', FAILED: 'FAILED' });
};

const readWithdrawals: Source = async (db, userId, before, limit) => {
  const { rows } = await sql<MoneyRow>`select id, created_at as at, asset, amount, state from withdrawals
    where user_id = ${userId} and (${before}::uuid is null or id < ${before}) order by id desc limit ${limit}`.execute(
    db,
  );
  return createMoneyEntries('WITHDRAWAL', rows, {
    REVIEW: 'REVIEW',
    CANCELLING: 'CANCELLED',
    CANCELLED: 'CANCELLED',
    REFUSING: 'REFUSED',
    REFUSED: 'REFUSED',
    PAID: 'DONE',
    DONE: 'DONE',
    RETURNED: 'RETURNED',
  });
};

const readTickets: Source = async (db, userId, before, limit) => {
  const { rows } = await sql<{
    id: string;
    at: Date;
    number: number;
    topic: SourceEntry['topic'];
    state: string;
  }>`select id, created_at as at, number, topic, state from tickets
    where user_id = ${userId} and (${before}::uuid is null or id < ${before}) order by id desc limit ${limit}`.execute(
    db,
  );
  return createCompletePage(
    rows.map(({ id, at, number, topic, state }) =>
      createEntry('TICKET', { place: id, at, number, topic, state: state === 'WAITING' ? 'OPEN' : 'DONE' }),
    ),
  );
};

/** Keyed by their letter in a cursor. */
export const SOURCES: Readonly<Record<string, Source>> = {
  a: readAuditEntries,
  b: readBankDeposits,
  c: readCoinDeposits,
  d: readNewDevices,
  o: readOrders,
  p: readCardDeposits,
  s: readSignUp,
  t: readTickets,
  w: readWithdrawals,
};
