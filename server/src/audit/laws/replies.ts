import { type RawBuilder, sql } from 'kysely';
import { defineInvariant } from '../law.ts';
import { fence, orderRowsOf, repliesOf, uuidOf, within } from '../moves.ts';
import type { AuditScope } from '../types.ts';

/** Replies to people's keys are deleted after 30 days. */
const KEPT = sql`now() - interval '29 days'`;

const unanswered = (scope: AuditScope, what: string, rows: RawBuilder<unknown>) => sql`
  select ${what} as row, r.id::text, r.key from (${rows}) r
  where r.key is not null and r.created_at > ${KEPT}
    and not exists (select from idempotency i where i.key = r.key and i.owner = r.owner ${fence(scope)})`;

const placed = (
  scope: AuditScope,
) => sql`select o.id, o.idempotency_key as key, o.user_id::text as owner, o.created_at
  from (${orderRowsOf(scope, sql`'trade', 'hold'`)}) o`;
const withdrawn = (scope: AuditScope) => sql`
  select w.id, p.idempotency_key as key, w.user_id::text as owner, w.created_at
  from ${
    scope === 'all'
      ? sql`withdrawals w`
      : sql`(
    select distinct t.reference from transfers t where ${within(scope)} and t.kind = 'hold'
  ) h cross join lateral (select * from withdrawals where id = h.reference offset 0) w`
  }
  cross join lateral (select idempotency_key from withdrawal_places where id = w.id ${fence(scope)}) p`;

const answered = (scope: AuditScope) =>
  scope === 'all'
    ? sql`select * from idempotency where length(owner) = 36`
    : sql`select * from (${repliesOf(scope)}) r where length(owner) = 36`;

/**
 * The id comes first in a reply about an order or a withdrawal. Pattern matching would be slow on this many
 * replies.
 */
const ID_AT = '"baseDTO":{"id":"';
const idIn = sql`substr(i.reply, strpos(i.reply, ${ID_AT}) + ${ID_AT.length}, 36)`;
const says = (message: string) => sql`strpos(i.reply, ${`"message":"${message}"`}) > 0`;
/** Each reply is searched once: further conditions apply to the ids that were found. */
const lost = (scope: AuditScope) => sql`
  with answered as materialized (
    select key, owner, ${uuidOf(sql`owner`)} as user_id, ${uuidOf(sql`said`)} as id, ordered
    from (
      select i.key, i.owner, ${idIn} as said,
        ${says('order executed')} or ${says('order placed')} or ${says('order replaced')} as ordered,
        ${says('Withdrawal Request Created Successfully')} as withdrawn
      from (${answered(scope)}) i offset 0
    ) found where ordered or withdrawn
  )
  select 'order' as row, i.key, i.owner, i.id::text from answered i
  left join lateral (
    select id, idempotency_key from orders where user_id = i.user_id and id = i.id ${fence(scope)}
  ) o on true
  where i.ordered and (o.id is null or o.idempotency_key <> i.key)
  union all
  select 'withdrawal', i.key, i.owner, i.id::text from answered i
  left join lateral (select user_id from withdrawals where id = i.id ${fence(scope)}) w on true
  where not i.ordered and w.user_id is distinct from i.user_id`;

export const replies = defineInvariant(
  'each stored reply has its order or withdrawal, and each of those has its stored reply',
  (scope) => [
    unanswered(scope, 'order', placed(scope)),
    unanswered(scope, 'withdrawal', withdrawn(scope)),
    lost(scope),
  ],
  { fenced: true },
);
