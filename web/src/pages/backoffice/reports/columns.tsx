import { parseMarket } from '@sarraf/domain';
import type { FeeRow } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { TwoLine } from '../../../ui/layout/layout.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { Money } from '../../../ui/values/money.tsx';

/** All decimals, so that the sums add up as they do in the file. */
export const EXACT = 18;
export type FeeView = 'DAY' | 'MARKET';

export function useFeeColumns(view: FeeView): Column<FeeRow>[] {
  const t = useTranslations('staffFigures.reports');
  const { date, coin, digits } = useFormat();
  const where = ({ source, market }: FeeRow) => {
    const known = market === null ? null : parseMarket(market);
    return (
      <TwoLine>
        {source && t(`source.${source}`)}
        {known && (
          <small>
            {coin(known.coin)} / {coin(known.quote)}
          </small>
        )}
      </TwoLine>
    );
  };
  const amount = (key: 'fee' | 'returned' | 'referral' | 'net'): Column<FeeRow> => ({
    key,
    head: t(key),
    end: true,
    cell: (row) => <Money value={row[key]} asset={row.asset} decimals={EXACT} bare />,
  });
  return [
    view === 'DAY'
      ? { key: 'day', head: t('day'), headless: true, cell: ({ day }) => <bdi>{day && date(day)}</bdi> }
      : { key: 'where', head: t('where'), headless: true, cell: where },
    { key: 'asset', head: t('asset'), cell: ({ asset }) => coin(asset) },
    { key: 'entries', head: t('entries'), end: true, cell: ({ entries }) => digits(entries) },
    amount('fee'),
    amount('returned'),
    amount('referral'),
    amount('net'),
    {
      key: 'netToman',
      head: t('netToman'),
      end: true,
      cell: ({ netToman }) => <Money value={netToman} asset="TOMAN" decimals={EXACT} bare />,
    },
  ];
}
