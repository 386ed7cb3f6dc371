import type { Company } from '@sarraf/domain/contracts';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useSession } from '../../lib/session/session.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { BecomeCompany } from './application/index.tsx';
import css from './company.module.css';
import { Developers } from './developers/developers.tsx';
import { StoreOverview } from './glance.tsx';
import { NextCard } from './next-card.tsx';
import { PaymentsList } from './payments-list.tsx';
import { useStore } from './queries.ts';
import { RequestsList } from './requests-list.tsx';
import { SettingsCard } from './settings/settings-card.tsx';
import { SettlementsList } from './settlements/settlements-list.tsx';
import { StoreCard } from './store-card.tsx';
import { PendingInstructionsNotice } from './waits-for-you.tsx';

/** The store of a company account; others can apply for one. The server checks this too. */
export function Page() {
  const { account, company } = useSession();
  const t = useTranslations(account && !company ? 'company.apply' : 'company');
  useTitle(t('title'));
  return (
    <Stack as="main" gap={5} className={css.page}>
      <header className={css.head}>
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
      </header>
      {account && !company ? <BecomeCompany account={account} /> : <StoreLoader />}
    </Stack>
  );
}

function StoreLoader() {
  const failure = useErrorMessages();
  const { data, error, isFetching, refetch } = useStore();
  if (data) return <StoreContent store={data} />;
  if (error)
    return (
      <Card>
        <ErrorState text={failure.text(error)} busy={isFetching} onRetry={() => void refetch()} />
      </Card>
    );
  return (
    <div className={css.grid} aria-busy>
      {[430, 480].map((height) => (
        <Card key={height}>
          <Skeleton width={160} height={24} />
          <Skeleton height={height} className={css.waiting ?? ''} />
        </Card>
      ))}
    </div>
  );
}

function StoreContent({ store }: { store: Company }) {
  const t = useTranslations('company');
  const [, setSearch] = useSearchParams();
  const lists = useRef<HTMLDivElement>(null);
  const showDevelopers = () => {
    setSearch({ list: 'developers' }, { replace: true });
    lists.current?.scrollIntoView();
  };
  return (
    <>
      {store.blocked && <Callout tone="warn">{t('blocked')}</Callout>}
      <PendingInstructionsNotice onLook={showDevelopers} />
      <StoreOverview store={store} />
      <div className={css.grid}>
        <div className={css.column}>
          <StoreCard store={store} />
          <NextCard store={store} />
        </div>
        {/* Remounts for each saved destination, so that the form never shows an old one. */}
        <SettingsCard key={`${store.walletAddress} ${store.perTime}`} store={store} />
      </div>
      <StoreLists place={lists} />
    </>
  );
}

const LISTS = ['payments', 'settlements', 'requests', 'developers'] as const;
type ListKey = (typeof LISTS)[number];

function StoreLists({ place }: { place: RefObject<HTMLDivElement | null> }) {
  const t = useTranslations('company.tabs');
  const [search, setSearch] = useSearchParams();
  const list: ListKey = LISTS.find((candidate) => candidate === search.get('list')) ?? 'payments';
  const hasListParam = useRef(search.has('list'));
  useEffect(() => {
    // A link to one of the lists scrolls to it, far down on a phone.
    if (hasListParam.current) place.current?.scrollIntoView();
  }, [place]);
  return (
    <div ref={place} className={css.anchor}>
      <Card padding="flush" className={css.lists ?? ''}>
        <Tabs
          label={t('label')}
          tabs={LISTS.map((key) => ({ key, label: t(key) }))}
          value={list}
          onChange={(key) => setSearch({ list: key }, { replace: true })}
        >
          {list === 'payments' && <PaymentsList />}
          {list === 'settlements' && <SettlementsList />}
          {list === 'requests' && <RequestsList />}
          {list === 'developers' && <Developers />}
        </Tabs>
      </Card>
    </div>
  );
}
