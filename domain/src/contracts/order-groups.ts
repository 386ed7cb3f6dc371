import { endpoint } from './endpoint.ts';
import { DecimalInput, described, list, object, oneOf, optional, success, text } from './fields.ts';
import { ClientOrderId, TRIGGER_REFUSALS } from './orders.ts';
import { ORDER_SIDES, Order } from './trading.ts';
import { StopInput, TriggerInput } from './triggers.ts';

const marketType = text('Market: coin and quote, e.g. BITCOIN_TOMAN.', {
  maxLength: 60,
  examples: ['BITCOIN_TOMAN'],
});
const clientOrderId = optional(
  "Id chosen by the client, unique among the account's open orders.",
  ClientOrderId,
);
const reply = success({ content: list('The placed orders.', Order) });

export const placeOco = endpoint('POST', '/orders/oco', {
  access: 'verified',
  rate: 'order',
  permission: 'TRADE',
  settles: true,
  feature: 'ORDERS',
  summary:
    'Places an OCO: a limit order and a stop order for the same coins. One is cancelled when the other is filled, in part or in full, triggers or is cancelled. The funds are blocked once, with the limit order (send an Idempotency-Key)',
  body: object({
    marketType,
    side: oneOf('Side of both orders.', ORDER_SIDES),
    amount: described('Amount, in the coin.', DecimalInput),
    limit: described(
      'The limit order. Rests in the order book; refused (POST_ONLY_WOULD_TAKE) if it would trade immediately.',
      { unitPrice: described('Limit price, in the quote.', DecimalInput), clientOrderId },
    ),
    stop: described('The stop order, which waits for its trigger.', {
      trigger: described('Trigger of the stop order.', TriggerInput),
      unitPrice: optional(
        'Limit price of the triggered order, in the quote. A sale without it becomes a market order.',
        DecimalInput,
      ),
      clientOrderId,
    }),
  }),
  idempotent: true,
  reply,
  errors: [...TRIGGER_REFUSALS, 'CLIENT_ORDER_ID_IN_USE'],
});

export const placeBracket = endpoint('POST', '/orders/bracket', {
  access: 'authorized',
  rate: 'order',
  permission: 'TRADE',
  settles: true,
  feature: 'ORDERS',
  summary:
    'Places a bracket: a purchase and, above and below it, a limit order and a stop that sell the bought coins once the purchase has ended (filled, or cancelled after a partial fill). The coins are blocked for them as they are bought; the two cancel each other like the orders of an OCO (send an Idempotency-Key)',
  body: object({
    marketType,
    entry: described('The entry: the purchase.', {
      orderType: oneOf(
        'Type of the purchase: LIMITED_BUY: at a limit price. MARKET_BUY: at the best available prices.',
        ['LIMITED_BUY', 'MARKET_BUY'],
      ),
      amount: optional(
        'Amount, in the coin. For a MARKET_BUY, `totalPrice` may be sent instead.',
        DecimalInput,
      ),
      unitPrice: optional(
        'Limit price, in the quote; for a market order, the worst acceptable price (unset: 5 % beyond the best price).',
        DecimalInput,
      ),
      totalPrice: optional(
        'For a MARKET_BUY: maximum total to pay, in the quote, including the fee.',
        DecimalInput,
      ),
    }),
    takeProfit: described('The limit order that takes the profit; its price is above the entry.', {
      unitPrice: described('Limit price, in the quote.', DecimalInput),
    }),
    stopLoss: described('The stop order that limits the loss; its price is below the entry.', {
      trigger: described('Trigger of the stop order.', StopInput),
      unitPrice: optional(
        'Limit price of the triggered order, in the quote. Without it, the stop becomes a market order.',
        DecimalInput,
      ),
    }),
  }),
  idempotent: true,
  reply,
  errors: [...TRIGGER_REFUSALS, 'NO_LIQUIDITY', 'SELF_TRADE'],
});
