import type { Coin, Quote } from '@sarraf/domain';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { marketPath } from '../../lib/market/coins.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { cx } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { CoinLabel } from '../../ui/values/coin-label.tsx';
import { Money } from '../../ui/values/money.tsx';
import { Percent } from '../../ui/values/percent.tsx';
import { Price } from '../../ui/values/price.tsx';
import type { MarketFigures } from './figures.ts';
import css from './markets-table.module.css';

interface MarketRowProps {
  coin: Coin;
  quote: Quote;
  row: MarketFigures;
  week: readonly string[];
  marked: boolean;
  onMark: (coin: Coin) => void;
  onHover: (coin: Coin) => void;
}

/** Re-renders only when its own values change. */
export const MarketRow = memo(function MarketRow(props: MarketRowProps) {
  const { coin, quote, row, week, marked, onMark, onHover } = props;
  const t = useTranslations('markets');
  const { coin: name } = useFormat();
  return (
    <tr
      className={cx(!row.isActive && css.shut)}
      onPointerEnter={() => onHover(coin)}
      onFocus={() => onHover(coin)}
    >
      <td className={css.mark}>
        <IconButton
          size="s"
          className={cx(css.star, marked && css.starred)}
          label={t(marked ? 'unmark' : 'mark', { coin: name(coin) })}
          aria-pressed={marked}
          onClick={() => onMark(coin)}
        >
          {marked ? <IconStarFilled size={18} /> : <IconStar size={18} />}
        </IconButton>
      </td>
      <th scope="row" className={css.name}>
        <CoinLabel coin={coin} size={36} />
      </th>
      <td className={cx(css.end, css.price)}>
        <Price key={quote} value={row.price} coin={coin} quote={quote} bare flash />
      </td>
      <td className={cx(css.end, css.change)}>
        {row.isActive ? (
          <Percent variant="chip" value={row.change} />
        ) : (
          <span className={css.inactive}>{t('inactive')}</span>
        )}
      </td>
      <td className={cx(css.end, css.volume)}>
        <Volume row={row} quote={quote} />
      </td>
      <td className={css.week}>
        <Sparkline points={week} />
      </td>
      <td className={css.action}>
        <LinkButton
          variant="ghost"
          size="s"
          className={css.trade}
          to={marketPath(coin, quote)}
          aria-label={t('tradeCoin', { coin: name(coin) })}
        >
          {t('trade')}
        </LinkButton>
      </td>
    </tr>
  );
}, hasSameValues);

/** Volume of 24 hours in the quote, abbreviated, because only its magnitude matters here. */
export function Volume({ row, quote }: { row: MarketFigures; quote: Quote }) {
  if (!/[1-9]/.test(row.value)) return <span className={css.inactive}>—</span>;
  return <Money value={row.value} asset={quote} compact />;
}

const COMPARED_FIELDS = ['isActive', 'price', 'change', 'value'] as const;

function hasSameValues(a: MarketRowProps, b: MarketRowProps): boolean {
  if (a.coin !== b.coin || a.quote !== b.quote || a.marked !== b.marked) return false;
  if (a.week.length !== b.week.length || a.week.at(-1) !== b.week.at(-1)) return false;
  return COMPARED_FIELDS.every((field) => a.row[field] === b.row[field]);
}

/** The coin is known before its numbers. */
export function MarketSkeleton({ coin }: { coin: Coin }) {
  return (
    <tr>
      <td className={css.mark}>
        <Skeleton width={20} height={20} round />
      </td>
      <th scope="row" className={css.name}>
        <CoinLabel coin={coin} size={36} />
      </th>
      <td className={cx(css.end, css.price)}>
        <Skeleton width={110} />
      </td>
      <td className={cx(css.end, css.change)}>
        <Skeleton width={72} height={27} />
      </td>
      <td className={cx(css.end, css.volume)}>
        <Skeleton width={90} />
      </td>
      <td className={css.week}>
        <Skeleton width={110} height={34} />
      </td>
      <td className={css.action}>
        <Skeleton width={96} height={38} />
      </td>
    </tr>
  );
}
