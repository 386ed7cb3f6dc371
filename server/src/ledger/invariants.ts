import { sql } from 'kysely';
import { type Db, patiently } from '../platform/database/database.ts';
import { COMPANY_LAWS } from './company-laws.ts';
import { ORDER_LAWS } from './order-laws.ts';

/** Each query lists violations of one law of the books; an empty answer is what everybody wants. */
const LAWS = [
  {
    name: 'each asset sums to zero',
    rows: sql`select asset, sum(balance)::text as sum from accounts group by asset having sum(balance) <> 0`,
  },
  {
    name: "no user's balance is negative",
    rows: sql`select id::text, owner, asset, kind, balance::text from accounts
      where kind in ('spendable', 'blocked') and balance < 0 limit 1`,
  },
  {
    name: 'every transfer joins two accounts of one asset',
    rows: sql`select t.id::text from transfers t
      left join accounts d on d.id = t.debit_account left join accounts c on c.id = t.credit_account
      where d.id is null or c.id is null or d.asset <> c.asset limit 1`,
  },
  {
    name: 'transfers are numbered without gaps up to the head',
    rows: sql`select h.last_transfer_id::text as head, t.n::text as count, t.last::text from ledger_head h,
      (select count(*) as n, coalesce(max(id), 0) as last from transfers) t
      where h.last_transfer_id <> t.n or h.last_transfer_id <> t.last`,
  },
  {
    name: "each account's balance-after chain is unbroken and ends at its balance",
    rows: sql`with moves as (
        select id, debit_account as account, -amount as change, debit_balance as after from transfers
        union all
        select id, credit_account, amount, credit_balance from transfers
      ), chain as (
        select account, id, after,
          coalesce(lag(after) over (partition by account order by id), 0) + change as expected,
          row_number() over (partition by account order by id desc) as from_last
        from moves
      )
      select a.id::text as account, a.owner, a.asset, c.id::text as transfer, c.after::text,
        c.expected::text, a.balance::text
      from accounts a left join chain c on c.account = a.id and (c.after <> c.expected or c.from_last = 1)
      where c.after <> c.expected or (c.from_last = 1 and c.after <> a.balance) or (c.id is null and a.balance <> 0)
      limit 1`,
  },
  ...ORDER_LAWS,
  ...COMPANY_LAWS,
] as const;

export interface Audit {
  /** The first broken law with the row that shows it; null when the books are right. */
  violation: string | null;
  laws: string[];
}

/** Recomputes the books from the transfers in one snapshot, so that it may run beside a working server. */
export async function auditLedger(db: Db): Promise<Audit> {
  const laws = LAWS.map((law) => law.name);
  const violation = await patiently(() =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx);
        for (const law of LAWS) {
          const { rows } = await law.rows.execute(tx);
          if (rows.length > 0) return `${law.name}: ${JSON.stringify(rows[0])}`;
        }
        return null;
      }),
  );
  return { violation, laws };
}

/** For tests: the first violation, or null. */
export const checkInvariants = async (db: Db): Promise<string | null> => (await auditLedger(db)).violation;
