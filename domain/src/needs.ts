/** What things that people do need; apart from the lists of all that can be paused, which the first page can do without. */
import { type Coin, marketType, type Quote } from './assets.ts';
import type { Feature, Pausable } from './pauses.ts';

/** What a trade in a market needs, whichever way it is made: none of it may be paused. */
export const pausablesForTrade = (coin: Coin, quote: Quote): Pausable[] => [
  { scope: 'MARKET', name: marketType(coin, quote) },
  ...pausablesForCoin(coin),
  ...pausablesForCoin(quote),
];

/** What it needs that something of an asset leaves, or gets a place to arrive. Toman is paused by its features alone. */
export const pausablesForCoin = (asset: string): Pausable[] =>
  asset === 'TOMAN' ? [] : [{ scope: 'COIN', name: asset }];

export const pausablesForFeature = (name: Feature): Pausable[] => [{ scope: 'FEATURE', name }];

/** PAUSED (`scope`, `name`, `until`, `retryAfter`): something that is needed is paused at this moment, milliseconds since 1970. */
export type AssertNotPaused = (needs: readonly Pausable[], now: number) => void;
