/** Prices that people wait for. */
import { type Static, Type } from 'typebox';
import { ALERT_DIRECTIONS, ALERT_REPEATS, MAX_ALERTS } from '../alerts.ts';
import { DecimalInput, DecimalText, endpoint, open, success, Timestamp, withBase } from './endpoint.ts';

/**
 * WAITING: for the price. PAUSED: has told the person and rests until `pausedUntilDateTime`. BEYOND: has rested, and the
 * price has not gone back since. FIRED: told them, and is over.
 */
export const ALERT_STATES = ['WAITING', 'PAUSED', 'BEYOND', 'FIRED'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

const Nullable = <S extends typeof Timestamp | typeof DecimalText>(schema: S) =>
  Type.Union([schema, Type.Null()]);

export const PriceAlert = Type.Object(
  {
    id: Type.String(),
    marketType: Type.String({ examples: ['BITCOIN_TOMAN'] }),
    direction: Type.Enum(ALERT_DIRECTIONS),
    /** Of one coin in the quote; compared with the middle of buy and sell price. */
    threshold: DecimalText,
    repeat: Type.Enum(ALERT_REPEATS),
    state: Type.Enum(ALERT_STATES),
    /** When it last told the person, and where the price stood. */
    firedAtDateTime: Nullable(Timestamp),
    firedPrice: Nullable(DecimalText),
    pausedUntilDateTime: Nullable(Timestamp),
    createdAtDateTime: Timestamp,
  },
  open,
);
export type PriceAlert = Static<typeof PriceAlert>;

const params = Type.Object({ id: Type.String({ maxLength: 40 }) }, open);

export const alerts = endpoint({
  method: 'GET',
  path: '/alerts',
  access: 'user',
  rate: 'read',
  summary: `One’s own price alerts, at most ${MAX_ALERTS}, the newest first`,
  reply: success({ content: Type.Array(PriceAlert) }),
});

export const createAlert = endpoint({
  method: 'POST',
  path: '/alerts',
  access: 'user',
  rate: 'write',
  summary:
    'Tells the person once the middle of buy and sell price has come up (ABOVE) or down (BELOW) to the threshold. The same market, direction and threshold once more is the same alert, which waits anew. Where there is no room, the one that was over first makes it',
  body: Type.Object(
    {
      marketType: Type.String({ maxLength: 60, examples: ['BITCOIN_TOMAN'] }),
      direction: Type.Enum(ALERT_DIRECTIONS),
      threshold: DecimalInput,
      repeat: Type.Enum(ALERT_REPEATS),
    },
    open,
  ),
  reply: withBase(PriceAlert),
  errors: [
    'UNACCEPTABLE_AMOUNT',
    'MARKET_IS_NOT_ACTIVE',
    'ALERT_ALREADY_REACHED',
    'TOO_MANY_ALERTS',
    'TOO_MANY_REQUESTS',
  ],
});

export const armAlert = endpoint({
  method: 'POST',
  path: '/alerts/:id/arm',
  access: 'user',
  rate: 'write',
  summary: 'Has it wait for its price again, also before its pause is over; one that waits goes on waiting',
  params,
  reply: withBase(PriceAlert),
  errors: ['NOT_FOUND', 'MARKET_IS_NOT_ACTIVE', 'ALERT_ALREADY_REACHED', 'TOO_MANY_REQUESTS'],
});

export const deleteAlert = endpoint({
  method: 'DELETE',
  path: '/alerts/:id',
  access: 'user',
  rate: 'write',
  summary: 'Waits for this price no more',
  params,
  reply: success({}),
  errors: ['NOT_FOUND'],
});
