import { BinanceFailure, invalid, malformed, notNeeded } from '../failures.ts';
import { MODES, RESPONSES, SIDES, TIMES_IN_FORCE, trailing } from '../order-form.ts';
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
export function readOco(parameters: Parameters): ListByForm {
  const common = readCommon(parameters);
  const [above, below] = [readPlaced(parameters, 'above'), readPlaced(parameters, 'below')];
  const named = { aboveType: parameters.text('aboveType'), belowType: parameters.text('belowType') };
  const types = [typeOf('aboveType', named.aboveType), typeOf('belowType', named.belowType)] as const;
  judgeSides(common.side, ...types);
  const sells = common.side === 'SELL';
  const [limit, stop] = sells ? [above, below] : [below, above];
  return ocoOf(common, { limit, stop, stopType: sells ? types[1] : types[0] });
}

/** `POST order/oco`, the previous format: a limit order, and a stop that has a limit if one is named. */
export function readOldOco(parameters: Parameters): ListByForm {
  const common = readCommon(parameters);
  const limit = readLeg(parameters, {
    ...{ price: 'price', stopPrice: null, timeInForce: null, delta: null },
    ...{ clientOrderId: 'limitClientOrderId', iceberg: 'limitIcebergQty', strategy: 'limitStrategy' },
  });
  const stop = readLeg(parameters, {
    ...{ price: 'stopLimitPrice', stopPrice: 'stopPrice', timeInForce: 'stopLimitTimeInForce' },
    ...{ clientOrderId: 'stopClientOrderId', iceberg: 'stopIcebergQty', strategy: 'stopStrategy' },
    delta: 'trailingDelta',
  });
  return ocoOf(common, { limit, stop, stopType: stop.price === null ? 'STOP_LOSS' : 'STOP_LOSS_LIMIT' });
}

function readCommon(parameters: Parameters) {
  const market = parameters.symbol();
  const side = parameters.word('side', SIDES);
  const quantity = parameters.decimal('quantity');
  const clientId = parameters.text('listClientOrderId');
  const mode = parameters.word('selfTradePreventionMode', MODES);
  const respType = parameters.word('newOrderRespType', RESPONSES) ?? 'RESULT';
  if (side === null) throw malformed('side');
  if (quantity === null) throw malformed('quantity');
  if (clientId !== null && !CLIENT_ID.test(clientId)) throw illegal('listClientOrderId');
  // Self-trade prevention for the stop can't be chosen for an OCO.
  if (mode !== null && mode !== 'EXPIRE_TAKER') throw invalid('selfTradePreventionMode');
  return { market, side, quantity, clientId, respType };
}

const illegal = (name: string) =>
  new BinanceFailure(-1100, `Illegal characters found in parameter '${name}'.`);

const readPlaced = (parameters: Parameters, place: 'above' | 'below'): Leg =>
  readLeg(parameters, {
    ...{ price: `${place}Price`, stopPrice: `${place}StopPrice`, timeInForce: `${place}TimeInForce` },
    ...{ clientOrderId: `${place}ClientOrderId`, iceberg: `${place}IcebergQty` },
    ...{ delta: `${place}TrailingDelta`, strategy: `${place}Strategy` },
  });

type LegNames = Record<'price' | 'clientOrderId' | 'iceberg' | 'strategy', string> &
  Record<'stopPrice' | 'timeInForce' | 'delta', string | null>;

function readLeg(parameters: Parameters, names: LegNames): Leg {
  const { stopPrice, timeInForce, delta } = names;
  // For the caller's own bookkeeping; Binance stores them, nothing here depends on them.
  parameters.whole(`${names.strategy}Id`);
  parameters.whole(`${names.strategy}Type`);
  const clientOrderId = parameters.text(names.clientOrderId);
  if (clientOrderId !== null && !CLIENT_ID.test(clientOrderId)) throw illegal(names.clientOrderId);
  return {
    name: { price: names.price, stopPrice: stopPrice ?? '', timeInForce: timeInForce ?? '' },
    clientOrderId,
    price: parameters.decimal(names.price),
    stopPrice: stopPrice === null ? null : parameters.decimal(stopPrice),
    timeInForce: timeInForce === null ? null : parameters.word(timeInForce, TIMES_IN_FORCE),
    iceberg: readIceberg(parameters, names.iceberg),
    delta: delta === null ? null : parameters.whole(delta, { least: 1, most: 10_000 }),
  };
}

