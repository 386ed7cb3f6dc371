/**
 * Pausable features that operations depend on; separate from the lists of everything that can be paused, which the
 * first page doesn't need.
 */
import { type Coin, formatMarketType, type Quote } from './assets.ts';
import type { Feature, Pausable } from './pauses.ts';

/** Features required by any trade in a market: none of them may be paused. */
export const pausablesForTrade = (coin: Coin, quote: Quote): Pausable[] => [
  { scope: 'MARKET', name: formatMarketType(coin, quote) },
  ...pausablesForCoin(coin),
  ...pausablesForCoin(quote),
];

/** Features required by withdrawing an asset or getting a deposit address. Toman is paused by its features only. */
export const pausablesForCoin = (asset: string): Pausable[] =>
  asset === 'TOMAN' ? [] : [{ scope: 'COIN', name: asset }];

export const pausablesForFeature = (name: Feature): Pausable[] => [{ scope: 'FEATURE', name }];

/** PAUSED (`scope`, `name`, `until`, `retryAfter`): a required feature is paused now, in milliseconds since 1970. */
export type AssertNotPaused = (needs: readonly Pausable[], now: number) => void;
