import type { SuspendedPayment, suspendedPayments } from '@sarraf/domain/contracts';
import { IconCreditCardRefund } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { useCursorPagination } from '../../../../lib/queries/use-pages.ts';
import { Select } from '../../../../ui/fields/select.tsx';
import { Card } from '../../../../ui/layout/card.tsx';
import { Facts } from '../../../../ui/layout/facts.tsx';
import { Cluster, Text } from '../../../../ui/layout/layout.tsx';
import { BankNumber } from '../../../../ui/values/bank-number.tsx';
import { Money } from '../../../../ui/values/money.tsx';
import cards from '../../shared/cards.module.css';
import css from '../../shared/parts.module.css';
import { WaitingTime } from '../../shared/parts.tsx';
import { PersonLink } from '../../shared/person-words.tsx';
import { ResourceList } from '../../shared/resource-list.tsx';
import moneyCss from '../money.module.css';
import { RefundDecision } from './refund-decision.tsx';
import { SuspenseAges } from './suspense-ages.tsx';

const STATES = ['open', 'WAITING', 'PROPOSED', 'RELEASED', 'PAID_OUT', 'CREDITED'] as const;

/** Card payments that were paid and not credited, and their suspense account. */
export function SuspendedPayments() {
  const t = useTranslations('treasury.suspense');
  const [state, setState] = useState<(typeof STATES)[number]>('open');
  const pages = useCursorPagination<SuspendedPayment>(['backoffice', 'suspense', state], (page, signal) =>
    call<typeof suspendedPayments>('GET', '/backoffice/suspense/payments', {
      query: { ...page, ...(state !== 'open' && { state }) },
      signal,
    }),
  );
  return (
    <>
      <SuspenseAges />
      <div className={css.pick}>
        <Select
          label={t('which')}
          options={STATES.map((key) => ({ value: key, label: t(key === 'open' ? key : `state.${key}`) }))}
          value={state}
          onChange={setState}
        />
      </div>
      <ResourceList
        pages={pages}
        empty={{ icon: IconCreditCardRefund, title: t('emptyTitle'), text: t('emptyText') }}
        card={(row) => <SuspendedPaymentCard row={row} />}
      />
    </>
  );
}

function SuspendedPaymentCard({ row }: { row: SuspendedPayment }) {
  const t = useTranslations('treasury.suspense');
  const facts = usePaymentFacts(row);
  const { refund } = row;
  return (
    <Card className={cards.card}>
      <Cluster gap={3} align="start" justify="between" className={cards.head}>
        <Text size="lx" weight={600}>
          <Money value={row.amount} asset="TOMAN" />
        </Text>
        <WaitingTime since={row.sinceDateTime} />
      </Cluster>
      <Cluster as="p" gap={2} align="stretch" wrap>
        <span className={moneyCss.chip}>{t(`why.${row.reason}`)}</span>
        <span className={moneyCss.chip}>{t(`state.${row.state}`)}</span>
        {row.ownCard && <span className={moneyCss.chip}>{t('ownCard')}</span>}
      </Cluster>
      <Facts facts={facts} />
      {row.person && <PersonLink person={row.person} />}
      {row.returnReason && !refund && (
        <p className={css.muted}>{t('sentBack', { reason: row.returnReason })}</p>
      )}
      {refund && (
        <p className={css.muted}>{t('proposedBy', { who: refund.proposedBy, reason: refund.reason })}</p>
      )}
      {refund?.decidedBy && <p className={css.muted}>{t('decidedBy', { who: refund.decidedBy })}</p>}
      <RefundDecision row={row} />
    </Card>
  );
}

function usePaymentFacts(row: SuspendedPayment) {
  const t = useTranslations('treasury.suspense');
  const gatewayNames = useTranslations('wallet.gateway');
  const { refund, cardNumber, trackingCode } = row;
  return [
    {
      key: 'paid',
      label: t('paidCard'),
      value: cardNumber === null ? t('noCard') : <BankNumber masked={cardNumber} />,
    },
    { key: 'chosen', label: t('chosenCard'), value: <BankNumber masked={row.chosenCard} /> },
    { key: 'gateway', label: t('gateway'), value: gatewayNames(row.gateway) },
    ...(trackingCode === null
      ? []
      : [{ key: 'tracking', label: t('tracking'), value: <bdi className="latin">{trackingCode}</bdi> }]),
    ...(refund === null
      ? []
      : [
          {
            key: 'account',
            label: t('account'),
            value: refund.bankAccount === null ? t('toWallet') : <BankNumber masked={refund.bankAccount} />,
          },
          ...(refund.payee === null
            ? []
            : [{ key: 'payee', label: t('payee'), value: <bdi>{refund.payee}</bdi> }]),
        ]),
  ];
}
