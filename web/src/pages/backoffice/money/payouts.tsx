import type { makePayout, PayoutBatch, payouts } from '@sarraf/domain/contracts';
import { IconBuildingBank } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { usePages } from '../../../lib/use-pages.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Money } from '../../../ui/money.tsx';
import { PATHS } from '../access.ts';
import { DeskTable } from '../desk-table.tsx';
import css from '../parts.module.css';
import { type Act, ActDialog } from './act-dialog.tsx';
import { Holidays } from './holidays.tsx';
import moneyCss from './money.module.css';

/** The daily batches for the bank, and the days without one. */
export function Payouts() {
  const t = useTranslations('treasury.payouts');
  useTitle(t('title'));
  const [act, setAct] = useState<Act | null>(null);
  const make: Act = {
    title: t('makeTitle'),
    text: t('makeText'),
    confirm: t('make'),
    said: t('made'),
    run: () => call<typeof makePayout>('POST', '/backoffice/payouts'),
  };
  return (
    <main className={css.page}>
      <div className={css.head}>
        <div>
          <h1>{t('title')}</h1>
          <p className={css.lead}>{t('lead')}</p>
        </div>
        <Button onClick={() => setAct(make)}>{t('make')}</Button>
      </div>
      <Batches />
      <Holidays />
      <ActDialog act={act} onClose={() => setAct(null)} />
    </main>
  );
}

function Batches() {
  const t = useTranslations('treasury.payouts');
  const columns = useColumns();
  const pages = usePages<PayoutBatch>(['desk', 'payouts'], (page, signal) =>
    call<typeof payouts>('GET', '/backoffice/payouts', { query: page, signal }),
  );
  return (
    <Card padding="flush" className={moneyCss.table} aria-label={t('title')}>
      <DeskTable
        caption={t('title')}
        columns={columns}
        pages={pages}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={<IconBuildingBank size={26} />} title={t('emptyTitle')} text={t('emptyText')} />
        }
      />
    </Card>
  );
}

function useColumns(): Column<PayoutBatch>[] {
  const t = useTranslations('treasury.payouts');
  const { date, digits } = useFormat();
  return [
    {
      key: 'day',
      head: t('day'),
      headless: true,
      cell: ({ id, day }) => <Link to={`${PATHS.payouts}/${id}`}>{date(day)}</Link>,
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
