import type { CompanyReceipt, companyReceipt } from '@sarraf/domain/contracts';
import { IconAlertTriangle, IconCheck, IconFileUnknown, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { ApiError, call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { storeWayBack, usePaymentReason } from '../../lib/payments/payments.ts';
import { Button, LinkButton } from '../../ui/buttons/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { StoreMark } from '../../ui/images/store-mark.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { BankNumber } from '../../ui/values/bank-number.tsx';
import { Money } from '../../ui/values/money.tsx';
import { protectFigures } from '../../ui/values/protect-figures.tsx';
import css from './company-deposit.module.css';
import { buildRetryPath } from './form.ts';
import { PaymentUnavailable } from './index.tsx';
import { PayerLayout } from './payer-frame.tsx';
import { BackToStore, GoToStore } from './to-store.tsx';

const POLL_MS = 2_000;

/** Whether the payment succeeded, with a receipt that can be saved. */
export function Page() {
  const t = useTranslations('company.result');
  useTitle(t('title'));
  const [search] = useSearchParams();
  const id = search.get('payment') ?? '';
  return (
    <PayerLayout>{id === '' ? <UnknownPayment /> : <PaymentReceiptLoader key={id} id={id} />}</PayerLayout>
  );
}

function UnknownPayment() {
  const t = useTranslations('company.result');
  return (
    <PaymentUnavailable
      icon={<IconFileUnknown size={26} />}
      title={t('unknownTitle')}
      text={t('unknownText')}
    />
  );
}

function PaymentReceiptLoader({ id }: { id: string }) {
  const failure = useErrorMessages();
  const t = useTranslations('state');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['company-receipt', id],
    queryFn: async ({ signal }) =>
      (await call<typeof companyReceipt>('GET', '/company-payments/:id', { params: { id }, signal })).baseDTO,
    refetchInterval: ({ state }) => (state.data?.state === 'PENDING' ? POLL_MS : false),
  });
  if (data) return <PaymentReceipt receipt={data} />;
  if (error instanceof ApiError && [400, 404].includes(error.httpStatus)) return <UnknownPayment />;
  if (error)
    return <ErrorState text={failure.text(error)} busy={isFetching} onRetry={() => void refetch()} />;
  return (
    <Stack gap={4} aria-busy>
      <span className="hidden">{t('loading')}</span>
      <Skeleton width={72} height={72} round />
      <Skeleton width={200} height={28} />
      <Skeleton height={220} className={css.waiting ?? ''} />
    </Stack>
  );
}

function PaymentReceipt({ receipt }: { receipt: CompanyReceipt }) {
  return (
    <>
      <p className={css.payee}>
        <StoreMark name={receipt.company.name} logo={receipt.company.logo} size={32} />
        <bdi>{receipt.company.name}</bdi>
      </p>
      <PaymentStatusText receipt={receipt} />
      <ReceiptFacts receipt={receipt} />
      <Stack gap={3} className={css.ways}>
        <ReceiptButtons receipt={receipt} />
      </Stack>
    </>
  );
}

function ReceiptButtons({ receipt }: { receipt: CompanyReceipt }) {
  const t = useTranslations('company.result');
  const { id, state, returnTo, company } = receipt;
  const { name } = company;
  if (state === 'PAID')
    return (
      <>
        {returnTo !== null && <GoToStore returnTo={returnTo} name={name} payment={id} />}
        <Button
          variant={returnTo === null ? 'primary' : 'ghost'}
          icon={<IconPrinter size={18} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('print')}
        </Button>
      </>
    );
  return (
    <>
      {state === 'FAILED' && <LinkButton to={buildRetryPath(receipt)}>{t('again')}</LinkButton>}
      {returnTo !== null && <BackToStore returnTo={returnTo} name={name} />}
    </>
  );
}

const ICONS: Record<CompanyReceipt['state'], ReactNode> = {
  PAID: <IconCheck size={38} stroke={2.4} />,
  PENDING: <Spinner size={36} />,
  FAILED: <IconAlertTriangle size={34} />,
};

function formatStatus(
  { state, reason, company }: CompanyReceipt,
  t: ReturnType<typeof useTranslations<'company.result'>>,
  amount: string,
): string {
  if (state === 'PAID') return t('paidText', { amount, name: company.name });
  if (state === 'PENDING') return t('pendingText');
  return t(storeWayBack(reason));
}

/** Announced to screen readers when it changes. */
function PaymentStatusText({ receipt }: { receipt: CompanyReceipt }) {
  const t = useTranslations('company.result');
  const format = useFormat();
  const reason = usePaymentReason();
  const { state } = receipt;
  const text = formatStatus(receipt, t, format.money(receipt.amount, 'TOMAN'));
  return (
    <Stack gap={2} align="center" className={css.head} role="status">
      <span className={cx(css.icon, css[state])} aria-hidden>
        {ICONS[state]}
      </span>
      <h1>{t(state)}</h1>
      <p>{protectFigures(text)}</p>
      {state === 'FAILED' && <p>{reason(receipt.reason)}</p>}
      {receipt.refunded && <p>{t('refunded')}</p>}
    </Stack>
  );
}

function ReceiptFacts({ receipt }: { receipt: CompanyReceipt }) {
  const t = useTranslations('company.result');
  const format = useFormat();
  const { orderNumber, trackingCode } = receipt;
  return (
    <Facts
      className={css.facts ?? ''}
      facts={[
        {
          key: 'amount',
          label: t('amount'),
          value: <Money value={receipt.amount} asset="TOMAN" />,
          strong: true,
        },
        ...(receipt.description === orderNumber
          ? []
          : [{ key: 'what', label: t('what'), value: <bdi>{receipt.description}</bdi> }]),
        ...(orderNumber === null
          ? []
          : [{ key: 'order', label: t('order'), value: <bdi>{orderNumber}</bdi> }]),
        {
          key: 'card',
          label: t('card'),
          value: <BankNumber masked={receipt.cardNumber} />,
        },
        ...(trackingCode === null
          ? []
          : [{ key: 'tracking', label: t('tracking'), value: <bdi className="latin">{trackingCode}</bdi> }]),
        { key: 'number', label: t('number'), value: <bdi className="latin">{receipt.number}</bdi> },
        {
          key: 'time',
          label: t('time'),
          value: <bdi>{format.dateTime(receipt.receivedAtDateTime ?? receipt.createdAtDateTime)}</bdi>,
        },
      ]}
    />
  );
}
