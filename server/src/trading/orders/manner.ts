import type { SelfTradePrevention, TimeInForce } from '@sarraf/domain/contracts';

/** State of an order that displays a part at a time (iceberg). Coin units. */
export interface Slices {
  /** Size of each slice but the last one. */
  display: bigint;
  /** Remaining amount of the displayed slice. */
  displayedAmount: bigint;
  /** Sequence number of the market's change that displayed the slice; null: it came with the order. */
  at: number | null;
  /** Position among the slices that this change displayed. */
  turn: number;
}

/** How an order trades and ends, apart from price and amount. */
export interface OrderManner {
  /** Null: a quick trade. */
  timeInForce: TimeInForce | null;
  /** Set for GTD orders only. */
  validUntil: Date | null;
  postOnly: boolean;
  clientOrderId: string | null;
  /** Null: a quick trade. */
  selfTradePrevention: SelfTradePrevention | null;
  /** Id of the order that it replaced. */
  replaces: string | null;
  /** Null: the whole order is displayed. */
  slices: Slices | null;
}

const DEFAULTS = {
  validUntil: null,
  postOnly: false,
  clientOrderId: null,
  selfTradePrevention: 'NEWEST',
  replaces: null,
  slices: null,
} as const;

/** Manners of nearly all orders, shared objects: a million orders may be in memory. */
const DEFAULT_LIMIT_MANNER: OrderManner = { ...DEFAULTS, timeInForce: 'GTC' };
const DEFAULT_MARKET_MANNER: OrderManner = { ...DEFAULTS, timeInForce: 'IOC' };
export const QUICK_MANNER: OrderManner = { ...DEFAULTS, timeInForce: null, selfTradePrevention: null };

/** Returns the default manner of an order type. */
export function getDefaultManner(orderType: string): OrderManner {
  if (orderType.startsWith('LIMITED')) return DEFAULT_LIMIT_MANNER;
  return orderType.startsWith('MARKET') ? DEFAULT_MARKET_MANNER : QUICK_MANNER;
}

export const isDefaultManner = (manner: OrderManner): boolean =>
  manner === DEFAULT_LIMIT_MANNER || manner === DEFAULT_MARKET_MANNER || manner === QUICK_MANNER;

/** Whether the unfilled remainder rests on the order book. */
export const canRestOnBook = ({ timeInForce }: OrderManner): boolean =>
  timeInForce === 'GTC' || timeInForce === 'GTD';

/** Whether it had expired at a moment, milliseconds since 1970: it may no longer be traded. */
export const isMannerExpired = ({ validUntil }: OrderManner, at: number): boolean =>
  validUntil !== null && validUntil.getTime() <= at;

/** Columns of the table. */
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

/** Fills in the defaults for what the table omits of a plain order. */
export function buildManner(orderType: string, columns: MannerColumns): OrderManner {
  const { timeInForce, validUntil, postOnly, clientOrderId, selfTrade, replaces } = columns;
  const plain = getDefaultManner(orderType);
  const slices = buildSlices(columns);
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

const buildSlices = ({ displayAmount, shownAmount, sliceAt, sliceTurn }: MannerColumns): Slices | null =>
  displayAmount === null
    ? null
    : {
        display: displayAmount,
        displayedAmount: shownAmount ?? 0n,
        at: sliceAt === null ? null : Number.parseInt(sliceAt.toString(), 10),
        turn: sliceTurn ?? 0,
      };
