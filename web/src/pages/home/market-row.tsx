import type { Coin, Quote } from '@sarraf/domain';
import type { CoinPrice } from '@sarraf/domain/contracts';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { marketPath } from '../../lib/market/coins.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Text } from '../../ui/layout/layout.tsx';
import { CoinLabel } from '../../ui/values/coin-label.tsx';
import { Percent } from '../../ui/values/percent.tsx';
import { Price } from '../../ui/values/price.tsx';
import css from './markets.module.css';

interface MarketRowProps {
  coin: Coin;
  quote: Quote;
  row: CoinPrice | undefined;
  week: readonly string[];
}

/** Re-renders only when its own price changes. */
export const HomeMarketRow = memo(function MarketRow({ coin, quote, row, week }: MarketRowProps) {
  const t = useTranslations('home.markets');
  const { coin: name } = useFormat();
  return (
    <tr>
      <th scope="row">
        <CoinLabel coin={coin} size={36} />
      </th>
      <td className={css.end}>
        <Price value={row?.referencePrice} coin={coin} quote={quote} bare flash />
      </td>
      <td className={css.end}>
        {row && !row.isActive ? (
          <Text as="span" size="s" tone="faint">
            {t('inactive')}
          </Text>
        ) : (
          <Percent variant="chip" value={row?.price24hrChangePercent} />
        )}
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
}, hasSameRow);

function hasSameRow(a: MarketRowProps, b: MarketRowProps): boolean {
  if (a.coin !== b.coin || a.quote !== b.quote || a.week !== b.week) return false;
  const [old, now] = [a.row, b.row];
  if (!old || !now) return old === now;
  return (
    old.referencePrice === now.referencePrice &&
    old.isActive === now.isActive &&
    old.price24hrChangePercent === now.price24hrChangePercent
  );
}

/** The coin is known before its price. */
export function HomeMarketSkeleton({ coin }: { coin: Coin }) {
  return (
    <tr>
      <th scope="row">
        <CoinLabel coin={coin} size={36} />
      </th>
      <td className={css.end}>
        <Skeleton width={120} />
      </td>
      <td className={css.end}>
        <Skeleton width={72} height={27} />
      </td>
      <td className={css.week}>
        <Skeleton width={110} height={34} />
      </td>
      <td className={css.action}>
        <Skeleton width={88} height={38} />
      </td>
    </tr>
  );
}
