import type { Account } from '@sarraf/domain/contracts';
import { IconBuildingStore } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { isIranian } from '../../../lib/format/countries.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import css from './application.module.css';
import { ApplicationForm } from './application-form.tsx';
import { Gains } from './gains.tsx';
import { RefusedCard } from './refused-card.tsx';
import { useApplication } from './use-application.ts';
import { WaitingCard } from './waiting-card.tsx';

/** The application to turn a personal account into a company's, decided by staff. */
export function BecomeCompany({ account }: { account: Account }) {
  const failure = useErrorMessages();
  const { data: application, error, isFetching, refetch } = useApplication();
  const verified = account.authenticationType === 'AUTHORIZED';
  const [editing, setEditing] = useState(false);
  /** Submitted during this visit: the confirmation is focused. */
  const [sent, setSent] = useState(false);
  if (application === undefined && error)
    return (
      <Card>
        <ErrorState text={failure.text(error)} busy={isFetching} onRetry={() => void refetch()} />
      </Card>
    );
  // Approved: the account is refetched, and the store with it.
  if (application === undefined || application?.state === 'APPROVED') return <ApplicationSkeleton />;
  const waits = application?.state === 'PENDING';
  if (waits && !editing)
    return (
      <WaitingCard
        application={application}
        inIran={isIranian(account.location)}
        focused={sent}
        onEdit={verified ? () => setEditing(true) : null}
      />
    );
  if (!verified) return <Unverified account={account} />;
  const done = () => {
    setEditing(false);
    setSent(true);
  };
  return (
    <div className={waits ? css.single : css.grid}>
      {application === null && <Gains />}
      {application?.state === 'REFUSED' && <RefusedCard application={application} />}
      <ApplicationForm
        // A decision in the meantime remounts the form with its result.
        key={`${application?.version} ${application?.state}`}
        sent={application}
        inIran={isIranian(account.location)}
        onSent={done}
        onCancel={waits ? () => setEditing(false) : null}
      />
    </div>
  );
}

const CHANGED = ['PENDING', 'INFORMATION_CHANGED', 'INFORMATION_CHANGED_PENDING'];

/** An unverified person chooses the kind in the account form; one under review waits. */
function Unverified({ account }: { account: Account }) {
  const t = useTranslations('company.apply');
  const changed = CHANGED.includes(account.authenticationType);
  return (
    <Card>
      <EmptyState
        icon={<IconBuildingStore size={26} />}
        title={t(changed ? 'reviewTitle' : 'unverifiedTitle')}
        text={t(changed ? 'reviewText' : 'unverifiedText')}
        action={<LinkButton to="/profile/account">{t('toAccount')}</LinkButton>}
      />
    </Card>
  );
}

function ApplicationSkeleton() {
  return (
    <div className={css.grid} aria-busy>
      <Skeleton height={320} className={css.waiting ?? ''} />
      <Skeleton height={560} className={css.waiting ?? ''} />
    </div>
  );
}
