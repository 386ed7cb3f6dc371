import type { MarketInfo } from '@sarraf/domain/contracts';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Market } from '../../trade-box/form.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Money } from '../../ui/values/money.tsx';
import { Price } from '../../ui/values/price.tsx';

interface DayCardProps {
  market: Market;
  row: MarketInfo | undefined;
  loading: boolean;
  failed: boolean;
}

/** Trading statistics of the last 24 hours; the price in the page's header is the reference. */
export function DayCard({ market: { coin, quote }, row, loading, failed }: DayCardProps) {
  const t = useTranslations('markets.coin');
  if (failed) return null;
  const hasTraded = row && /[1-9]/.test(row.last24HoursVolume);
  const renderValue = (value: ReactNode) => (loading ? <Skeleton width={110} /> : value);
  const renderPrice = (value: string | null | undefined) =>
    renderValue(<Price value={value} coin={coin} quote={quote} />);
  return (
    <Card title={t('dayTrades')}>
      <Facts
        facts={[
          { key: 'high', label: t('high'), value: renderPrice(row?.last24HoursHigh) },
          { key: 'low', label: t('low'), value: renderPrice(row?.last24HoursLow) },
          {
            key: 'volume',
            label: t('volume'),
            value: renderValue(
              hasTraded ? <Money value={row.last24HoursVolume} asset={coin} /> : t('noTrades'),
            ),
          },
          ...(hasTraded
            ? [
                {
                  key: 'value',
                  label: t('value'),
                  value: <Money value={row.last24HoursValue} asset={quote} />,
                },
              ]
            : []),
        ]}
      />
    </Card>
  );
}
