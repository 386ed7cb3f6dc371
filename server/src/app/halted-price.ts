import type { Coin } from '@sarraf/domain';
import type { Market } from '../market/index.ts';

/** Whether a coin has no valid price, so that it can't be traded with the house. */
export const isPriceHalted = (market: Pick<Market, 'price'>, coin: Coin): boolean =>
  market.price(coin, 'TOMAN') === null;
