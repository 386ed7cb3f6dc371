import { sql } from 'kysely';
import { defineInvariant } from '../law.ts';
import { isInScope } from '../moves.ts';
import type { AuditScope } from '../types.ts';

/** The withdrawals of a scope. */
const selectWithdrawals = (scope: AuditScope) =>
  scope === 'all'
    ? sql`select * from withdrawals`
    : sql`select * from withdrawals where id in (select t.reference from transfers t where ${isInScope(scope)})`;

export const sendingOrders = defineInvariant(
  'each outgoing payment of a withdrawal matches the request',
  (scope) => [
    sql`select w.id::text as withdrawal, w.state, w.amount::text, w.fee::text, w.address, o.state as sending,
      o.amount::text as sent, o.fee::text as charged, o.address as sent_to, p.plan
    from (${selectWithdrawals(scope)}) w left join outgoing o on o.withdrawal_id = w.id left join withdrawal_places p on p.id = w.id
    where (o.user_id, o.asset, o.token_type, o.address, o.tag, o.amount, o.fee)
        <> (w.user_id, w.asset, w.token_type, w.address, w.tag, w.amount - w.fee, w.fee)
      or (p.plan ->> 'userId', p.plan ->> 'asset', p.plan ->> 'tokenType', p.plan ->> 'address', p.plan ->> 'tag',
          p.plan ->> 'amount', p.plan ->> 'fee')
        <> (w.user_id::text, w.asset, w.token_type, w.address, w.tag, w.amount::text, w.fee::text)
      or (w.asset <> 'TOMAN' and w.state in ('APPROVED', 'DONE') and o.id is null)
      or (w.state in ('REFUSED', 'CANCELLED') and o.state <> 'CANCELLED')`,
    sql`select w.id::text as withdrawal, o.state from (${selectWithdrawals(scope)}) w join outgoing o on o.withdrawal_id = w.id
    left join chain_transactions x on x.id = o.transaction_id
    where o.transaction_id is not null and x.chain is distinct from o.chain`,
  ],
);
