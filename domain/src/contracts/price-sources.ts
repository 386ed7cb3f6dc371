/** Prices by source, for staff. Which sources count, and their weights, are rows of kind priceSource. */
import { type Static, Type } from 'typebox';
import { COINS } from '../assets.ts';
import { endpoint } from './endpoint.ts';
import { DecimalText, list, listReply, nullable, object, oneOf, text } from './fields.ts';

export const PRICE_SOURCE_STATES = [
  'COUNTED',
  'OFF',
  'SILENT',
  'NO_PRICE',
  'STALE',
  'UNCONFIRMED',
  'OUT_OF_BAND',
] as const;
export type PriceSourceState = (typeof PRICE_SOURCE_STATES)[number];

export const PRICE_HALTS = [
  'NO_SOURCE',
  'NOT_A_PRICE',
  'STALE',
  'NO_SECOND_SOURCE',
  'SECOND_SOURCE_SILENT',
  'OUT_OF_BAND',
  'NO_MAJORITY',
  'JUMP',
] as const;
export type PriceHalt = (typeof PRICE_HALTS)[number];

export const CoinSources = object({
  coin: oneOf('Code of the coin.', COINS),
  unit: oneOf('Currency of the prices: TOMAN for TETHER, otherwise TETHER.', ['TETHER', 'TOMAN']),
  reference: nullable('Reference price; null while the coin is halted.', DecimalText),
  halt: nullable(
    'Reason why the coin is halted. NO_SOURCE: no price was received. NOT_A_PRICE: no reply is a valid price. STALE: all prices are older than 15 s. NO_SECOND_SOURCE: only one source covers the coin. SECOND_SOURCE_SILENT: only one source is left. OUT_OF_BAND: no two sources agree. NO_MAJORITY: as many sources contradict the price as agree. JUMP: the price would jump by more than a fifth while a source contradicts that. Null: the coin is not halted.',
    Type.Enum(PRICE_HALTS),
  ),
  sources: list('Sources that cover the coin.', {
    source: text('Name of the source.'),
    price: nullable(
      'Last price of the source, converted by the price of Tether if it is in Toman; null: no valid price.',
      DecimalText,
    ),
    priceInToman: nullable("Last price of the source's own Toman market; null: it has none.", DecimalText),
    ageSeconds: nullable('Age of the price, in seconds; null: no price was received.', Type.Integer()),
    distance: nullable(
      'Deviation from the reference price or, without one, from the weighted median of all fresh sources, in percent, signed; null: there is nothing to compare.',
      Type.String(),
    ),
    state: oneOf(
      'COUNTED: supports the reference price. OFF: disabled by staff. SILENT: no price received yet. NO_PRICE: the reply is not a valid price, or its two quotes disagree. STALE: older than 15 s. UNCONFIRMED: fresh, while the coin is halted. OUT_OF_BAND: contradicts the reference price.',
      PRICE_SOURCE_STATES,
    ),
  }),
});
export type CoinSources = Static<typeof CoinSources>;

export const priceSources = endpoint('GET', '/backoffice/price-sources', {
  access: 'staff',
  rate: 'read',
  roles: ['treasury'],
  summary:
    'Returns the last price of each source for each coin, its age and its deviation from the reference price',
  reply: listReply(CoinSources),
});
