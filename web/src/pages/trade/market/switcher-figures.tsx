import { priceDecimals } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useMarkets } from '../../../lib/market/markets.ts';
import { Cluster, Stack, Text } from '../../../ui/layout/layout.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { Percent } from '../../../ui/values/percent.tsx';
import type { OrderMarket } from '../order-form/form.ts';
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
