import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Navigate, Routes } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { ApiError } from '../../lib/api/api.ts';
import { Card } from '../../ui/layout/card.tsx';
import { AlarmsPage } from './alarms.tsx';
import { LedgerAuditPage } from './books.tsx';
import { StaffBrandPage } from './brand/index.tsx';
import { CoinsPage } from './coins/index.tsx';
import { Companies } from './companies/index.tsx';
import { StaffCompanyPage } from './companies/store.tsx';
import { StaffArticlePage } from './content/article.tsx';
import { InfoPage } from './content/info.tsx';
import { ArticlesPage } from './content/texts.tsx';
import { FiguresPage } from './figures/index.tsx';
import { BackofficeLayout } from './frame.tsx';
import { LimitsPage } from './limits/index.tsx';
import { AuditLogPage } from './log/audit.tsx';
import { ApprovalKeys } from './money/approval-keys.tsx';
import { IncomingMoney } from './money/incoming.tsx';
import { PayoutBatchPage } from './money/payout.tsx';
import { Payouts } from './money/payouts.tsx';
import { RulesPage } from './money/rules.tsx';
import { Treasury } from './money/treasury.tsx';
import { StaffWithdrawalsPage } from './money/withdrawals.tsx';
import { NowPage } from './now/index.tsx';
import { Operations } from './operations/index.tsx';
import { PersonPage } from './person/person.tsx';
import { RecoveriesPage } from './recoveries/recoveries.tsx';
import { FeeReport } from './reports/index.tsx';
import { ReviewsPage } from './reviews.tsx';
import { PersonSearchPage } from './search.tsx';
import { listSections } from './shared/access.ts';
import { NoAccess, NoSectionAccess, StaffErrorText } from './shared/error-text.tsx';
import css from './shared/parts.module.css';
import { StaffSkeleton } from './shared/parts.tsx';
import {
  type BackofficeRoute,
  type BackofficeSection,
  getBackofficePath,
  listBackofficeRoutes,
} from './shared/places.ts';
import { overviewQuery } from './shared/queries.ts';
import { TicketsPage } from './tickets/index.tsx';
import { TicketThread } from './tickets/thread.tsx';
import { WebErrorsPage } from './web-errors.tsx';

/** The back office: nothing is shown before the server has returned the person's roles. */
export function Page() {
  const t = useTranslations('backoffice');
  useTitle(t('title'));
  const { data, error, isFetching, refetch } = useQuery(overviewQuery);
  if (data) {
    return (
      <BackofficeLayout overview={data}>
        <SectionRoutes places={listSections(data.roles)} />
      </BackofficeLayout>
    );
  }
  const hasNoAccess = error instanceof ApiError && error.code === 'FORBIDDEN';
  return (
    <BackofficeLayout overview={undefined} loading={!error}>
      <main className={css.page} aria-busy={!error || undefined}>
        <h1 className="hidden">{t('title')}</h1>
        <Card>
          {hasNoAccess ? (
            <NoSectionAccess stranger />
          ) : error ? (
            <StaffErrorText error={error} busy={isFetching} onRetry={() => void refetch()} />
          ) : (
            <StaffSkeleton height={320} />
          )}
        </Card>
      </main>
    </BackofficeLayout>
  );
}

const PAGES: Readonly<Record<BackofficeRoute, ReactElement>> = {
  reviews: <ReviewsPage />,
  people: <PersonSearchPage />,
  'people/:id': <PersonPage />,
  recoveries: <RecoveriesPage />,
  companies: <Companies />,
  'companies/:id': <StaffCompanyPage />,
  withdrawals: <StaffWithdrawalsPage />,
  payouts: <Payouts />,
  'payouts/:id': <PayoutBatchPage />,
  incoming: <IncomingMoney />,
  treasury: <Treasury />,
  'treasury/keys': <ApprovalKeys />,
  coins: <CoinsPage />,
  limits: <LimitsPage />,
  figures: <FiguresPage />,
  reports: <FeeReport />,
  rules: <RulesPage />,
  content: <ArticlesPage />,
  'content/info': <InfoPage />,
  'content/:kind/:slug': <StaffArticlePage />,
  tickets: <TicketsPage />,
  'tickets/:id': <TicketThread />,
  brand: <StaffBrandPage />,
  alarms: <AlarmsPage />,
  books: <LedgerAuditPage />,
  operations: <Operations />,
  'web-errors': <WebErrorsPage />,
  audit: <AuditLogPage />,
};

function SectionRoutes({ places }: { places: readonly BackofficeSection[] }) {
  const [first] = places;
  if (!first) return <AccessDenied message={<NoSectionAccess />} />;
  const findSection = (place: BackofficeSection, part: ReactElement) =>
    places.includes(place) ? part : <AccessDenied message={<NoAccess />} />;
  return (
    <Routes
      screens={[
        { path: '/backoffice', element: findSection('now', <NowPage />) },
        ...listBackofficeRoutes().map(([path, place]) => ({
          path: `/backoffice/${path}`,
          element: findSection(place, PAGES[path]),
        })),
        { path: '/backoffice/*', element: <Navigate to={getBackofficePath(first)} replace /> },
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
