import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { readEmail } from './form.ts';

interface EmailFieldProps {
  value: string;
  onChange: (text: string) => void;
  /** Rises when the form was sent with an address that can't be: the field says so and takes the focus. */
  checked: number;
  /** Passkeys are offered among its suggestions. */
  passkeys?: boolean;
  /** What the server found wrong with it. */
  problem?: string | null;
}

export function EmailField({ value, onChange, checked, passkeys, problem }: EmailFieldProps) {
  const t = useTranslations();
  const input = useRef<HTMLInputElement>(null);
  const [left, setLeft] = useState(false);
  const wrong = left && value.trim() !== '' && readEmail(value) === null;

  useEffect(() => {
    if (checked === 0) return;
    setLeft(true);
    input.current?.focus();
  }, [checked]);
  useEffect(() => {
    // A keyboard that rises over the phone's screen is no welcome.
    if (matchMedia('(pointer: fine)').matches) input.current?.focus();
  }, []);

  return (
    <Field label={t('auth.email')} error={problem ?? (wrong ? t('error.INVALID_EMAIL') : null)}>
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
          setLeft(false);
          onChange(event.target.value);
        }}
        onBlur={({ relatedTarget }) => {
          // The words would move the very button that is being pressed; what it does says them anyway.
          if (!(relatedTarget instanceof HTMLButtonElement)) setLeft(true);
        }}
      />
    </Field>
  );
}
