/** Prices by source, for staff. Which sources count, and their weights, are rows of kind priceSource. */
import { type Static, Type } from 'typebox';
import { COINS } from '../assets.ts';
import { DecimalText, described, endpoint, nullable, open, withContent } from './endpoint.ts';

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

export const CoinSources = Type.Object(
  {
    coin: described('The coin, by its code.', Type.Enum(COINS)),
    unit: described('What its prices here are in: TOMAN for TETHER.', Type.Enum(['TETHER', 'TOMAN'])),
    reference: described('The price that counts; null while the coin is halted.', nullable(DecimalText)),
    halt: described(
      'Why it is halted: nothing was heard; no answer is a price; all are older than 15 s; one source alone covers it, or is left; no two agree; as many contradict as agree; it would jump by more than a fifth while a source denies that. Null: it isn’t.',
      nullable(Type.Enum(PRICE_HALTS)),
    ),
    sources: described(
      'Each that covers it.',
      Type.Array(
        Type.Object(
          {
            source: described('Its name.', Type.String()),
            price: described(
              'What it last said, by Tether’s price where it says Toman; null: nothing that is a price.',
              nullable(DecimalText),
            ),
            priceInToman: described(
              'What its own market in Toman last said; null: it has none.',
              nullable(DecimalText),
            ),
            ageSeconds: described('How old that is; null: it has said nothing.', nullable(Type.Integer())),
            distance: described(
              'From the reference, or from the middle of all while there is none: signed percent text.',
              nullable(Type.String()),
            ),
            state: described(
              'COUNTED: it supports the price. OFF: staff switched it off. SILENT: not heard yet. NO_PRICE: what it said is none, or its two quotes disagree. STALE: older than 15 s. UNCONFIRMED: fresh, while the coin is halted. OUT_OF_BAND: it contradicts.',
              Type.Enum(PRICE_SOURCE_STATES),
            ),
          },
          open,
        ),
      ),
    ),
  },
  open,
);
export type CoinSources = Static<typeof CoinSources>;

export const priceSources = endpoint({
  access: 'staff',
  rate: 'read',
  roles: ['treasury'],
  method: 'GET',
  path: '/backoffice/price-sources',
  summary: 'What each source of prices last said of each coin, how old and how far from the reference it is',
  reply: withContent(CoinSources),
});
