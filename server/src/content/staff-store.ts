import type {
  ArticleKind,
  ArticleLanguage,
  ArticleRow,
  ArticleText,
  ExchangeInfoText,
} from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../platform/database/database.ts';

export interface ArticleKey {
  kind: ArticleKind;
  slug: string;
  language: ArticleLanguage;
}

export interface StoredArticle extends ArticleKey, ArticleText {
  version: number;
  publishedAt: Date;
  updatedAt: Date;
  updatedBy: string | null;
}

const TEXT = sql`title, summary, body, coin, subject, picture, place, state`;
const VERSION_COLUMNS = sql`version, published_at as "publishedAt", updated_at as "updatedAt", updated_by as "updatedBy"`;
const whereKey = ({ kind, slug, language }: ArticleKey) =>
  sql`kind = ${kind} and slug = ${slug} and language = ${language}`;

export interface ListedArticle
  extends ArticleKey,
    Pick<StoredArticle, 'title' | 'state' | 'place' | 'version' | 'updatedAt' | 'updatedBy'> {}

/** Returns articles by position, drafts and archived ones too; `after` is the last one of the previous page. */
export async function listArticles(
  db: Queryable,
  filter: { kind: ArticleKind; language: ArticleLanguage },
  page: { after: { place: number; slug: string } | null; offset: number; limit: number },
): Promise<ListedArticle[]> {
  const after = page.after ? sql`and (place, slug) > (${page.after.place}, ${page.after.slug})` : sql``;
  const { rows } = await sql<ListedArticle>`select kind, slug, language, title, state, place, version,
      updated_at as "updatedAt", updated_by as "updatedBy" from articles
    where kind = ${filter.kind} and language = ${filter.language} ${after}
    order by place, slug limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** `lock`: until the transaction ends. */
export async function findArticle(
  db: Queryable,
  key: ArticleKey,
  { lock = false } = {},
): Promise<StoredArticle | undefined> {
  const { rows } = await sql<StoredArticle>`select kind, slug, language, ${TEXT}, ${VERSION_COLUMNS}
    from articles where ${whereKey(key)} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

export interface StoredVersion extends ArticleText {
  version: number;
  savedAt: Date;
  savedBy: string | null;
}

/** Returns versions, newest first. */
export async function listVersions(db: Queryable, key: ArticleKey, limit: number): Promise<StoredVersion[]> {
  const { rows } =
    await sql<StoredVersion>`select version, saved_at as "savedAt", saved_by as "savedBy", ${TEXT}
    from article_versions where ${whereKey(key)} order by version desc limit ${limit}`.execute(db);
  return rows;
}

/** Inserts an article; false: it was created concurrently. */
export async function insertArticle(tx: Tx, row: StoredArticle): Promise<boolean> {
  const { numAffectedRows } =
    await sql`insert into articles (kind, slug, language, title, summary, body, coin,
      subject, picture, place, state, version, published_at, updated_at, updated_by)
    values (${row.kind}, ${row.slug}, ${row.language}, ${row.title}, ${row.summary}, ${row.body}, ${row.coin},
      ${row.subject}, ${row.picture}, ${row.place}, ${row.state}, ${row.version}, ${row.publishedAt}, ${row.updatedAt},
      ${row.updatedBy})
    on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Stores the present text as a version; the row must be locked. */
export async function updateArticle(tx: Tx, row: StoredArticle): Promise<void> {
  await sql`insert into article_versions (kind, slug, language, ${TEXT}, version, saved_at, saved_by)
    select kind, slug, language, ${TEXT}, version, updated_at, updated_by from articles where ${whereKey(row)}`.execute(
    tx,
  );
  await sql`update articles set title = ${row.title}, summary = ${row.summary}, body = ${row.body},
      coin = ${row.coin}, subject = ${row.subject}, picture = ${row.picture}, place = ${row.place}, state = ${row.state},
      version = ${row.version}, published_at = ${row.publishedAt}, updated_at = ${row.updatedAt},
      updated_by = ${row.updatedBy} where ${whereKey(row)}`.execute(tx);
}

export const articleRowDto = (row: ListedArticle, emails: ReadonlyMap<string, string>): ArticleRow => ({
  kind: row.kind,
  slug: row.slug,
  language: row.language,
  title: row.title,
  state: row.state,
  place: row.place,
  version: row.version,
  updatedAtDateTime: row.updatedAt.toISOString(),
  updatedBy: emails.get(row.updatedBy ?? '') ?? '',
});

export const pickArticleText = (row: ArticleText): ArticleText => ({
  title: row.title,
  summary: row.summary,
  body: row.body,
  coin: row.coin,
  subject: row.subject,
  picture: row.picture,
  place: row.place,
  state: row.state,
});

export interface StoredInfo extends ExchangeInfoText {
  language: 'fa' | 'en';
  version: number;
  updatedAt: Date;
  updatedBy: string | null;
}

const INFO = sql`language, address, app_android as "appAndroid", app_ios as "appIOS", email, instagram, linkedin,
  legal_name as "legalName", registration_number as "registrationNumber", national_id as "nationalId",
  number, telegram, twitter, privacy_policy as "privacyPolicy", version, updated_at as "updatedAt",
  updated_by as "updatedBy"`;

/** Persian first. */
export async function listStoredInfo(db: Queryable): Promise<StoredInfo[]> {
  const { rows } = await sql<StoredInfo>`select ${INFO} from exchange_info order by language desc`.execute(
    db,
  );
  return rows;
}

export async function lockInfo(tx: Tx, language: 'fa' | 'en'): Promise<StoredInfo | undefined> {
  const { rows } = await sql<StoredInfo>`select ${INFO} from exchange_info where language = ${language}
    for update`.execute(tx);
  return rows[0];
}

/** Stores the present text as a version; the row must be locked. */
export async function updateInfo(tx: Tx, row: StoredInfo): Promise<void> {
  await sql`insert into exchange_info_versions (language, version, text, saved_at, saved_by)
    select language, version, to_jsonb(info) - '{language,version,updated_at,updated_by}'::text[], updated_at,
      updated_by from exchange_info info where language = ${row.language}`.execute(tx);
  await sql`update exchange_info set address = ${row.address}, app_android = ${row.appAndroid},
      app_ios = ${row.appIOS}, email = ${row.email}, instagram = ${row.instagram}, linkedin = ${row.linkedin},
      number = ${row.number}, telegram = ${row.telegram}, twitter = ${row.twitter},
      legal_name = ${row.legalName}, registration_number = ${row.registrationNumber}, national_id = ${row.nationalId},
      privacy_policy = ${row.privacyPolicy}, version = ${row.version}, updated_at = ${row.updatedAt},
      updated_by = ${row.updatedBy} where language = ${row.language}`.execute(tx);
}

/** Updates rows that staff hasn't set; keeps no version, since no staff member has written the earlier text. */
export async function updateUntouchedInfo(
  db: Queryable,
  language: 'fa' | 'en',
  text: Omit<ExchangeInfoText, 'appAndroid' | 'appIOS'>,
): Promise<void> {
  await sql`update exchange_info set address = ${text.address}, email = ${text.email}, number = ${text.number},
      instagram = ${text.instagram}, linkedin = ${text.linkedin}, telegram = ${text.telegram},
      twitter = ${text.twitter}, legal_name = ${text.legalName},
      registration_number = ${text.registrationNumber}, national_id = ${text.nationalId}, privacy_policy = ${text.privacyPolicy}
    where language = ${language} and updated_by is null`.execute(db);
}

export const pickInfoText = (row: ExchangeInfoText): ExchangeInfoText => ({
  address: row.address,
  appAndroid: row.appAndroid,
  appIOS: row.appIOS,
  email: row.email,
  instagram: row.instagram,
  linkedin: row.linkedin,
  number: row.number,
  telegram: row.telegram,
  twitter: row.twitter,
  legalName: row.legalName,
  registrationNumber: row.registrationNumber,
  nationalId: row.nationalId,
  privacyPolicy: row.privacyPolicy,
});
