import type { PersonDetail } from '@sarraf/domain/contracts';
import { IconArrowBackUp, IconFileUnknown, IconLock, IconMessageReport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Link, useLocation, useParams } from '../../../framework/navigation/router.tsx';
import { useTitle } from '../../../framework/navigation/use-title.ts';
import { ApiError } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, Stack } from '../../../ui/layout/layout.tsx';
import { DepositAddresses } from '../money/deposit-addresses.tsx';
import { FrozenAmounts } from '../money/freezes.tsx';
import { PersonMoney } from '../people/person-money.tsx';
import { StaffErrorText } from '../shared/error-text.tsx';
import css from '../shared/parts.module.css';
import { StaffSkeleton, useElapsedTimeText, VerificationBadge } from '../shared/parts.tsx';
import { getBackofficePath } from '../shared/places.ts';
import { personQuery, useRights } from '../shared/queries.ts';
import { type PersonAccess, parsePersonAccess } from '../shared/visit.ts';
import { BankChecks, IdentityChecks } from './check-cards.tsx';
import { CompanyDecision } from './company-decision.tsx';
import { AccountControl } from './control.tsx';
import { ReviewDecision } from './decision.tsx';
import { PersonDocuments } from './documents.tsx';
import personCss from './person.module.css';
import { AccountFacts, PersonFacts } from './person-facts.tsx';
import { Timeline } from './timeline.tsx';
import { VisitForm } from './visit-form.tsx';

/** One person's file. Opened without a reason, it asks for one before anything is loaded. */
export function PersonPage() {
  const t = useTranslations('backoffice');
  useTitle(t('person.title'));
  const { id = '' } = useParams();
  const visit = parsePersonAccess(useLocation().state);
  if (visit) return <PersonDetailLoader key={id} id={id} visit={visit} />;
  return (
    <main className={css.page}>
      <h1 className="hidden">{t('person.title')}</h1>
      <Card title={t('reason.title')} className={personCss.ask}>
        <VisitForm id={id} from="people" />
      </Card>
    </main>
  );
}

function PersonDetailLoader({ id, visit }: { id: string; visit: PersonAccess }) {
  const t = useTranslations('backoffice.person');
  const { data, error, isFetching, refetch } = useQuery(personQuery(id, visit.reason));
  if (data) return <PersonDetailContent file={data} visit={visit} />;
  const isUnknown = error instanceof ApiError && error.httpStatus === 404;
  return (
    <main className={css.page} aria-busy={!error || undefined}>
      <h1 className="hidden">{t('title')}</h1>
      {!error && <PersonSkeleton />}
      {error && (
        <Card>
          {isUnknown ? (
            <EmptyState
              icon={<IconFileUnknown size={26} />}
              title={t('unknownTitle')}
              text={t('unknownText')}
              action={<LinkButton to={getBackofficePath('people')}>{t('back.people')}</LinkButton>}
            />
          ) : (
            <StaffErrorText error={error} busy={isFetching} onRetry={() => void refetch()} />
          )}
        </Card>
      )}
    </main>
  );
}

function PersonDetailContent({ file, visit }: { file: PersonDetail; visit: PersonAccess }) {
  const rights = useRights();
  return (
    <main className={css.page}>
      <PersonHead file={file} from={visit.from} />
      <PersonWarnings file={file} />
      <div className={personCss.columns}>
        <div className={personCss.aside}>
          <PersonDocuments file={file} visit={visit} />
          <CompanyDecision file={file} visit={visit} />
          <ReviewDecision file={file} visit={visit} />
        </div>
        <div className={personCss.data}>
          <PersonFacts account={file.account} />
          {rights.kyc && <IdentityChecks file={file} />}
          <BankChecks file={file} />
          <AccountFacts file={file} />
          {/* Before cards that load on their own: they would move its buttons under the pointer. */}
          {(rights.block || rights.kyc) && <AccountControl file={file} />}
          <PersonMoney file={file} />
          {rights.money && <FrozenAmounts personId={file.account.id} />}
          {rights.money && <DepositAddresses personId={file.account.id} />}
          <Timeline personId={file.account.id} reason={visit.reason} />
        </div>
      </div>
    </main>
  );
}

function PersonHead({ file, from }: { file: PersonDetail; from: PersonAccess['from'] }) {
  const t = useTranslations('backoffice');
  const formatAge = useElapsedTimeText();
  const { account, submittedAtDateTime } = file;
  const name = [account.firstName, account.lastName].filter(Boolean).join(' ');
  const isWaiting = account.authenticationType.endsWith('PENDING') && submittedAtDateTime;
  return (
    <Stack as="header" gap="line" align="start" className={personCss.head}>
      <Link to={getBackofficePath(from)} className={personCss.back}>
        <IconArrowBackUp size={18} className={personCss.arrow} aria-hidden />
        {t(`person.back.${from}`)}
      </Link>
      <h1>{name || t('noName')}</h1>
      <Cluster as="p" gap={4} rowGap="line" wrap size="sm" tone="soft">
        <VerificationBadge type={account.authenticationType} />
        <span>{t(`kind.${account.customerKind ?? 'none'}`)}</span>
        {isWaiting && <span>{t('person.waits', { time: formatAge(submittedAtDateTime) })}</span>}
      </Cluster>
    </Stack>
  );
}

/** Warnings that a reviewer must see first. */
function PersonWarnings({ file }: { file: PersonDetail }) {
  const t = useTranslations('backoffice');
  const format = useFormat();
  const { blocked, account } = file;
  return (
    <>
      {blocked && (
        <Cluster as="section" gap={3} align="start" size="sm" className={personCss.banner}>
          <IconLock size={22} aria-hidden />
          <div>
            <h2>{t('person.blockedTitle', { time: format.dateTime(blocked.at) })}</h2>
            <p dir="auto">{blocked.reason}</p>
          </div>
        </Cluster>
      )}
      {account.refusalReasons.length > 0 && (
        <Cluster as="section" gap={3} align="start" size="sm" className={personCss.banner}>
          <IconMessageReport size={22} aria-hidden />
          <div>
            <h2>{t('person.refusedTitle')}</h2>
            <ul>
              {account.refusalReasons.map((reason) => (
                <li key={reason}>{t(`refusal.${reason}`)}</li>
              ))}
            </ul>
            {account.refusalNote && <p dir="auto">{account.refusalNote}</p>}
          </div>
        </Cluster>
      )}
    </>
  );
}

function PersonSkeleton() {
  return (
    <>
      <StaffSkeleton width={220} height={34} />
      <div className={personCss.columns} aria-hidden>
        <div className={personCss.aside}>
          <StaffSkeleton height={480} />
          <StaffSkeleton height={140} />
        </div>
        <div className={personCss.data}>
          <StaffSkeleton height={360} />
          <StaffSkeleton height={240} />
        </div>
      </div>
    </>
  );
}
