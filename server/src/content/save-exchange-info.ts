import { linkKind, Refusal } from '@sarraf/domain';
import type { ExchangeInfoText, StaffExchangeInfo } from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/database/audit-log.ts';
import { readPrivacyPolicy } from './content-files.ts';
import type { ContentDeps } from './deps.ts';
import { sanitise } from './sanitise.ts';
import {
  infoTextOf,
  listInfo,
  lockInfo,
  type StoredInfo,
  updateInfo,
  updateUntouchedInfo,
} from './staff-store.ts';

const LINKS = ['appAndroid', 'appIOS', 'instagram', 'linkedin', 'telegram', 'twitter'] as const;

export async function readExchangeInfo({ db, emailsOf }: ContentDeps): Promise<StaffExchangeInfo[]> {
  const rows = await listInfo(db);
  const emails = await emailsOf([...new Set(rows.flatMap(({ updatedBy }) => updatedBy ?? []))]);
  return rows.map((row) => shown(row, emails));
}

/** BAD_REQUEST: fields at fault. CONFLICT: somebody has changed it since `version`. */
export async function saveExchangeInfo(
  { db, clock, bus, emailsOf }: ContentDeps,
  staffId: string,
  language: 'fa' | 'en',
  { version, text }: { version: number; text: ExchangeInfoText },
): Promise<StaffExchangeInfo> {
  const trimmed = Object.fromEntries(
    Object.entries(text).map(([name, value]) => [name, value.trim()]),
  ) as ExchangeInfoText;
  const clean = { ...trimmed, privacyPolicy: sanitise(trimmed.privacyPolicy) };
  const faults = faultsOf(clean);
  if (faults.length > 0) throw new Refusal('BAD_REQUEST', { errors: faults });
  const now = new Date(clock.now());
  const row = await db.transaction().execute(async (tx) => {
    const before = await lockInfo(tx, language);
    if (before?.version !== version) throw new Refusal('CONFLICT');
    const next: StoredInfo = {
      ...clean,
      language,
      version: version + 1,
      updatedAt: now,
      updatedBy: staffId,
    };
    await updateInfo(tx, next);
    const detail = { language, version: next.version };
    await appendAudit(tx, { actorId: staffId, action: 'exchange info saved', subjectId: null, detail }, now);
    return next;
  });
  bus.publish('content', { at: now.getTime() });
  return shown(row, await emailsOf([staffId]));
}

/**
 * What brand.json and the file of the privacy policy say holds in the languages of which staff has set nothing.
 * @throws where they say what staff couldn't.
 */
export async function seedExchangeInfo(
  { db }: Pick<ContentDeps, 'db'>,
  defaults: (language: 'fa' | 'en') => Partial<ExchangeInfoText>,
): Promise<void> {
  for (const row of await listInfo(db)) {
    if (row.updatedBy !== null) continue;
    const privacyPolicy = readPrivacyPolicy(row.language);
    const text = { ...infoTextOf(row), privacyPolicy, ...defaults(row.language) };
    const faults = faultsOf(text);
    if (faults.length > 0) throw new Error(`brand.json: ${faults.join(', ')} can't be shown`);
    await updateUntouchedInfo(db, row.language, text);
  }
}

function faultsOf(text: ExchangeInfoText): string[] {
  const faults: string[] = LINKS.filter((name) => text[name] !== '' && linkKind(text[name]) !== 'foreign');
  if (text.address === '') faults.push('address');
  if (!/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(text.email)) faults.push('email');
  if (!/^\+?[0-9][0-9 -]{4,24}$/.test(text.number)) faults.push('number');
  if (text.privacyPolicy === '') faults.push('privacyPolicy');
  return faults;
}

const shown = (row: StoredInfo, emails: ReadonlyMap<string, string>): StaffExchangeInfo => ({
  language: row.language,
  version: row.version,
  updatedAtDateTime: row.updatedAt.toISOString(),
  updatedBy: emails.get(row.updatedBy ?? '') ?? '',
  text: infoTextOf(row),
});
