import { IconGift } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { invitesQuery } from '../../lib/queries/invites-query.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Money } from '../../ui/values/money.tsx';
import css from './status-card.module.css';

/** The number of invited friends, and the rewards. */
export function InviteCard() {
  const t = useTranslations('dashboard.invite');
  const { digits } = useFormat();
  const { text } = useErrorMessages();
  const { data, error, refetch, isFetching } = useQuery(invitesQuery);
  return (
    <Card title={t('title')} className={css.card} aria-busy={!data || undefined}>
      {!data && error ? (
        <ErrorState text={text(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <>
          <p className={css.lead}>{t('lead')}</p>
          <Facts
            facts={[
              {
                key: 'count',
                label: t('count'),
                value: data ? <bdi>{digits(data.countInvitees)}</bdi> : <Skeleton width={40} />,
              },
              {
                key: 'profit',
                label: t('profit'),
                value: data ? (
                  <Money value={data.profit} asset="TOMAN" decimals={0} />
                ) : (
                  <Skeleton width={110} />
                ),
              },
            ]}
          />
          <LinkButton
            to="/profile/invite"
            variant="ghost"
            block
            icon={<IconGift size={20} aria-hidden />}
            className={css.action ?? ''}
          >
            {t('action')}
          </LinkButton>
        </>
      )}
    </Card>
  );
}
