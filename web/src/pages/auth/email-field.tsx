import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { parseEmail } from './form.ts';

interface EmailFieldProps {
  value: string;
  onChange: (text: string) => void;
  /** Incremented when the form was submitted with an invalid address: the field shows the error and is focused. */
  checked: number;
  /** Offers passkeys among its suggestions. */
  passkeys?: boolean;
  /** The server's error. */
  problem?: string | null;
}

export function EmailField({ value, onChange, checked, passkeys, problem }: EmailFieldProps) {
  const t = useTranslations();
  const input = useRef<HTMLInputElement>(null);
  const [wasLeft, setWasLeft] = useState(false);
  const isInvalid = wasLeft && value.trim() !== '' && parseEmail(value) === null;

  useEffect(() => {
    if (checked === 0) return;
    setWasLeft(true);
    input.current?.focus();
  }, [checked]);
  useEffect(() => {
    // On a phone the keyboard would cover the page.
    if (matchMedia('(pointer: fine)').matches) input.current?.focus();
  }, []);

  return (
    <Field label={t('auth.email')} error={problem ?? (isInvalid ? t('error.INVALID_EMAIL') : null)}>
      <TextInput
        ref={input}
        type="email"
        name="email"
        required
        maxLength={254}
        autoComplete={passkeys ? 'username webauthn' : 'username'}
        inputMode="email"
        placeholder={t('auth.emailExample')}
        value={value}
        onChange={(event) => {
          setWasLeft(false);
          onChange(event.target.value);
        }}
        onBlur={({ relatedTarget }) => {
          // The error would move the button that is being pressed; its action shows the error anyway.
          if (!(relatedTarget instanceof HTMLButtonElement)) setWasLeft(true);
        }}
      />
    </Field>
  );
}
