import type { PasskeyCreation, PasskeyRow, passkeys } from '@sarraf/domain/contracts';
import { IconCloud, IconDeviceMobile, IconKey, IconUsb, type TablerIcon } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { hasSecurityKeys } from '../../../lib/browser/security-key.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, Stack, Text } from '../../../ui/layout/layout.tsx';
import { AddPasskey, requestPasskeyCreation } from './add-passkey.tsx';
import { ChangePasskey, type PasskeyChange } from './change-passkey.tsx';
import css from './passkeys.module.css';
import { PASSKEYS_KEY } from './queries.ts';

const ICONS: Readonly<Record<PasskeyRow['kind'], TablerIcon>> = {
  SYNCED: IconCloud,
  DEVICE: IconDeviceMobile,
  SECURITY_KEY: IconUsb,
};

/** The person's passkeys, each of which signs in on its own. */
export function PasskeysCard() {
  const t = useTranslations('settings.passkeys');
  const failure = useErrorMessages();
  const [creation, setCreation] = useState<PasskeyCreation | null>(null);
  const [change, setChange] = useState<PasskeyChange | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: PASSKEYS_KEY,
    queryFn: async ({ signal }) =>
      (await call<typeof passkeys>('GET', '/users/passkeys', { signal })).content,
  });
  const begin = useMutation({
    mutationFn: requestPasskeyCreation,
    onSuccess: setCreation,
    onError: failure.show,
  });
  return (
    <Card title={t('title')}>
      <Text size="sm" tone="soft">
        {t('text')}
      </Text>
      {!data && error ? (
        <ErrorState text={failure.text(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <PasskeyList rows={data} onChange={setChange} />
      )}
      <Button
        variant="ghost"
        className={css.add}
        icon={<IconKey size={18} aria-hidden />}
        busy={begin.isPending}
        disabledReason={hasSecurityKeys() ? null : t('unsupported')}
        onClick={() => begin.mutate()}
      >
        {t('add')}
      </Button>
      <AddPasskey creation={creation} onClose={() => setCreation(null)} />
      <ChangePasskey change={change} onClose={() => setChange(null)} />
    </Card>
  );
}

function PasskeyList({
  rows,
  onChange,
}: {
  rows: PasskeyRow[] | undefined;
  onChange: (change: PasskeyChange) => void;
}) {
  const t = useTranslations('settings.passkeys');
  if (!rows) return <Skeleton height={88} className={css.waiting ?? ''} />;
  if (rows.length === 0)
    return (
      <Text size="sm" weight={600} className={css.none}>
        {t('none')}
      </Text>
    );
  return (
    <ul className={css.list}>
      {rows.map((row) => (
        <PasskeyItem key={row.id} row={row} onChange={onChange} />
      ))}
    </ul>
  );
}

function PasskeyItem({ row, onChange }: { row: PasskeyRow; onChange: (change: PasskeyChange) => void }) {
  const t = useTranslations('settings.passkeys');
  const { dateTime, date } = useFormat();
  const { name, kind, createdAtDateTime, lastUsedDateTime } = row;
  const Icon = ICONS[kind];
  return (
    <li className={css.passkey}>
      <span className={css.icon}>
        <Icon size={24} stroke={1.6} aria-hidden />
      </span>
      <Stack gap="line" shrink>
        <p className={css.name}>
          <bdi>{name}</bdi>
        </p>
        <Cluster as="p" gap={4} rowGap={0} align="stretch" wrap size="s" tone="soft">
          <span>{t(`kind.${kind}`)}</span>
          <span>{t('created', { time: date(createdAtDateTime) })}</span>
          <span>
            {lastUsedDateTime === null ? t('unused') : t('used', { time: dateTime(lastUsedDateTime) })}
          </span>
        </Cluster>
      </Stack>
      <Cluster gap={2} wrap className={css.actions}>
        <Button
          variant="text"
          size="s"
          aria-label={t('renameOf', { name })}
          onClick={() => onChange({ row, kind: 'RENAME' })}
        >
          {t('rename')}
        </Button>
        <Button
          variant="text"
          size="s"
          aria-label={t('removeOf', { name })}
          onClick={() => onChange({ row, kind: 'REMOVE' })}
        >
          {t('remove')}
        </Button>
      </Cluster>
    </li>
  );
}
