import { type Coin, formatMarketType, type Ppm, type Quote } from '@sarraf/domain';
import type { OrderType } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { BinaryRow, MAX_STEP } from '../../platform/database/copy-rows.ts';
import { copyRows, type Tx } from '../../platform/database/database.ts';
import type { BookHead, BookIncrements, OpenOrder } from '../book/market-book.ts';
import { toSafeNumber } from '../book/read-book.ts';
import { parseTriggerText, TRIGGER_TEXT } from '../triggers/trigger-store.ts';
import {
  buildPlainRow,
  COLUMN_COUNT,
  COLUMN_INDEX,
  LoadedOrder,
  type SharedOrderTerms,
} from './loaded-order.ts';
import { buildManner, getDefaultManner, type MannerColumns, type OrderManner } from './manner.ts';
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

/** Columns in the order of `COLUMN`. Columns that few orders have are null for all others. */
const OPEN_ORDERS = sql`select id, user_id, coin, quote, order_type, amount, unit_price, executed_amount, notional, fee,
    toman_value, reserved, sequence, wage_ppm, created_at,
    case when post_only
      or coalesce(time_in_force, client_order_id, self_trade, replaces::text, display_amount::text) is not null then
      json_build_array(time_in_force, round(date_part('epoch', valid_until) * 1000), post_only, client_order_id,
        self_trade, replaces, display_amount::text, shown_amount::text, slice_at, slice_turn)::text end,
    ${TRIGGER_TEXT}, group_id
  from orders where order_status = 'IS_OPEN'`;

/** Unsorted open orders of a market; the handle of each is its index here until it is in an order book. */
export interface LoadedMarket {
  readonly orders: OpenOrder[];
  /** Owner of each order, as an index in `LoadedOrders.traders`. */
  readonly traders: number[];
  /**
   * Price and unfilled amount of each order, in increments of the market; -1: not a multiple of them, or the order
   * is not in the order book.
   */
  readonly ticks: number[];
  readonly lots: number[];
}

export interface LoadedOrders {
  readonly markets: ReadonlyMap<string, LoadedMarket>;
  /** Ids of all users with open orders. */
  readonly traders: readonly string[];
  /** All open orders, by `packUuid` of their ids. */
  readonly byId: Map<string, OpenOrder>;
}

/**
 * Returns all open orders of these markets, without the inviters of their owners; the transaction must be one
 * snapshot. Startup waits for this, so whatever isn't needed to add an order to its order book stays in the
 * database's format.
 */
export async function readOpenOrders(
  tx: Tx,
  markets: Iterable<{ coin: Coin; quote: Quote; steps: BookIncrements }>,
): Promise<LoadedOrders> {
  await sql`set local statement_timeout = 0`.execute(tx);
  const loader = new OpenOrderLoader(markets);
  for await (const block of copyRows(tx, OPEN_ORDERS)) loader.add(block);
  return loader;
}

interface MarketSteps extends LoadedMarket {
  readonly coin: Coin;
  readonly quote: Quote;
  /** 0: too large for counting in increments. */
  readonly tick: number;
  readonly lot: number;
}

class OpenOrderLoader implements LoadedOrders {
  readonly markets = new Map<string, MarketSteps>();
  readonly traders: string[] = [];
  readonly byId = new Map<string, OpenOrder>();
  readonly #indexByUser = new Map<string, number>();
  readonly #kindCache = new MarketKindCache(this.markets);
  readonly #feeRates = new Map<number, Ppm>();

  constructor(markets: Iterable<{ coin: Coin; quote: Quote; steps: BookIncrements }>) {
    for (const { coin, quote, steps } of markets) {
      const [tick, lot] = [toCountableStep(steps.tick), toCountableStep(steps.lot)];
      const found = { coin, quote, tick, lot, orders: [], traders: [], ticks: [], lots: [] };
      this.markets.set(formatMarketType(coin, quote), found);
    }
  }

  add(block: Buffer): void {
    const row = new BinaryRow(block, COLUMN_COUNT);
    for (let from = 0; row.next(); from = row.from) {
      const found = this.#kindCache.findKind(row);
      if (found !== null) this.#addRow(block, from, row, found);
    }
  }

