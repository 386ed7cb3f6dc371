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
  const traded = row && /[1-9]/.test(row.last24HoursVolume);
  const shown = (value: ReactNode) => (loading ? <Skeleton width={110} /> : value);
  const price = (value: string | null | undefined) =>
    shown(<Price value={value} coin={coin} quote={quote} />);
  return (
    <Card title={t('dayTrades')}>
      <Facts
        facts={[
          { key: 'high', label: t('high'), value: price(row?.last24HoursHigh) },
          { key: 'low', label: t('low'), value: price(row?.last24HoursLow) },
          {
            key: 'volume',
            label: t('volume'),
            value: shown(traded ? <Money value={row.last24HoursVolume} asset={coin} /> : t('noTrades')),
          },
          ...(traded
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
