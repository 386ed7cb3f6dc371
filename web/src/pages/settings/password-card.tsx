import type { Account, changePassword } from '@sarraf/domain/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { NewPasswordFields } from '../../access/new-password-fields.tsx';
import { AccessProblem } from '../../access/parts.tsx';
import { useNewPassword } from '../../access/use-new-password.ts';
import { useRetryAfter } from '../../access/use-wait.ts';
import { ApiError, call } from '../../lib/api/api.ts';
import { toast } from '../../lib/notices.ts';
import { accountQuery } from '../../lib/queries/queries.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { Button, LinkButton } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { PasswordInput } from '../../ui/fields/text-input.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';

export function PasswordCard({ account }: { account: Account }) {
  const t = useTranslations('settings.password');
  return (
    <Card title={t(account.hasPassword ? 'title' : 'noneTitle')}>
      {account.hasPassword ? <PasswordForm email={account.email} /> : <NoPassword />}
    </Card>
  );
}

/** A person who signed up with Google sets a first password by the same steps as a forgotten one. */
function NoPassword() {
  const t = useTranslations('settings.password');
  return (
    <Stack gap={4}>
      <Text size="sm" tone="soft">
        {t('noneText')}
      </Text>
      <LinkButton to="/login/forget" variant="ghost">
        {t('set')}
      </LinkButton>
    </Stack>
  );
}

function PasswordForm({ email }: { email: string }) {
  const t = useTranslations();
  const change = useChangePassword();
  const { next } = change;
  const missing = change.old === '' ? t('settings.password.needCurrent') : next.missing;
  return (
    <Stack as="form" gap={4} noValidate onSubmit={(event) => change.submit(event, missing !== null)}>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={t('settings.password.current')} error={change.wrong}>
        <PasswordInput
          ref={change.field}
          name="current-password"
          required
          maxLength={1024}
          value={change.old}
          onChange={(event) => change.setOld(event.target.value)}
        />
      </Field>
      <NewPasswordFields {...next.fields} />
      <AccessProblem text={change.problem} />
      <Button
        type="submit"
        size="l"
        block
        busy={change.busy}
        disabledReason={change.busy ? null : (change.waiting ?? missing)}
      >
        {t('settings.password.submit')}
      </Button>
    </Stack>
  );
}

function useChangePassword() {
  const t = useTranslations();
  const { judge, waiting } = useRetryAfter();
  const newPassword = useNewPassword();
  const [old, setOld] = useState('');
  const [oldPasswordError, setOldPasswordError] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const handleChanged = () => {
    setOld('');
    newPassword.clear();
    toast(t('settings.password.changed'), 'done');
    void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: ['sessions'] });
  };
  const handleFailure = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'Old Password Is Incorrect') {
      setOldPasswordError(t('error.OLD_PASSWORD_IS_INCORRECT'));
      field.current?.focus();
    } else if (!newPassword.refused(error)) setProblem(judge(error));
  };
  const submit = (event: FormEvent, isDisabled: boolean) => {
    event.preventDefault();
    if (busy || isDisabled || waiting || !newPassword.pass()) return;
    setBusy(true);
    setOldPasswordError(null);
    setProblem(null);
    const body = { oldPassword: old, password: newPassword.password };
    call<typeof changePassword>('POST', '/users/change-password', { body })
      .then(handleChanged, handleFailure)
      .finally(() => setBusy(false));
  };
  const handleTyping = (text: string) => {
    setOld(text);
    setOldPasswordError(null);
  };
  return {
    old,
    setOld: handleTyping,
    field,
    wrong: oldPasswordError,
    problem,
    busy,
    waiting,
    next: newPassword,
    submit,
  };
}
