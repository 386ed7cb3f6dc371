/** Parameters of the calls for order lists. */
import type { TProperties } from 'typebox';
import { RESPONSES, SELF_TRADE_MODES, SIDES, TIMES_IN_FORCE } from '../order-form.ts';
import { LIST_TYPES } from '../order-lists/list-form.ts';
import { parameterFields } from './fields.ts';

const { decimal, optional, text, whole, word } = parameterFields;

const symbol = text('Symbol of the market, as in `exchangeInfo`.', 'BTCUSDT');
const listClientOrderId = text(
  'Id of the list, chosen by the client; can be used once in 30 days (otherwise -2010 Duplicate order sent.).',
  'list:1',
);
const clientId = text('Id of this order, chosen by the client, unique among open orders.', 'mine:1');
const iceberg = decimal('Only 0 or the full amount, which show all of it; other values are refused (-2010).');
const trailing = whole(
  'Not supported (-2010): trailing stops with a distance in the quote are available in our own API.',
  {
    minimum: 1,
    maximum: 10_000,
  },
);
const timeInForce = word(
  'Time in force, required for STOP_LOSS_LIMIT; values other than GTC are refused (-2010).',
  TIMES_IN_FORCE,
);
const strategy = whole('Accepted and not stored.');

const common = {
  symbol,
  side: word('Side of both orders: BUY or SELL.', SIDES),
  quantity: decimal('Amount of both orders, in the coin.'),
};
const optionalParameters = optional({
  listClientOrderId,
  selfTradePreventionMode: word(
    'Self-trade prevention; values other than EXPIRE_TAKER are refused (-1130).',
    Object.keys(SELF_TRADE_MODES),
  ),
  newOrderRespType: word('Level of detail of `orderReports`. Default: RESULT.', RESPONSES),
});

const legParameters = (side: 'above' | 'below'): TProperties => ({
  [`${side}Type`]: word(
    'Type of this order. LIMIT_MAKER is above for a sale and below for a purchase, and the stop is on the other side; a purchase requires STOP_LOSS_LIMIT. Other combinations are refused (-1158).',
    LIST_TYPES,
  ),
  ...optional({
    [`${side}ClientOrderId`]: clientId,
    [`${side}Price`]: decimal('Limit price, in the quote, for LIMIT_MAKER and STOP_LOSS_LIMIT.'),
    [`${side}StopPrice`]: decimal('Trigger price of the stop, compared with the last price.'),
    [`${side}TimeInForce`]: timeInForce,
    [`${side}IcebergQty`]: iceberg,
    [`${side}TrailingDelta`]: trailing,
    [`${side}StrategyId`]: strategy,
    [`${side}StrategyType`]: strategy,
  }),
});

/** By method and path below `/api/v3`. */
export const LIST_PARAMETERS = {
  'POST orderList/oco': {
    ...common,
    ...legParameters('above'),
    ...legParameters('below'),
    ...optionalParameters,
  },
  'POST order/oco': {
    ...common,
    price: decimal('Limit price of the resting order, in the quote.'),
    stopPrice: decimal('Trigger price of the stop, compared with the last price.'),
    ...optional({
      stopLimitPrice: decimal('Limit price of the triggered stop; optional for a sale.'),
      stopLimitTimeInForce: timeInForce,
      limitClientOrderId: clientId,
      stopClientOrderId: clientId,
      limitIcebergQty: iceberg,
      stopIcebergQty: iceberg,
      trailingDelta: trailing,
      limitStrategyId: strategy,
      limitStrategyType: strategy,
      stopStrategyId: strategy,
      stopStrategyType: strategy,
    }),
    ...optionalParameters,
  },
  'GET orderList': optional({
    orderListId: whole('Number of the list. Either this or `origClientOrderId` is required.'),
    origClientOrderId: text(
      'Id that the client gave the list in the last 30 days, or the id generated for a list without one.',
      'list:1',
    ),
  }),
  'DELETE orderList': {
    symbol,
    ...optional({
      orderListId: whole('Number of the list. Either this or `listClientOrderId` is required.'),
      listClientOrderId: text(
        'Id that the client gave the list in the last 30 days, or the id generated for a list without one.',
        'list:1',
      ),
      newClientOrderId: text('Id of the cancellation in the reply; not stored.', 'cancel:1'),
    }),
  },
  'GET openOrderList': {},
  'GET allOrderList': optional({
    fromId: whole('Number of the first list. Cannot be combined with `startTime` or `endTime`.'),
    startTime: whole('Start of the range, in milliseconds since 1970; at most one day before `endTime`.'),
    endTime: whole('End of the range, in milliseconds since 1970.'),
    limit: whole('Maximum number of entries to return; higher values are reduced to the maximum.', {
      minimum: 1,
      maximum: 1_000,
      default: 500,
    }),
  }),
} satisfies Record<string, TProperties>;
