import { priceDecimals } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useMarkets } from '../../lib/markets.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Cluster, Stack, Text } from '../../ui/layout.tsx';
import { Money } from '../../ui/money.tsx';
import { Percent } from '../../ui/percent.tsx';
import type { OrderMarket } from './form.ts';
import css from './market-switcher.module.css';

/** Price, change and volume of a market, live. */
export function SwitcherFigures({ coin, quote }: OrderMarket) {
  const t = useTranslations('exchange.markets');
  const format = useFormat();
  const row = useMarkets(quote).of(coin);
  if (row && !row.isActive)
    return (
      <Text as="span" size="s" tone="faint">
        {t('inactive')}
      </Text>
    );
  return (
    <Stack as="span" align="end" size="sm" number className={css.figures}>
      <Money value={row?.lastPrice} asset={quote} decimals={priceDecimals(coin, quote)} fixed />
      <Cluster as="span" gap={2} align="stretch" size="xs">
        {row && (
          <Text as="span" tone="faint">
            {t('volume')} {format.compact(row.last24HoursValue)}
          </Text>
        )}
        <Percent value={row?.last24HoursChange} />
      </Cluster>
    </Stack>
  );
}
