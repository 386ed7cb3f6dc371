import { type RawBuilder, sql } from 'kysely';
import { defineInvariant } from '../law.ts';
import {
  castToUuid,
  fenceSubquery,
  isInScope,
  isInSlice,
  selectOrders,
  selectRepliesOfScope,
} from '../moves.ts';
import type { AuditScope, Slice } from '../types.ts';

/** Replies to people's keys are deleted after 30 days. */
const RETAINED_SINCE = sql`now() - interval '29 days'`;

const selectUnanswered = (scope: AuditScope, slice: Slice, what: string, rows: RawBuilder<unknown>) => sql`
  select ${what} as row, r.id::text, r.key from (${rows}) r
  where r.key is not null and ${isInSlice(slice, sql`hashtext(r.key)`)} and r.created_at > ${RETAINED_SINCE}
    and not exists (
      select from idempotency i where i.key = r.key and i.owner = r.owner ${fenceSubquery(scope, slice)}
    )`;

const selectPlacedOrders = (
  scope: AuditScope,
) => sql`select o.id, o.idempotency_key as key, o.user_id::text as owner, o.created_at
  from (${selectOrders(scope, sql`'trade', 'hold'`)}) o`;
const selectWithdrawals = (scope: AuditScope) => sql`
  select w.id, p.idempotency_key as key, w.user_id::text as owner, w.created_at
  from ${
    scope === 'all'
      ? sql`withdrawals w`
      : sql`(
    select distinct t.reference from transfers t where ${isInScope(scope)} and t.kind = 'hold'
  ) h cross join lateral (select * from withdrawals where id = h.reference offset 0) w`
  }
  cross join lateral (select idempotency_key from withdrawal_places where id = w.id ${fenceSubquery(scope)}) p`;

const selectReplies = (scope: AuditScope, slice: Slice) =>
  scope === 'all'
    ? sql`select * from idempotency where length(owner) = 36 and ${isInSlice(slice, sql`hashtext(key)`)}`
    : sql`select * from (${selectRepliesOfScope(scope)}) r where length(owner) = 36`;

/**
 * The id comes first in a reply about an order or a withdrawal. Pattern matching would be slow on this many
 * replies.
 */
const ID_PREFIX = '"baseDTO":{"id":"';
const replyId = sql`substr(i.reply, strpos(i.reply, ${ID_PREFIX}) + ${ID_PREFIX.length}, 36)`;
const hasMessage = (message: string) => sql`strpos(i.reply, ${`"message":"${message}"`}) > 0`;
/** Each reply is searched once: further conditions apply to the ids that were found. */
const selectLost = (scope: AuditScope, slice: Slice) => sql`
  with answered as materialized (
    select key, owner, ${castToUuid(sql`owner`)} as user_id, ${castToUuid(sql`said`)} as id, ordered
    from (
      select i.key, i.owner, ${replyId} as said,
        ${hasMessage('order executed')} or ${hasMessage('order placed')} or ${hasMessage('order replaced')} as ordered,
        ${hasMessage('Withdrawal Request Created Successfully')} as withdrawn
      from (${selectReplies(scope, slice)}) i offset 0
    ) found where ordered or withdrawn
  )
  select 'order' as row, i.key, i.owner, i.id::text from answered i
  left join lateral (
    select id, idempotency_key from orders where user_id = i.user_id and id = i.id ${fenceSubquery(scope, slice)}
  ) o on true
  where i.ordered and (o.id is null or o.idempotency_key <> i.key)
  union all
  select 'withdrawal', i.key, i.owner, i.id::text from answered i
  left join lateral (select user_id from withdrawals where id = i.id ${fenceSubquery(scope, slice)}) w on true
  where not i.ordered and w.user_id is distinct from i.user_id`;

export const replies = defineInvariant(
  'each stored reply has its order or withdrawal, and each of those has its stored reply',
  (scope, slice) => [
    selectUnanswered(scope, slice, 'order', selectPlacedOrders(scope)),
    selectUnanswered(scope, slice, 'withdrawal', selectWithdrawals(scope)),
    selectLost(scope, slice),
  ],
  { fenced: true, sliced: true },
);
