import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../lib/api/api.ts';
import {
  findMissingField,
  type NewPassword,
  type NewPasswordError,
  newPasswordErrorFromCode,
  validateNewPassword,
} from './password.ts';

const EMPTY: NewPassword = { password: '', repeat: '' };

/** State of the two fields of a new password: what is missing, errors after submitting, the server's errors. */
export function useNewPassword() {
  const t = useTranslations('auth.newPassword');
  const [value, setValue] = useState(EMPTY);
  const [passwordError, setPasswordError] = useState<NewPasswordError | null>(null);
  const [mismatchCount, setMismatchCount] = useState(0);
  const ref = useRef<HTMLInputElement>(null);
  const missing = findMissingField(value);

  const showError = (error: NewPasswordError | null): boolean => {
    setPasswordError(error);
    if (error) ref.current?.focus();
    return error !== null;
  };
  /** Returns true if the form may be submitted; otherwise the fields show why not. */
  const validateBeforeSubmit = (): boolean => {
    if (showError(validateNewPassword(value.password))) return false;
    if (value.password === value.repeat) return true;
    setMismatchCount((count) => count + 1);
    return false;
  };
  /** Returns true if the refusal was about the password and is now shown at its field. */
  const showRefusal = (error: unknown): boolean =>
    error instanceof ApiError && showError(newPasswordErrorFromCode(error.code, value.password));
  const handleChange = (next: NewPassword) => {
    setValue(next);
    if (next.password !== value.password) setPasswordError(null);
  };
  return {
    password: value.password,
    missing: missing && t(`error.${missing}`),
    pass: validateBeforeSubmit,
    refused: showRefusal,
    clear: () => setValue(EMPTY),
    fields: { value, passwordError, differed: mismatchCount, ref, onChange: handleChange },
  };
}
