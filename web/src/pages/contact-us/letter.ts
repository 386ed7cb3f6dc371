import { normalizeEmail } from '@sarraf/domain';
import { MAX_MESSAGE, MAX_SUBJECT } from '../../tickets/limits.ts';

export interface ContactMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
}

export const MOST: Readonly<Record<keyof ContactMessage, number>> = {
  name: 80,
  email: 254,
  subject: MAX_SUBJECT,
  message: MAX_MESSAGE,
};

export type LetterFault = 'NEED_NAME' | 'NEED_EMAIL' | 'NEED_SUBJECT' | 'NEED_MESSAGE';

/** Returns the first missing field, in the order of the fields. */
export function letterFault({ name, email, subject, message }: ContactMessage): LetterFault | null {
  if (name.trim() === '') return 'NEED_NAME';
  if (normalizeEmail(email) === null) return 'NEED_EMAIL';
  if (subject.trim() === '') return 'NEED_SUBJECT';
  return message.trim() === '' ? 'NEED_MESSAGE' : null;
}
