import type { SelfTradePrevention, TimeInForce } from '@sarraf/domain/contracts';

/** Of an order of which the book shows a part at a time. Coin units. */
export interface Slices {
  /** How much a slice is, but the last one. */
  display: bigint;
  /** What is left of the slice that the book shows; nothing before it is there. */
  shown: bigint;
  /** The change of its market that brought the slice forth; null: it came with the order. */
  at: number | null;
  /** Its turn among those that this change brought forth. */
  turn: number;
}

/** How an order trades and ends, beside what it asks for. */
export interface OrderManner {
  /** Null: a quick trade. */
  timeInForce: TimeInForce | null;
  /** Of a GTD order alone. */
  validUntil: Date | null;
  postOnly: boolean;
  clientOrderId: string | null;
  /** Null: a quick trade. */
  selfTradePrevention: SelfTradePrevention | null;
  /** Id of the order in whose place it came. */
  replaces: string | null;
  /** Null: the book shows all of it. */
  slices: Slices | null;
}

const PLAIN = {
  validUntil: null,
  postOnly: false,
  clientOrderId: null,
  selfTradePrevention: 'NEWEST',
  replaces: null,
  slices: null,
} as const;

/** Those of nearly all orders, each kept once: a million of them wait in memory. */
const PLAIN_LIMIT: OrderManner = { ...PLAIN, timeInForce: 'GTC' };
const PLAIN_MARKET: OrderManner = { ...PLAIN, timeInForce: 'IOC' };
export const QUICK_MANNER: OrderManner = { ...PLAIN, timeInForce: null, selfTradePrevention: null };

/** What an order is that says nothing of it. */
export function plainManner(orderType: string): OrderManner {
  if (orderType.startsWith('LIMITED')) return PLAIN_LIMIT;
  return orderType.startsWith('MARKET') ? PLAIN_MARKET : QUICK_MANNER;
}

export const isPlain = (manner: OrderManner): boolean =>
  manner === PLAIN_LIMIT || manner === PLAIN_MARKET || manner === QUICK_MANNER;

/** Whether what finds nobody at once waits in the book. */
export const waits = ({ timeInForce }: OrderManner): boolean =>
  timeInForce === 'GTC' || timeInForce === 'GTD';

/** Whether its time was over at a moment, milliseconds since 1970: nothing of it may be traded any more. */
export const isOver = ({ validUntil }: OrderManner, at: number): boolean =>
  validUntil !== null && validUntil.getTime() <= at;

/** As the table has it. */
export interface MannerColumns {
  timeInForce: TimeInForce | null;
  validUntil: Date | null;
  postOnly: boolean;
  clientOrderId: string | null;
  selfTrade: SelfTradePrevention | null;
  replaces: string | null;
  displayAmount: bigint | null;
  shownAmount: bigint | null;
  sliceAt: bigint | null;
  sliceTurn: number | null;
}

/** What the table leaves out of a plain order is what such an order is. */
export function mannerOf(orderType: string, columns: MannerColumns): OrderManner {
  const { timeInForce, validUntil, postOnly, clientOrderId, selfTrade, replaces } = columns;
  const plain = plainManner(orderType);
  const slices = slicesOf(columns);
  if (
    timeInForce === null &&
    !postOnly &&
    clientOrderId === null &&
    selfTrade === null &&
    replaces === null &&
    slices === null
  )
    return plain;
  return {
    timeInForce: timeInForce ?? plain.timeInForce,
    validUntil,
    postOnly,
    clientOrderId,
    selfTradePrevention: selfTrade ?? plain.selfTradePrevention,
    replaces,
    slices,
  };
}

const slicesOf = ({ displayAmount, shownAmount, sliceAt, sliceTurn }: MannerColumns): Slices | null =>
  displayAmount === null
    ? null
    : {
        display: displayAmount,
        shown: shownAmount ?? 0n,
        at: sliceAt === null ? null : Number.parseInt(sliceAt.toString(), 10),
        turn: sliceTurn ?? 0,
      };
