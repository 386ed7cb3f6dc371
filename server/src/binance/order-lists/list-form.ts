import {
  BinanceFailure,
  createInvalidFailure,
  createMalformedFailure,
  createNotNeededFailure,
} from '../failures.ts';
import { createTrailingFailure, MODES, RESPONSES, SIDES, TIMES_IN_FORCE } from '../order-form.ts';
import type { Parameters } from '../parameters.ts';
import type { SymbolMarket } from '../symbols.ts';

/** Types of the two orders: one rests on the order book, the other waits for its price. */
export const LIST_TYPES = ['LIMIT_MAKER', 'STOP_LOSS', 'STOP_LOSS_LIMIT'] as const;
type ListType = (typeof LIST_TYPES)[number];

export interface ListByForm {
  market: SymbolMarket;
  respType: (typeof RESPONSES)[number];
  /** Client id of the list; null: none. */
  clientId: string | null;
  /** Request body of `POST /api/orders/oco`. */
  body: Record<string, unknown>;
}

/** One of the two orders as given, and its parameter names. */
interface Leg {
  name: Record<'price' | 'stopPrice' | 'timeInForce', string>;
  clientOrderId: string | null;
  price: string | null;
  stopPrice: string | null;
  timeInForce: string | null;
  iceberg: string | null;
  delta: number | null;
}

const CLIENT_ID = /^[A-Za-z0-9._:-]{1,36}$/;

/** `POST orderList/oco`: the two orders are named by which has the higher price. */
export function parseOco(parameters: Parameters): ListByForm {
  const common = parseCommon(parameters);
  const [above, below] = [parsePositionedLeg(parameters, 'above'), parsePositionedLeg(parameters, 'below')];
  const givenTypes = { aboveType: parameters.text('aboveType'), belowType: parameters.text('belowType') };
  const types = [
    parseListType('aboveType', givenTypes.aboveType),
    parseListType('belowType', givenTypes.belowType),
  ] as const;
  validateSides(common.side, ...types);
  const isSale = common.side === 'SELL';
  const [limit, stop] = isSale ? [above, below] : [below, above];
  return buildOco(common, { limit, stop, stopType: isSale ? types[1] : types[0] });
}

/** `POST order/oco`, the previous format: a limit order, and a stop that has a limit if one is named. */
export function parseOldOco(parameters: Parameters): ListByForm {
  const common = parseCommon(parameters);
  const limit = parseLeg(parameters, {
    ...{ price: 'price', stopPrice: null, timeInForce: null, delta: null },
    ...{ clientOrderId: 'limitClientOrderId', iceberg: 'limitIcebergQty', strategy: 'limitStrategy' },
  });
  const stop = parseLeg(parameters, {
    ...{ price: 'stopLimitPrice', stopPrice: 'stopPrice', timeInForce: 'stopLimitTimeInForce' },
    ...{ clientOrderId: 'stopClientOrderId', iceberg: 'stopIcebergQty', strategy: 'stopStrategy' },
    delta: 'trailingDelta',
  });
  return buildOco(common, { limit, stop, stopType: stop.price === null ? 'STOP_LOSS' : 'STOP_LOSS_LIMIT' });
}

function parseCommon(parameters: Parameters) {
  const market = parameters.symbol();
  const side = parameters.enumValue('side', SIDES);
  const quantity = parameters.decimal('quantity');
  const clientId = parameters.text('listClientOrderId');
  const mode = parameters.enumValue('selfTradePreventionMode', MODES);
  const respType = parameters.enumValue('newOrderRespType', RESPONSES) ?? 'RESULT';
  if (side === null) throw createMalformedFailure('side');
  if (quantity === null) throw createMalformedFailure('quantity');
  if (clientId !== null && !CLIENT_ID.test(clientId)) throw createIllegalFailure('listClientOrderId');
  // Self-trade prevention for the stop can't be chosen for an OCO.
  if (mode !== null && mode !== 'EXPIRE_TAKER') throw createInvalidFailure('selfTradePreventionMode');
  return { market, side, quantity, clientId, respType };
}

const createIllegalFailure = (name: string) =>
  new BinanceFailure(-1100, `Illegal characters found in parameter '${name}'.`);

const parsePositionedLeg = (parameters: Parameters, position: 'above' | 'below'): Leg =>
  parseLeg(parameters, {
    ...{
      price: `${position}Price`,
      stopPrice: `${position}StopPrice`,
      timeInForce: `${position}TimeInForce`,
    },
    ...{ clientOrderId: `${position}ClientOrderId`, iceberg: `${position}IcebergQty` },
    ...{ delta: `${position}TrailingDelta`, strategy: `${position}Strategy` },
  });

type LegNames = Record<'price' | 'clientOrderId' | 'iceberg' | 'strategy', string> &
  Record<'stopPrice' | 'timeInForce' | 'delta', string | null>;

