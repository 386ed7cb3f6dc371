import { sql } from 'kysely';

/** The account of a store's receipts; joined to `companies c`. */
const balance = sql`left join accounts a on a.owner = 'company:' || c.id and a.asset = 'TOMAN' and a.kind = 'receipts'`;

/** Of the store's own figures against the ledger's account, whatever the steps between were. */
const cameIn = sql`select c.id::text as company, t.received::text, s.spent::text as settled, t.refunded::text,
    coalesce(a.balance, 0)::text as waiting
  from companies c left join company_totals t on t.company_id = c.id ${balance}
  left join lateral (select coalesce(sum(spent), 0) as spent from company_settlements where company_id = c.id) s on true
  where coalesce(t.received, 0) <> s.spent + coalesce(t.refunded, 0) + coalesce(a.balance, 0) limit 1`;

const totals = sql`select c.id::text as company, t.received::text, r.received::text as payments, t.refunded::text,
    f.refunded::text as refunds
  from companies c left join company_totals t on t.company_id = c.id
  left join lateral (select coalesce(sum(amount), 0) as received from company_payments
    where company_id = c.id and received_at is not null) r on true
  left join lateral (select coalesce(sum(amount), 0) as refunded from company_refunds
    where company_id = c.id and state = 'PAID' and source = 'RECEIPTS') f on true
  where coalesce(t.received, 0) <> r.received or coalesce(t.refunded, 0) <> f.refunded limit 1`;

const receipts = sql`select c.payment_id::text as payment, count(t.id)::text as transfers, coalesce(sum(t.amount), 0)::text as sum
  from company_payments c join payments p on p.id = c.payment_id
  left join transfers t on t.reference = c.payment_id and t.kind = 'deposit'
    and t.credit_account in (select id from accounts where kind = 'receipts')
  group by c.payment_id, c.amount, c.received_at, p.state
  having count(t.id) <> (c.received_at is not null)::int or (p.state = 'PAID') <> (c.received_at is not null)
    or (c.received_at is not null and sum(t.amount) <> c.amount) limit 1`;

const settlements = sql`select s.id::text as settlement, s.receipts::text, coalesce(sum(c.amount), 0)::text as payments
  from company_settlements s left join company_payments c on c.settlement_id = s.id
  group by s.id having count(c.payment_id) <> s.payments or coalesce(sum(c.amount), 0) <> s.receipts limit 1`;

const carried = sql`select s.id::text as settlement, s.carried_in::text, b.carried_out::text as before
  from company_settlements s
  left join company_settlements b on b.company_id = s.company_id and b.number = s.number - 1
  where s.state <> 'DUE' and s.carried_in <> coalesce(b.carried_out, 0) limit 1`;

/** In no settlement, waiting to be settled, or left by the last one that was. */
const waiting = sql`select c.id::text as company, coalesce(a.balance, 0)::text as balance,
    (coalesce(o.sum, 0) + coalesce(d.sum, 0) + coalesce(l.rest, 0))::text as waiting
  from companies c ${balance}
  left join lateral (select sum(p.amount) as sum from company_payments p
    left join company_refunds f on f.id = p.refund_id
    where p.company_id = c.id and p.received_at is not null and p.settlement_id is null
      and coalesce(f.state, '') <> 'PAID') o on true
  left join lateral (select sum(receipts) as sum from company_settlements
    where company_id = c.id and state = 'DUE') d on true
  left join lateral (select carried_out as rest from company_settlements
    where company_id = c.id and state <> 'DUE' order by number desc limit 1) l on true
  where coalesce(a.balance, 0) <> coalesce(o.sum, 0) + coalesce(d.sum, 0) + coalesce(l.rest, 0) limit 1`;

const aside = sql`select coalesce(a.owner, 'company:' || w.company_id) as owner, coalesce(a.asset, w.coin) as asset,
    a.balance::text, w.sum::text as bought
  from (select owner, asset, balance from accounts where kind = 'receipts' and asset <> 'TOMAN' and balance <> 0) a
  full join (select company_id, coin, sum(amount) as sum from company_settlements where state = 'BOUGHT'
      and not exists (select from withdrawals x where x.id = withdrawal_id)
    group by company_id, coin) w on a.owner = 'company:' || w.company_id and a.asset = w.coin
  where a.balance is distinct from w.sum limit 1`;

const orders = sql`select s.id::text as settlement, s.spent::text, o.total::text as order
  from company_settlements s left join orders o on o.id = s.order_id
  where s.amount is not null and (o.total is distinct from s.spent or o.executed_amount is distinct from s.amount
    or o.fee is distinct from s.fee) limit 1`;

/** What its owner took to the wallet instead is released under the settlement's id. */
const sent = sql`select s.id::text as settlement, s.amount::text as bought, coalesce(w.amount, k.amount)::text as withdrawn
  from company_settlements s left join withdrawals w on w.id = s.withdrawal_id
  left join (select t.reference, t.amount from transfers t join accounts a on a.id = t.debit_account
    where t.kind = 'release' and a.kind = 'receipts') k on k.reference = s.id and s.state = 'RETURNED'
  where s.state in ('SENT', 'DONE', 'RETURNED') and coalesce(w.amount, k.amount) is distinct from s.amount limit 1`;

export const COMPANY_LAWS = [
  { name: 'what came in to each store was settled, given back, or waits', rows: cameIn },
  { name: "each store's sums are those of its payments and refunds", rows: totals },
  { name: 'a paid payment of a store is one transfer into its receipts', rows: receipts },
  { name: 'each settlement has the receipts that it says came in', rows: settlements },
  { name: 'each settlement takes over what the one before left', rows: carried },
  { name: "a store's receipts are what its payments and settlements say waits", rows: waiting },
  { name: 'coins of stores lie aside exactly while they are bought and not sent', rows: aside },
  { name: 'each settlement has one order, of what it spent and bought', rows: orders },
  {
    name: 'each settlement that was sent has one withdrawal, of what it bought, or its coins were released to the wallet',
    rows: sent,
  },
] as const;
