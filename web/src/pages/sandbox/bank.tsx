import {
  IconBuildingBank,
  IconCircleCheck,
  IconCircleX,
  IconFileUnknown,
  IconFlask,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useParams } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { ApiError } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Cluster, Text } from '../../ui/layout/layout.tsx';
import css from './bank.module.css';
import { Checkout } from './checkout.tsx';
import { useBankPayment } from './use-bank-payment.ts';

/** The simulated payment page of a bank: the amount, and buttons to pay or cancel. */
export function Page() {
  const t = useTranslations('sandbox.bank');
  useTitle(t('title'));
  const { authority = '' } = useParams();
  return (
    <main className={css.page}>
      <div className={css.panel}>
        <Cluster as="header" gap={3} className={css.head}>
          <span className={css.mark}>
            <IconBuildingBank size={24} aria-hidden />
          </span>
          <div>
            <Text size="s" tone="faint">
              {t('name')}
            </Text>
            <h1>{t('title')}</h1>
          </div>
        </Cluster>
        <Cluster as="p" gap={2} size="sm" tone="warn" weight={500} className={css.notice}>
          <IconFlask size={18} aria-hidden />
          {t('notice')}
        </Cluster>
        <BankPaymentBody authority={authority} />
      </div>
    </main>
  );
}

function BankPaymentBody({ authority }: { authority: string }) {
  const t = useTranslations('sandbox.bank');
  const failure = useErrorMessages();
  const { payment, error, busy, retry } = useBankPayment(authority);
  if (payment?.state === 'OPEN') return <Checkout payment={payment} />;
  if (payment) {
    const { state } = payment;
    const icon = state === 'PAID' ? <IconCircleCheck size={26} /> : <IconCircleX size={26} />;
    return (
      <BankOutcome icon={icon} title={t(`${state}.title`)} text={t(`${state}.text`)}>
        <LinkButton to="/profile/history?tab=deposits">{t('history')}</LinkButton>
      </BankOutcome>
    );
  }
  if (error instanceof ApiError && [400, 404].includes(error.httpStatus)) {
    return (
      <BankOutcome icon={<IconFileUnknown size={26} />} title={t('unknownTitle')} text={t('unknownText')}>
        <LinkButton to="/profile/wallet">{t('wallet')}</LinkButton>
      </BankOutcome>
    );
  }
  if (error) return <ErrorState text={failure.text(error)} busy={busy} onRetry={retry} />;
  return <BankSkeleton />;
}

function BankOutcome({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <div className={css.body}>
      <EmptyState icon={icon} title={title} text={text} action={children} />
    </div>
  );
}

function BankSkeleton() {
  return (
    <div className={css.body} aria-hidden>
      <Skeleton height={84} className={css.block} />
      <Skeleton height={150} className={css.block} />
      <Skeleton height={54} className={css.block} />
      <Skeleton height={54} className={css.block} />
    </div>
  );
}
