import { formatAmount, formatMarketType, type Quote } from '@sarraf/domain';
import type { MarketInfo } from '@sarraf/domain/contracts';
import { computeChange, formatChange, MARKETS, type Market } from '../market/index.ts';
import type { MarketTicker } from '../platform/bus/bus.ts';
import { formatReferencePrice, formatTradedPrice } from './texts.ts';

type MarketRow = Omit<MarketInfo, 'lastWeekData'>;
export type MarketListName = Quote | 'ALL';

interface Deps {
  market: Pick<Market, 'summary' | 'orderTerms'>;
  figures(market: string): MarketTicker | null;
}

const NO_STATISTICS = { traded: false, volume: 0n, value: 0n, high: 0n, low: 0n, before: null } as const;

/** Every market with its 24-hour statistics, built once a second at most and serialised once for all. */
export class MarketsTable {
  readonly #deps: Deps;
  #rows: MarketRow[] = [];
  #serializedRows: string[] = [];
  #weeks = new Map<string, string[]>();
  #serializedWeeks = '';
  #texts = new Map<string, Buffer>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Rebuilds the rows; returns those that changed. */
  rebuildRows(): MarketRow[] {
    const weeks = new Map<string, string[]>();
    const rows = MARKETS.map(({ coin, quote }) => {
      const name = formatMarketType(coin, quote);
      const ticker = this.#deps.figures(name);
      const figures = ticker?.day ?? NO_STATISTICS;
      const { reference, change, lastWeek } = this.#deps.market.summary(coin, quote);
      const last = figures.traded ? (ticker?.lastPrice ?? null) : null;
      const formatPrice = (price: bigint | null) =>
        price === null ? null : formatTradedPrice(price, coin, quote);
      const lastPrice =
        formatPrice(last) ?? (reference === null ? null : formatReferencePrice(reference, coin, quote));
      weeks.set(name, replaceLast(lastWeek, lastPrice));
      return {
        relatedCoin: coin,
        marketType: name,
        isActive: this.#deps.market.orderTerms(coin, quote) !== null,
        lastPrice,
        priceOf: last === null ? ('REFERENCE' as const) : ('TRADES' as const),
        last24HoursChange:
          last !== null && figures.before !== null
            ? formatChange(computeChange(figures.before, last))
            : change,
        last24HoursVolume: formatAmount(figures.volume, coin),
        last24HoursValue: formatAmount(figures.value, quote),
        last24HoursHigh: figures.traded ? formatPrice(figures.high) : null,
        last24HoursLow: figures.traded ? formatPrice(figures.low) : null,
        bestBid: formatPrice(ticker?.bestBid ?? null),
        bestAsk: formatPrice(ticker?.bestAsk ?? null),
      };
    });
    const serialized = rows.map((row) => JSON.stringify(row));
    const changed = rows.filter((_, i) => serialized[i] !== this.#serializedRows[i]);
    const weeksShown = JSON.stringify([...weeks]);
    if (changed.length > 0 || weeksShown !== this.#serializedWeeks) this.#texts.clear();
    this.#rows = rows;
    this.#serializedRows = serialized;
    this.#weeks = weeks;
    this.#serializedWeeks = weeksShown;
    return changed;
  }

  listRows(list: MarketListName): MarketRow[] {
    return this.#rows.filter((row) => list === 'ALL' || row.marketType.endsWith(`_${list}`));
  }

  listRowsWithWeek(list: MarketListName, weekly: boolean): MarketInfo[] {
    const rows = this.listRows(list);
    if (!weekly) return rows;
    return rows.map((row) => ({ ...row, lastWeekData: this.#weeks.get(row.marketType) ?? [] }));
  }

  /** Returns the whole list as a response body. */
  renderText(list: MarketListName, weekly: boolean): Buffer {
    const key = `${list}_${weekly}`;
    const bytes =
      this.#texts.get(key) ??
      Buffer.from(
        JSON.stringify({
          status: 'OK',
          message: 'markets',
          content: this.listRowsWithWeek(list, weekly),
          totalPages: 1,
        }),
      );
    this.#texts.set(key, bytes);
    return bytes;
  }
}

/** Returns the points of a week with the displayed price as the last one. */
const replaceLast = (week: readonly string[], price: string | null): string[] =>
  price === null ? [...week] : [...week.slice(0, -1), ...(week.length > 0 ? [price] : [])];
