import { AppError } from '@sarraf/domain';

const MAX_NAME_LENGTH = 60;

/** Normalises the display name. BAD_REQUEST: empty, longer than a line, or with invisible characters. */
export function readPasskeyName(text: string): string {
  const name = text.normalize('NFC').trim().replace(/\s+/g, ' ');
  const hasInvisible = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(name);
  if (name === '' || [...name].length > MAX_NAME_LENGTH || hasInvisible)
    throw new AppError('BAD_REQUEST', { errors: ['name'] });
  return name;
}
