/** Parameters of the calls for order lists. */
import type { TProperties } from 'typebox';
import { RESPONSES, SELF_TRADE_MODES, SIDES, TIMES_IN_FORCE } from '../order-form.ts';
import { LIST_TYPES } from '../order-lists/list-form.ts';
import { parameterFields } from './fields.ts';

const { decimal, optional, text, whole, word } = parameterFields;

const symbol = text('The market, as `exchangeInfo` names it.', 'BTCUSDT');
const listClientOrderId = text(
  'An id of your own for the list; it is good once in 30 days (-2010 Duplicate order sent.).',
  'list:1',
);
const clientId = text('An id of your own for this order; no other open order may have it.', 'mine:1');
const iceberg = decimal('0 or all of it: all; anything else is refused (-2010).');
const trailing = whole('Refused (-2010): trailing stops have a distance in the quote, by our own API.', {
  minimum: 1,
  maximum: 10_000,
});
const inTime = word('Of STOP_LOSS_LIMIT, which needs it: GTC; others are refused (-2010).', TIMES_IN_FORCE);
const strategy = whole('Read, and not kept.');

const common = {
  symbol,
  side: word('Whether both buy or sell the coin.', SIDES),
  quantity: decimal('How much of the coin, of both.'),
};
const more = optional({
  listClientOrderId,
  selfTradePreventionMode: word('EXPIRE_TAKER; others are refused (-1130).', Object.keys(SELF_TRADE_MODES)),
  newOrderRespType: word('How much `orderReports` tells: RESULT, unless said otherwise.', RESPONSES),
});

const leg = (place: 'above' | 'below'): TProperties => ({
  [`${place}Type`]: word(
    'LIMIT_MAKER above of a sale and below of a purchase, the stop on the other side; a purchase needs STOP_LOSS_LIMIT. Others are refused (-1158).',
    LIST_TYPES,
  ),
  ...optional({
    [`${place}ClientOrderId`]: clientId,
    [`${place}Price`]: decimal('The limit, in the quote: of LIMIT_MAKER and STOP_LOSS_LIMIT.'),
    [`${place}StopPrice`]: decimal('At which price the stop triggers, judged by the last price.'),
    [`${place}TimeInForce`]: inTime,
    [`${place}IcebergQty`]: iceberg,
    [`${place}TrailingDelta`]: trailing,
    [`${place}StrategyId`]: strategy,
    [`${place}StrategyType`]: strategy,
  }),
});

/** By method and path below `/api/v3`. */
export const LIST_PARAMETERS = {
  'POST orderList/oco': { ...common, ...leg('above'), ...leg('below'), ...more },
  'POST order/oco': {
    ...common,
    price: decimal('The limit of the one that waits in the book, in the quote.'),
    stopPrice: decimal('At which price the stop triggers, judged by the last price.'),
    ...optional({
      stopLimitPrice: decimal('The limit of the order that the stop becomes; a sale may have none.'),
      stopLimitTimeInForce: inTime,
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
    ...more,
  },
  'GET orderList': optional({
    orderListId: whole('The number of the list. It or `origClientOrderId` is needed.'),
    origClientOrderId: text(
      'The id that its owner gave it in the last 30 days, or our id of one without.',
      'list:1',
    ),
  }),
  'DELETE orderList': {
    symbol,
    ...optional({
      orderListId: whole('The number of the list. It or `listClientOrderId` is needed.'),
      listClientOrderId: text(
        'The id that its owner gave it in the last 30 days, or our id of one without.',
        'list:1',
      ),
      newClientOrderId: text('What the answer calls the cancel; not kept.', 'cancel:1'),
    }),
  },
  'GET openOrderList': {},
  'GET allOrderList': optional({
    fromId: whole('The first number; not with a time.'),
    startTime: whole('From then on, milliseconds since 1970; a day before `endTime` at most.'),
    endTime: whole('Until then, milliseconds since 1970.'),
    limit: whole('How many at most; more than that is taken for it.', {
      minimum: 1,
      maximum: 1_000,
      default: 500,
    }),
  }),
} satisfies Record<string, TProperties>;
