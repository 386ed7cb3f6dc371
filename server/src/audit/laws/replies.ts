import { type RawBuilder, sql } from 'kysely';
import { lawOf } from '../law.ts';
import { orderRowsOf, repliesOf, uuidOf, within } from '../moves.ts';
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
  from (${orderRowsOf(scope, sql`'trade', 'hold'`)}) o`;
const withdrawn = (scope: Scope) => sql`
  select w.id, p.idempotency_key as key, w.user_id::text as owner, w.created_at
  from withdrawals w join withdrawal_places p on p.id = w.id
  where ${scope === 'all' ? sql`true` : sql`w.id in (select t.reference from transfers t where ${within(scope)} and t.kind = 'hold')`}`;

const answered = (scope: Scope) =>
  scope === 'all'
    ? sql`select * from idempotency where length(owner) = 36`
    : sql`select * from (${repliesOf(scope)}) r where length(owner) = 36`;

/** The id comes first in what a reply says of an order or a withdrawal. Patterns would be slow on so many replies. */
const ID_AT = '"baseDTO":{"id":"';
const idIn = uuidOf(sql`substr(i.reply, strpos(i.reply, ${ID_AT}) + ${ID_AT.length}, 36)`);
const says = (message: string) => sql`strpos(i.reply, ${`"message":"${message}"`}) > 0`;
const lost = (scope: Scope) => sql`
  with answered as materialized (
    select i.key, i.owner, ${uuidOf(sql`i.owner`)} as user_id, ${idIn} as id, ${says('order executed')}
      or ${says('order placed')} as ordered
    from (${answered(scope)}) i
    where ${says('order executed')} or ${says('order placed')} or ${says('Withdrawal Request Created Successfully')}
  )
  select 'order' as row, i.key, i.owner, i.id::text from answered i
  left join orders o on o.user_id = i.user_id and o.id = i.id
  where i.ordered and (o.id is null or o.idempotency_key <> i.key)
  union all
  select 'withdrawal', i.key, i.owner, i.id::text from answered i left join withdrawals w on w.id = i.id
  where not i.ordered and w.user_id is distinct from i.user_id`;

export const replies = lawOf('what a key was answered is there, and its answer is kept', (scope) => [
  unanswered('order', placed(scope)),
  unanswered('withdrawal', withdrawn(scope)),
  lost(scope),
]);
