import { type Coin, formatDecimal } from '@sarraf/domain';
import type { CoinSources, PriceSourceState } from '@sarraf/domain/contracts';
import type { PriceFeed, SourcePrice } from './feed.ts';
import { computeWeightedMedian, isInBand, MAX_AGE_MS } from './guard.ts';
import { PRICE_SCALE } from './ports.ts';
import { computeChange, formatChange } from './prices.ts';

/** Returns the staff's view of a coin's price sources, as received by this process. */
export function describeSources(feed: PriceFeed, coin: Coin, now: number): CoinSources {
  const reference = feed.evaluateReference(coin, now);
  const sourcePrices = feed.listSourcePrices(coin, now);
  const median = typeof reference === 'string' ? computeFreshMedian(sourcePrices, now) : reference.price;
  return {
    coin,
    unit: coin === 'TETHER' ? 'TOMAN' : 'TETHER',
    reference: typeof reference === 'string' ? null : formatPrice(reference.price),
    halt: typeof reference === 'string' ? reference : null,
    sources: sourcePrices.map((sourcePrice) => ({
      source: sourcePrice.source,
      price: sourcePrice.last && formatPrice(sourcePrice.last.price),
      priceInToman: sourcePrice.inToman && formatPrice(sourcePrice.inToman.price),
      ageSeconds: sourcePrice.last && Math.max(0, Math.round((now - sourcePrice.last.at) / 1000)),
      distance:
        isPrice(sourcePrice.last?.price) && median
          ? formatChange(computeChange(median, sourcePrice.last.price))
          : null,
      state: computeState(sourcePrice, typeof reference === 'string' ? null : reference.price, now),
    })),
  };
}

function computeState(
  { last, weight }: SourcePrice,
  reference: bigint | null,
  now: number,
): PriceSourceState {
  if (weight === 0) return 'OFF';
  if (!last) return 'SILENT';
  if (!isPrice(last.price)) return 'NO_PRICE';
  if (now - last.at > MAX_AGE_MS) return 'STALE';
  if (reference === null) return 'UNCONFIRMED';
  return isInBand(last.price, reference) ? 'COUNTED' : 'OUT_OF_BAND';
}

/** Returns the base for distances while there is no reference. */
function computeFreshMedian(sourcePrices: readonly SourcePrice[], now: number): bigint | null {
  const fresh = sourcePrices.flatMap(({ last, weight }): [bigint, number][] =>
    last && isPrice(last.price) && weight > 0 && now - last.at <= MAX_AGE_MS ? [[last.price, weight]] : [],
  );
  return fresh.length === 0 ? null : computeWeightedMedian(fresh);
}

/** A faulty source sends values that violate its type. */
const isPrice = (price: unknown): price is bigint => typeof price === 'bigint' && price > 0n;

const formatPrice = (price: bigint | null): string | null =>
  isPrice(price) ? formatDecimal(price, PRICE_SCALE, PRICE_SCALE) : null;
