import type { cancelPaymentRequest, PaymentRequest, paymentRequests } from '@sarraf/domain/contracts';
import { IconPlus, IconReceipt } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { toast } from '../../lib/notices.ts';
import { useCursorPagination } from '../../lib/queries/use-pages.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import type { Column } from '../../ui/tables/data-table.tsx';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { Money } from '../../ui/values/money.tsx';
import css from './company.module.css';
import { refetchStore } from './queries.ts';
import { RequestModal } from './request-modal.tsx';

/** Payment requests (links with a fixed amount) and their outcomes. */
export function RequestsList() {
  const t = useTranslations('company.requests');
  const [isCreating, setIsCreating] = useState(false);
  const columns = useRequestColumns();
  const pages = useCursorPagination<PaymentRequest>(['company', 'requests'], (query, signal) =>
    call<typeof paymentRequests>('GET', '/company/requests', { query, signal }),
  );
  return (
    <>
      <div className={css.bar}>
        <Button size="s" icon={<IconPlus size={18} aria-hidden />} onClick={() => setIsCreating(true)}>
          {t('new')}
        </Button>
      </div>
      <PagedTable
        caption={t('caption')}
        columns={columns}
        pages={pages}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={<IconReceipt size={26} />} title={t('empty')} text={t('emptyText')} />}
      />
      <RequestModal open={isCreating} onClose={() => setIsCreating(false)} />
    </>
  );
}

function useRequestColumns(): Column<PaymentRequest>[] {
  const t = useTranslations('company.requests');
  const format = useFormat();
  return [
    { key: 'order', head: t('order'), cell: ({ orderNumber }) => <bdi>{orderNumber}</bdi>, headless: true },
    { key: 'amount', head: t('amount'), cell: ({ amount }) => <Money value={amount} asset="TOMAN" /> },
    {
      key: 'expires',
      head: t('expires'),
      cell: ({ expiresAtDateTime }) => <bdi>{format.dateTime(expiresAtDateTime)}</bdi>,
    },
    {
      key: 'state',
      head: t('state'),
      cell: ({ state, late }) => (
        <span className={css.cell}>
          {t(state)}
          {late && <small className={css.small}>{t('late')}</small>}
        </span>
      ),
    },
    {
      key: 'ways',
      head: <span className="hidden">{t('link')}</span>,
      cell: (row) => row.state === 'OPEN' && <RequestActions row={row} />,
      end: true,
      headless: true,
    },
  ];
}

function RequestActions({ row }: { row: PaymentRequest }) {
  const t = useTranslations('company.requests');
  const failure = useErrorMessages();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call<typeof cancelPaymentRequest>('DELETE', '/company/requests/:id', { params: { id: row.id } }),
    onSuccess: () => {
      refetchStore();
      toast(t('cancelled'), 'done');
    },
    onError: failure.show,
  });
  return (
    <Cluster as="span" gap={3} align="end" wrap className={css.inline}>
      <CopyButton text={row.link} label={t('link')} wide />
      <Button variant="text" size="s" busy={isPending} onClick={() => mutate()}>
        {t('cancel')}
      </Button>
    </Cluster>
  );
}
