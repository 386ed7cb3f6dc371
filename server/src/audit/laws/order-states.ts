import { sql } from 'kysely';
import { defineGlobalInvariant } from '../law.ts';

export const orderStates = defineGlobalInvariant(
  'an order is open exactly while part of it is unfilled',
  sql`select id::text as order, order_status, amount::text, executed_amount::text, reserved::text
  from orders
  where sequence is not null and (executed_amount > amount
    or (order_status = 'IS_OPEN') <> (closed_at is null)
    or (order_status = 'IS_OPEN' and executed_amount = amount)
    or (order_status = 'IS_OPEN' and order_type = 'LIMITED_SELL' and reserved <> amount - executed_amount
      and (group_id is null or coalesce(trigger_state, 'FIRED') = 'FIRED'))
    or (order_status = 'IS_OPEN' and order_type not like 'LIMITED%' and coalesce(trigger_state, 'FIRED') = 'FIRED'))`,
);
