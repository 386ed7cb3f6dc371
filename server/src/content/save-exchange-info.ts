import { AppError, classifyLink, isCompanyId, toLatinDigits } from '@sarraf/domain';
import type { ExchangeInfoText, StaffExchangeInfo } from '@sarraf/domain/contracts';
import type { Config } from '../platform/config/config.ts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { readPrivacyPolicy } from './content-files.ts';
import type { ContentDeps } from './deps.ts';
import { findUnknownFigures } from './figures.ts';
import { sanitise } from './sanitise.ts';
import {
  listStoredInfo,
  lockInfo,
  pickInfoText,
  type StoredInfo,
  updateInfo,
  updateUntouchedInfo,
} from './staff-store.ts';

const LINK_FIELDS = ['appAndroid', 'appIOS', 'instagram', 'linkedin', 'telegram', 'twitter'] as const;

export async function readExchangeInfo({ db, readEmails }: ContentDeps): Promise<StaffExchangeInfo[]> {
  const rows = await listStoredInfo(db);
  const emails = await readEmails([...new Set(rows.flatMap(({ updatedBy }) => updatedBy ?? []))]);
  return rows.map((row) => staffExchangeInfoDto(row, emails));
}

/** Saves the exchange info. BAD_REQUEST: invalid fields. CONFLICT: it was changed since `version`. */
export async function saveExchangeInfo(
  { db, clock, bus, readEmails, readFigures }: ContentDeps,
  staffId: string,
  language: 'fa' | 'en',
  { version, text }: { version: number; text: ExchangeInfoText },
): Promise<StaffExchangeInfo> {
  const trimmed = Object.fromEntries(
    Object.entries(text).map(([name, value]) => [name, value.trim()]),
  ) as ExchangeInfoText;
  const clean = {
    ...trimmed,
    registrationNumber: toLatinDigits(trimmed.registrationNumber),
    nationalId: toLatinDigits(trimmed.nationalId),
    privacyPolicy: sanitise(trimmed.privacyPolicy),
  };
  const unknownNames = findUnknownFigures([clean.privacyPolicy], await readFigures('en'));
  const invalidFields = [...listInvalidFields(clean), ...unknownNames.map((name) => `figure.${name}`)];
  if (invalidFields.length > 0) throw new AppError('BAD_REQUEST', { errors: invalidFields });
  const now = new Date(clock.now());
  const row = await db.transaction().execute(async (tx) => {
    const before = await lockInfo(tx, language);
    if (before?.version !== version) throw new AppError('CONFLICT');
    const newInfo: StoredInfo = {
      ...clean,
      language,
      version: version + 1,
      updatedAt: now,
      updatedBy: staffId,
    };
    await updateInfo(tx, newInfo);
    const detail = { language, version: newInfo.version };
    await appendAudit(tx, { actorId: staffId, action: 'exchange info saved', subjectId: null, detail }, now);
    return newInfo;
  });
  bus.publish('content', { at: now.getTime() });
  return staffExchangeInfoDto(row, await readEmails([staffId]));
}

/**
 * Applies brand.json and the file of the privacy policy in the languages in which staff has set nothing.
 * @throws when their content would be refused for staff.
 */
export async function seedExchangeInfo(
  { db }: Pick<ContentDeps, 'db'>,
  defaults: (language: 'fa' | 'en') => Partial<ExchangeInfoText>,
): Promise<void> {
  for (const row of await listStoredInfo(db)) {
    if (row.updatedBy !== null) continue;
    const privacyPolicy = readPrivacyPolicy(row.language);
    const text = { ...pickInfoText(row), privacyPolicy, ...defaults(row.language) };
    const invalidFields = listInvalidFields(text);
    if (invalidFields.length > 0) throw new Error(`brand.json: ${invalidFields.join(', ')} invalid`);
    await updateUntouchedInfo(db, row.language, text);
  }
}

/** Returns the company named by documents in this language; what isn't set is empty. */
export async function readIssuer(
  db: Queryable,
  language: 'fa' | 'en',
): Promise<Pick<ExchangeInfoText, 'legalName' | 'registrationNumber' | 'nationalId' | 'address'>> {
  const row = (await listStoredInfo(db)).find((candidate) => candidate.language === language);
  const { legalName = '', registrationNumber = '', nationalId = '', address = '' } = row ?? {};
  return { legalName, registrationNumber, nationalId, address };
}

/** Returns the operator of the exchange and its contacts, in this language; what isn't set is empty. */
export async function readOperator(
  db: Queryable,
  language: 'fa' | 'en',
): Promise<
  Pick<ExchangeInfoText, 'registrationNumber' | 'nationalId' | 'address' | 'email' | 'number'> & {
    name: string;
  }
> {
  const row = (await listStoredInfo(db)).find((candidate) => candidate.language === language);
  const {
    legalName = '',
    registrationNumber = '',
    nationalId = '',
    address = '',
    email = '',
    number = '',
  } = row ?? {};
  return { name: legalName, registrationNumber, nationalId, address, email, number };
}

/** Receipts and statements of a production installation should name their issuer. */
export async function warnWithoutIssuer({
  db,
  log,
  config,
}: Pick<ContentDeps, 'db'> & { log: Log; config: Pick<Config, 'sandbox'> }): Promise<void> {
  if (config.sandbox) return;
  const languages = (await listStoredInfo(db))
    .filter(({ legalName }) => legalName === '')
    .map(({ language }) => language);
  if (languages.length > 0)
    log.warn(
      { area: 'content', languages },
      'receipts and statements name no company: set its legal name in the back office (Texts, Contact and privacy) or in brand.json',
    );
}

function listInvalidFields(text: ExchangeInfoText): string[] {
  const invalidFields: string[] = LINK_FIELDS.filter(
    (name) => text[name] !== '' && classifyLink(text[name]) !== 'foreign',
  );
  if (text.address === '') invalidFields.push('address');
  if (!/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(text.email)) invalidFields.push('email');
  if (!/^\+?[0-9][0-9 -]{4,24}$/.test(text.number)) invalidFields.push('number');
  if (!/^\d{0,12}$/.test(text.registrationNumber)) invalidFields.push('registrationNumber');
  if (text.nationalId !== '' && !isCompanyId(text.nationalId)) invalidFields.push('nationalId');
  if (text.privacyPolicy === '') invalidFields.push('privacyPolicy');
  return invalidFields;
}

const staffExchangeInfoDto = (row: StoredInfo, emails: ReadonlyMap<string, string>): StaffExchangeInfo => ({
  language: row.language,
  version: row.version,
  updatedAtDateTime: row.updatedAt.toISOString(),
  updatedBy: emails.get(row.updatedBy ?? '') ?? '',
  text: pickInfoText(row),
});
