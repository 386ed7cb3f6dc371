import type { StaffCompanyDetail } from '@sarraf/domain/contracts';
import { IconArrowBackUp, IconBuildingStore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Link, useParams, useSearchParams } from '../../../framework/navigation/router.tsx';
import { useTitle } from '../../../framework/navigation/use-title.ts';
import { ApiError } from '../../../lib/api/api.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { StaffErrorText } from '../shared/error-text.tsx';
import css from '../shared/parts.module.css';
import { StaffSkeleton } from '../shared/parts.tsx';
import { getBackofficePath } from '../shared/places.ts';
import { useRights } from '../shared/queries.ts';
import own from './companies.module.css';
import { StoreState, useWaitReasonText } from './parts.tsx';
import { StorePayments } from './payments.tsx';
import { storeQuery } from './queries.ts';
import { StoreRefunds } from './refunds.tsx';
import { StoreSettlements } from './settlements.tsx';
import { CompanyControl, CompanySettingsCard, MoneyCard, OwnerCard } from './store-cards.tsx';

/** One company's store: its money, the settlement destination, and staff actions. */
export function StaffCompanyPage() {
  const t = useTranslations('staffCompanies.store');
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery(storeQuery(id));
  useTitle(data?.name || t('title'));
  if (data) return <StoreDetail store={data} />;
  const isUnknown = error instanceof ApiError && error.httpStatus === 404;
  return (
    <main className={css.page} aria-busy={!error || undefined}>
      <h1 className="hidden">{t('title')}</h1>
      {!error && <StoreSkeleton />}
      {error && (
        <Card>
          {isUnknown ? (
            <EmptyState
              icon={<IconBuildingStore size={26} />}
              title={t('unknownTitle')}
              text={t('unknownText')}
              action={<LinkButton to={getBackofficePath('companies')}>{t('back')}</LinkButton>}
            />
          ) : (
            <StaffErrorText error={error} busy={isFetching} onRetry={() => void refetch()} />
          )}
        </Card>
      )}
    </main>
  );
}

function StoreDetail({ store }: { store: StaffCompanyDetail }) {
  const t = useTranslations('staffCompanies');
  const waitWord = useWaitReasonText();
  return (
    <main className={css.page}>
      <Stack as="header" gap="line" align="start" className={own.head}>
        <Link to={getBackofficePath('companies')} className={own.back}>
          <IconArrowBackUp size={18} className="flip" aria-hidden />
          {t('store.back')}
        </Link>
        <h1>{store.name || t('noName')}</h1>
        <StoreState store={store} />
      </Stack>
      {store.blockedReason !== null && (
        <Callout tone="warn" title={t('store.blockedTitle')}>
          <span dir="auto">{store.blockedReason}</span>
        </Callout>
      )}
      {store.waits !== null && (
        <Callout tone="warn" title={t('store.waitsTitle')}>
          {waitWord(store.waits)}
        </Callout>
      )}
      <div className={own.columns}>
        <div className={own.column}>
          <MoneyCard store={store} />
          <OwnerCard store={store} />
        </div>
        <div className={own.column}>
          <CompanySettingsCard store={store} />
          <CompanyControl store={store} />
        </div>
      </div>
      <StoreLists store={store} />
    </main>
  );
}

const LISTS = ['payments', 'settlements', 'refunds'] as const;

/** Payments, `?list=settlements` and, for the treasury, `?list=refunds`. */
function StoreLists({ store }: { store: StaffCompanyDetail }) {
  const t = useTranslations('staffCompanies.store');
  const { money } = useRights();
  const [search, setSearch] = useSearchParams();
  const lists = money ? LISTS : LISTS.filter((key) => key !== 'refunds');
  const list = lists.find((key) => key === search.get('list')) ?? 'payments';
  return (
    <Stack as="section" gap={4} aria-label={t('lists')}>
      <Tabs
        label={t('lists')}
        tabs={lists.map((key) => ({ key, label: t(key) }))}
        value={list}
        onChange={(key) => setSearch(key === 'payments' ? {} : { list: key }, { replace: true })}
      >
        {list === 'payments' && <StorePayments store={store} />}
        {list === 'settlements' && <StoreSettlements store={store} />}
        {list === 'refunds' && <StoreRefunds store={store} />}
      </Tabs>
    </Stack>
  );
}

function StoreSkeleton() {
  return (
    <>
      <StaffSkeleton width={220} height={34} />
      <div className={own.columns} aria-hidden>
        <div className={own.column}>
          <StaffSkeleton height={230} />
          <StaffSkeleton height={260} />
        </div>
        <div className={own.column}>
          <StaffSkeleton height={300} />
          <StaffSkeleton height={190} />
        </div>
      </div>
      <StaffSkeleton height={320} />
    </>
  );
}
