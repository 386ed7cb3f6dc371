import { ALL_ASSETS, pow10, scaleOf } from '@sarraf/domain';
import { sql } from 'kysely';
import { defineInvariant } from '../law.ts';
import { fence, orderRowsOf } from '../moves.ts';
import { fillsOf } from './fills.ts';

/** Smallest units of one whole coin. */
export const UNITS = sql`(values ${sql.join(
  ALL_ASSETS.map((asset) => sql`(${asset}::text, ${pow10(scaleOf(asset))}::numeric)`),
)}) u (asset, unit)`;

const KINDS = sql`'trade', 'fee', 'hold', 'release'`;
const LESS = sql`div(o.amount * o.unit_price, u.unit)`;
const MORE = sql`div(o.amount * o.unit_price + u.unit - 1, u.unit)`;

export const orderFigures = defineInvariant(
  'price, amount, fee and total of each order and fill agree',
  (scope) => [
    sql`select o.id::text as order, o.order_type, o.amount::text, o.unit_price::text, o.notional::text, o.fee::text,
        o.wage_ppm, o.total::text, o.toman_value::text
      from (${orderRowsOf(scope, KINDS)}) o join ${UNITS} on u.asset = o.coin
      where o.total <> o.notional + case when o.order_type like '%BUY' then o.fee else -o.fee end
        or o.fee <> div(o.notional * o.wage_ppm + 999999, 1000000)
        or (o.quote = 'TOMAN' and o.toman_value <> o.notional)
        or (o.sequence is null and (o.executed_amount <> o.amount or o.order_status <> 'IS_CLOSED'
          or o.notional <> case o.order_type when 'EXCHANGE_BUY' then ${MORE} else ${LESS} end))`,
    sql`select o.coin, o.quote, o.number::text, o.amount::text, o.unit_price::text, o.notional::text
      from (${fillsOf(scope)}) o join ${UNITS} on u.asset = o.coin
      left join lateral (
        select unit_price from orders where user_id = o.maker_id and id = o.maker_order ${fence(scope)}
      ) m on true
      where o.notional <> ${LESS} or m.unit_price is distinct from o.unit_price
        or (o.quote = 'TOMAN' and o.toman_value <> o.notional)`,
  ],
  { fenced: true },
);
