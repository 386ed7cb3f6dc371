import { BinanceFailure, createMalformedFailure, createNotNeededFailure } from './failures.ts';
import type { Parameters } from './parameters.ts';
import type { SymbolMarket } from './symbols.ts';

export const TYPES = [
  'LIMIT',
  'LIMIT_MAKER',
  'MARKET',
  'STOP_LOSS',
  'STOP_LOSS_LIMIT',
  'TAKE_PROFIT',
  'TAKE_PROFIT_LIMIT',
] as const;
export type BinanceType = (typeof TYPES)[number];

export const SIDES = ['BUY', 'SELL'] as const;
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK'] as const;
/** How much of the order a reply contains. */
export const RESPONSES = ['ACK', 'RESULT', 'FULL'] as const;

/** Binance's self-trade prevention modes, and ours. */
export const SELF_TRADE_MODES = {
  EXPIRE_TAKER: 'NEWEST',
  EXPIRE_MAKER: 'OLDEST',
  EXPIRE_BOTH: 'BOTH',
} as const;
type SelfTradeMode = keyof typeof SELF_TRADE_MODES;
export const MODES = Object.keys(SELF_TRADE_MODES) as SelfTradeMode[];

export interface OrderByForm {
  market: SymbolMarket;
  respType: (typeof RESPONSES)[number];
  /** Request body of `POST /api/orders`. */
  body: Record<string, unknown>;
}

/**
 * Parses an order in Binance's format to one of ours. Parameters that an order of its type must not have are
 * refused, as by Binance.
 */
export function parseNewOrder(parameters: Parameters): OrderByForm {
  const market = parameters.symbol();
  const side = parameters.enumValue('side', SIDES);
  const type = parameters.enumValue('type', TYPES);
  if (side === null) throw createMalformedFailure('side');
  if (type === null) throw createMalformedFailure('type');
  const isLimited = type === 'LIMIT' || type.endsWith('_LIMIT') || type === 'LIMIT_MAKER';
  const quantity = parameters.decimal('quantity');
  const total = parameters.decimal('quoteOrderQty');
  const price = parameters.decimal('price');
  const timeInForce = parameters.enumValue('timeInForce', TIMES_IN_FORCE);
  const mode = parameters.enumValue('selfTradePreventionMode', MODES);
  const clientOrderId = parameters.text('newClientOrderId');
  if (isLimited !== (price !== null))
    throw isLimited ? createMalformedFailure('price') : createNotNeededFailure('price');
  if (total !== null && (type !== 'MARKET' || quantity !== null))
    throw createNotNeededFailure('quoteOrderQty');
  if (quantity === null && total === null) throw createMalformedFailure('quantity');
  if (timeInForce !== null && !hasTimeInForce(type)) throw createNotNeededFailure('timeInForce');
  if (timeInForce === null && isLimited && type !== 'LIMIT_MAKER')
    throw createMalformedFailure('timeInForce');
  const iceberg = parseIceberg(parameters, type, quantity);
  const respType =
    parameters.enumValue('newOrderRespType', RESPONSES) ??
    (type === 'MARKET' || type === 'LIMIT' ? 'FULL' : 'ACK');
  return {
    market,
    respType,
    body: {
      marketType: `${market.coin}_${market.quote}`,
      orderType: `${isLimited ? 'LIMITED' : 'MARKET'}_${side}`,
      ...(quantity !== null && { amount: quantity }),
      ...(total !== null && { totalPrice: total }),
      ...(price !== null && { unitPrice: price }),
      ...(timeInForce !== null && { timeInForce }),
      ...(type === 'LIMIT_MAKER' && { postOnly: true }),
      ...(clientOrderId !== null && { clientOrderId }),
      ...(iceberg !== null && { displayAmount: iceberg }),
      ...(mode !== null && { selfTradePrevention: SELF_TRADE_MODES[mode] }),
      ...parseTrigger(parameters, type),
    },
  };
}

const hasTimeInForce = (type: BinanceType): boolean => type === 'LIMIT' || type.endsWith('_LIMIT');

/** Parses the trigger that it waits for before it reaches the order book; none: it comes immediately. */
function parseTrigger(parameters: Parameters, type: BinanceType): { trigger?: object } {
  const price = parameters.decimal('stopPrice');
  const delta = parameters.integer('trailingDelta', { least: 1, most: 10_000 });
  const kind = type.startsWith('STOP_LOSS') ? 'STOP' : type.startsWith('TAKE_PROFIT') ? 'TAKE_PROFIT' : null;
  if (kind === null) {
    if (price !== null) throw createNotNeededFailure('stopPrice');
    if (delta !== null) throw createNotNeededFailure('trailingDelta');
    return {};
  }
  if (delta !== null) throw createTrailingFailure();
  if (price === null) throw createMalformedFailure('stopPrice');
  return { trigger: { kind, by: 'LAST', price } };
}

export const createTrailingFailure = (): BinanceFailure =>
  new BinanceFailure(-2010, 'Trailing stop orders are not supported for this symbol.');

/** Parses the displayed amount; Binance uses 0 for all of it. */
function parseIceberg(parameters: Parameters, type: BinanceType, quantity: string | null): string | null {
  // For the caller's own bookkeeping; Binance stores them, nothing here depends on them.
  parameters.integer('strategyId');
  parameters.integer('strategyType');
  const text = parameters.text('icebergQty');
  if (text === null || (/^[0.]+$/.test(text) && text !== '.')) return null;
  const iceberg = parameters.decimal('icebergQty');
  if (type !== 'LIMIT' && type !== 'LIMIT_MAKER') throw createNotNeededFailure('icebergQty');
  return iceberg === quantity ? null : iceberg;
}
