import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { invitesQuery } from '../../lib/queries/invites-query.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { FriendsCard } from './friends-card.tsx';
import css from './invite.module.css';
import { LinkCard } from './link-card.tsx';
import { RewardCard } from './reward-card.tsx';
import { StepsCard } from './steps-card.tsx';

/** The referral link, and its results. */
export function Page() {
  const t = useTranslations('invite');
  useTitle(t('title'));
  const { text } = useErrorMessages();
  const { data, error, refetch, isFetching } = useQuery(invitesQuery);
  return (
    <Stack as="main" gap={5} className={css.page}>
      <header className={css.head}>
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
      </header>
      {!data && error ? (
        <Card>
          <ErrorState text={text(error)} busy={isFetching} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <div className={css.grid}>
          <LinkCard stats={data} />
          <RewardCard stats={data} />
        </div>
      )}
      <StepsCard />
      <FriendsCard />
    </Stack>
  );
}
