/** What things that people do need; apart from the lists of all that can be paused, which the first page can do without. */
import { type Coin, marketType, type Quote } from './assets.ts';
import type { Feature, Pausable } from './pauses.ts';

/** What a trade in a market needs, whichever way it is made: none of it may be paused. */
export const needsOfTrade = (coin: Coin, quote: Quote): Pausable[] => [
  { scope: 'MARKET', name: marketType(coin, quote) },
  ...needsOfCoin(coin),
  ...needsOfCoin(quote),
];

/** What it needs that something of an asset leaves, or gets a place to arrive. Toman is paused by its features alone. */
export const needsOfCoin = (asset: string): Pausable[] =>
  asset === 'TOMAN' ? [] : [{ scope: 'COIN', name: asset }];

export const needsOfFeature = (name: Feature): Pausable[] => [{ scope: 'FEATURE', name }];

/** PAUSED (`scope`, `name`, `until`, `retryAfter`): something that is needed is paused at this moment, milliseconds since 1970. */
export type RefusePaused = (needs: readonly Pausable[], now: number) => void;
