import type { ArticleKind, ArticleLanguage, ArticleText, ExchangeInfo } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';

/** Returns one row a language, Persian first. */
export async function listExchangeInfo(db: Queryable): Promise<ExchangeInfo[]> {
  const { rows } =
    await sql<ExchangeInfo>`select language, address, app_android as "appAndroid", app_ios as "appIOS",
      email, instagram, linkedin, legal_name as "legalName", registration_number as "registrationNumber",
      national_id as "nationalId", number, telegram, twitter, privacy_policy as "privacyPolicy"
    from exchange_info order by language desc`.execute(db);
  return rows;
}

export interface PublishedText {
  slug: string;
  coin: ArticleText['coin'];
  subject: ArticleText['subject'];
  title: string;
  summary: string;
  body: string;
  picture: string | null;
  publishedAt: Date;
  updatedAt: Date;
}

/** Fallback languages of a requested language; the first available text is used. */
const LANGUAGE_FALLBACKS: Readonly<Record<ArticleLanguage, ArticleLanguage[]>> = {
  fa: ['fa'],
  en: ['en'],
  ar: ['ar', 'fa'],
};
const MAX_TEXTS = 200;
const MAX_ANNOUNCEMENTS = 50;

/** Returns published texts of a kind, each in the language or its fallback; announcements newest first. */
export async function listTexts(
  db: Queryable,
  kind: ArticleKind,
  language: ArticleLanguage,
): Promise<PublishedText[]> {
  const languages = LANGUAGE_FALLBACKS[language];
  const order = kind === 'ANNOUNCEMENT' ? sql`published_at desc, slug` : sql`place, slug`;
  const maxTexts = kind === 'ANNOUNCEMENT' ? MAX_ANNOUNCEMENTS : MAX_TEXTS;
  const { rows } = await sql<PublishedText>`select slug, coin, subject, title, summary, body, picture,
      published_at as "publishedAt", updated_at as "updatedAt" from (
        select distinct on (slug) * from articles
        where kind = ${kind} and language = any(${languages}) and state = 'PUBLISHED'
        order by slug, array_position(${languages}::text[], language)
      ) as told
    order by ${order} limit ${maxTexts}`.execute(db);
  return rows;
}
