import { IconFileUnknown } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { ApiError } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useSession } from '../../lib/session/session.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import css from './bank-return.module.css';
import { FailedOutcome, PaidOutcome, PendingOutcome } from './outcome.tsx';
import { usePayment } from './use-payment.ts';

/** The page to which the bank returns a payer, signed in or not (requirements §2.1). */
export function Page() {
  const t = useTranslations('wallet.bankReturn');
  useTitle(t('title'));
  const [search] = useSearchParams();
  const id = search.get('payment') ?? '';
  return (
    <main className={`wrap ${css.page}`}>
      <h1 className="hidden">{t('title')}</h1>
      <Card raised className={css.card}>
        {id === '' ? <UnknownPayment /> : <PaymentOutcome key={id} id={id} />}
      </Card>
    </main>
  );
}

function PaymentOutcome({ id }: { id: string }) {
  const failure = useErrorMessages();
  const { payment, error, late, busy, again } = usePayment(id);
  if (payment?.state === 'PAID') return <PaidOutcome payment={payment} />;
  if (payment?.state === 'FAILED') return <FailedOutcome payment={payment} />;
  if (payment) return <PendingOutcome payment={payment} late={late} busy={busy} onAgain={again} />;
  if (error instanceof ApiError && [400, 404].includes(error.httpStatus)) return <UnknownPayment />;
  if (error) return <ErrorState text={failure.text(error)} busy={busy} onRetry={again} />;
  return <PaymentSkeleton />;
}

function UnknownPayment() {
  const t = useTranslations('wallet.bankReturn');
  const { signedIn } = useSession();
  return (
    <EmptyState
      icon={<IconFileUnknown size={26} />}
      title={t('unknown.title')}
      text={t('unknown.text')}
      action={
        signedIn ? (
          <LinkButton to="/profile/history?tab=deposits" variant="ghost">
            {t('history')}
          </LinkButton>
        ) : (
          <LinkButton to="/" variant="ghost">
            {t('home')}
          </LinkButton>
        )
      }
    />
  );
}

function PaymentSkeleton() {
  const t = useTranslations('state');
  return (
    <Stack gap={4} align="center" className={css.outcome} aria-busy>
      <span className="hidden">{t('loading')}</span>
      <Skeleton width={72} height={72} round />
      <Skeleton width={200} height={24} />
      <Skeleton width={260} height={16} />
      <Skeleton height={140} className={css.block} />
    </Stack>
  );
}
