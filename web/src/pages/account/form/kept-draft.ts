import { PERSONAL_STORAGE_KEYS } from '../../../lib/session/token.ts';
import type { AccountDraft, DraftText } from './form.ts';

/**
 * The draft survives a reload in this tab. National code, cards and pictures are not stored: they would be readable
 * in the browser's storage.
 */
export const KEPT_FIELDS = [
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
    sessionStorage.setItem(KEY, keptText(accountId, draft));
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
    return { ...draft, ...parseKeptDraft(sessionStorage.getItem(KEY), accountId) };
  } catch {
    return draft;
  }
}

export const keptText = (accountId: string, draft: AccountDraft): string =>
  JSON.stringify({ accountId, fields: Object.fromEntries(KEPT_FIELDS.map((name) => [name, draft[name]])) });

/** Parses the stored draft; null if it belongs to another person or is invalid. */
export function parseKeptDraft(text: string | null, accountId: string): Partial<DraftText> {
  let kept: { accountId?: unknown; fields?: Record<string, unknown> } | null;
  try {
    kept = JSON.parse(text ?? 'null') as typeof kept;
  } catch {
    return {};
  }
  const { fields } = kept ?? {};
  if (kept?.accountId !== accountId || typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(
    KEPT_FIELDS.flatMap((name) => {
      const value = fields[name];
      return typeof value === 'string' && allowed(name, value) ? [[name, value]] : [];
    }),
  );
}

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  customerKind: ['REAL', 'COMPANY'],
  idFormatType: ['ID_CARD', 'PASSPORT', 'DRIVER_LICENSE'],
};
const allowed = (name: string, value: string): boolean =>
  CHOICES[name]?.includes(value) ?? value.length <= 300;
