import { parseMarket } from '@sarraf/domain';
import type { FeeRow } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { TwoLine } from '../../../ui/layout/layout.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { Money } from '../../../ui/values/money.tsx';

/** All decimals, so that the sums add up as they do in the file. */
export const ALL_DECIMALS = 18;
export type FeeView = 'DAY' | 'MARKET';

export function useFeeColumns(view: FeeView): Column<FeeRow>[] {
  const t = useTranslations('staffFigures.reports');
  const { date, coin, digits } = useFormat();
  const renderSource = ({ source, market }: FeeRow) => {
    const parsedMarket = market === null ? null : parseMarket(market);
    return (
      <TwoLine>
        {source && t(`source.${source}`)}
        {parsedMarket && (
          <small>
            {coin(parsedMarket.coin)} / {coin(parsedMarket.quote)}
          </small>
        )}
      </TwoLine>
    );
  };
  const createAmountColumn = (key: 'fee' | 'returned' | 'referral' | 'net'): Column<FeeRow> => ({
    key,
    head: t(key),
    end: true,
    cell: (row) => <Money value={row[key]} asset={row.asset} decimals={ALL_DECIMALS} bare />,
  });
  return [
    view === 'DAY'
      ? { key: 'day', head: t('day'), headless: true, cell: ({ day }) => <bdi>{day && date(day)}</bdi> }
      : { key: 'where', head: t('where'), headless: true, cell: renderSource },
    { key: 'asset', head: t('asset'), cell: ({ asset }) => coin(asset) },
    { key: 'entries', head: t('entries'), end: true, cell: ({ entries }) => digits(entries) },
    createAmountColumn('fee'),
    createAmountColumn('returned'),
    createAmountColumn('referral'),
    createAmountColumn('net'),
    {
      key: 'netToman',
      head: t('netToman'),
      end: true,
      cell: ({ netToman }) => <Money value={netToman} asset="TOMAN" decimals={ALL_DECIMALS} bare />,
    },
  ];
}
