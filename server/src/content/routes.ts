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
import { cleanTexts } from './clean-texts.ts';
import type { ContentDeps, SiteDeps } from './deps.ts';
import { figuresLanguage, fillHtml, fillLine } from './figures.ts';
import { createReplyCache } from './keep-replies.ts';
import { rssOf } from './rss.ts';
import { listExchangeInfo, listTexts, type PublishedText } from './store.ts';

/** Response bytes: all of a kind, and each by its slug. */
interface NewsReply {
  all: Buffer;
  one: ReadonlyMap<string, Buffer>;
}

const bytesOf = (fields: object): Buffer =>
  Buffer.from(JSON.stringify({ status: 'OK', message: 'OK', ...fields }));
const send = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(bytes);

const languageFrom = (key: string): ArticleLanguage =>
  ARTICLE_LANGUAGES.find((language) => language === key) ?? 'fa';

const askedLanguage = (asked: QueryOf<typeof faq>['language']): ArticleLanguage | undefined =>
  asked === 'Ir' ? 'fa' : (asked?.toLowerCase() as ArticleLanguage | undefined);

const faqItemOf = ({ slug, title, body }: PublishedText): FaqItem => ({
  slug,
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

/** Adds the public endpoints; each response is serialised once per change and language. */
export function addRoutes(
  http: Http,
  { db, clock, bus, publicUrl, names, figures }: ContentDeps & SiteDeps,
): void {
  const clean = cleanTexts();
  const publishedTexts = async (kind: Parameters<typeof listTexts>[1], language: ArticleLanguage) => {
    const [rows, known] = await Promise.all([
      listTexts(db, kind, language),
      figures(figuresLanguage(language)),
    ]);
    return rows.map((row) => ({
      ...row,
      summary: fillLine(row.summary, known),
      body: clean(fillHtml(row.body, known)),
    }));
  };
  const keep = <T extends { slug: string } | { name: string }>(
    kind: Parameters<typeof listTexts>[1],
    shown: (row: PublishedText) => T,
  ) =>
    createReplyCache<NewsReply>(clock, async (language) => {
      const content = (await publishedTexts(kind, languageFrom(language))).map(shown);
      const named = (item: T) => ('slug' in item ? item.slug : item.name);
      const one = new Map(content.map((item) => [named(item), bytesOf({ baseDTO: item })]));
      return { all: bytesOf({ content }), one };
    });

  const questions = keep('FAQ', faqItemOf);
  const parts = keep('MANUAL', manualItemOf);
  const texts = keep('BLOG', blogItemOf);
  const news = keep('ANNOUNCEMENT', announcementOf);
  const pages = keep('PAGE', pageTextOf);
  const info = createReplyCache<Buffer>(clock, async () => {
    const rows = await listExchangeInfo(db);
    const content = rows.map(async (row) => ({
      ...row,
      privacyPolicy: clean(fillHtml(row.privacyPolicy, await figures(row.language))),
    }));
    return bytesOf({ content: await Promise.all(content) });
  });

  const feeds = createReplyCache<Buffer>(clock, async (key) => {
    const language = key === 'en' ? 'en' : 'fa';
    const texts = await publishedTexts('ANNOUNCEMENT', language);
    return Buffer.from(rssOf({ name: names()[language], language, publicUrl, texts }));
  });

  const oneOf = async (kept: typeof texts, language: string, name: string): Promise<Buffer> => {
    const bytes = (await kept.get(language)).one.get(name);
    if (!bytes) throw new AppError('NOT_FOUND');
    return bytes;
  };
  const allOf = async (kept: typeof texts, language: string) => (await kept.get(language)).all;

  http.route(exchangeInfo, async ({ reply }) => send(reply, await info.get('all')));
  http.route(faq, async ({ query, textLanguage, reply }) =>
    send(reply, await allOf(questions, askedLanguage(query.language) ?? textLanguage)),
  );
  http.route(userManual, async ({ query, textLanguage, reply }) =>
    send(reply, await allOf(parts, askedLanguage(query.language) ?? textLanguage)),
  );
  http.route(blog, async ({ textLanguage, reply }) => send(reply, await allOf(texts, textLanguage)));
  http.route(announcements, async ({ textLanguage, reply }) => send(reply, await allOf(news, textLanguage)));
  http.route(announcementsFeed, async ({ params, reply }) =>
    reply.type('application/rss+xml; charset=utf-8').send(await feeds.get(params.language)),
  );
  http.route(blogItem, async ({ textLanguage, params, reply }) =>
    send(reply, await oneOf(texts, textLanguage, params.slug)),
  );
  http.route(pageText, async ({ textLanguage, params, reply }) =>
    send(reply, await oneOf(pages, textLanguage, params.name)),
  );

  const forget = () => {
    for (const kept of [questions, parts, texts, news, pages, info, feeds]) kept.forget();
  };
  bus.subscribe('content', forget);
  bus.subscribe('missed', forget);
}
