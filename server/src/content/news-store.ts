import { sql } from 'kysely';
import type { Db, Queryable } from '../platform/database/database.ts';
import type { FeedPost } from './ports.ts';

/** `picture`: the name of a file; null: it has no usable picture. */
export type StoredPost = FeedPost;

/** Returns posts in the site's order, for readers of this language. */
export async function listNews(db: Queryable, language: 'fa' | 'en'): Promise<StoredPost[]> {
  const { rows } =
    await sql<StoredPost>`select id, language, title, posted_at as date, link, picture from news_posts
    where language is null or language = ${language} order by place`.execute(db);
  return rows;
}

/** Replaces all posts by those of a new response. */
export async function replaceNews(db: Db, posts: readonly StoredPost[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`lock table news_posts in share row exclusive mode`.execute(tx);
    await sql`delete from news_posts`.execute(tx);
    for (const [index, { id, language, title, date, link, picture }] of posts.entries())
      await sql`insert into news_posts (place, id, language, title, posted_at, link, picture)
        values (${index}, ${id}, ${language}, ${title}, ${date}, ${link}, ${picture})`.execute(tx);
  });
}
