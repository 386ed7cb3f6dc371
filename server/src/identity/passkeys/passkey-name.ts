import { AppError } from '@sarraf/domain';

const MOST = 60;

/** As its owner sees it in the list. BAD_REQUEST: empty, longer than a line, or of signs that can't be seen. */
export function readPasskeyName(text: string): string {
  const name = text.normalize('NFC').trim().replace(/\s+/g, ' ');
  const unseen = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(name);
  if (name === '' || [...name].length > MOST || unseen)
    throw new AppError('BAD_REQUEST', { errors: ['name'] });
  return name;
}
