import type {
  closePayout,
  PayoutBatch,
  PayoutLine,
  payoutFile,
  payoutLines,
  payouts,
  payPayoutLine,
  returnPayoutLine,
} from '@sarraf/domain/contracts';
import { IconDownload, IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useParams } from '../../../framework/navigation/router.tsx';
import { useTitle } from '../../../framework/navigation/use-title.ts';
import { call } from '../../../lib/api/api.ts';
import { download } from '../../../lib/api/transfer.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Cluster, TwoLine } from '../../../ui/layout/layout.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { BankNumber } from '../../../ui/values/bank-number.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import { useAmountText } from '../shared/coin-amount.tsx';
import css from '../shared/parts.module.css';
import { getBackofficePath } from '../shared/places.ts';
import { ResourceList } from '../shared/resource-list.tsx';

/** The payout batch of one day: its file, its lines, and the confirmation that the bank paid it. */
export function PayoutBatchPage() {
  const t = useTranslations('treasury.payouts');
  const { id = '' } = useParams();
  const { date } = useFormat();
  const [action, setAction] = useState<StaffAction | null>(null);
  const { data } = useQuery(batchQuery(id));
  const title = data ? t('batchOf', { day: date(data.day) }) : t('title');
  useTitle(title);
  return (
    <main className={css.page}>
      <div className={css.head}>
        <h1>{title}</h1>
        <LinkButton to={getBackofficePath('payouts')} variant="ghost">
          {t('back')}
        </LinkButton>
      </div>
      {data && <BatchCard batch={data} onAct={setAction} />}
      <BatchLines id={id} onAct={setAction} />
      <ActionDialog act={action} onClose={() => setAction(null)} />
    </main>
  );
}

/** The list is short and contains all data of a batch, so no endpoint of its own is needed. */
const batchQuery = (id: string) => ({
  queryKey: ['backoffice', 'payouts', 'one', id],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<PayoutBatch | null> => {
    let cursor: string | undefined;
    do {
      const { content, nextCursor } = await call<typeof payouts>('GET', '/backoffice/payouts', {
        query: { size: 100, ...(cursor && { cursor }) },
        signal,
      });
      const found = content.find((batch) => batch.id === id);
      if (found) return found;
      cursor = nextCursor ?? undefined;
    } while (cursor);
    return null;
  },
});

function BatchCard({ batch, onAct }: { batch: PayoutBatch; onAct: (act: StaffAction) => void }) {
  const t = useTranslations('treasury.payouts');
  const { digits } = useFormat();
  const actions = useBatchActions(batch);
  return (
    <Card className={css.form}>
      <Facts
        facts={[
          { key: 'state', label: t('state'), value: t(batch.state) },
          { key: 'lines', label: t('lines'), value: digits(batch.lines) },
          { key: 'paid', label: t('paid'), value: digits(batch.paid) },
          { key: 'returned', label: t('returned'), value: digits(batch.returned) },
          {
            key: 'total',
            label: t('total'),
            value: <Money value={batch.total} asset="TOMAN" />,
            strong: true,
          },
        ]}
      />
      {batch.exportedBy && <p className={css.muted}>{t('exportedBy', { who: batch.exportedBy })}</p>}
      {batch.closedBy && <p className={css.muted}>{t('closedBy', { who: batch.closedBy })}</p>}
      <Cluster gap={2} align="stretch" wrap className={css.ways}>
        {batch.state !== 'CLOSED' && (
          <Button
            variant={batch.state === 'OPEN' ? 'primary' : 'ghost'}
            icon={<IconDownload size={18} aria-hidden />}
            onClick={() => onAct(actions.file)}
          >
            {t('file')}
          </Button>
        )}
        {batch.state !== 'CLOSED' && (
          <Button
            variant={batch.state === 'EXPORTED' ? 'primary' : 'ghost'}
            disabledReason={actions.closeDisabledReason}
            onClick={() => onAct(actions.close)}
          >
            {t('close')}
          </Button>
        )}
      </Cluster>
    </Card>
  );
}

