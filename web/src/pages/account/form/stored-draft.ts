import { PERSONAL_STORAGE_KEYS } from '../../../lib/session/token.ts';
import type { AccountDraft, DraftText } from './form.ts';

/**
 * The draft survives a reload in this tab. National code, cards and pictures are not stored: they would be readable
 * in the browser's storage.
 */
export const STORED_FIELDS = [
  'customerKind',
  'firstName',
  'lastName',
  'birthDay',
  'mobileNumber',
  'state',
  'city',
  'address',
  'postalCode',
  'telephone',
  'idFormatType',
  'companyName',
  'companyNationalId',
  'companyPhone',
  'companyAddress',
] as const satisfies readonly (keyof DraftText)[];

const KEY = PERSONAL_STORAGE_KEYS.accountDraft;

export function saveDraft(accountId: string, draft: AccountDraft): void {
  try {
    sessionStorage.setItem(KEY, serializeDraft(accountId, draft));
  } catch {
    // Without storage the draft is lost with the page.
  }
}

export function clearDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}

export function restoreDraft(accountId: string, draft: AccountDraft): AccountDraft {
  try {
    return { ...draft, ...parseStoredDraft(sessionStorage.getItem(KEY), accountId) };
  } catch {
    return draft;
  }
}

export const serializeDraft = (accountId: string, draft: AccountDraft): string =>
  JSON.stringify({ accountId, fields: Object.fromEntries(STORED_FIELDS.map((name) => [name, draft[name]])) });

/** Parses the stored draft; null if it belongs to another person or is invalid. */
export function parseStoredDraft(text: string | null, accountId: string): Partial<DraftText> {
  let stored: { accountId?: unknown; fields?: Record<string, unknown> } | null;
  try {
    stored = JSON.parse(text ?? 'null') as typeof stored;
  } catch {
    return {};
  }
  const { fields } = stored ?? {};
  if (stored?.accountId !== accountId || typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(
    STORED_FIELDS.flatMap((name) => {
      const value = fields[name];
      return typeof value === 'string' && isAllowedValue(name, value) ? [[name, value]] : [];
    }),
  );
}

const ALLOWED_CHOICES: Readonly<Record<string, readonly string[]>> = {
  customerKind: ['REAL', 'COMPANY'],
  idFormatType: ['ID_CARD', 'PASSPORT', 'DRIVER_LICENSE'],
};
const isAllowedValue = (name: string, value: string): boolean =>
  ALLOWED_CHOICES[name]?.includes(value) ?? value.length <= 300;
