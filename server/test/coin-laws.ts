/** Invariants of coins that were deposited and withdrawn, checked from the database and the sandbox's chains alone. */

import { type Asset, type Chain, listCoinsOnChain } from '@sarraf/domain';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { checkAudit } from '../src/platform/database/audit-log.ts';
import type { Db } from '../src/platform/database/database.ts';
import { checkInvariants } from './invariants.ts';

/** Balance on the chains beyond the ledger's, by coin: constant whatever is deposited or withdrawn. */
export interface Surplus {
  byAsset: ReadonlyMap<Asset, bigint>;
  hot: readonly string[];
}

/** Sums the hot addresses and all deposit addresses. Valid only while nothing is in progress. */
export async function computeSurplus(db: Db, hot: readonly string[]): Promise<Surplus> {
  const { rows: held } = await sql<{ chain: Chain; tokenType: string; sum: bigint }>`
    select chain, token_type as "tokenType", sum(balance) as sum from sandbox_balances
    where address = any(${[...hot]}::text[]) or address in (select address from deposit_addresses)
    group by chain, token_type`.execute(db);
  const { rows: booked } = await sql<{
    asset: Asset;
    sum: bigint;
  }>`select asset, sum(balance) as sum from accounts
    where kind <> 'outside' and asset <> 'TOMAN' group by asset`.execute(db);
  const byAsset = new Map(booked.map(({ asset, sum }) => [asset, -sum]));
  for (const { chain, tokenType, sum } of held) {
    const asset = listCoinsOnChain(chain).find((coin) => coin.tokenType === tokenType)?.asset;
    if (asset) byAsset.set(asset, (byAsset.get(asset) ?? 0n) + sum);
  }
  return { byAsset, hot };
}

