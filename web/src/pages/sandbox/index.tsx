import { IconFlask, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Stack } from '../../ui/layout/layout.tsx';
import { AuthorizeCard } from './authorize.tsx';
import { Chains } from './chains.tsx';
import { Links } from './links.tsx';
import { Outbox } from './outbox.tsx';
import { People } from './people.tsx';
import css from './sandbox.module.css';
import { Scenario } from './scenario.tsx';
import { useOutbox } from './use-outbox.ts';

/** Controls that simulate the outside world: the outbox, test users, verification. */
export function Page() {
  const t = useTranslations('sandbox');
  useTitle(t('title'));
  const [filter, setFilter] = useState('');
  const outbox = useOutbox(filter);
  if (outbox.closed) return <SandboxUnavailable />;
  return (
    <main className={`wrap ${css.page}`}>
      <h1>{t('title')}</h1>
      <Cluster as="section" gap={4} className={css.banner}>
        <IconFlask size={28} aria-hidden />
        <div>
          <h2>{t('banner.title')}</h2>
          <p>{t('banner.text')}</p>
        </div>
      </Cluster>
      <div className={css.columns}>
        <Outbox outbox={outbox} filter={filter} onFilter={setFilter} />
        <Stack gap={5} className={css.side}>
          <AuthorizeCard />
          <Chains />
          <Scenario />
          <People onMessages={setFilter} />
          <Links />
        </Stack>
      </div>
    </main>
  );
}

function SandboxUnavailable() {
  const t = useTranslations('sandbox');
  return (
    <main className={`wrap ${css.page}`}>
      <h1>{t('title')}</h1>
      <Card>
        <EmptyState icon={<IconLock size={26} />} title={t('closed.title')} text={t('closed.text')} />
      </Card>
    </main>
  );
}
