import type { PublicCompany, publicCompany } from '@sarraf/domain/contracts';
import { IconBuildingStore, IconCircleCheck, IconClockX, IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { ApiError, call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { AnchorButton } from '../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { Money } from '../../ui/values/money.tsx';
import css from './company-deposit.module.css';
import { PayForm } from './pay-form.tsx';
import { PayerLayout } from './payer-frame.tsx';
import { StoreHead } from './store-head.tsx';
import { BackToStore } from './to-store.tsx';

/** The payment page behind a company's link, without an account (requirements §2.16, §5.9). */
export function Page() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const request = search.get('request');
  return (
    <PayerLayout>
      {id === '' ? <UnknownStore /> : <PublicStore key={`${id} ${request}`} id={id} request={request} />}
    </PayerLayout>
  );
}

const isStoreClosed = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'COMPANY_NOT_ACTIVE';
const isUnknownStore = (error: unknown): boolean =>
  error instanceof ApiError && [400, 404].includes(error.httpStatus);

function PublicStore({ id, request }: { id: string; request: string | null }) {
  const t = useTranslations('company.payer');
  const failure = useErrorMessages();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['public-company', id, request],
    queryFn: async ({ signal }) =>
      (
        await call<typeof publicCompany>('GET', '/company-payments/company/:id', {
          params: { id },
          query: request === null ? {} : { request },
          signal,
        })
      ).baseDTO,
    retry: false,
    // Refetching would reset the form; the server checks what has changed in the meantime.
    staleTime: Number.POSITIVE_INFINITY,
  });
  useTitle(data ? t('title', { name: data.name }) : t('titlePlain'));
  if (data) return <PaymentPage company={data} />;
  if (isUnknownStore(error)) return <UnknownStore />;
  if (isStoreClosed(error)) return <ClosedStore />;
  if (error)
    return <ErrorState text={failure.text(error)} busy={isFetching} onRetry={() => void refetch()} />;
  return <PaymentSkeleton />;
}

function PaymentPage({ company }: { company: PublicCompany }) {
  const { name, logo, request } = company;
  const returnTo = request?.returnTo ?? null;
  const endState = request !== null && request.state !== 'OPEN' ? request.state : null;
  return (
    <>
      {returnTo !== null && endState === null && <BackToStore returnTo={returnTo} name={name} />}
      <StoreHead name={name} logo={logo}>
        {request && <PaymentRequestSummary request={request} />}
      </StoreHead>
      {endState === null ? (
        <PayForm company={company} />
      ) : (
        <EndedRequest state={endState} returnTo={returnTo} name={name} />
      )}
    </>
  );
}

function PaymentRequestSummary({ request }: { request: NonNullable<PublicCompany['request']> }) {
  const t = useTranslations('company.payer');
  const format = useFormat();
  return (
    <Stack gap={1} align="center" className={css.asked}>
      <Money value={request.amount} asset="TOMAN" className={css.sum ?? ''} />
      {request.description !== '' && <bdi>{request.description}</bdi>}
      <small>{t('order', { number: request.orderNumber })}</small>
      {request.state === 'OPEN' && (
        <small>{t('validUntil', { time: format.dateTime(request.expiresAtDateTime) })}</small>
      )}
    </Stack>
  );
}

interface EndedRequestProps {
  state: 'PAID' | 'CANCELLED' | 'EXPIRED';
  returnTo: string | null;
  name: string;
}

function EndedRequest({ state, returnTo, name }: EndedRequestProps) {
  const t = useTranslations('company.payer');
  const Icon = state === 'PAID' ? IconCircleCheck : IconClockX;
  return (
    <EmptyState
      icon={<Icon size={26} />}
      title={t(`request${state}`)}
      text={state === 'PAID' ? undefined : t('requestText')}
      action={returnTo !== null && <AnchorButton href={returnTo}>{t('back', { name })}</AnchorButton>}
    />
  );
}

function UnknownStore() {
  const t = useTranslations('company.payer');
  useTitle(t('unknownTitle'));
  return (
    <PaymentUnavailable icon={<IconLinkOff size={26} />} title={t('unknownTitle')} text={t('unknownText')} />
  );
}

function ClosedStore() {
  const t = useTranslations('company.payer');
  return (
    <PaymentUnavailable
      icon={<IconBuildingStore size={26} />}
      title={t('closedTitle')}
      text={t('closedText')}
    />
  );
}

export function PaymentUnavailable({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return <EmptyState whole icon={icon} title={title} text={text} />;
}

function PaymentSkeleton() {
  const t = useTranslations('state');
  return (
    <Stack gap={4} aria-busy>
      <span className="hidden">{t('loading')}</span>
      <Skeleton width={220} height={32} />
      {[80, 80, 80, 52].map((height, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are identical.
        <Skeleton key={at} height={height} className={css.waiting ?? ''} />
      ))}
    </Stack>
  );
}
