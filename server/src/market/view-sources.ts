import { type Coin, formatDecimal } from '@sarraf/domain';
import type { CoinSources, PriceSourceState } from '@sarraf/domain/contracts';
import type { Feed, Said } from './feed.ts';
import { isInBand, MAX_AGE_MS, medianOf } from './guard.ts';
import { PRICE_SCALE } from './ports.ts';
import { changeBetween, changeText } from './prices.ts';

/** Returns the staff's view of a coin's price sources, as received by this process. */
export function viewSources(feed: Feed, coin: Coin, now: number): CoinSources {
  const found = feed.reference(coin, now);
  const said = feed.said(coin, now);
  const middle = typeof found === 'string' ? medianOfFresh(said, now) : found.price;
  return {
    coin,
    unit: coin === 'TETHER' ? 'TOMAN' : 'TETHER',
    reference: typeof found === 'string' ? null : priceText(found.price),
    halt: typeof found === 'string' ? found : null,
    sources: said.map((one) => ({
      source: one.source,
      price: one.last && priceText(one.last.price),
      priceInToman: one.inToman && priceText(one.inToman.price),
      ageSeconds: one.last && Math.max(0, Math.round((now - one.last.at) / 1000)),
      distance: isPrice(one.last?.price) && middle ? changeText(changeBetween(middle, one.last.price)) : null,
      state: stateOf(one, typeof found === 'string' ? null : found.price, now),
    })),
  };
}

function stateOf({ last, weight }: Said, reference: bigint | null, now: number): PriceSourceState {
  if (weight === 0) return 'OFF';
  if (!last) return 'SILENT';
  if (!isPrice(last.price)) return 'NO_PRICE';
  if (now - last.at > MAX_AGE_MS) return 'STALE';
  if (reference === null) return 'UNCONFIRMED';
  return isInBand(last.price, reference) ? 'COUNTED' : 'OUT_OF_BAND';
}

/** Returns the base for distances while there is no reference. */
function medianOfFresh(said: readonly Said[], now: number): bigint | null {
  const fresh = said.flatMap(({ last, weight }): [bigint, number][] =>
    last && isPrice(last.price) && weight > 0 && now - last.at <= MAX_AGE_MS ? [[last.price, weight]] : [],
  );
  return fresh.length === 0 ? null : medianOf(fresh);
}

/** A faulty source sends values that violate its type. */
const isPrice = (price: unknown): price is bigint => typeof price === 'bigint' && price > 0n;

const priceText = (price: bigint | null): string | null =>
  isPrice(price) ? formatDecimal(price, PRICE_SCALE, PRICE_SCALE) : null;
