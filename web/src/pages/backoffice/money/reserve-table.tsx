import type { Reserve } from '@sarraf/domain/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { TwoLine } from '../../../ui/layout/layout.tsx';
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx';
import { CoinLabel } from '../../../ui/values/coin-label.tsx';
import { Money } from '../../../ui/values/money.tsx';
import css from '../shared/parts.module.css';
import moneyCss from './money.module.css';

interface ReserveTableProps {
  reserves: readonly Reserve[];
  onMove: (reserve: Reserve) => void;
}

/** One row per coin and network. */
export function ReserveTable({ reserves, onMove }: ReserveTableProps) {
  const t = useTranslations('treasury.treasury');
  return (
    <DataTable
      caption={t('title')}
      columns={useReserveColumns(onMove)}
      rows={reserves}
      rowKey={({ relatedCoin, tokenType }) => `${relatedCoin} ${tokenType}`}
    />
  );
}

function useReserveColumns(onMove: (reserve: Reserve) => void): Column<Reserve>[] {
  const t = useTranslations('treasury.treasury');
  const { percent, digits } = useFormat();
  const networkName = useNetworkName();
  const createAmountColumn = (
    key: 'liabilities' | 'hot' | 'deposits' | 'cold' | 'booked',
  ): Column<Reserve> => ({
    key,
    head: t(key),
    end: true,
    cell: (row) => <Money value={row[key]} asset={row.relatedCoin} bare />,
  });
  return [
    {
      key: 'coin',
      head: t('coin'),
      headless: true,
      cell: ({ relatedCoin, tokenType, scannedHeight }) => (
        <TwoLine>
          <CoinLabel coin={relatedCoin} size={28} />
          <small className={moneyCss.line}>
            {tokenType !== relatedCoin && `${networkName(tokenType)} · `}
            {scannedHeight === null ? t('unscanned') : t('block', { height: digits(scannedHeight) })}
          </small>
        </TwoLine>
      ),
    },
    {
      key: 'alarm',
      head: t('alarm'),
      cell: ({ alarm }) =>
        alarm ? (
          <span className={cx(css.problem, moneyCss.line)}>
            <IconAlertTriangle size={16} aria-hidden />
            {t(`alarms.${alarm}`)}
          </span>
        ) : (
          t('fine')
        ),
    },
    createAmountColumn('liabilities'),
    createAmountColumn('hot'),
    createAmountColumn('deposits'),
    createAmountColumn('cold'),
    createAmountColumn('booked'),
    {
      key: 'share',
      head: t('share'),
      end: true,
      cell: ({ hotShare, hotTarget }) => (
        <TwoLine>
          <bdi dir="ltr">{hotShare === null ? '—' : percent(String(hotShare))}</bdi>
          <small className={moneyCss.line}>{t('target', { percent: percent(String(hotTarget)) })}</small>
        </TwoLine>
      ),
    },
    {
      key: 'ways',
      head: <span className="hidden">{t('toCold')}</span>,
      headless: true,
      end: true,
      cell: (row) => (
        <Button variant="text" size="s" onClick={() => onMove(row)}>
          {t('toCold')}
        </Button>
      ),
    },
  ];
}
