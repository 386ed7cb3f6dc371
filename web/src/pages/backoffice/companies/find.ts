import { cleanPastedValue, normalizeEmail, toLatinDigits } from '@sarraf/domain';

export const MIN_QUERY = 3;
export const MAX_QUERY = 254;

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** Returns the search text: the id from a pasted payment link, otherwise the normalised address. */
export function parseStoreQuery(text: string): string {
  const typed = toLatinDigits(cleanPastedValue(text));
  return UUID.exec(typed)?.[0].toLowerCase() ?? normalizeEmail(typed) ?? typed;
}
