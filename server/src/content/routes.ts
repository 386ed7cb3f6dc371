import { AppError } from '@sarraf/domain';
import {
  type Announcement,
  ARTICLE_LANGUAGES,
  type ArticleLanguage,
  announcements,
  announcementsFeed,
  type BlogItem,
  blog,
  blogItem,
  exchangeInfo,
  type FaqItem,
  faq,
  type ManualItem,
  type PageText,
  pageText,
  type QueryOf,
  userManual,
} from '@sarraf/domain/contracts';
import type { FastifyReply } from 'fastify';
import type { Http } from '../platform/http/http.ts';
import { createTextSanitiser } from './clean-texts.ts';
import type { ContentDeps, SiteDeps } from './deps.ts';
import { figuresLanguageOf, fillFiguresInHtml, fillFiguresInLine } from './figures.ts';
import { createReplyCache } from './reply-cache.ts';
import { buildRss } from './rss.ts';
import { listExchangeInfo, listTexts, type PublishedText } from './store.ts';

/** Response bytes: all of a kind, and each by its slug. */
interface SerialisedTexts {
  all: Buffer;
  one: ReadonlyMap<string, Buffer>;
}

const serialiseReply = (fields: object): Buffer =>
  Buffer.from(JSON.stringify({ status: 'OK', message: 'OK', ...fields }));
const sendJson = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(bytes);

const parseArticleLanguage = (key: string): ArticleLanguage =>
  ARTICLE_LANGUAGES.find((language) => language === key) ?? 'fa';

const parseRequestedLanguage = (requested: QueryOf<typeof faq>['language']): ArticleLanguage | undefined =>
  requested === 'Ir' ? 'fa' : (requested?.toLowerCase() as ArticleLanguage | undefined);

const faqItemOf = ({ slug, subject, title, body }: PublishedText): FaqItem => ({
  slug,
  subject,
  question: title,
  answer: body,
});

const manualItemOf = ({ slug, title, body, picture }: PublishedText): ManualItem => ({
  slug,
  title,
  html: body,
  picture,
});

const blogItemOf = ({ slug, coin, title, summary, body, picture, publishedAt }: PublishedText): BlogItem => ({
  slug,
  coin,
  title,
  summary,
  body,
  picture,
  publishedAtDateTime: publishedAt.toISOString(),
});

const announcementOf = ({ slug, title, body, publishedAt }: PublishedText): Announcement => ({
  slug,
  title,
  html: body,
  publishedAtDateTime: publishedAt.toISOString(),
});

const pageTextOf = ({ slug, title, body, updatedAt }: PublishedText): PageText => ({
  name: slug,
  title,
  html: body,
  updatedAtDateTime: updatedAt.toISOString(),
});

type TextCache = ReturnType<typeof createReplyCache<SerialisedTexts>>;

const readAll = async (cache: TextCache, language: string): Promise<Buffer> =>
  (await cache.get(language)).all;

/** @throws NOT_FOUND */
async function readOne(cache: TextCache, language: string, name: string): Promise<Buffer> {
  const bytes = (await cache.get(language)).one.get(name);
  if (!bytes) throw new AppError('NOT_FOUND');
  return bytes;
}

/** Adds the public endpoints; each response is serialised once per change and language. */
export function addRoutes(
  http: Http,
  { db, clock, bus, publicUrl, names, readFigures }: ContentDeps & SiteDeps,
): void {
  const sanitiseText = createTextSanitiser();
  const listPublishedTexts = async (kind: Parameters<typeof listTexts>[1], language: ArticleLanguage) => {
    const [rows, knownFigures] = await Promise.all([
      listTexts(db, kind, language),
      readFigures(figuresLanguageOf(language)),
    ]);
    return rows.map((row) => ({
      ...row,
      summary: fillFiguresInLine(row.summary, knownFigures),
      body: sanitiseText(fillFiguresInHtml(row.body, knownFigures)),
    }));
  };
  const createTextCache = <T extends { slug: string } | { name: string }>(
    kind: Parameters<typeof listTexts>[1],
    toDto: (row: PublishedText) => T,
  ) =>
    createReplyCache<SerialisedTexts>(clock, async (language) => {
      const content = (await listPublishedTexts(kind, parseArticleLanguage(language))).map(toDto);
      const nameOfItem = (item: T) => ('slug' in item ? item.slug : item.name);
      const bytesByName = new Map(
        content.map((item) => [nameOfItem(item), serialiseReply({ baseDTO: item })]),
      );
      return { all: serialiseReply({ content }), one: bytesByName };
    });

  const faqCache = createTextCache('FAQ', faqItemOf);
  const manualCache = createTextCache('MANUAL', manualItemOf);
  const blogCache = createTextCache('BLOG', blogItemOf);
  const announcementCache = createTextCache('ANNOUNCEMENT', announcementOf);
  const pageCache = createTextCache('PAGE', pageTextOf);
  const infoCache = createReplyCache<Buffer>(clock, async () => {
    const rows = await listExchangeInfo(db);
    const content = rows.map(async (row) => ({
      ...row,
      privacyPolicy: sanitiseText(fillFiguresInHtml(row.privacyPolicy, await readFigures(row.language))),
    }));
    return serialiseReply({ content: await Promise.all(content) });
  });

  const feedCache = createReplyCache<Buffer>(clock, async (key) => {
    const language = key === 'en' ? 'en' : 'fa';
    const texts = await listPublishedTexts('ANNOUNCEMENT', language);
    return Buffer.from(buildRss({ name: names()[language], language, publicUrl, texts }));
  });

  http.route(exchangeInfo, async ({ reply }) => sendJson(reply, await infoCache.get('all')));
  http.route(faq, async ({ query, textLanguage, reply }) =>
    sendJson(reply, await readAll(faqCache, parseRequestedLanguage(query.language) ?? textLanguage)),
  );
  http.route(userManual, async ({ query, textLanguage, reply }) =>
    sendJson(reply, await readAll(manualCache, parseRequestedLanguage(query.language) ?? textLanguage)),
  );
  http.route(blog, async ({ textLanguage, reply }) =>
    sendJson(reply, await readAll(blogCache, textLanguage)),
  );
  http.route(announcements, async ({ textLanguage, reply }) =>
    sendJson(reply, await readAll(announcementCache, textLanguage)),
  );
  http.route(announcementsFeed, async ({ params, reply }) =>
    reply.type('application/rss+xml; charset=utf-8').send(await feedCache.get(params.language)),
  );
  http.route(blogItem, async ({ textLanguage, params, reply }) =>
    sendJson(reply, await readOne(blogCache, textLanguage, params.slug)),
  );
  http.route(pageText, async ({ textLanguage, params, reply }) =>
    sendJson(reply, await readOne(pageCache, textLanguage, params.name)),
  );

  const texts = [faqCache, manualCache, blogCache, announcementCache, pageCache];
  const clearCaches = () => {
    for (const cache of [...texts, infoCache, feedCache]) cache.clear();
  };
  bus.subscribe('content', clearCaches);
  bus.subscribe('missed', clearCaches);
}
