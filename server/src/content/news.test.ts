import { mkdtemp, readdir, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityFixture, type IdentityFixture } from '../../test/identity.ts';
import { removeFolder } from '../../test/remove-folder.ts';
import { createSandboxNews } from '../sandbox/sandbox-news.ts';
import { createNews, type News } from './news.ts';
import type { FeedPost, NewsFeed } from './ports.ts';

let context: IdentityFixture;
let dataDir: string;
let news: News;

const POST: FeedPost = {
  id: '1',
  language: null,
  title: 'یک',
  date: '2026-11-20T14:30:05',
  link: 'https://news.example/1',
  picture: 'https://news.example/1.jpg',
};
/** The site's present content; throws if it is an error. */
const site = { posts: [] as FeedPost[] | Error, picture: null as Buffer | null, requestCount: 0 };
const feed: NewsFeed = {
  async read() {
    if (site.posts instanceof Error) throw site.posts;
    return site.posts;
  },
  async fetchPicture() {
    site.requestCount += 1;
    if (site.picture === null) throw new Error('no picture');
    return site.picture;
  },
};

const make = (more: { feed?: NewsFeed } = { feed }) =>
  createNews({
    db: context.db,
    clock: context.clock,
    log: { warn() {} } as never,
    config: { DATA_DIR: dataDir },
    ...more,
  });

beforeAll(async () => {
  context = await createIdentityFixture();
  dataDir = await mkdtemp(join(tmpdir(), 'sarraf-news-'));
  news = make();
  news.routes(context.http);
});
afterAll(async () => {
  await context.close();
  removeFolder(dataDir);
});

const look = async (of = news) => {
  for (const job of of.jobs) await job.run({});
};
const shownNews = async (language = 'fa') => (await context.call('GET', '/news', { language })).body.content;
const jpeg = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();

describe('the news', () => {
  it('are empty before the site was ever reachable', async () => {
    site.posts = new Error('down');
    await look();
    const answer = await context.call('GET', '/news');
    expect([answer.status, answer.body.content]).toEqual([200, []]);
  });

  it("are in the site's order, with pictures of one size served from here", async () => {
    site.posts = [POST, { ...POST, id: '2', title: 'دو', picture: null }];
    site.picture = await jpeg(1_600, 1_200);
    await look();
    const [first, second] = await shownNews();
    expect(first).toEqual({
      title: { rendered: 'یک' },
      date: '2026-11-20T14:30:05',
      better_featured_image: {
        source_url: expect.stringMatching(/^\/api\/news-images\/[0-9a-f]{32}\.webp$/),
      },
      link: 'https://news.example/1',
    });
    expect(second).toMatchObject({ title: { rendered: 'دو' }, better_featured_image: null });
    const picture = await context.http.app.inject({ url: first.better_featured_image.source_url });
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(picture.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(picture.rawPayload.toString('latin1', 8, 12)).toBe('WEBP');
    // VP8 stores width and height in 14 bits each, 26 bytes into the file.
    expect([
      picture.rawPayload.readUInt16LE(26) & 0x3fff,
      picture.rawPayload.readUInt16LE(28) & 0x3fff,
    ]).toEqual([640, 360]);
  });

  it('stay while the site is down, also over a restart, and a picture is fetched once', async () => {
    const before = await shownNews();
    const { requestCount } = site;
    site.posts = new Error('down');
    await look();
    expect(await shownNews()).toEqual(before);
    const restarted = make();
    site.posts = [POST];
    await look(restarted);
    expect(site.requestCount).toBe(requestCount);
    context.clock.advance(31_000);
    expect(await shownNews()).toHaveLength(1);
  });

  it('have no picture if it is invalid, and get it once it is valid', async () => {
    for (const wrong of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('GIF89a'),
      null,
    ]) {
      site.posts = [{ ...POST, picture: 'https://news.example/other.jpg' }];
      site.picture = wrong;
      await look();
      expect(await shownNews()).toMatchObject([{ better_featured_image: null }]);
    }
    site.picture = await jpeg(20, 20);
    await look();
    expect((await shownNews())[0].better_featured_image).not.toBeNull();
  });

  it('serve no file but their pictures', async () => {
    for (const name of ['..%2f..%2fetc%2fpasswd', 'x.webp', `${'0'.repeat(32)}.webp`, '.'])
      expect((await context.http.app.inject({ url: `/api/news-images/${name}` })).statusCode).toBe(404);
  });

  it('delete pictures that were not named for a day', async () => {
    const dir = join(dataDir, 'news-images');
    const old = new Date(context.clock.now() - 25 * 3_600_000);
    const files = await readdir(dir);
    for (const file of files) await utimes(join(dir, file), old, old);
    await look();
    expect(files.length).toBeGreaterThan(1);
    expect(await readdir(dir)).toHaveLength(1);
  });

  it('are empty if no site is set', async () => {
    expect(make({}).jobs).toEqual([]);
  });
});

describe('the sandbox’s news', () => {
  it('are six in each language, all with a picture and an external link', async () => {
    await look(make({ feed: createSandboxNews(context.clock) }));
    context.clock.advance(31_000);
    for (const language of ['fa', 'en']) {
      const posts = await shownNews(language);
      expect(posts).toHaveLength(6);
      for (const post of posts) {
        expect(post.link).toMatch(/^https:\/\//);
        expect(/[\u0600-\u06ff]/.test(post.title.rendered)).toBe(language === 'fa');
        const { statusCode } = await context.http.app.inject({ url: post.better_featured_image.source_url });
        expect(statusCode).toBe(200);
      }
    }
  });
});
