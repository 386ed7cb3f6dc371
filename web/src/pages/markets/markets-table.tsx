import type { Coin, Quote } from '@sarraf/domain';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import type { Markets } from '../../lib/market/markets.ts';
import { cx } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import type { MarketFigures } from './figures.ts';
import { MarketRow, MarketSkeleton } from './market-row.tsx';
import css from './markets-table.module.css';
import type { Sorting, SortKey } from './order.ts';

interface MarketsTableProps {
  quote: Quote;
  coins: readonly Coin[];
  markets: Pick<Markets, 'failed' | 'error' | 'refetch'>;
  loading: boolean;
  getFigures: (coin: Coin) => MarketFigures | undefined;
  getWeekPrices: (coin: Coin) => readonly string[];
  isMarked: (coin: Coin) => boolean;
  sorting: Sorting | null;
  onSort: (key: SortKey) => void;
  onMark: (coin: Coin) => void;
  /** Called when the pointer or the keyboard focus enters a row. */
  onHover: (coin: Coin) => void;
  empty: ReactNode;
}

export function MarketsTable(props: MarketsTableProps) {
  const { quote, coins, markets, loading, getFigures, getWeekPrices, isMarked } = props;
  const { sorting, onSort, onMark, onHover, empty } = props;
  const t = useTranslations('markets');
  const failure = useErrorMessages();
  const format = useFormat();
  const renderHead = (key: SortKey) => (
    <SortHead {...{ sorting, onSort }} sortKey={key} unit={format.unit(quote)} />
  );
  if (markets.failed)
    return <ErrorState title={t('failed')} text={failure.text(markets.error)} onRetry={markets.refetch} />;
  if (coins.length === 0) return empty;
  return (
    <table className={css.table} aria-busy={loading || undefined}>
      <caption className="hidden">{t('caption', { unit: format.coin(quote) })}</caption>
      <thead>
        <tr>
          <th scope="col" className={css.mark}>
            <span className="hidden">{t('head.mark')}</span>
          </th>
          <th scope="col" className={css.name}>
            {t('head.name')}
          </th>
          {renderHead('price')}
          {renderHead('change')}
          {renderHead('volume')}
          <th scope="col" className={css.week}>
            {t('head.chart')}
          </th>
          <th scope="col" className={css.action}>
            <span className="hidden">{t('head.action')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {coins.map((coin) => {
          const row = loading ? undefined : getFigures(coin);
          return row ? (
            <MarketRow
              key={coin}
              {...{ coin, quote, row, onMark, onHover }}
              week={getWeekPrices(coin)}
              marked={isMarked(coin)}
            />
          ) : (
            <MarketSkeleton key={coin} coin={coin} />
          );
        })}
      </tbody>
    </table>
  );
}

interface SortHeadProps {
  sortKey: SortKey;
  unit: string;
  sorting: Sorting | null;
  onSort: (key: SortKey) => void;
}

function SortHead({ sortKey, unit, sorting, onSort }: SortHeadProps) {
  const t = useTranslations('markets');
  const activeSorting = sorting?.key === sortKey ? sorting : null;
  return (
    <th
      scope="col"
      className={cx(css.end, css[sortKey])}
      aria-sort={activeSorting ? (activeSorting.down ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className={cx(css.sort, activeSorting && css.on)} onClick={() => onSort(sortKey)}>
        <span className={css.wideWord}>{t(`head.${sortKey}`)}</span>
        <span className={css.phoneWord} aria-hidden>
          {t(`phone.${sortKey}`)}
        </span>
        {sortKey === 'price' && <small>({unit})</small>}
        <SortMark direction={activeSorting ? (activeSorting.down ? 'down' : 'up') : null} />
      </button>
    </th>
  );
}

function SortMark({ direction }: { direction: 'up' | 'down' | null }) {
  return (
    <svg width="8" height="12" viewBox="0 0 8 12" aria-hidden>
      <path d="M4 0l4 5H0z" fill="currentColor" opacity={direction === 'up' ? 1 : 0.35} />
      <path d="M4 12L0 7h8z" fill="currentColor" opacity={direction === 'down' ? 1 : 0.35} />
    </svg>
  );
}
