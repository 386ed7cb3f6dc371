import type { ApiKey, addApiKey, apiKeys, revokeApiKey } from '@sarraf/domain/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { toast } from '../../../lib/notices.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Cluster, Stack } from '../../../ui/layout/layout.tsx';
import { Copyable } from '../../../ui/values/copyable.tsx';
import css from '../company.module.css';
import { refetchStore } from '../queries.ts';
import { KeyPermissions } from './key-permissions.tsx';

export function CompanyKeys() {
  const t = useTranslations('company.developers');
  const failure = useErrorMessages();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['company', 'keys'],
    queryFn: async ({ signal }) => (await call<typeof apiKeys>('GET', '/company/keys', { signal })).content,
  });
  return (
    <section>
      <h3>{t('keys')}</h3>
      <p className={css.small}>{t('keysText')}</p>
      <AddKey />
      {error && !data && (
        <ErrorState text={failure.text(error)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton height={56} className={css.waiting ?? ''} />}
      {data?.length === 0 && <p className={css.small}>{t('noKeys')}</p>}
      {data && data.length > 0 && (
        <Stack gap={3}>
          {data.map((key) => (
            <KeyRow key={key.id} row={key} />
          ))}
        </Stack>
      )}
    </section>
  );
}

function AddKey() {
  const t = useTranslations('company.developers');
  const failure = useErrorMessages();
  const [label, setLabel] = useState('');
  const { mutate, isPending, data } = useMutation({
    mutationFn: async () =>
      (await call<typeof addApiKey>('POST', '/company/keys', { body: { label } })).baseDTO,
    onSuccess: () => {
      setLabel('');
      refetchStore();
    },
    onError: failure.show,
  });
  const missing = label.trim() === '' ? t('needLabel') : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing === null && !isPending) mutate();
  };
  return (
    <>
      <Cluster as="form" gap={3} align="end" wrap className={css.inline} onSubmit={submit} noValidate>
        <Field label={t('label')}>
          <TextInput
            name="label"
            maxLength={40}
            autoComplete="off"
            value={label}
            onChange={(event) => setLabel(event.target.value)}
          />
        </Field>
        <Button type="submit" busy={isPending} disabledReason={missing}>
          {t('addKey')}
        </Button>
      </Cluster>
      {data && <Copyable label={t('keyMade')} text={data.key} copy={t('copyKey')} loud />}
    </>
  );
}

function KeyRow({ row }: { row: ApiKey }) {
  const t = useTranslations('company.developers');
  const format = useFormat();
  const failure = useErrorMessages();
  const [isChoosing, setIsChoosing] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call<typeof revokeApiKey>('DELETE', '/company/keys/:id', { params: { id: row.id } }),
    onSuccess: () => {
      refetchStore();
      toast(t('revoked'), 'done');
    },
    onError: failure.show,
  });
  const used = row.lastUsedAtDateTime;
  return (
    <Cluster gap={4} rowGap={2} justify="between" wrap className={css.row}>
      <span className={css.cell}>
        <bdi>{row.label}</bdi>
        <small className={css.small}>
          <bdi dir="ltr">…{row.tail}</bdi> · {used ? t('used', { time: format.dateTime(used) }) : t('unused')}
        </small>
        <small className={css.small}>
          {row.permissions.length === 0
            ? t('noPermission')
            : row.permissions.map((one) => t(`permission.${one}`)).join(' · ')}
        </small>
      </span>
      <Cluster gap={2}>
        <Button
          variant="text"
          size="s"
          aria-haspopup="dialog"
          aria-label={t('permissionsOf', { label: row.label })}
          onClick={() => setIsChoosing(true)}
        >
          {t('permissions')}
        </Button>
        <Button
          variant="ghost"
          size="s"
          busy={isPending}
          aria-label={t('revokeOf', { label: row.label })}
          onClick={() => mutate()}
        >
          {t('revoke')}
        </Button>
      </Cluster>
      <KeyPermissions
        key={row.permissions.join()}
        row={row}
        open={isChoosing}
        onClose={() => setIsChoosing(false)}
      />
    </Cluster>
  );
}
