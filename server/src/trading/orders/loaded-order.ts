import type { Coin, Ppm, Quote, Side } from '@sarraf/domain';
import type { OrderType } from '@sarraf/domain/contracts';
import { BinaryRow } from '../../platform/database/copy-rows.ts';
import type { OpenOrder } from '../book/market-book.ts';
import { getDefaultManner } from './manner.ts';
import { isBuy, type OrderRow } from './order.ts';

/** Columns of an open order as `readOpenOrders` selects them. */
export const COLUMN_INDEX = {
  id: 0,
  userId: 1,
  coin: 2,
  quote: 3,
  orderType: 4,
  amount: 5,
  unitPrice: 6,
  executedAmount: 7,
  notional: 8,
  fee: 9,
  tomanValue: 10,
  reserved: 11,
  sequence: 12,
  feeRate: 13,
  createdAt: 14,
  manner: 15,
  trigger: 16,
  group: 17,
} as const;
export const COLUMN_COUNT = 18;

/** Terms shared by many orders. */
export interface SharedOrderTerms {
  coin: Coin;
  quote: Quote;
  orderType: OrderType;
  side: Side;
}

/** Returns an order's row without the parts that few orders have. */
export function buildPlainRow(
  row: BinaryRow,
  { coin, quote, orderType }: SharedOrderTerms,
  userId: string,
): OrderRow {
  const notional = row.integer(COLUMN_INDEX.notional);
  const fee = row.integer(COLUMN_INDEX.fee);
  return {
    id: row.uuid(COLUMN_INDEX.id) as string,
    userId,
    coin,
    quote,
    orderType,
    orderStatus: 'IS_OPEN',
    amount: row.integer(COLUMN_INDEX.amount),
    unitPrice: row.integer(COLUMN_INDEX.unitPrice),
    executedAmount: row.integer(COLUMN_INDEX.executedAmount),
    notional,
    fee,
    total: isBuy(orderType) ? notional + fee : notional - fee,
    tomanValue: row.integer(COLUMN_INDEX.tomanValue),
    createdAt: row.date(COLUMN_INDEX.createdAt),
    reserved: row.integer(COLUMN_INDEX.reserved),
    endedBy: null,
    manner: getDefaultManner(orderType),
    trigger: null,
    group: null,
    recurring: null,
  };
}

/**
 * An open order as loaded at startup. Its row stays in the database's binary format until it is used: few of a
 * million orders are used soon, and parsing them all took most of the startup time.
 */
export class LoadedOrder implements OpenOrder {
  readonly side: Side;
  readonly sequence: number;
  readonly feeRate: Ppm;
  inviterId: string | null = null;
  invitedBy: string | null = null;
  owner = 0;
  handle = 0;
  readonly #kind: SharedOrderTerms;
  readonly #userId: string;
  /** Block of the copy that contains the row, and its offset; null once the row is parsed. */
  #block: Buffer | null;
  readonly #from: number;
  #row: OrderRow | null = null;

  constructor(
    block: Buffer,
    from: number,
    kind: SharedOrderTerms,
    userId: string,
    { sequence, feeRate }: Pick<OpenOrder, 'sequence' | 'feeRate'>,
  ) {
    this.side = kind.side;
    this.sequence = sequence;
    this.feeRate = feeRate;
    this.#kind = kind;
    this.#userId = userId;
    this.#block = block;
    this.#from = from;
  }

  get plain(): boolean {
    return this.#block !== null;
  }

  get row(): OrderRow {
    if (this.#block !== null) {
      const bytes = new BinaryRow(this.#block, COLUMN_COUNT, this.#from);
      bytes.next();
      this.row = buildPlainRow(bytes, this.#kind, this.#userId);
    }
    return this.#row as OrderRow;
  }

  set row(row: OrderRow) {
    this.#row = row;
    this.#block = null;
  }
}
