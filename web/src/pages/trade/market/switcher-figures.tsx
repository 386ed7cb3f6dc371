import { useTranslations } from 'use-intl';
import { useMarkets } from '../../../lib/market/markets.ts';
import { usePrices } from '../../../lib/market/prices.ts';
import { Cluster, Stack, Text } from '../../../ui/layout/layout.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { Percent } from '../../../ui/values/percent.tsx';
import { Price } from '../../../ui/values/price.tsx';
import type { OrderMarket } from '../order-form/form.ts';
import css from './market-switcher.module.css';

/** Price and change of a coin as in all lists, and the volume of this market, live. */
export function SwitcherFigures({ coin, quote }: OrderMarket) {
  const t = useTranslations('exchange.markets');
  const row = useMarkets(quote).forCoin(coin);
  const price = usePrices(quote).forCoin(coin);
  if (row && !row.isActive)
    return (
      <Text as="span" size="s" tone="faint">
        {t('inactive')}
      </Text>
    );
  return (
    <Stack as="span" align="end" size="sm" number className={css.figures}>
      <Price value={price?.referencePrice} coin={coin} quote={quote} />
      <Cluster as="span" gap={2} align="stretch" size="xs">
        {row && (
          <Text as="span" tone="faint">
            {t('volume')} <Money value={row.last24HoursValue} asset={quote} compact />
          </Text>
        )}
        <Percent value={price?.price24hrChangePercent} />
      </Cluster>
    </Stack>
  );
}
