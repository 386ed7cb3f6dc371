import { IconBook2, IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { Button, LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Stack, Text } from '../../ui/layout/layout.tsx';
import css from './api-keys.module.css';
import { ChangeKey, type KeyChange } from './change-key.tsx';
import { CreatedKeyDialog } from './created-key-dialog.tsx';
import { KeyRow } from './key-row.tsx';
import { CreateKeyDialog } from './make-key.tsx';
import { apiKeysQuery, type CreatedApiKey } from './queries.ts';

/** API keys of a person's own programs. */
export function Page() {
  const t = useTranslations('apiKeys');
  useTitle(t('title'));
  const [isCreating, setIsCreating] = useState(false);
  const [createdKey, setCreatedKey] = useState<CreatedApiKey | null>(null);
  const addButton = (
    <Button icon={<IconPlus size={18} aria-hidden />} onClick={() => setIsCreating(true)}>
      {t('add')}
    </Button>
  );
  return (
    <Stack as="main" gap={5} className={css.page}>
      <Stack gap={2}>
        <h1>{t('title')}</h1>
        <Text tone="soft">{t('text')}</Text>
        <Cluster>
          <LinkButton to="/developers" variant="ghost" icon={<IconBook2 size={18} aria-hidden />}>
            {t('guide')}
          </LinkButton>
        </Cluster>
      </Stack>
      <KeyList add={addButton} />
      <CreateKeyDialog
        open={isCreating}
        onClose={() => setIsCreating(false)}
        onMade={(key) => {
          setIsCreating(false);
          setCreatedKey(key);
        }}
      />
      <CreatedKeyDialog made={createdKey} onClose={() => setCreatedKey(null)} />
    </Stack>
  );
}

function KeyList({ add }: { add: React.ReactNode }) {
  const t = useTranslations('apiKeys');
  const failure = useErrorMessages();
  const [change, setChange] = useState<KeyChange | null>(null);
  const { data, error, isFetching, refetch } = useQuery(apiKeysQuery);
  if (!data && error)
    return (
      <Card>
        <ErrorState text={failure.text(error)} busy={isFetching} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data) return <KeysSkeleton />;
  if (data.length === 0)
    return (
      <Card>
        <EmptyState icon={<IconKey size={26} />} title={t('none')} text={t('noneText')} action={add} />
      </Card>
    );
  return (
    <Card>
      <ul>
        {data.map((row) => (
          <KeyRow key={row.id} row={row} onChange={setChange} />
        ))}
      </ul>
      <Cluster className={css.add}>{add}</Cluster>
      <ChangeKey change={change} onClose={() => setChange(null)} />
    </Card>
  );
}

function KeysSkeleton() {
  return (
    <Card aria-busy>
      {[1, 2].map((key) => (
        <Skeleton key={key} height={96} className={css.waiting ?? ''} />
      ))}
    </Card>
  );
}
