import type { Account, lockSettings } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRetryAfter } from '../../../access/use-wait.ts';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { toast } from '../../../lib/notices.ts';
import { accountQuery } from '../../../lib/queries/queries.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberInput } from '../../../ui/fields/number-input.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

const MAX_DAYS = 90;

/** Locks the account's security settings for a time that can't be shortened. */
export function LockCard({ account }: { account: Account }) {
  const t = useTranslations('settings.lock');
  const { dateTime } = useFormat();
  const until = account.settingsLockedUntilDateTime;
  return (
    <Card title={t('title')}>
      <Stack gap={4}>
        <Text size="sm" tone="soft">
          {t('text')}
        </Text>
        {until ? <Text weight={600}>{t('until', { time: dateTime(until) })}</Text> : <LockForm />}
      </Stack>
    </Card>
  );
}

function LockForm() {
  const t = useTranslations('settings.lock');
  const { digits } = useFormat();
  const { judge } = useRetryAfter();
  const [days, setDays] = useState('7');
  const [isConfirming, setIsConfirming] = useState(false);
  const count = Number.parseInt(days, 10);
  const isValid = count >= 1 && count <= MAX_DAYS;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call<typeof lockSettings>('POST', '/users/lock-settings', { body: { days: count } }),
    onSuccess: async () => {
      toast(t('done'), 'done');
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
  return (
    <>
      <Field label={t('days')} error={error ? judge(error) : null}>
        <NumberInput value={days} decimals={0} onChange={setDays} />
      </Field>
      <Button
        variant="ghost"
        busy={isPending}
        disabledReason={isValid ? null : t('range', { most: digits(MAX_DAYS) })}
        onClick={() => setIsConfirming(true)}
      >
        {t('lock')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={t('askTitle', { days: digits(days) })}
        text={t('askText')}
        confirm={t('lock')}
        danger
        onConfirm={() => {
          setIsConfirming(false);
          mutate();
        }}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  );
}
