import type { Settlement, StaffCompanyDetail, staffCompanySettlements } from '@sarraf/domain/contracts';
import { IconCalendarStats } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { TxLink } from '../../../transfers/tx-link.tsx';
import { TwoLine } from '../../../ui/layout/layout.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { AddressText } from '../../../ui/values/address-text.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { CoinAmount } from '../shared/coin-amount.tsx';
import { ResourceList } from '../shared/resource-list.tsx';
import { useWaitReasonText } from './parts.tsx';

/** The settlements of each period and their outcomes. */
export function StoreSettlements({ store }: { store: StaffCompanyDetail }) {
  const t = useTranslations('staffCompanies.settlements');
  const columns = useSettlementColumns();
  const pages = useCursorPagination<Settlement>(
    ['backoffice', 'companies', 'settlements', store.id],
    (query, signal) =>
      call<typeof staffCompanySettlements>('GET', '/backoffice/companies/:id/settlements', {
        params: { id: store.id },
        query,
        signal,
      }),
  );
  return (
    <ResourceList
      label={t('caption')}
      columns={columns}
      pages={pages}
      empty={{ icon: IconCalendarStats, title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
}

function useSettlementColumns(): Column<Settlement>[] {
  const t = useTranslations('staffCompanies.settlements');
  const format = useFormat();
  return [
    {
      key: 'period',
      head: t('period'),
      headless: true,
      cell: ({ fromDateTime, toDateTime, part, number }) => (
        <TwoLine>
          <bdi>{t('span', { from: format.date(fromDateTime), to: format.date(toDateTime) })}</bdi>
          <small>
            <bdi className="latin">{number}</bdi>
            {part > 1 && ` · ${t('part', { part: format.digits(part) })}`}
          </small>
        </TwoLine>
      ),
    },
    { key: 'state', head: t('state'), cell: (row) => <SettlementState row={row} /> },
    {
      key: 'receipts',
      head: t('receipts'),
      end: true,
      cell: ({ receipts, payments }) => (
        <TwoLine>
          <Money value={receipts} asset="TOMAN" />
          <small>{t('count', { count: format.digits(payments) })}</small>
        </TwoLine>
      ),
    },
    {
      key: 'spent',
      head: t('spent'),
      end: true,
      cell: ({ spent }) => <Money value={spent} asset="TOMAN" />,
    },
    { key: 'coins', head: t('arrives'), end: true, cell: (row) => <SettlementCoins row={row} /> },
    { key: 'tx', head: t('txid'), end: true, cell: (row) => <SettlementDestination row={row} /> },
  ];
}

function SettlementState({ row }: { row: Settlement }) {
  const t = useTranslations('staffCompanies.settlements');
  const state = useTranslations('company.settlements');
  const waitWord = useWaitReasonText();
  const format = useFormat();
  return (
    <TwoLine>
      {state(row.state)}
      {row.waits !== null && <small>{waitWord(row.waits)}</small>}
      {row.waits !== null && row.nextTryAtDateTime !== null && (
        <small>{t('again', { time: format.dateTime(row.nextTryAtDateTime) })}</small>
      )}
    </TwoLine>
  );
}

/** The amount sent, or the amount bought while the former is unknown. */
function SettlementCoins({ row: { arrives, bought, coinEntity } }: { row: Settlement }) {
  const t = useTranslations('staffCompanies.settlements');
  if (coinEntity === null || bought === null) return '—';
  return (
    <TwoLine>
      <CoinAmount value={arrives ?? bought} coin={coinEntity} />
      {arrives === null && <small>{t('bought')}</small>}
    </TwoLine>
  );
}

function SettlementDestination({ row: { withdrawal, walletAddress } }: { row: Settlement }) {
  if (walletAddress === null) return '—';
  return (
    <TwoLine>
      {withdrawal?.txid ? <TxLink txid={withdrawal.txid} link={withdrawal.link} /> : '—'}
      <small>
        <AddressText text={walletAddress} />
      </small>
    </TwoLine>
  );
}
