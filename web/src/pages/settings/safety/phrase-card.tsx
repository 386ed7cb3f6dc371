import type { Account, saveMailPhrase } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRetryAfter } from '../../../access/use-wait.ts';
import { call } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/notices.ts';
import { accountQuery } from '../../../lib/queries/queries.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, Stack, Text } from '../../../ui/layout/layout.tsx';

const MIN_LENGTH = 4;
const MAX_LENGTH = 60;

/** The anti-phishing phrase by which people recognise our e-mails. Once set, it is shown only in them. */
export function AntiPhishingPhraseCard({ account: { hasMailPhrase } }: { account: Account }) {
  const t = useTranslations('settings.phrase');
  const { judge } = useRetryAfter();
  const [phrase, setPhrase] = useState('');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (next: string | null) =>
      call<typeof saveMailPhrase>('PUT', '/users/mail-phrase', { body: { phrase: next } }),
    onSuccess: async (_, next) => {
      setPhrase('');
      toast(t(next === null ? 'removed' : 'done'), 'done');
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
  return (
    <Card title={t('title')}>
      <Stack gap={4}>
        <Text size="sm" tone="soft">
          {t('text')}
        </Text>
        {hasMailPhrase && <Text weight={600}>{t('isSet')}</Text>}
        <Field label={t('label')} hint={t('hint')} error={error ? judge(error) : null}>
          <TextInput
            dir="auto"
            autoComplete="off"
            maxLength={MAX_LENGTH}
            value={phrase}
            onChange={(event) => {
              setPhrase(event.target.value);
              reset();
            }}
          />
        </Field>
        <Cluster gap={2} wrap>
          <Button
            variant="ghost"
            busy={isPending}
            disabledReason={phrase.trim().length < MIN_LENGTH ? t('short') : null}
            onClick={() => mutate(phrase)}
          >
            {t(hasMailPhrase ? 'change' : 'set')}
          </Button>
          {hasMailPhrase && (
            <Button variant="text" disabled={isPending} onClick={() => mutate(null)}>
              {t('remove')}
            </Button>
          )}
        </Cluster>
      </Stack>
    </Card>
  );
}
