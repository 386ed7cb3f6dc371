import type {
  Company,
  CompanyPayment,
  companyPayments,
  Settlement,
  settlements,
} from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { Money } from '../../ui/values/money.tsx';
import css from './company.module.css';

/** Only the newest row of a list. */
const newestOnly = { size: 1 } as const;

/** Overview: the current and total receipts, the latest payment and the latest settlement. */
export function StoreOverview({ store }: { store: Company }) {
  const t = useTranslations('company.glance');
  const payments = useQuery({
    queryKey: ['company', 'last-payment'],
    queryFn: async ({ signal }) =>
      (await call<typeof companyPayments>('GET', '/company/payments', { query: newestOnly, signal })).content,
  });
  const settled = useQuery({
    queryKey: ['company', 'last-settlement'],
    queryFn: async ({ signal }) =>
      (await call<typeof settlements>('GET', '/company/settlements', { query: newestOnly, signal })).content,
  });
  return (
    <Card aria-label={t('label')}>
      <dl className={css.glance}>
        <OverviewTile label={t('balance')}>
          <dd className={css.figure}>
            <Money value={store.receipts} asset="TOMAN" flash />
          </dd>
        </OverviewTile>
        <OverviewTile label={t('total')}>
          <dd className={css.figure}>
            <Money value={store.lastTransfer} asset="TOMAN" flash />
          </dd>
        </OverviewTile>
        <OverviewTile label={t('payment')}>
          <LastPayment payment={payments.data && (payments.data[0] ?? null)} />
        </OverviewTile>
        <OverviewTile label={t('settlement')}>
          <NextSettlement store={store} last={settled.data?.[0]} />
        </OverviewTile>
      </dl>
    </Card>
  );
}

function OverviewTile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      {children}
    </div>
  );
}

function LastPayment({ payment }: { payment: CompanyPayment | null | undefined }) {
  const t = useTranslations('company.glance');
  const state = useTranslations('wallet.payment.state');
  const format = useFormat();
  if (payment === null) return <dd className={css.muted}>{t('noPayment')}</dd>;
  return (
    <>
      <dd className={css.figure}>
        <Money value={payment?.amount} asset="TOMAN" />
      </dd>
      {payment && (
        // Side by side or wrapped, without a separator that could end a line.
        <Cluster as="dd" gap={2} rowGap={0} wrap className={css.small}>
          <span>{state(payment.state)}</span>
          <bdi>{format.dateTime(payment.createdAtDateTime)}</bdi>
        </Cluster>
      )}
    </>
  );
}

function NextSettlement({ store, last }: { store: Company; last: Settlement | undefined }) {
  const t = useTranslations('company.glance');
  const states = useTranslations('company.settlements');
  const format = useFormat();
  const isUnset = store.coinEntity === null;
  return (
    <>
      {store.next ? (
        <>
          <dd className={css.figure}>
            <Money value={store.next.amount} asset="TOMAN" flash />
          </dd>
          <dd className={css.small}>{t('nextAt', { time: format.dateTime(store.next.dueAtDateTime) })}</dd>
        </>
      ) : (
        <dd className={css.muted}>{t(isUnset ? 'none' : 'paused')}</dd>
      )}
      {last && <dd className={css.small}>{t('last', { state: states(last.state) })}</dd>}
    </>
  );
}