  #addRow(block: Buffer, from: number, row: BinaryRow, { kind, market }: MarketKind): void {
    const trader = this.#getTraderIndex(row);
    const userId = this.traders[trader] as string;
    const terms = {
      sequence: row.int8(COLUMN_INDEX.sequence),
      feeRate: this.#toSharedPpm(row.int4(COLUMN_INDEX.feeRate)),
    };
    const plain =
      row.isNull(COLUMN_INDEX.manner) && row.isNull(COLUMN_INDEX.trigger) && row.isNull(COLUMN_INDEX.group);
    const order = plain
      ? new LoadedOrder(block, from, kind, userId, terms)
      : readSpecialOrder(row, kind, userId, terms);
    order.handle = market.orders.length;
    market.orders.push(order);
    market.traders.push(trader);
    this.byId.set(row.packedUuid(COLUMN_INDEX.id), order);
    const fits = plain && market.tick > 0 && market.lot > 0;
    const amount = fits ? row.countSteps(COLUMN_INDEX.amount, market.lot) : -1;
    const executed = fits ? row.countSteps(COLUMN_INDEX.executedAmount, market.lot) : -1;
    market.ticks.push(fits ? row.countSteps(COLUMN_INDEX.unitPrice, market.tick) : -1);
    market.lots.push(amount < 0 || executed < 0 ? -1 : amount - executed);
  }

  #getTraderIndex(row: BinaryRow): number {
    const key = row.packedUuid(COLUMN_INDEX.userId);
    const knownIndex = this.#indexByUser.get(key);
    if (knownIndex !== undefined) return knownIndex;
    const index = this.traders.push(row.uuid(COLUMN_INDEX.userId) as string) - 1;
    this.#indexByUser.set(key, index);
    return index;
  }

  #toSharedPpm(ppm: number): Ppm {
    const feeRate = this.#feeRates.get(ppm) ?? BigInt(ppm);
    this.#feeRates.set(ppm, feeRate);
    return feeRate;
  }
}

const toCountableStep = (step: bigint): number => (step <= MAX_STEP ? toSafeNumber(step) : 0);

/** Orders retain the kind alone: the other fields are used during startup only. */
interface MarketKind {
  kind: SharedOrderTerms;
  market: MarketSteps;
}

/** Coin, quote and type of an order are adjacent in its row; few combinations of these bytes exist. */
class MarketKindCache {
  readonly #markets: ReadonlyMap<string, MarketSteps>;
  readonly #byHash = new Map<number, { bytes: Buffer; found: MarketKind | null }>();

  constructor(markets: ReadonlyMap<string, MarketSteps>) {
    this.#markets = markets;
  }

  /** Returns the kind of a row; null: its market isn't among those that are read. */
  findKind(row: BinaryRow): MarketKind | null {
    const from = row.at[COLUMN_INDEX.coin] as number;
    const to = (row.at[COLUMN_INDEX.orderType] as number) + (row.length[COLUMN_INDEX.orderType] as number);
    let hash = 0;
    for (let at = from; at < to; at += 1) hash = (Math.imul(hash, 31) + (row.bytes[at] as number)) | 0;
    const cached = this.#byHash.get(hash);
    if (cached && matchesBytes(row.bytes, from, to, cached.bytes)) return cached.found;
    const found = this.#readKind(row);
    this.#byHash.set(hash, { bytes: Buffer.from(row.bytes.subarray(from, to)), found });
    return found;
  }

  #readKind(row: BinaryRow): MarketKind | null {
    const market = this.#markets.get(`${row.text(COLUMN_INDEX.coin)}_${row.text(COLUMN_INDEX.quote)}`);
    if (!market) return null;
    const { coin, quote } = market;
    const orderType = row.text(COLUMN_INDEX.orderType) as OrderType;
    return { kind: { coin, quote, orderType, side: isBuy(orderType) ? 'buy' : 'sell' }, market };
  }
}

function matchesBytes(bytes: Buffer, from: number, to: number, expected: Buffer): boolean {
  if (expected.length !== to - from) return false;
  for (let at = from; at < to; at += 1) if (bytes[at] !== expected[at - from]) return false;
  return true;
}

/** Returns an order with parts that few orders have, with its row parsed. */
const readSpecialOrder = (
  row: BinaryRow,
  kind: SharedOrderTerms,
  userId: string,
  terms: Pick<OpenOrder, 'sequence' | 'feeRate'>,
): OpenOrder => ({
  row: {
    ...buildPlainRow(row, kind, userId),
    manner: parseManner(row.text(COLUMN_INDEX.manner), kind.orderType),
    trigger: parseTriggerText(row.text(COLUMN_INDEX.trigger)),
    group: row.uuid(COLUMN_INDEX.group),
  },
  side: kind.side,
  ...terms,
  inviterId: null,
  invitedBy: null,
  owner: 0,
  handle: 0,
});

/** Parses the manner from the query of open orders; null: the default one. */
function parseManner(text: string | null, orderType: string): OrderManner {
  if (text === null) return getDefaultManner(orderType);
  const [
    timeInForce,
    until,
    postOnly,
    clientOrderId,
    selfTrade,
    replaces,
    display,
    shownText,
    at,
    sliceTurn,
  ] = JSON.parse(text) as [
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
    shownAmount: shownText === null ? null : BigInt(shownText),
    sliceAt: at === null ? null : BigInt(at),
    sliceTurn,
  };
  return buildManner(orderType, {
    ...{ timeInForce, validUntil, postOnly, clientOrderId, selfTrade, replaces },
    ...slices,
  });
}
