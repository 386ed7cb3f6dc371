import type { Account } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useSession } from '../../lib/session.ts';
import { useFailure } from '../../lib/use-failure.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './account.module.css';
import { LevelCard } from './level-card.tsx';
import { VerificationCard } from './verification-card.tsx';

export function Page() {
  const t = useTranslations('profile.account');
  useTitle(t('title'));
  const { account, failure, retry } = useSession();
  const { text } = useFailure();
  return (
    <main>
      <h1 className={css.title}>{t('title')}</h1>
      {failure && (
        <Card>
          <ErrorState text={text(failure)} onRetry={retry} />
        </Card>
      )}
      {!failure && (
        <div className={css.grid} aria-busy={!account || undefined}>
          {account ? <VerificationCard account={account} /> : <Waiting height={420} />}
          <div className={css.side}>
            {account ? <Details account={account} /> : <Waiting height={150} />}
            {account ? <LevelCard account={account} /> : <Waiting height={170} />}
          </div>
        </div>
      )}
    </main>
  );
}

function Waiting({ height }: { height: number }) {
  return (
    <Card>
      <Skeleton width={140} height={22} />
      <Skeleton height={height} className={css.waiting} />
    </Card>
  );
}

function Details({ account }: { account: Account }) {
  const t = useTranslations('profile.account');
  const { digits } = useFormat();
  const name = `${account.firstName} ${account.lastName}`.trim();
  const facts = [
    ...(name ? [{ key: 'name', label: t('name'), value: name }] : []),
    {
      key: 'email',
      label: t('email'),
      value: (
        <bdi className={css.email} dir="ltr">
          {account.email}
        </bdi>
      ),
    },
    ...(account.mobileNumber
      ? [{ key: 'mobile', label: t('mobile'), value: <bdi dir="ltr">{digits(account.mobileNumber)}</bdi> }]
      : []),
    ...(account.customerKind
      ? [{ key: 'kind', label: t('kind'), value: t(`kinds.${account.customerKind}`) }]
      : []),
  ];
  return (
    <Card title={t('details')}>
      <Facts facts={facts} />
    </Card>
  );
}
