import { normalizeEmail } from '@sarraf/domain';
import { MAX_MESSAGE, MAX_SUBJECT } from '../../tickets/limits.ts';

export interface ContactMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
}

export const MAX_LENGTHS: Readonly<Record<keyof ContactMessage, number>> = {
  name: 80,
  email: 254,
  subject: MAX_SUBJECT,
  message: MAX_MESSAGE,
};

export type ContactMessageError = 'NEED_NAME' | 'NEED_EMAIL' | 'NEED_SUBJECT' | 'NEED_MESSAGE';

/** Returns the first missing field, in the order of the fields. */
export function validateContactMessage({
  name,
  email,
  subject,
  message,
}: ContactMessage): ContactMessageError | null {
  if (name.trim() === '') return 'NEED_NAME';
  if (normalizeEmail(email) === null) return 'NEED_EMAIL';
  if (subject.trim() === '') return 'NEED_SUBJECT';
  return message.trim() === '' ? 'NEED_MESSAGE' : null;
}
