import { type RawBuilder, sql } from 'kysely';
import { lawOf } from '../law.ts';
import { ordersOf, uuidOf, within } from '../moves.ts';
import type { Scope } from '../types.ts';

/** Replies to people's keys are forgotten after 30 days. */
const KEPT = sql`now() - interval '29 days'`;

const unanswered = (what: string, rows: RawBuilder<unknown>) => sql`
  select ${what} as row, r.id::text, r.key from (${rows}) r
  where r.key is not null and r.created_at > ${KEPT}
    and not exists (select from idempotency i where i.key = r.key and i.owner = r.owner)`;

const placed = (
  scope: Scope,
) => sql`select o.id, o.idempotency_key as key, o.user_id::text as owner, o.created_at
  from (${ordersOf(scope, sql`'trade', 'hold'`)}) o`;
const withdrawn = (scope: Scope) => sql`
  select w.id, p.idempotency_key as key, w.user_id::text as owner, w.created_at
  from withdrawals w join withdrawal_places p on p.id = w.id
  where ${scope === 'all' ? sql`true` : sql`w.id in (select t.reference from transfers t where ${within(scope)} and t.kind = 'hold')`}`;

const answered = (scope: Scope) =>
  scope === 'all'
    ? sql`select * from idempotency where length(owner) = 36`
    : sql`select * from idempotency where length(owner) = 36
        and created_at between (select min(created_at) from transfers t where ${within(scope)})
          and (select max(created_at) from transfers t where ${within(scope)})`;

/** The id comes first in what an order's reply says of it. */
const idIn = uuidOf(sql`substring(i.reply from '"baseDTO":[{]"id":"([0-9a-f-]{36})"')`);

const lost = (scope: Scope) => sql`
  select i.key, i.owner, i.reply from (${answered(scope)}) i
  left join orders o on o.user_id = ${uuidOf(sql`i.owner`)} and o.id = ${idIn}
  where substring(i.reply from '"message":"(order (?:executed|placed))"') is not null
    and (o.id is null or o.idempotency_key <> i.key)
  union all
  select i.key, i.owner, i.reply from (${answered(scope)}) i
  left join withdrawals w on w.id = ${idIn}
  where i.reply like '%"message":"Withdrawal Request Created Successfully"%' and (w.id is null or w.user_id::text <> i.owner)`;

export const replies = lawOf('what a key was answered is there, and its answer is kept', (scope) => [
  unanswered('order', placed(scope)),
  unanswered('withdrawal', withdrawn(scope)),
  lost(scope),
]);