function parseLeg(parameters: Parameters, names: LegNames): Leg {
  const { stopPrice, timeInForce, delta } = names;
  // For the caller's own bookkeeping; Binance stores them, nothing here depends on them.
  parameters.integer(`${names.strategy}Id`);
  parameters.integer(`${names.strategy}Type`);
  const clientOrderId = parameters.text(names.clientOrderId);
  if (clientOrderId !== null && !CLIENT_ID.test(clientOrderId))
    throw createIllegalFailure(names.clientOrderId);
  return {
    name: { price: names.price, stopPrice: stopPrice ?? '', timeInForce: timeInForce ?? '' },
    clientOrderId,
    price: parameters.decimal(names.price),
    stopPrice: stopPrice === null ? null : parameters.decimal(stopPrice),
    timeInForce: timeInForce === null ? null : parameters.enumValue(timeInForce, TIMES_IN_FORCE),
    iceberg: parseIceberg(parameters, names.iceberg),
    delta: delta === null ? null : parameters.integer(delta, { least: 1, most: 10_000 }),
  };
}

/** Binance uses 0 for all of it. */
function parseIceberg(parameters: Parameters, name: string): string | null {
  const text = parameters.text(name);
  return text === null || /^0+(\.0*)?$/.test(text) ? null : parameters.decimal(name);
}

/** Binance accepts TAKE_PROFIT and we don't: ours rests on the order book. */
function parseListType(name: string, type: string | null): ListType {
  if (type === null) throw createMalformedFailure(name);
  const listType = LIST_TYPES.find((candidate) => candidate === type);
  if (listType === undefined) throw createTypeFailure();
  return listType;
}

const createTypeFailure = () => new BinanceFailure(-1158, 'Order type not supported in OCO.');

function validateSides(side: (typeof SIDES)[number], above: ListType, below: ListType): void {
  const [isLimitAbove, isLimitBelow] = [above === 'LIMIT_MAKER', below === 'LIMIT_MAKER'];
  if (isLimitAbove && isLimitBelow)
    throw new BinanceFailure(-1168, 'At least one OCO order must be contingent.');
  if (side === 'SELL') {
    if (isLimitBelow) throw new BinanceFailure(-1166, 'A limit order in a sell OCO must be above.');
    if (!isLimitAbove) throw new BinanceFailure(-1197, 'A stop loss order in a sell OCO must be below.');
    return;
  }
  if (isLimitAbove) throw new BinanceFailure(-1165, 'A limit order in a buy OCO must be below.');
  if (!isLimitBelow) throw new BinanceFailure(-1196, 'A stop loss order in a buy OCO must be above.');
}

/** Refuses what ours can't do, instead of approximating it. */
function buildOco(
  { market, side, quantity, clientId, respType }: ReturnType<typeof parseCommon>,
  { limit, stop, stopType }: { limit: Leg; stop: Leg; stopType: ListType },
): ListByForm {
  if (limit.price === null) throw createMalformedFailure(limit.name.price);
  if (limit.stopPrice !== null) throw createNotNeededFailure(limit.name.stopPrice);
  if (limit.timeInForce !== null) throw createNotNeededFailure(limit.name.timeInForce);
  if (limit.delta !== null || stop.delta !== null) throw createTrailingFailure();
  if (stop.stopPrice === null) throw createMalformedFailure(stop.name.stopPrice);
  const isStopLimit = stopType === 'STOP_LOSS_LIMIT';
  if (isStopLimit !== (stop.price !== null))
    throw isStopLimit ? createMalformedFailure(stop.name.price) : createNotNeededFailure(stop.name.price);
  if (isStopLimit !== (stop.timeInForce !== null))
    throw isStopLimit
      ? createMalformedFailure(stop.name.timeInForce)
      : createNotNeededFailure(stop.name.timeInForce);
  // The cost of a purchase at any price is unlimited, so nothing could be blocked for it.
  if (side === 'BUY' && !isStopLimit) throw createTypeFailure();
  const isIceberg = [limit, stop].some(({ iceberg }) => iceberg !== null && iceberg !== quantity);
  if (isIceberg || (stop.timeInForce !== null && stop.timeInForce !== 'GTC'))
    throw new BinanceFailure(-2010, 'Unsupported order combination');
  const clientIdField = ({ clientOrderId }: Leg) => (clientOrderId === null ? {} : { clientOrderId });
  return {
    market,
    respType,
    clientId,
    body: {
      marketType: `${market.coin}_${market.quote}`,
      side,
      amount: quantity,
      limit: { unitPrice: limit.price, ...clientIdField(limit) },
      stop: {
        trigger: { kind: 'STOP', by: 'LAST', price: stop.stopPrice },
        ...(stop.price !== null && { unitPrice: stop.price }),
        ...clientIdField(stop),
      },
    },
  };
}
