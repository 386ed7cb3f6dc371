import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../lib/api/api.ts';
import { Navigate, Routes } from '../../lib/navigation/router.tsx';
import { useTitle } from '../../lib/navigation/use-title.ts';
import { Card } from '../../ui/layout/card.tsx';
import { AlarmsPage } from './alarms.tsx';
import { LedgerAuditPage } from './books.tsx';
import { StaffBrandPage } from './brand/index.tsx';
import { Coins } from './coins/index.tsx';
import { Companies } from './companies/index.tsx';
import { StaffCompanyPage } from './companies/store.tsx';
import { Article } from './content/article.tsx';
import { Info } from './content/info.tsx';
import { ArticlesPage } from './content/texts.tsx';
import { FiguresPage } from './figures/index.tsx';
import { BackofficeLayout } from './frame.tsx';
import { Limits } from './limits/index.tsx';
import { Audit } from './log/audit.tsx';
import { ApprovalKeys } from './money/approval-keys.tsx';
import { IncomingMoney } from './money/incoming.tsx';
import { Payout } from './money/payout.tsx';
import { Payouts } from './money/payouts.tsx';
import { Rules } from './money/rules.tsx';
import { Treasury } from './money/treasury.tsx';
import { StaffWithdrawalsPage } from './money/withdrawals.tsx';
import { NowPage } from './now/index.tsx';
import { Operations } from './operations/index.tsx';
import { Person } from './person/person.tsx';
import { Recoveries } from './recoveries/recoveries.tsx';
import { FeeReport } from './reports/index.tsx';
import { Reviews } from './reviews.tsx';
import { Search } from './search.tsx';
import { placesOf } from './shared/access.ts';
import { NoAccess, NoSectionAccess, StaffFaultText } from './shared/faults.tsx';
import css from './shared/parts.module.css';
import { StaffSkeleton } from './shared/parts.tsx';
import {
  type BackofficeRoute,
  type BackofficeSection,
  backofficePath,
  backofficeRoutes,
} from './shared/places.ts';
import { overviewQuery } from './shared/queries.ts';
import { Tickets } from './tickets/index.tsx';
import { TicketThread } from './tickets/thread.tsx';
import { WebErrors } from './web-errors.tsx';

/** The back office: nothing is shown before the server has returned the person's roles. */
export function Page() {
  const t = useTranslations('backoffice');
  useTitle(t('title'));
  const { data, error, isFetching, refetch } = useQuery(overviewQuery);
  if (data) {
    return (
      <BackofficeLayout overview={data}>
        <Places places={placesOf(data.roles)} />
      </BackofficeLayout>
    );
  }
  const stranger = error instanceof ApiError && error.code === 'FORBIDDEN';
  return (
    <BackofficeLayout overview={undefined}>
      <main className={css.page} aria-busy={!error || undefined}>
        <h1 className="hidden">{t('title')}</h1>
        <Card>
          {stranger ? (
            <NoSectionAccess stranger />
          ) : error ? (
            <StaffFaultText error={error} busy={isFetching} onRetry={() => void refetch()} />
          ) : (
            <StaffSkeleton height={320} />
          )}
        </Card>
      </main>
    </BackofficeLayout>
  );
}

const PAGES: Readonly<Record<BackofficeRoute, ReactElement>> = {
  reviews: <Reviews />,
  people: <Search />,
  'people/:id': <Person />,
  recoveries: <Recoveries />,
  companies: <Companies />,
  'companies/:id': <StaffCompanyPage />,
  withdrawals: <StaffWithdrawalsPage />,
  payouts: <Payouts />,
  'payouts/:id': <Payout />,
  incoming: <IncomingMoney />,
  treasury: <Treasury />,
  'treasury/keys': <ApprovalKeys />,
  coins: <Coins />,
  limits: <Limits />,
  figures: <FiguresPage />,
  reports: <FeeReport />,
  rules: <Rules />,
  content: <ArticlesPage />,
  'content/info': <Info />,
  'content/:kind/:slug': <Article />,
  tickets: <Tickets />,
  'tickets/:id': <TicketThread />,
  brand: <StaffBrandPage />,
  alarms: <AlarmsPage />,
  books: <LedgerAuditPage />,
  operations: <Operations />,
  'web-errors': <WebErrors />,
  audit: <Audit />,
};

function Places({ places }: { places: readonly BackofficeSection[] }) {
  const [first] = places;
  if (!first) return <AccessDenied message={<NoSectionAccess />} />;
  const of = (place: BackofficeSection, part: ReactElement) =>
    places.includes(place) ? part : <AccessDenied message={<NoAccess />} />;
  return (
    <Routes
      screens={[
        { path: '/backoffice', element: of('now', <NowPage />) },
        ...backofficeRoutes().map(([path, place]) => ({
          path: `/backoffice/${path}`,
          element: of(place, PAGES[path]),
        })),
        { path: '/backoffice/*', element: <Navigate to={backofficePath(first)} replace /> },
      ]}
    />
  );
}

function AccessDenied({ message }: { message: ReactNode }) {
  const t = useTranslations('backoffice');
  return (
    <main className={css.page}>
      <h1 className="hidden">{t('title')}</h1>
      <Card>{message}</Card>
    </main>
  );
}
