import type { BlogItem, ExchangeInfo } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../platform/database.ts';

/** One row a language, Persian first. */
export async function listExchangeInfo(db: Queryable): Promise<ExchangeInfo[]> {
  const { rows } =
    await sql<ExchangeInfo>`select language, address, app_android as "appAndroid", app_ios as "appIOS",
      email, instagram, linkedin, number, telegram, twitter, privacy_policy as "privacyPolicy"
    from exchange_info order by language desc`.execute(db);
  return rows;
}

const MOST_TEXTS = 200;

/** The texts of a language, first things first. */
export async function listBlog(db: Queryable, language: 'fa' | 'en'): Promise<BlogItem[]> {
  const { rows } = await sql<
    BlogItem & { publishedAt: Date }
  >`select slug, coin, title, summary, body, picture,
      published_at as "publishedAt" from articles
    where kind = 'BLOG' and language = ${language} and state = 'PUBLISHED'
    order by place, slug limit ${MOST_TEXTS}`.execute(db);
  return rows.map(({ publishedAt, ...row }) => ({ ...row, publishedAtDateTime: publishedAt.toISOString() }));
}
