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
import { CompanyFeatures } from './gains.tsx';
import { RefusedCard } from './refused-card.tsx';
import { useApplication } from './use-application.ts';
import { PendingApplicationCard } from './waiting-card.tsx';

/** The application to turn a personal account into a company's, decided by staff. */
export function BecomeCompany({ account }: { account: Account }) {
  const failure = useErrorMessages();
  const { data: application, error, isFetching, refetch } = useApplication();
  const verified = account.authenticationType === 'AUTHORIZED';
  const [isEditing, setIsEditing] = useState(false);
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
  const isPending = application?.state === 'PENDING';
  if (isPending && !isEditing)
    return (
      <PendingApplicationCard
        application={application}
        inIran={isIranian(account.location)}
        focused={sent}
        onEdit={verified ? () => setIsEditing(true) : null}
      />
    );
  if (!verified) return <UnverifiedNotice account={account} />;
  const finishEditing = () => {
    setIsEditing(false);
    setSent(true);
  };
  return (
    <div className={isPending ? css.single : css.grid}>
      {application === null && <CompanyFeatures />}
      {application?.state === 'REFUSED' && <RefusedCard application={application} />}
      <ApplicationForm
        // A decision in the meantime remounts the form with its result.
        key={`${application?.version} ${application?.state}`}
        sent={application}
        inIran={isIranian(account.location)}
        onSent={finishEditing}
        onCancel={isPending ? () => setIsEditing(false) : null}
      />
    </div>
  );
}

const CHANGED_TYPES = ['PENDING', 'INFORMATION_CHANGED', 'INFORMATION_CHANGED_PENDING'];

/** An unverified person chooses the kind in the account form; one under review waits. */
function UnverifiedNotice({ account }: { account: Account }) {
  const t = useTranslations('company.apply');
  const changed = CHANGED_TYPES.includes(account.authenticationType);
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