/** Returns deposits and withdrawals in progress, a line for each row. */
export async function listUnfinished(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', 'withdrawal', asset, state, untold) as line from withdrawals
      where untold is not null or state in ('APPROVED', 'SENT', 'CANCELLING', 'REFUSING') and asset <> 'TOMAN'
    union all
    select concat_ws(' ', 'place of a withdrawal', asset, state) from withdrawal_places where state = 'TAKEN'
    union all
    select concat_ws(' ', 'order', chain, kind, state, trouble) from outgoing where state not in ('DONE', 'CANCELLED')
    union all
    select concat_ws(' ', 'transaction', chain, state) from chain_transactions where state not in ('DONE', 'DEAD')
    union all
    select concat_ws(' ', 'deposit', chain, state, to_tell) from coin_deposits
      where state = 'PENDING' or to_tell is not null`.execute(db);
  return rows.map(({ line }) => line);
}

/** Checks I1 to I10 of deposits and withdrawals, once everything is at rest. `before`: the surplus at the start. */
export async function expectSoundCoins(db: Db, before: Surplus): Promise<void> {
  expect(await checkInvariants(db)).toBeNull();
  expect(await checkAudit(db)).toBeNull();
  expect(await findWrongDeposits(db)).toEqual([]);
  expect(await findWrongHolds(db)).toEqual([]);
  expect(await findWrongWithdrawals(db)).toEqual([]);
  expect(await listPaymentsOnChains(db)).toEqual(await listPaymentsInLedger(db));
  const { rows: unfinished } = await sql`select owner, asset, kind, balance::text from accounts
    where kind in ('in_flight', 'suspense') and balance <> 0`.execute(db);
  expect(unfinished).toEqual([]);
  expect((await computeSurplus(db, before.hot)).byAsset).toEqual(before.byAsset);
}

/** I4: credited amounts equal what arrived from outside, each output once. */
async function findWrongDeposits(db: Db): Promise<unknown[]> {
  const { rows } = await sql`with moved as (
      select t.reference, sum(case when d.kind = 'outside' then t.amount
        when c.kind = 'outside' then -t.amount else 0 end) as net
      from transfers t join accounts d on d.id = t.debit_account join accounts c on c.id = t.credit_account
      group by t.reference
    )
    select p.id, p.state, p.amount::text, m.net::text from coin_deposits p left join moved m on m.reference = p.id
    where coalesce(m.net, 0) <> case when p.state = 'CREDITED' or p.booked then p.amount else 0 end
    union all
    select t.id, 'credited and in no block', null, null from coin_deposits t
    where t.state = 'CREDITED' and not exists (select from sandbox_transactions s
      where s.chain = t.chain and s.txid = t.txid and s.height = t.height and s.ok and not s.dropped)`.execute(
    db,
  );
  return rows;
}

/** I6: blocked amounts equal the waiting withdrawals. */
async function findWrongHolds(db: Db): Promise<unknown[]> {
  const { rows } = await sql`with waiting as (
      select w.user_id::text as owner, w.asset, sum(w.amount) as amount from withdrawals w
      left join outgoing o on o.withdrawal_id = w.id
      where w.state in ('REVIEW', 'APPROVED', 'BATCHED', 'CANCELLING', 'REFUSING') and o.transaction_id is null
      group by w.user_id, w.asset
    ), blocked as (select owner, asset, balance from accounts where kind = 'blocked' and balance <> 0)
    select owner, asset, b.balance::text, w.amount::text from blocked b full join waiting w using (owner, asset)
    where b.balance is distinct from w.amount`.execute(db);
  return rows;
}

/** I5: blocked once; a paid withdrawal moved amount and fee once each, a cancelled one nothing. */
async function findWrongWithdrawals(db: Db): Promise<unknown[]> {
  const { rows } = await sql`with moved as (
      select t.reference as id,
        coalesce(sum(t.amount) filter (where t.kind = 'hold'), 0) as held,
        coalesce(sum(t.amount) filter (where t.kind = 'release'), 0) as released,
        coalesce(sum(t.amount) filter (where t.kind = 'fee'), 0) as fee,
        coalesce(sum(t.amount) filter (where t.kind = 'withdrawal' and d.kind = 'blocked'), 0) as left_wallet,
        coalesce(sum(t.amount) filter (where t.kind = 'withdrawal' and c.kind = 'outside'), 0)
          - coalesce(sum(t.amount) filter (where t.kind = 'correction' and d.kind = 'outside'), 0) as arrived
      from transfers t join accounts d on d.id = t.debit_account join accounts c on c.id = t.credit_account
      group by t.reference
    )
    select w.id, w.state, w.amount::text, m.* from withdrawals w left join moved m using (id)
    where m.held is distinct from w.amount or (w.state = 'DONE' and (m.fee, m.left_wallet, m.arrived, m.released)
        is distinct from (w.fee, w.amount - w.fee, w.amount - w.fee, 0::numeric))
      or (w.state in ('CANCELLED', 'REFUSED') and (m.left_wallet <> 0 or m.released <> w.amount))`.execute(
    db,
  );
  return rows;
}

interface ChainPaymentRow {
  chain: string;
  address: string;
  amount: string;
}
const ORDER = sql`order by chain, address, amount::numeric`;

/** Returns the payments to external addresses, from the chains' own blocks. */
async function listPaymentsOnChains(db: Db): Promise<ChainPaymentRow[]> {
  const { rows } = await sql<ChainPaymentRow>`select s.chain, p ->> 'to' as address, p ->> 'amount' as amount
    from sandbox_transactions s cross join jsonb_array_elements(s.body -> 'payments') p
    where (s.body ->> 'from' is not null or s.body -> 'inputs' <> '[]') and s.height is not null and s.ok and not s.dropped
      and p ->> 'to' in (select address from withdrawals)
    order by chain, address, (p ->> 'amount')::numeric`.execute(db);
  return rows;
}

async function listPaymentsInLedger(db: Db): Promise<ChainPaymentRow[]> {
  const { rows } =
    await sql<ChainPaymentRow>`select * from (select o.chain, w.address, (w.amount - w.fee)::text as amount
    from withdrawals w join outgoing o on o.withdrawal_id = w.id where w.state = 'DONE') paid ${ORDER}`.execute(
      db,
    );
  return rows;
}
