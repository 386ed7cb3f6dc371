/** The best alterations of the ledger by an attacker with write access to the database alone. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AuditScope } from '../src/audit/index.ts';
import type { Tx } from '../src/platform/database/database.ts';

export interface ForgedAccount {
  owner: string;
  kind: string;
}

export interface ForgedMove {
  from: ForgedAccount;
  to: ForgedAccount;
  asset: string;
  amount: bigint;
  kind: string;
  reference?: string;
}

/** Disables triggers and foreign keys until the transaction ends. */
export const asAttacker = (tx: Tx) => sql`set local session_replication_role = replica`.execute(tx);

/** Appends a transfer with everything that belongs to it: balances, balances after it, the head. Returns its number. */
export async function forgeTransfer(tx: Tx, move: ForgedMove): Promise<Exclude<AuditScope, 'all'>> {
  const [debit, credit] = [
    await findOrCreateAccount(tx, move.from, move.asset),
    await findOrCreateAccount(tx, move.to, move.asset),
  ];
  const { rows } = await sql<{ id: bigint }>`
    with head as (update ledger_head set last_transfer_id = last_transfer_id + 1, batch = batch + 1
        returning last_transfer_id as id),
      d as (update accounts set balance = balance - ${move.amount} where id = ${debit} returning balance),
      c as (update accounts set balance = balance + ${move.amount} where id = ${credit} returning balance)
    insert into transfers (id, debit_account, credit_account, amount, debit_balance, credit_balance, kind, reference)
    select head.id, ${debit}, ${credit}, ${move.amount}, d.balance, c.balance, ${move.kind},
      ${move.reference ?? randomUUID()} from head, d, c returning id`.execute(tx);
  const id = rows[0]?.id ?? 0n;
  return { from: id, to: id };
}

async function findOrCreateAccount(tx: Tx, { owner, kind }: ForgedAccount, asset: string): Promise<bigint> {
  const find = sql<{
    id: bigint;
  }>`select id from accounts where (owner, asset, kind) = (${owner}, ${asset}, ${kind})`;
  const { rows } = await find.execute(tx);
  if (rows[0]) return rows[0].id;
  const { rows: insertedRows } = await sql<{ id: bigint }>`
    with head as (update ledger_head set last_account_id = last_account_id + 1 returning last_account_id as id)
    insert into accounts (id, owner, asset, kind, balance) select id, ${owner}, ${asset}, ${kind}, 0 from head
    returning id`.execute(tx);
  return insertedRows[0]?.id ?? 0n;
}

/** Makes every balance, current and historical, consistent with the transfers. */
export async function rebuildBalances(tx: Tx): Promise<void> {
  await sql`with moves as (
      select id, debit_account as account, -amount as change from transfers
      union all select id, credit_account, amount from transfers
    ), sums as (select id, account, sum(change) over (partition by account order by id) as after from moves)
    update transfers t set debit_balance = d.after, credit_balance = c.after
    from sums d, sums c where d.id = t.id and d.account = t.debit_account
      and c.id = t.id and c.account = t.credit_account`.execute(tx);
  await sql`update accounts a set balance = coalesce((select sum(case when credit_account = a.id then amount else -amount end)
    from transfers where a.id in (debit_account, credit_account)), 0)`.execute(tx);
}
