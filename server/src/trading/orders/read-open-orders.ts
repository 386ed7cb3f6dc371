import type { Ppm } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { BookHead, OpenOrder } from '../book/market-book.ts';
import { toSafeNumber } from '../book/read-book.ts';
import { TRIGGER_COLUMN, triggerIn } from '../triggers/trigger-store.ts';
import { type MannerColumns, mannerOf, type OrderManner, plainManner } from './manner.ts';
import { isBuy } from './order.ts';

export async function readBookHeads(tx: Tx): Promise<(BookHead & { coin: string; quote: string })[]> {
  const { rows } = await sql<{
    coin: string;
    quote: string;
    sequence: bigint;
    fill: bigint;
    lastPrice: bigint | null;
  }>`select coin, quote, sequence, fill, last_price as "lastPrice" from market_heads`.execute(tx);
  return rows.map((row) => ({ ...row, sequence: toSafeNumber(row.sequence), fill: toSafeNumber(row.fill) }));
}

const AT_ONCE = 5_000;

/**
 * Returns every open order in chunks, unordered and without the owner's inviter; the transaction must be one
 * snapshot. Startup waits for this. So most of a row is read as one text, which costs the driver far less than
 * eighteen columns; the database sorts no million rows; and it prepares the next chunk while one is read.
 */
export async function* readOpenOrders(tx: Tx): AsyncGenerator<OpenOrder[]> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`declare open_orders no scroll cursor for
    select id, user_id as "userId", concat_ws(' ', coin, quote, order_type, amount, unit_price, executed_amount, notional,
      fee, toman_value, reserved, sequence, wage_ppm, round(date_part('epoch', created_at) * 1000)) as line,
      case when post_only
        or coalesce(time_in_force, client_order_id, self_trade, replaces::text, display_amount::text) is not null then
        json_build_array(time_in_force, round(date_part('epoch', valid_until) * 1000), post_only, client_order_id,
          self_trade, replaces, display_amount::text, shown_amount::text, slice_at, slice_turn)::text end as manner,
      ${TRIGGER_COLUMN}, group_id as "group"
    from orders where order_status = 'IS_OPEN'`.execute(tx);
  const fetch = () => sql<OpenRow>`fetch ${sql.lit(AT_ONCE)} from open_orders`.execute(tx);
  const shared = new Shared();
  for (let next = fetch(); ; ) {
    const { rows } = await next;
    const last = rows.length < AT_ONCE;
    if (!last) {
      next = fetch();
      // Awaited below, unless the reader of the chunks has given up.
      next.catch(() => {});
    }
    yield rows.map((row) => openOrderOf(row, shared));
    if (last) return;
  }
}

/** Interns values: a million orders have few distinct texts and fee rates. */
class Shared {
  readonly #words = new Map<string, string>();
  readonly #wages = new Map<string, Ppm>();

  word<T extends string>(text: string): T {
    const known = this.#words.get(text);
    if (known !== undefined) return known as T;
    this.#words.set(text, text);
    return text as T;
  }

  wage(text: string): Ppm {
    const known = this.#wages.get(text) ?? BigInt(text);
    this.#wages.set(text, known);
    return known;
  }
}

const amountIn = (text: string | undefined): bigint => (text === '0' ? 0n : BigInt(text as string));

/** Parses the manner from the query of open orders; null: the default one. */
function mannerIn(text: string | null, orderType: string): OrderManner {
  if (text === null) return plainManner(orderType);
  const [timeInForce, until, postOnly, clientOrderId, selfTrade, replaces, display, shown, at, sliceTurn] =
    JSON.parse(text) as [
      MannerColumns['timeInForce'],
      number | null,
      boolean,
      string | null,
      MannerColumns['selfTrade'],
      string | null,
      string | null,
      string | null,
      number | null,
      number | null,
    ];
  const validUntil = until === null ? null : new Date(until);
  const slices = {
    displayAmount: display === null ? null : BigInt(display),
    shownAmount: shown === null ? null : BigInt(shown),
    sliceAt: at === null ? null : BigInt(at),
    sliceTurn,
  };
  return mannerOf(orderType, {
    ...{ timeInForce, validUntil, postOnly, clientOrderId, selfTrade, replaces },
    ...slices,
  });
}

interface OpenRow {
  id: string;
  userId: string;
  line: string;
  manner: string | null;
  trigger: string | null;
  group: string | null;
}

function openOrderOf({ id, userId, line, manner, trigger, group }: OpenRow, shared: Shared): OpenOrder {
  const [
    coin,
    quote,
    orderType,
    amount,
    unitPrice,
    executed,
    worth,
    paid,
    toman,
    reserved,
    sequence,
    wage,
    at,
  ] = line.split(' ') as [string, string, string, ...string[]];
  const notional = amountIn(worth);
  const fee = amountIn(paid);
  const buys = isBuy(shared.word(orderType));
  return {
    row: {
      id,
      userId: shared.word(userId),
      coin: shared.word(coin),
      quote: shared.word(quote),
      orderType: shared.word(orderType),
      orderStatus: 'IS_OPEN',
      amount: amountIn(amount),
      unitPrice: amountIn(unitPrice),
      executedAmount: amountIn(executed),
      notional,
      fee,
      total: buys ? notional + fee : notional - fee,
      tomanValue: amountIn(toman),
      createdAt: new Date(Number.parseInt(at as string, 10)),
      reserved: amountIn(reserved),
      endedBy: null,
      manner: mannerIn(manner, shared.word(orderType)),
      trigger: triggerIn(trigger),
      group,
      recurring: null,
    },
    side: buys ? 'buy' : 'sell',
    sequence: Number.parseInt(sequence as string, 10),
    wage: shared.wage(wage as string),
    inviterId: null,
    invitedBy: null,
    owner: 0,
    handle: 0,
  };
}
