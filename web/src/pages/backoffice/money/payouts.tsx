import type { createPayoutBatch, PayoutBatch, payouts } from '@sarraf/domain/contracts';
import { IconBuildingBank } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../../framework/navigation/router.tsx';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import { BackofficePage } from '../shared/backoffice-page.tsx';
import { getBackofficePath } from '../shared/places.ts';
import { ResourceList } from '../shared/resource-list.tsx';
import { Holidays } from './holidays.tsx';

/** The daily payout batches for the bank, and the days without one. */
export function Payouts() {
  const t = useTranslations('treasury.payouts');
  const [action, setAction] = useState<StaffAction | null>(null);
  const make: StaffAction = {
    title: t('makeTitle'),
    text: t('makeText'),
    confirm: t('make'),
    successText: t('made'),
    run: () => call<typeof createPayoutBatch>('POST', '/backoffice/payouts'),
  };
  return (
    <BackofficePage
      title={t('title')}
      lead={t('lead')}
      aside={<Button onClick={() => setAction(make)}>{t('make')}</Button>}
    >
      <BatchList />
      <Holidays />
      <ActionDialog act={action} onClose={() => setAction(null)} />
    </BackofficePage>
  );
}

function BatchList() {
  const t = useTranslations('treasury.payouts');
  const columns = useBatchColumns();
  const pages = useCursorPagination<PayoutBatch>(['backoffice', 'payouts'], (page, signal) =>
    call<typeof payouts>('GET', '/backoffice/payouts', { query: page, signal }),
  );
  return (
    <ResourceList
      label={t('title')}
      columns={columns}
      pages={pages}
      empty={{ icon: IconBuildingBank, title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
}

function useBatchColumns(): Column<PayoutBatch>[] {
  const t = useTranslations('treasury.payouts');
  const { date, digits } = useFormat();
  return [
    {
      key: 'day',
      head: t('day'),
      headless: true,
      cell: ({ id, day }) => <Link to={`${getBackofficePath('payouts')}/${id}`}>{date(day)}</Link>,
    },
    { key: 'state', head: t('state'), headless: true, cell: ({ state }) => t(state) },
    { key: 'lines', head: t('lines'), end: true, cell: ({ lines }) => digits(lines) },
    {
      key: 'returned',
      head: t('returned'),
      end: true,
      cell: ({ returned }) => digits(returned),
      wideOnly: true,
    },
    { key: 'total', head: t('total'), end: true, cell: ({ total }) => <Money value={total} asset="TOMAN" /> },
  ];
}
