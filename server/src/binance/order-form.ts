import { BinanceFailure, malformed, notNeeded } from './failures.ts';
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
export function readNewOrder(parameters: Parameters): OrderByForm {
  const market = parameters.symbol();
  const side = parameters.word('side', SIDES);
  const type = parameters.word('type', TYPES);
  if (side === null) throw malformed('side');
  if (type === null) throw malformed('type');
  const limited = type === 'LIMIT' || type.endsWith('_LIMIT') || type === 'LIMIT_MAKER';
  const quantity = parameters.decimal('quantity');
  const total = parameters.decimal('quoteOrderQty');
  const price = parameters.decimal('price');
  const timeInForce = parameters.word('timeInForce', TIMES_IN_FORCE);
  const mode = parameters.word('selfTradePreventionMode', MODES);
  const clientOrderId = parameters.text('newClientOrderId');
  if (limited !== (price !== null)) throw limited ? malformed('price') : notNeeded('price');
  if (total !== null && (type !== 'MARKET' || quantity !== null)) throw notNeeded('quoteOrderQty');
  if (quantity === null && total === null) throw malformed('quantity');
  if (timeInForce !== null && !takesTime(type)) throw notNeeded('timeInForce');
  if (timeInForce === null && limited && type !== 'LIMIT_MAKER') throw malformed('timeInForce');
  const iceberg = readIceberg(parameters, type, quantity);
  const respType =
    parameters.word('newOrderRespType', RESPONSES) ??
    (type === 'MARKET' || type === 'LIMIT' ? 'FULL' : 'ACK');
  return {
    market,
    respType,
    body: {
      marketType: `${market.coin}_${market.quote}`,
      orderType: `${limited ? 'LIMITED' : 'MARKET'}_${side}`,
      ...(quantity !== null && { amount: quantity }),
      ...(total !== null && { totalPrice: total }),
      ...(price !== null && { unitPrice: price }),
      ...(timeInForce !== null && { timeInForce }),
      ...(type === 'LIMIT_MAKER' && { postOnly: true }),
      ...(clientOrderId !== null && { clientOrderId }),
      ...(iceberg !== null && { displayAmount: iceberg }),
      ...(mode !== null && { selfTradePrevention: SELF_TRADE_MODES[mode] }),
      ...readTrigger(parameters, type),
    },
  };
}

const takesTime = (type: BinanceType): boolean => type === 'LIMIT' || type.endsWith('_LIMIT');

/** Parses the trigger that it waits for before it reaches the order book; none: it comes immediately. */
function readTrigger(parameters: Parameters, type: BinanceType): { trigger?: object } {
  const price = parameters.decimal('stopPrice');
  const delta = parameters.whole('trailingDelta', { least: 1, most: 10_000 });
  const kind = type.startsWith('STOP_LOSS') ? 'STOP' : type.startsWith('TAKE_PROFIT') ? 'TAKE_PROFIT' : null;
  if (kind === null) {
    if (price !== null) throw notNeeded('stopPrice');
    if (delta !== null) throw notNeeded('trailingDelta');
    return {};
  }
  if (delta !== null) throw trailing();
  if (price === null) throw malformed('stopPrice');
  return { trigger: { kind, by: 'LAST', price } };
}

export const trailing = (): BinanceFailure =>
  new BinanceFailure(-2010, 'Trailing stop orders are not supported for this symbol.');

/** Parses the displayed amount; Binance uses 0 for all of it. */
function readIceberg(parameters: Parameters, type: BinanceType, quantity: string | null): string | null {
  // For the caller's own bookkeeping; Binance stores them, nothing here depends on them.
  parameters.whole('strategyId');
  parameters.whole('strategyType');
  const text = parameters.text('icebergQty');
  if (text === null || (/^[0.]+$/.test(text) && text !== '.')) return null;
  const iceberg = parameters.decimal('icebergQty');
  if (type !== 'LIMIT' && type !== 'LIMIT_MAKER') throw notNeeded('icebergQty');
  return iceberg === quantity ? null : iceberg;
}
