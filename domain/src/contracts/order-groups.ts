import { Type } from 'typebox';
import { DecimalInput, described, endpoint, open, success } from './endpoint.ts';
import { ClientOrderId, TRIGGER_REFUSALS } from './orders.ts';
import { ORDER_SIDES, Order } from './trading.ts';
import { StopInput, TriggerInput } from './triggers.ts';

const marketType = described(
  'The market: coin and quote, e.g. BITCOIN_TOMAN.',
  Type.String({ maxLength: 60, examples: ['BITCOIN_TOMAN'] }),
);
const clientOrderId = described(
  'An id of your own. While an order with it is open, no other of the account may have it.',
  Type.Optional(ClientOrderId),
);
const reply = success({ content: described('The orders, as they are placed.', Type.Array(Order)) });

export const placeOco = endpoint({
  method: 'POST',
  path: '/orders/oco',
  access: 'verified',
  rate: 'order',
  permission: 'TRADE',
  settles: true,
  feature: 'ORDERS',
  summary:
    'Places a limit order and a stop for the same coins, of which one ends the other: when the limit order is filled, in part or wholly, when the stop triggers, or when either is cancelled. What both need is blocked once, with the limit order (send an Idempotency-Key)',
  body: Type.Object(
    {
      marketType,
      side: described('Which side both are of.', Type.Enum(ORDER_SIDES)),
      amount: described('How much of the coin.', DecimalInput),
      limit: described(
        'Waits in the book; refused (POST_ONLY_WOULD_TAKE) where it would meet someone at once.',
        Type.Object({ unitPrice: described('The limit, in the quote.', DecimalInput), clientOrderId }, open),
      ),
      stop: described(
        'Waits for its price.',
        Type.Object(
          {
            trigger: described('What it waits for.', TriggerInput),
            unitPrice: described(
              'The limit of the order that it becomes, in the quote; a sale without becomes a market order.',
              Type.Optional(DecimalInput),
            ),
            clientOrderId,
          },
          open,
        ),
      ),
    },
    open,
  ),
  idempotent: true,
  reply,
  errors: [...TRIGGER_REFUSALS, 'CLIENT_ORDER_ID_IN_USE'],
});

export const placeBracket = endpoint({
  method: 'POST',
  path: '/orders/bracket',
  access: 'authorized',
  rate: 'order',
  permission: 'TRADE',
  settles: true,
  feature: 'ORDERS',
  summary:
    'Places a purchase, with a limit order above and a stop below that sell what it bought once it has ended: filled, or cancelled with a part filled. Coins are blocked for them as they are bought; the two end each other like those of an OCO (send an Idempotency-Key)',
  body: Type.Object(
    {
      marketType,
      entry: described(
        'The purchase.',
        Type.Object(
          {
            orderType: described(
              'At a limit, or at the best prices there are.',
              Type.Enum(['LIMITED_BUY', 'MARKET_BUY']),
            ),
            amount: described(
              'How much of the coin. A MARKET_BUY may name `totalPrice` in its place.',
              Type.Optional(DecimalInput),
            ),
            unitPrice: described(
              'The limit, in the quote; of a market order the worst price that is taken (unset: 5 % beyond the best).',
              Type.Optional(DecimalInput),
            ),
            totalPrice: described(
              'MARKET_BUY: the maximum that is paid in all, in the quote, the fee included.',
              Type.Optional(DecimalInput),
            ),
          },
          open,
        ),
      ),
      takeProfit: described(
        'The limit order that sells with a profit; above the entry.',
        Type.Object({ unitPrice: described('Its limit, in the quote.', DecimalInput) }, open),
      ),
      stopLoss: described(
        'The stop that sells with a loss; below the entry.',
        Type.Object(
          {
            trigger: described('At which price it triggers, and by which.', StopInput),
            unitPrice: described(
              'The limit of the order that it becomes, in the quote; without it becomes a market order.',
              Type.Optional(DecimalInput),
            ),
          },
          open,
        ),
      ),
    },
    open,
  ),
  idempotent: true,
  reply,
  errors: [...TRIGGER_REFUSALS, 'NO_LIQUIDITY', 'SELF_TRADE'],
});
