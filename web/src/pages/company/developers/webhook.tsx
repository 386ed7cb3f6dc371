import type { saveWebhook, webhook } from '@sarraf/domain/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError, call } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { toast } from '../../../lib/notices.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import { Copyable } from '../../../ui/values/copyable.tsx';
import css from '../company.module.css';
import { refetchStore } from '../queries.ts';
import { WebhookSecret } from './secret.tsx';

export function WebhookSettings() {
  const t = useTranslations('company.developers');
  const failure = useErrorMessages();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['company', 'webhook'],
    queryFn: async ({ signal }) =>
      (await call<typeof webhook>('GET', '/company/webhook', { signal })).baseDTO,
  });
  return (
    <section>
      <h3>{t('webhook')}</h3>
      <p className={css.small}>{t('webhookText')}</p>
      {error && !data && (
        <ErrorState text={failure.text(error)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton height={76} className={css.waiting ?? ''} />}
      {data && <UrlForm saved={data.url} />}
      {data?.url && <WebhookSecret oldUntil={data.oldSecretUntilDateTime} />}
    </section>
  );
}

function UrlForm({ saved }: { saved: string | null }) {
  const t = useTranslations('company.developers');
  const failure = useErrorMessages();
  const [url, setUrl] = useState(saved ?? '');
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async (to: string | null) =>
      (await call<typeof saveWebhook>('PUT', '/company/webhook', { body: { url: to } })).baseDTO,
    onSuccess: (now) => {
      refetchStore();
      if (now.url === null) setUrl('');
      toast(t(now.url === null ? 'webhookRemoved' : 'webhookSaved'), 'done');
    },
    onError: (refused) => {
      if (!isUrlError(refused)) failure.show(refused);
    },
  });
  // The server decides which addresses are allowed: in a sandbox those of its own machine are.
  const urlError = /^https?:\/\/[^\s/]+/.test(url.trim()) ? null : t('badUrl');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (urlError === null && !isPending) mutate(url.trim());
  };
  return (
    <>
      <Cluster as="form" gap={3} align="end" wrap className={css.inline} onSubmit={submit} noValidate>
        <Field label={t('url')} error={isUrlError(error) ? t('badUrl') : null}>
          <TextInput
            type="url"
            name="url"
            maxLength={500}
            autoComplete="off"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </Field>
        <Button type="submit" busy={isPending} disabled={urlError !== null}>
          {t('saveUrl')}
        </Button>
        {saved !== null && (
          <Button variant="ghost" busy={isPending} onClick={() => mutate(null)}>
            {t('removeUrl')}
          </Button>
        )}
      </Cluster>
      {data?.secret && <Copyable label={t('secret')} text={data.secret} copy={t('copySecret')} loud />}
    </>
  );
}

const isUrlError = (error: unknown): boolean => error instanceof ApiError && error.errors.includes('url');
