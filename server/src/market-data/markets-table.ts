import { formatAmount, marketType, type Quote } from '@sarraf/domain';
import type { MarketInfo } from '@sarraf/domain/contracts';
import { changeBetween, changeText, MARKETS, type Market } from '../market/index.ts';
import type { MarketTicker } from '../platform/bus/bus.ts';
import { referenceText, tradedPriceText } from './texts.ts';

type Row = Omit<MarketInfo, 'lastWeekData'>;
export type MarketListName = Quote | 'ALL';

interface Deps {
  market: Pick<Market, 'summary' | 'orderTerms'>;
  figures(market: string): MarketTicker | null;
}

const NOTHING = { traded: false, volume: 0n, value: 0n, high: 0n, low: 0n, before: null } as const;

/** Every market with its 24-hour statistics, built once a second at most and serialised once for all. */
export class MarketsTable {
  readonly #deps: Deps;
  #rows: Row[] = [];
  #told: string[] = [];
  #weeks = new Map<string, string[]>();
  #weeksShown = '';
  #texts = new Map<string, Buffer>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Rebuilds the rows; returns those that changed. */
  refresh(): Row[] {
    const weeks = new Map<string, string[]>();
    const rows = MARKETS.map(({ coin, quote }) => {
      const name = marketType(coin, quote);
      const known = this.#deps.figures(name);
      const figures = known?.day ?? NOTHING;
      const { reference, change, lastWeek } = this.#deps.market.summary(coin, quote);
      const last = figures.traded ? (known?.lastPrice ?? null) : null;
      const text = (price: bigint | null) => (price === null ? null : tradedPriceText(price, coin, quote));
      const lastPrice = text(last) ?? (reference === null ? null : referenceText(reference, coin, quote));
      weeks.set(name, endingWith(lastWeek, lastPrice));
      return {
        relatedCoin: coin,
        marketType: name,
        isActive: this.#deps.market.orderTerms(coin, quote) !== null,
        lastPrice,
        priceOf: last === null ? ('REFERENCE' as const) : ('TRADES' as const),
        last24HoursChange:
          last !== null && figures.before !== null ? changeText(changeBetween(figures.before, last)) : change,
        last24HoursVolume: formatAmount(figures.volume, coin),
        last24HoursValue: formatAmount(figures.value, quote),
        last24HoursHigh: figures.traded ? text(figures.high) : null,
        last24HoursLow: figures.traded ? text(figures.low) : null,
        bestBid: text(known?.bestBid ?? null),
        bestAsk: text(known?.bestAsk ?? null),
      };
    });
    const told = rows.map((row) => JSON.stringify(row));
    const changed = rows.filter((_, i) => told[i] !== this.#told[i]);
    const weeksShown = JSON.stringify([...weeks]);
    if (changed.length > 0 || weeksShown !== this.#weeksShown) this.#texts.clear();
    this.#rows = rows;
    this.#told = told;
    this.#weeks = weeks;
    this.#weeksShown = weeksShown;
    return changed;
  }

  rows(list: MarketListName): Row[] {
    return this.#rows.filter((row) => list === 'ALL' || row.marketType.endsWith(`_${list}`));
  }

  rowsWith(list: MarketListName, weekly: boolean): MarketInfo[] {
    const rows = this.rows(list);
    if (!weekly) return rows;
    return rows.map((row) => ({ ...row, lastWeekData: this.#weeks.get(row.marketType) ?? [] }));
  }

  /** Returns the whole list as a response body. */
  text(list: MarketListName, weekly: boolean): Buffer {
    const key = `${list}_${weekly}`;
    const ready =
      this.#texts.get(key) ??
      Buffer.from(
        JSON.stringify({
          status: 'OK',
          message: 'markets',
          content: this.rowsWith(list, weekly),
          totalPages: 1,
        }),
      );
    this.#texts.set(key, ready);
    return ready;
  }
}

/** The week is the reference's, up to the displayed current price. */
const endingWith = (week: readonly string[], price: string | null): string[] =>
  price === null ? [...week] : [...week.slice(0, -1), ...(week.length > 0 ? [price] : [])];
