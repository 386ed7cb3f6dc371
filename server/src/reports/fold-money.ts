import type { Asset } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { namedAccounts } from '../platform/database/named-accounts.ts';
import { pricesAt, worthBy } from '../referral/index.ts';
import type { ReportsDeps } from './deps.ts';

/** Transfers looked at in one transaction. */
const CHUNK = 10_000;

/** What moved within a minute, smallest units of the asset. */
interface Moved {
  at: Date;
  day: string;
  kind: 'FEE' | 'REFERRAL' | 'DEPOSIT' | 'WITHDRAWAL' | 'STORE';
  source: 'OTC' | 'P2P' | 'WITHDRAWAL' | '';
  coin: string;
  asset: Asset;
  amount: bigint;
  returned: bigint;
  entries: bigint;
}

/**
 * Adds the transfers since the last fold to the sums of their days. They are numbered without gaps and become visible in
 * that order, and the head moves with what it stands for: none is missed or counted twice, whoever folds and falls.
 */
export async function foldMoney(deps: Pick<ReportsDeps, 'db' | 'market'>, chunk = CHUNK): Promise<void> {
  while (await foldSomeMoney(deps, chunk));
}

/** A chunk of it. False: everything is folded, or another process folds. */
export const foldSomeMoney = (deps: Pick<ReportsDeps, 'db' | 'market'>, chunk = CHUNK): Promise<boolean> =>
  deps.db.transaction().execute((tx) => foldChunk(deps, tx, chunk));

async function foldChunk({ market }: Pick<ReportsDeps, 'market'>, tx: Tx, chunk: number): Promise<boolean> {
  const { rows } = await sql<{ from: bigint; last: bigint }>`
    select f.transfer_id as "from", h.last_transfer_id as last from figures_head f, ledger_head h
    for update of f skip locked`.execute(tx);
  const [head] = rows;
  if (!head) return false;
  const { from, last } = head;
  const to = from + BigInt(chunk) < last ? from + BigInt(chunk) : last;
  if (to > from) {
    const moved = await readMoved(tx, from, to);
    const prices = await pricesAt(
      market,
      moved.map(({ at }) => at),
    );
    await addSums(
      tx,
      moved.map((one) => {
        const worth = (amount: bigint) => worthBy(prices(one.at), one.asset, amount).TOMAN;
        return { ...one, value: worth(one.amount) - worth(one.returned) };
      }),
    );
  }
  const done = to === last;
  await sql`update figures_head set transfer_id = ${to},
    folded_at = case when ${done} then now() else folded_at end`.execute(tx);
  return !done;
}

/** A share follows the fee it is of, so the person who paid both is read from the transfer before. */
async function readMoved(tx: Tx, from: bigint, to: bigint): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    with touched as materialized (${namedAccounts(sql`t.id between ${from} and ${to}`)}), moved as (
      select t.id, t.kind, t.amount, t.reference, t.created_at, d.asset, d.kind as debit, c.kind as credit,
        d.kind in ('spendable', 'blocked') as leaves, c.kind in ('spendable', 'blocked') as comes,
        case when t.kind = 'fee' and d.kind in ('spendable', 'blocked') then d.owner
          when t.kind = 'referral' and lag(t.kind) over line = 'fee' then lag(d.owner) over line end as payer
      from transfers t join touched d on d.id = t.debit_account join touched c on c.id = t.credit_account
      where t.id >= ${from} and t.id <= ${to} window line as (order by t.id)
    ), named as (
      select *, case
          when kind = 'fee' or (kind = 'correction' and debit = 'fee') then 'FEE'
          when kind = 'referral' then 'REFERRAL'
          when comes and (kind = 'deposit' and debit in ('outside', 'suspense') or kind = 'correction' and debit = 'suspense')
            then 'DEPOSIT'
          when leaves and kind = 'correction' and credit = 'outside' then 'DEPOSIT'
          when leaves and kind = 'withdrawal' then 'WITHDRAWAL'
          when comes and kind = 'correction' and debit in ('outside', 'in_flight') then 'WITHDRAWAL'
          when kind = 'deposit' and debit = 'outside' and credit = 'receipts' then 'STORE'
          when kind = 'correction' and debit = 'receipts' and credit = 'outside' then 'STORE'
        end as name, kind = 'correction' and debit <> 'suspense' as back
      from moved where id > ${from}
    )
    select date_trunc('minute', m.created_at) as at, (m.created_at at time zone 'Asia/Tehran')::date::text as day,
      m.name as kind, case when m.name not in ('FEE', 'REFERRAL') then '' when o.id is null then 'WITHDRAWAL'
        when o.sequence is null then 'OTC' else 'P2P' end as source,
      coalesce(o.coin, '') as coin, m.asset, coalesce(sum(m.amount) filter (where not m.back), 0) as amount,
      coalesce(sum(m.amount) filter (where m.back), 0) as returned, count(*) as entries
    from named m left join lateral (
      select id, sequence, coin from orders where user_id = m.payer::uuid and id = m.reference offset 0
    ) o on true
    where m.name is not null group by 1, 2, 3, 4, 5, 6`.execute(tx);
  return rows;
}

async function addSums(tx: Tx, sums: readonly (Moved & { value: bigint })[]): Promise<void> {
  if (sums.length === 0) return;
  const column = <K extends keyof (typeof sums)[number]>(name: K) => sums.map((sum) => sum[name]);
  await sql`insert into daily_sums (day, kind, source, coin, asset, amount, returned, toman_value, entries)
    select day, kind, source, coin, asset, sum(amount), sum(returned), sum(value), sum(entries)
    from unnest(${column('day')}::date[], ${column('kind')}::text[], ${column('source')}::text[],
      ${column('coin')}::text[], ${column('asset')}::text[], ${column('amount')}::numeric[],
      ${column('returned')}::numeric[], ${column('value')}::numeric[], ${column('entries')}::bigint[])
      as m (day, kind, source, coin, asset, amount, returned, value, entries)
    group by day, kind, source, coin, asset
    on conflict (day, kind, source, coin, asset) do update set amount = daily_sums.amount + excluded.amount,
      returned = daily_sums.returned + excluded.returned, toman_value = daily_sums.toman_value + excluded.toman_value,
      entries = daily_sums.entries + excluded.entries`.execute(tx);
}
