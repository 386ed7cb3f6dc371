import type { Coin, Quote, Side, TradePrice } from '@sarraf/domain';

/** `price`: the current price of that side, quote smallest units; null while the coin is halted. */
export type PriceCheck =
  | { ok: true }
  | { ok: false; code: 'MARKET_IS_NOT_ACTIVE' | 'PRICE_CHANGED'; price: bigint | null };

/** How long after it was last shown a price is still accepted. */
export const PRICE_WINDOW_MS = 10_000;
/** Maximum movement of the market against the house since; thousandths of the price. */
export const ADVERSE_MOVE = 2n;
/** One publication a second, and some requested by tests and the back office. */
const MAX_PAST_PRICES = 64;

interface SupersededPrice extends TradePrice {
  /** When another price replaced it. */
  until: number;
}

interface PublishedMarket {
  current: TradePrice | null;
  /** The last moment at which `current` may be used. */
  validUntil: number;
  /** Earlier prices within the window, oldest first. */
  past: SupersededPrice[];
}

/** Prices that this server has published, so that people get the price they saw, but no free option on it. */
export class PublishedPriceWindow {
  readonly #markets = new Map<string, PublishedMarket>();

  /** Shows a price from now until it is replaced or `validUntil` has passed; null halts the market. */
  setPrice(coin: Coin, quote: Quote, price: TradePrice | null, validUntil: number, now: number): void {
    const market = this.#getOrCreateMarket(coin, quote);
    // After a halt earlier prices don't count.
    if (price === null || market.validUntil < now) market.past = [];
    else if (market.current && !isSamePrice(market.current, price)) {
      market.past.push({ ...market.current, until: now });
      while (
        market.past.length > MAX_PAST_PRICES ||
        (market.past[0] && now - market.past[0].until > PRICE_WINDOW_MS)
      )
        market.past.shift();
    }
    market.current = price;
    market.validUntil = validUntil;
  }

  getPrice(coin: Coin, quote: Quote, now: number): TradePrice | null {
    const market = this.#markets.get(`${coin}_${quote}`);
    return market && now <= market.validUntil ? market.current : null;
  }

  /**
   * Checks whether a unit price (quote smallest units for one coin) was shown for that side within the last 10 s,
   * and the market has not moved since by more than 0.2 % against the house.
   */
  checkPrice(coin: Coin, quote: Quote, side: Side, unitPrice: bigint, now: number): PriceCheck {
    const market = this.#markets.get(`${coin}_${quote}`);
    const current = this.getPrice(coin, quote, now);
    if (!market || !current) return { ok: false, code: 'MARKET_IS_NOT_ACTIVE', price: null };
    const wasShown =
      current[side] === unitPrice ||
      market.past.some((p) => p[side] === unitPrice && now - p.until <= PRICE_WINDOW_MS);
    const movedAgainstUs =
      side === 'buy'
        ? current.buy * 1000n > unitPrice * (1000n + ADVERSE_MOVE)
        : current.sell * 1000n < unitPrice * (1000n - ADVERSE_MOVE);
    return wasShown && !movedAgainstUs
      ? { ok: true }
      : { ok: false, code: 'PRICE_CHANGED', price: current[side] };
  }

  #getOrCreateMarket(coin: Coin, quote: Quote): PublishedMarket {
    const key = `${coin}_${quote}`;
    const existing = this.#markets.get(key);
    if (existing) return existing;
    const market: PublishedMarket = { current: null, validUntil: 0, past: [] };
    this.#markets.set(key, market);
    return market;
  }
}

const isSamePrice = (a: TradePrice, b: TradePrice): boolean => a.buy === b.buy && a.sell === b.sell;