/** Binance uses 0 for all of it. */
function readIceberg(parameters: Parameters, name: string): string | null {
  const text = parameters.text(name);
  return text === null || /^0+(\.0*)?$/.test(text) ? null : parameters.decimal(name);
}

/** Binance accepts TAKE_PROFIT and we don't: ours rests on the order book. */
function typeOf(name: string, type: string | null): ListType {
  if (type === null) throw malformed(name);
  const found = LIST_TYPES.find((one) => one === type);
  if (found === undefined) throw typeRefused();
  return found;
}

const typeRefused = () => new BinanceFailure(-1158, 'Order type not supported in OCO.');

function judgeSides(side: (typeof SIDES)[number], above: ListType, below: ListType): void {
  const [limitAbove, limitBelow] = [above === 'LIMIT_MAKER', below === 'LIMIT_MAKER'];
  if (limitAbove && limitBelow) throw new BinanceFailure(-1168, 'At least one OCO order must be contingent.');
  if (side === 'SELL') {
    if (limitBelow) throw new BinanceFailure(-1166, 'A limit order in a sell OCO must be above.');
    if (!limitAbove) throw new BinanceFailure(-1197, 'A stop loss order in a sell OCO must be below.');
    return;
  }
  if (limitAbove) throw new BinanceFailure(-1165, 'A limit order in a buy OCO must be below.');
  if (!limitBelow) throw new BinanceFailure(-1196, 'A stop loss order in a buy OCO must be above.');
}

/** Refuses what ours can't do, instead of approximating it. */
function ocoOf(
  { market, side, quantity, clientId, respType }: ReturnType<typeof readCommon>,
  { limit, stop, stopType }: { limit: Leg; stop: Leg; stopType: ListType },
): ListByForm {
  if (limit.price === null) throw malformed(limit.name.price);
  if (limit.stopPrice !== null) throw notNeeded(limit.name.stopPrice);
  if (limit.timeInForce !== null) throw notNeeded(limit.name.timeInForce);
  if (limit.delta !== null || stop.delta !== null) throw trailing();
  if (stop.stopPrice === null) throw malformed(stop.name.stopPrice);
  const limited = stopType === 'STOP_LOSS_LIMIT';
  if (limited !== (stop.price !== null))
    throw limited ? malformed(stop.name.price) : notNeeded(stop.name.price);
  if (limited !== (stop.timeInForce !== null))
    throw limited ? malformed(stop.name.timeInForce) : notNeeded(stop.name.timeInForce);
  // The cost of a purchase at any price is unlimited, so nothing could be blocked for it.
  if (side === 'BUY' && !limited) throw typeRefused();
  const hides = [limit, stop].some(({ iceberg }) => iceberg !== null && iceberg !== quantity);
  if (hides || (stop.timeInForce !== null && stop.timeInForce !== 'GTC'))
    throw new BinanceFailure(-2010, 'Unsupported order combination');
  const named = ({ clientOrderId }: Leg) => (clientOrderId === null ? {} : { clientOrderId });
  return {
    market,
    respType,
    clientId,
    body: {
      marketType: `${market.coin}_${market.quote}`,
      side,
      amount: quantity,
      limit: { unitPrice: limit.price, ...named(limit) },
      stop: {
        trigger: { kind: 'STOP', by: 'LAST', price: stop.stopPrice },
        ...(stop.price !== null && { unitPrice: stop.price }),
        ...named(stop),
      },
    },
  };
}
