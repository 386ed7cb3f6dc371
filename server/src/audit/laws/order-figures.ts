import { ALL_ASSETS, pow10, scaleOf } from '@sarraf/domain';
import { sql } from 'kysely';
import { defineInvariant } from '../law.ts';
import { chooseTable, fenceSubquery, selectOrders } from '../moves.ts';

/** Smallest units of one whole coin. */
export const ASSET_UNITS = sql`(values ${sql.join(
  ALL_ASSETS.map((asset) => sql`(${asset}::text, ${pow10(scaleOf(asset))}::numeric)`),
)}) u (asset, unit)`;

const KINDS = sql`'trade', 'fee', 'hold', 'release'`;
const NOTIONAL_FLOOR = sql`div(o.amount * o.unit_price, u.unit)`;
const NOTIONAL_CEILING = sql`div(o.amount * o.unit_price + u.unit - 1, u.unit)`;

export const orderFigures = defineInvariant(
  'price, amount, fee and total of each order and fill agree',
  (scope) => [
    sql`select o.id::text as order, o.order_type, o.amount::text, o.unit_price::text, o.notional::text, o.fee::text,
        o.wage_ppm, o.total::text, o.toman_value::text
      from (${selectOrders(scope, KINDS)}) o join ${ASSET_UNITS} on u.asset = o.coin
      where o.total <> o.notional + case when o.order_type like '%BUY' then o.fee else -o.fee end
        or o.fee <> div(o.notional * o.wage_ppm + 999999, 1000000)
        or (o.quote = 'TOMAN' and o.toman_value <> o.notional)
        or (o.sequence is null and (o.executed_amount <> o.amount or o.order_status <> 'IS_CLOSED'
          or o.notional <> case o.order_type when 'EXCHANGE_BUY' then ${NOTIONAL_CEILING} else ${NOTIONAL_FLOOR} end))`,
    sql`select o.coin, o.quote, o.number::text, o.amount::text, o.unit_price::text, o.notional::text
      from ${chooseTable(scope, 'fills')} o join ${ASSET_UNITS} on u.asset = o.coin
      left join lateral (
        select unit_price from orders where user_id = o.maker_id and id = o.maker_order ${fenceSubquery(scope)}
      ) m on true
      where o.notional <> ${NOTIONAL_FLOOR} or m.unit_price is distinct from o.unit_price
        or (o.quote = 'TOMAN' and o.toman_value <> o.notional)`,
  ],
  { fenced: true },
);