function useBatchActions({ id, day, state, exportedBy, total, lines }: PayoutBatch) {
  const amountText = useAmountText();
  const { digits } = useFormat();
  const t = useTranslations('treasury.payouts');
  const isOwnExport = useSession().account?.email === exportedBy;
  const file: StaffAction = {
    title: t('fileTitle'),
    text: t('fileText'),
    confirm: t('file'),
    successText: t('fileTaken'),
    run: async () =>
      saveFile(
        await download<typeof payoutFile>('POST', '/backoffice/payouts/:id/file', { params: { id } }),
        `payout-${day}.csv`,
      ),
  };
  const close: StaffAction = {
    title: t('closeTitle'),
    text: t('closeText', { amount: amountText(total, 'TOMAN'), count: lines, shown: digits(lines) }),
    confirm: t('close'),
    successText: t('closed'),
    run: () => call<typeof closePayout>('POST', '/backoffice/payouts/:id/paid', { params: { id } }),
  };
  const closeDisabledReason =
    state === 'OPEN' ? t('closeNeedsFile') : isOwnExport ? t('closeNeedsSecond') : null;
  return { file, close, closeDisabledReason };
}

function BatchLines({ id, onAct }: { id: string; onAct: (act: StaffAction) => void }) {
  const t = useTranslations('treasury.payouts.line');
  const amountText = useAmountText();
  const pages = useCursorPagination<PayoutLine>(['backoffice', 'payouts', 'lines', id], (page, signal) =>
    call<typeof payoutLines>('GET', '/backoffice/payouts/:id', { params: { id }, query: page, signal }),
  );
  const formatMoney = ({ amount, name }: PayoutLine) => ({
    amount: amountText(amount, 'TOMAN'),
    name: `\u2068${name}\u2069`,
  });
  const lineActions = (line: PayoutLine) => ({
    pay: () =>
      onAct({
        title: t('payTitle'),
        text: t('payText', formatMoney(line)),
        confirm: t('pay'),
        successText: t('paid'),
        run: () =>
          call<typeof payPayoutLine>('POST', '/backoffice/payouts/:id/lines/:lineId/paid', {
            params: { id, lineId: line.id },
          }),
      }),
    returnToOwner: () =>
      onAct({
        title: t('returnTitle'),
        text: t('returnText', formatMoney(line)),
        confirm: t('return'),
        successText: t('returned'),
        danger: true,
        reasoned: true,
        run: (reason) =>
          call<typeof returnPayoutLine>('POST', '/backoffice/payouts/:id/lines/:lineId/return', {
            params: { id, lineId: line.id },
            body: { reason },
          }),
      }),
  });
  const columns = useLineColumns(lineActions);
  return (
    <ResourceList
      label={t('account')}
      columns={columns}
      pages={pages}
      rowKey={(line) => line.id}
      empty={{ icon: IconListDetails, title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
}

type LineActions = (line: PayoutLine) => { pay: () => void; returnToOwner: () => void };

function useLineColumns(lineActions: LineActions): Column<PayoutLine>[] {
  const t = useTranslations('treasury.payouts.line');
  return [
    {
      key: 'name',
      head: t('name'),
      headless: true,
      cell: ({ name, number }) => (
        <TwoLine>
          {name}
          <small>
            <bdi className="latin">{number}</bdi>
          </small>
        </TwoLine>
      ),
    },
    {
      key: 'account',
      head: t('account'),
      cell: ({ bankAccount }) => <BankNumber masked={bankAccount} />,
    },
    {
      key: 'state',
      head: t('state'),
      cell: ({ state, reason }) => (
        <TwoLine>
          {t(state)}
          {reason && <small>{reason === 'PERSON_BLOCKED' ? t(reason) : reason}</small>}
        </TwoLine>
      ),
    },
    {
      key: 'amount',
      head: t('amount'),
      end: true,
      cell: ({ amount }) => <Money value={amount} asset="TOMAN" />,
    },
    {
      key: 'ways',
      head: <span className="hidden">{t('return')}</span>,
      end: true,
      headless: true,
      cell: (line) =>
        line.state !== 'RETURNED' &&
        line.state !== 'HELD' && (
          <Cluster as="span" gap={2} align="stretch" wrap className={css.ways}>
            {line.state === 'UNSURE' && (
              <Button variant="text" size="s" onClick={lineActions(line).pay}>
                {t('pay')}
              </Button>
            )}
            <Button variant="text" size="s" onClick={lineActions(line).returnToOwner}>
              {t('return')}
            </Button>
          </Cluster>
        ),
    },
  ];
}
