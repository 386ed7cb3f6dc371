import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../lib/api/api.ts';
import {
  missingInPassword,
  type NewFault,
  type NewPassword,
  newPasswordErrorFromCode,
  validateNewPassword,
} from './password.ts';

const EMPTY: NewPassword = { password: '', repeat: '' };

/** State of the two fields of a new password: what is missing, errors after submitting, the server's errors. */
export function useNewPassword() {
  const t = useTranslations('auth.newPassword');
  const [value, setValue] = useState(EMPTY);
  const [fault, setFault] = useState<NewFault | null>(null);
  const [differed, setDiffered] = useState(0);
  const ref = useRef<HTMLInputElement>(null);
  const missing = missingInPassword(value);

  const say = (found: NewFault | null): boolean => {
    setFault(found);
    if (found) ref.current?.focus();
    return found !== null;
  };
  /** Returns true if the form may be submitted; otherwise the fields show why not. */
  const pass = (): boolean => {
    if (say(validateNewPassword(value.password))) return false;
    if (value.password === value.repeat) return true;
    setDiffered((count) => count + 1);
    return false;
  };
  /** Returns true if the refusal was about the password and is now shown at its field. */
  const refused = (error: unknown): boolean =>
    error instanceof ApiError && say(newPasswordErrorFromCode(error.code, value.password));
  const change = (next: NewPassword) => {
    setValue(next);
    if (next.password !== value.password) setFault(null);
  };
  return {
    password: value.password,
    missing: missing && t(`fault.${missing}`),
    pass,
    refused,
    clear: () => setValue(EMPTY),
    fields: { value, fault, differed, ref, onChange: change },
  };
}
