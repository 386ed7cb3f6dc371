import { AppError } from '@sarraf/domain';
import { type NewsPost, newsImage, news as newsList } from '@sarraf/domain/contracts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import type { Http } from '../platform/http/http.ts';
import { enqueue, type Job } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import { createNewsPictureStore, type NewsPictureStore } from './news-pictures.ts';
import { listNews, replaceNews, type StoredPost } from './news-store.ts';
import type { FeedPost, NewsFeed } from './ports.ts';

export interface NewsDeps {
  db: Db;
  clock: Clock;
  log: Log;
  config: Pick<Config, 'DATA_DIR'>;
  /** Unset: there are no news. */
  feed?: NewsFeed | undefined;
}

export interface News {
  /** Schedules the first read of the site, without waiting for it. */
  start(): Promise<void>;
  routes(http: Http): void;
  jobs: Job[];
}

const READ_NEWS_JOB = 'read-news';
const YEAR = 31_536_000;
/** How long a list is cached. */
const CACHE_MS = 30_000;

/** Reads a news site in the background: the last good response is shown, whatever happens to the site. */
export function createNews(deps: NewsDeps): News {
  const { db, clock, feed } = deps;
  const pictures = createNewsPictureStore(deps.config.DATA_DIR);
  const lists = new Map<string, { until: number; content: NewsPost[] }>();

  async function readCachedList(language: 'fa' | 'en'): Promise<NewsPost[]> {
    if (!feed) return [];
    const cachedList = lists.get(language);
    if (cachedList && clock.now() < cachedList.until) return cachedList.content;
    const content = (await listNews(db, language)).map(newsPostDto);
    lists.set(language, { until: clock.now() + CACHE_MS, content });
    return content;
  }

  return {
    async start() {
      if (feed) await enqueue(db, READ_NEWS_JOB, {}, { key: READ_NEWS_JOB });
    },
    routes(http) {
      http.route(newsList, async ({ language, reply }) => {
        reply.header('cache-control', 'public, max-age=60').header('vary', 'accept-language');
        return { status: 'OK' as const, message: 'news', content: await readCachedList(language) };
      });
      http.route(newsImage, async ({ params, reply }) => {
        const bytes = await pictures.read(params.name);
        if (bytes === null) throw new AppError('NOT_FOUND');
        return reply
          .type('image/webp')
          .header('cache-control', `public, max-age=${YEAR}, immutable`)
          .send(bytes);
      });
    },
    jobs: feed
      ? [
          {
            name: READ_NEWS_JOB,
            cron: '*/10 * * * *',
            run: () => readNews(deps, feed, pictures, () => lists.clear()),
          },
        ]
      : [],
  };
}

const newsPostDto = ({ title, date, link, picture }: StoredPost): NewsPost => ({
  title: { rendered: title },
  date,
  better_featured_image: picture === null ? null : { source_url: `/api/news-images/${picture}` },
  link,
});

/**
 * Reads the site. Errors are logged and retried at the next run: a job that threw would be retried immediately,
 * again and again.
 */
async function readNews(
  { db, log, clock }: NewsDeps,
  feed: NewsFeed,
  pictures: NewsPictureStore,
  onNew: () => void,
): Promise<void> {
  try {
    const posts = await feed.read();
    const stored: StoredPost[] = [];
    for (const post of posts)
      stored.push({ ...post, picture: await storePicture(post, feed, pictures, log) });
    await replaceNews(db, stored);
    onNew();
    await pictures.deleteUnused(new Set(stored.flatMap(({ picture }) => picture ?? [])), clock.now());
  } catch (err) {
    log.warn({ area: 'news', err }, 'news not read');
  }
}

async function storePicture(
  { picture }: FeedPost,
  feed: NewsFeed,
  pictures: NewsPictureStore,
  log: Log,
): Promise<string | null> {
  if (picture === null) return null;
  const name = pictures.nameOf(picture);
  try {
    if (!(await pictures.exists(name))) await pictures.store(name, await feed.fetchPicture(picture));
    return name;
  } catch (err) {
    log.warn({ area: 'news', err }, 'picture of a post not read');
    return null;
  }
}
