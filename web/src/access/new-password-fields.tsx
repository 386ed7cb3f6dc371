import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from '../ui/fields/field.tsx';
import { PasswordInput } from '../ui/fields/text-input.tsx';
import type { NewPassword, NewPasswordError } from './password.ts';
import { PasswordRules } from './password-rules.tsx';

interface NewPasswordFieldsProps {
  value: NewPassword;
  onChange: (value: NewPassword) => void;
  /** The password's error, once the form was submitted. */
  passwordError: NewPasswordError | null;
  /** Incremented when the form was submitted with two different passwords: the second field shows it and is focused. */
  differed: number;
  ref?: Ref<HTMLInputElement>;
}

/** A new password with its rules, entered twice to catch typing errors. */
export function NewPasswordFields({ value, onChange, passwordError, differed, ref }: NewPasswordFieldsProps) {
  const t = useTranslations('auth.newPassword');
  const rulesId = useId();
  const repeat = useRef<HTMLInputElement>(null);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (differed === 0) return;
    setIsShown(true);
    repeat.current?.focus();
  }, [differed]);
  const { password } = value;
  // Shown once it is as long: a text that appears as the button is pressed would move the button away.
  const hasMismatch = value.repeat !== password && (isShown || value.repeat.length >= password.length);

  return (
    <>
      <Field label={t('password')} error={passwordError && t(`error.${passwordError}`)}>
        <PasswordInput
          ref={ref}
          name="new-password"
          required
          maxLength={1024}
          autoComplete="new-password"
          {...(!passwordError && { 'aria-describedby': rulesId })}
          value={password}
          onChange={(event) => onChange({ ...value, password: event.target.value })}
        />
      </Field>
      <PasswordRules id={rulesId} password={password} missed={passwordError !== null} />
      <Field
        label={t('repeat')}
        error={hasMismatch && value.repeat !== '' ? t('error.REPEAT_DIFFERS') : null}
      >
        <PasswordInput
          ref={repeat}
          name="repeat"
          required
          maxLength={1024}
          autoComplete="new-password"
          value={value.repeat}
          onChange={(event) => {
            setIsShown(false);
            onChange({ ...value, repeat: event.target.value });
          }}
        />
      </Field>
    </>
  );
}
