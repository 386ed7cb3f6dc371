import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../test/remove-folder.ts';
import { pollUntil } from '../../../test/waiting.ts';
import { systemClock } from '../clock.ts';
import { loadConfig } from '../config/config.ts';
import { createHttp, type Http } from '../http/http.ts';
import { createLog } from '../log.ts';
import type { PageBrand } from './page.ts';
import { serveWeb } from './web-files.ts';

const TEMPLATE = `<html lang="fa"><head><script src="/boot.js" data-fa="/a.js"></script><title>t</title><link rel="stylesheet" href="/assets/a.css">
  <script type="module" crossorigin src="/assets/main.js"></script><link rel="modulepreload" crossorigin href="/assets/part.js">
  <meta name="x" data-font-fa="/assets/fa.woff2"></head><body><div id="root"></div></body></html>`;
const BOOT = "document.title = '$&';";
/** Stands in for the web's rendering code: its output contains its input. */
const DRAWING = `
let drawings = 0;
export const screenNeedsOf = (path) =>
  path === '/gone' ? null : {
    addresses: ['/api/word', ...(path.startsWith('/blog/') ? ['/api/text' + path.slice(5)] : [])],
    ...(path.startsWith('/blog/') && { subject: '/api/text' + path.slice(5) }),
    freshMs: path === '/calm' ? 60000 : 50,
  };
export async function renderPage({ path, search, language, replies, publicUrl }) {
  drawings += 1;
  if (path === '/broken') throw new Error('no drawing');
  if (path === '/crash') process.exit(1);
  if (path === '/stuck') for (;;);
  if (path === '/slow') await new Promise((resolve) => setTimeout(resolve, 1500));
  const word = replies['/api/word']?.word;
  return {
    title: path === '/blog/one' ? 'One <&"' : 'T ' + language,
    description: 'of ' + language,
    image: '/share/' + language + '/home.png',
    linkedData: [{ name: '</script>' }],
    html: '<h1 data-drawing="' + drawings + '">' + word + ' ' + search + '</h1>',
    ownStyles: path === '/' ? '[data-drawn="1"]{width:1px}' : '',
  };
}`;
const general = { description: 'd' };
const styles = ['assets/a.css'];
const routes = [
  '/',
  '/profile',
  '/profile/trade/:quote?/:coin?',
  '/profile/wallet',
  '/desk/*',
  '/blog/:slug',
].concat(['/broken', '/crash', '/stuck', '/slow', '/gone', '/calm', '/markets']);
const pages = [
  ...['/', '/*', '/broken', '/crash', '/stuck', '/slow', '/gone', '/calm', '/blog/:slug'].map((pattern) => ({
    pattern,
    styles,
  })),
  { pattern: '/markets', styles, variants: ['unit=TETHER'] },
];

let folder: string;
let http: Http;
let word = 'one';
let brand: PageBrand = { name: { fa: 'صرّاف', en: 'Sarraf' }, logo: null };
/** Addresses requested from the API. */
const requests: string[] = [];
const get = (url: string, headers: Record<string, string> = {}) => http.app.inject({ url, headers });
/** Accept header of a browser that opens a page. */
const HTML = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const NOT_FOUND = { status: 'NOT_FOUND', message: 'NOT_FOUND', errors: [] };
/** Logged errors. */
const failures: unknown[] = [];
let ahead = 0;
const now = () => performance.now() + ahead;
/** Expires all cached pages, which are then sent once more while they are re-rendered. */
const becomeOld = () => {
  ahead += 51;
};
const drawingOf = (body: string) => /data-drawing="(\d+)">([^<]*)</.exec(body)?.slice(1, 3) ?? null;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sarraf-web-'));
  const root = join(folder, 'dist');
  mkdirSync(join(root, 'assets'), { recursive: true });
  mkdirSync(`${root}-draw`);
  writeFileSync(join(root, 'index.html'), TEMPLATE);
  writeFileSync(join(root, 'boot.js'), BOOT);
  writeFileSync(join(root, 'assets/a.css'), 'a{background:url(b.png)}');
  writeFileSync(
    join(root, 'screens.json'),
    JSON.stringify({ pages, routes, parts: ['/office/*'], general: { fa: general, en: general } }),
  );
  writeFileSync(join(`${root}-draw`, 'draw.js'), DRAWING);
  writeFileSync(join(`${root}-draw`, 'package.json'), '{"type":"module"}');
  const config = loadConfig({
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    LOG_LEVEL: 'silent',
    RATE_READ: '5',
  });
  const log = createLog('error', { write: (line) => void failures.push(line) });
  http = await createHttp({ config, log, clock: systemClock, authenticate: async () => null });
  const limited = { config: { rateLimit: { max: 2, timeWindow: 60_000 } } };
  http.app.get('/api/word', limited, async (request) => {
    requests.push(request.url);
    return {
      word: `${word} ${request.headers['accept-language']}`,
      authorization: request.headers.authorization,
    };
  });
  http.app.get('/api/text/:slug', async (request, reply) => {
    const { slug } = request.params as { slug: string };
    if (slug === 'later') return reply.code(503).send({});
    if (slug === `only-${request.headers['accept-language']}`) return { title: slug };
    return slug === 'one' ? { title: slug } : reply.code(404).send({});
  });
  await serveWeb(http, root, { publicUrl: 'https://sarraf.example/', brandNow: () => brand, log, now });
  await http.app.ready();
  // On a busy machine the rendering thread takes longer to start than a visitor waits.
  await pollUntil(async () => drawingOf((await get('/')).body) !== null, 60_000);
});
afterAll(async () => {
  await http.app.close();
  removeFolder(folder);
});

describe('a page', () => {
  it('is rendered with its data in the language of the link, else the saved language, else Persian', async () => {
    expect((await get('/')).body).toMatch(/<div id="root"><h1 data-drawing="\d+">one fa <\/h1><\/div>/);
    const cookie = 'a=b; sarraf_language=en';
    expect((await get('/', { cookie })).body).toMatch(/<html lang="en" dir="ltr"[\s\S]*>one en </);
    expect((await get('/?lang=fa', { cookie })).body).toContain('<html lang="fa" dir="rtl"');
  });

  it('includes the data it was rendered with, as a visitor gets it, also for a signed-in user', async () => {
    const { body } = await get('/markets', { authorization: 'Bearer secret', cookie: 'sarraf_token=secret' });
    const embeddedText =
      /<script type="application\/json" id="given">([^<]*)<\/script>/.exec(body)?.[1] ?? '';
    expect(JSON.parse(embeddedText)).toEqual({
      language: 'fa',
      replies: { '/api/word': { word: 'one fa' } },
    });
    expect(body).not.toContain('secret');
  });

  it('allows its own inline styles only, also after a 304', async () => {
    const page = await get('/calm');
    const sheets = [...page.body.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => text ?? '');
    expect(sheets).toEqual(['a{background:url(/assets/b.png)}']);
    const hashes = sheets.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain(`style-src 'self' ${hashes.join(' ')};`);
    const reply = await get('/calm', { 'if-none-match': String(page.headers.etag) });
    expect([reply.statusCode, reply.body]).toEqual([304, '']);
    expect(reply.headers['content-security-policy']).toBe(policy);
  });

  it.each(['/', '/profile'])('runs one inline script before the first paint: %s', async (path) => {
    const { body, headers } = await get(path);
    expect(/<script data-fa="\/a\.js"[^>]*>([^<]*)<\/script>/.exec(body)?.[1]).toBe(BOOT);
    const hash = createHash('sha256').update(BOOT).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
  });

  it('is painted before its scripts are loaded, unless it shows nothing without them', async () => {
    const drawn = (await get('/')).body;
    expect(drawn).toContain(
      ' data-sheets="/assets/a.css" data-main="/assets/main.js" data-parts="/assets/part.js">',
    );
    expect(drawn).not.toMatch(/<script type="module"|<link rel="(modulepreload|stylesheet)"/);
    const empty = (await get('/profile')).body;
    expect(empty).toMatch(/<script type="module" crossorigin src="\/assets\/main.js">/);
    expect(empty).toContain('<link rel="modulepreload" crossorigin href="/assets/part.js">');
  });

  it('replaces style attributes by rules of an inline style sheet', async () => {
    const { body, headers } = await get('/');
    const own = /<style>(\[data-drawn="1"\]\{width:1px\})<\/style>/.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(own).digest('base64');
    expect(headers['content-security-policy']).toContain(` 'sha256-${hash}';`);
  });

  it('links its other language, its canonical URL and its image', async () => {
    const { body } = await get('/?lang=en&x=1');
    expect(body).toContain('<link rel="canonical" href="https://sarraf.example/?lang=en">');
    expect(body).toContain('hreflang="fa" href="https://sarraf.example/">');
    expect(body).toContain('hreflang="x-default" href="https://sarraf.example/">');
    expect(body).toContain('content="https://sarraf.example/share/en/home.png"');
    expect(body).toContain('href="/manifest.webmanifest?lang=en"');
  });

  it.each([
    ['fa', '/blog/only-fa', '/blog/only-fa?lang=en'],
    ['en', '/blog/only-en?lang=en', '/blog/only-en'],
  ])('links only the languages in which it exists: only %s', async (language, own, other) => {
    const alternates = (body: string) =>
      [...body.matchAll(/hreflang="([^"]*)" href="https:\/\/sarraf\.example([^"]*)"/g)].map((match) =>
        match.slice(1),
      );
    expect((await get(other)).statusCode).toBe(404);
    expect(alternates((await get(own)).body)).toEqual([
      [language, own],
      ['x-default', own],
    ]);
  });

  it('shows the current brand name and icon in an empty page', async () => {
    const defaults = brand;
    for (const path of ['/profile', '/broken'])
      expect((await get(path)).body).toMatch(
        /<link rel="icon" href="\/icons\/mark\.svg"[\s\S]*<title>صرّاف<\/title>/,
      );
    brand = { name: { fa: 'نیکو', en: 'N & co' }, logo: '/api/brand/logo?v=1' };
    expect((await get('/profile')).body).toMatch(
      /<link rel="icon" href="\/icons\/192\.png" type="image\/png">[\s\S]*<title>نیکو<\/title>/,
    );
    expect((await get('/gone?lang=en')).body).toContain('<title>N &amp; co</title>');
    // The cached page is sent until it has been rendered again.
    await expect
      .poll(async () => (await get('/')).body, SOON)
      .toContain('<link rel="icon" href="/icons/192.png" type="image/png">');
    brand = defaults;
  });

  it('contains title and description, with markup in them escaped', async () => {
    const { body } = await get('/blog/one/');
    expect(body).toContain('<title>One &lt;&amp;&quot;</title>');
    expect(body).toContain('{"name":"\\u003c/script>"}');
    expect(body).toContain('<link rel="canonical" href="https://sarraf.example/blog/one">');
    expect(body).not.toContain('noindex');
  });

  it('differs by a search parameter that is one of its variants, and ignores any other', async () => {
    const { body } = await get('/markets?unit=TETHER&lang=en');
    expect(drawingOf(body)?.[1]).toBe('one en unit=TETHER');
    // As the browser parses it.
    expect(drawingOf((await get('/markets?unit=%54ETHER&lang=en')).body)?.[1]).toBe('one en unit=TETHER');
    expect(drawingOf((await get('/markets?unit=TOMAN&unit=TETHER&lang=en')).body)?.[1]).toBe('one en ');
    expect(body).toContain('canonical" href="https://sarraf.example/markets?unit=TETHER&amp;lang=en"');
    expect(drawingOf((await get('/markets?unit=<x>')).body)?.[1]).toBe('one fa ');
  });

  it('is compressed with an encoding that the browser accepts', async () => {
    const sizes = await Promise.all(
      ['br', 'gzip', ''].map(async (coding) => {
        const page = await get('/calm', { 'accept-encoding': coding });
        expect(page.headers['content-encoding']).toBe(coding || undefined);
        return page.rawPayload.length;
      }),
    );
    expect(sizes[0]).toBeLessThan(sizes[2] as number);
    expect(sizes[1]).toBeLessThan(sizes[2] as number);
  });

  it('is not found and not indexed if its subject does not exist', async () => {
    for (const path of ['/gone', '/blog/nothing']) {
      const { statusCode, body } = await get(path);
      expect([path, statusCode]).toEqual([path, 404]);
      expect(body).toContain('<meta name="robots" content="noindex">');
      expect(body).not.toContain('canonical');
    }
  });

  it('is empty and not indexed if it is personal', async () => {
    const { statusCode, body } = await get('/profile/wallet');
    expect(statusCode).toBe(200);
    expect(body).toContain('<div id="root"></div>');
    expect(body).toContain('<link rel="stylesheet" href="/assets/a.css">');
    expect(body).toContain('<meta name="robots" content="noindex">');
  });

  it.each([
    '/profile/trade',
    '/profile/trade/TETHER',
    '/profile/trade/TETHER/BITCOIN/',
    '/Profile?tab=1',
    '/desk',
    '/desk/people/1',
    '/profile/wallet//',
  ])('exists at every address of the web’s router: %s', async (path) => {
    expect((await get(path, HTML)).statusCode).toBe(200);
    expect((await get(path)).statusCode).toBe(200);
  });

  it.each([
    '/wp-login.php',
    '/.env',
    '/metrics',
    '/foo/bar',
    '/profile/trade/TETHER/BITCOIN/more',
    '/desktop',
    '/profile/nothing?a=1',
    '//[',
    '//profile',
    '/%2e%2e/etc',
  ])('does not exist at any other address, for people and programs: %s', async (path) => {
    for (const accept of ['', '*/*', 'application/json']) {
      const { statusCode, body } = await get(path, { accept });
      expect([statusCode, JSON.parse(body)]).toEqual([404, NOT_FOUND]);
    }
    const { statusCode, body, headers } = await get(path, { ...HTML, cookie: 'sarraf_language=en' });
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-cache']);
    expect(drawingOf(body)?.[1]).toBe('one en ');
    expect(body).toContain('<html lang="en" dir="ltr"');
    expect(body).toContain('<meta name="robots" content="noindex">');
    expect(body).toContain('<noscript><meta http-equiv="refresh" content="8;url=/"></noscript>');
    expect(body).not.toMatch(/canonical|hreflang|og:url/);
  });

  it.each(['/office/now', '/office/people/1/more', '/Office/x/'])(
    'is not rendered below a part of the web with its own router: %s',
    async (path) => {
      const { statusCode, body } = await get(path, HTML);
      expect([statusCode, drawingOf(body)]).toEqual([404, null]);
      expect(body).toContain('<div id="root"></div>');
      expect(body).not.toContain('id="given"');
      expect((await get(path)).statusCode).toBe(404);
    },
  );

  it('renders the not-found page once for all addresses', async () => {
    const drawn = new Set<string | undefined>();
    for (let n = 0; n < 20; n += 1) drawn.add(drawingOf((await get(`/none/${n}`, HTML)).body)?.[0]);
    expect(drawn.size).toBe(1);
  });

  it.each(['/api', '/api/', '/api/nothing', '/api/blog/x/y/z'])(
    'does not exist below the path of the API: %s',
    async (path) => {
      const { statusCode, body } = await get(path, HTML);
      expect([statusCode, JSON.parse(body)]).toEqual([404, NOT_FOUND]);
    },
  );

  it.each([
    [404, `/api/text/${'x'.repeat(201)}`],
    [400, '/%ZZ'],
    [400, '/api/text/%c0%ae'],
    [404, `/${'x'.repeat(5_000)}`],
    [404, '/a%00b'],
  ])(
    'responds not found without logging an error to an address that can’t be a page: %s',
    async (status, path) => {
      failures.length = 0;
      const { statusCode, body } = await get(path);
      expect([statusCode, JSON.parse(body).errors]).toEqual([status, []]);
      expect(failures).toEqual([]);
    },
  );

  it.each(['PROPFIND', 'TRACE', 'OPTIONS', 'PATCH', 'PURGE', 'POST', 'DELETE'])(
    'is not sent to %s',
    async (method) => {
      for (const url of ['/', '/profile', '/nothing']) {
        const { statusCode, body } = await http.app.inject({ method: method as 'POST', url, headers: HTML });
        expect([statusCode, JSON.parse(body)]).toEqual([404, NOT_FOUND]);
      }
    },
  );

  it('does not serve files that the build leaves for the server alone', async () => {
    for (const path of ['/screens.json', '/index.html'])
      expect((await get(path)).body).not.toContain('"variants"');
    const file = await get('/assets/a.css');
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });
});

/** A hanging rendering is aborted after seconds, and on a busy machine a new thread takes time to start. */
const SOON = { timeout: 25_000, interval: 200 };

describe('page rendering', () => {
  it('renders once for concurrent requests, and again only when the data has changed', async () => {
    becomeOld();
    const many = await Promise.all(Array.from({ length: 10 }, () => get('/blog/one')));
    expect(new Set(many.map(({ body }) => drawingOf(body)?.[0])).size).toBe(1);
    const before = drawingOf(many[0]?.body ?? '')?.[0];
    becomeOld();
    expect(drawingOf((await get('/blog/one')).body)?.[0]).toBe(before);
    becomeOld();
    word = 'two';
    // The visitor does not wait for the second rendering: the previous page is sent once more.
    expect(drawingOf((await get('/blog/one')).body)).toEqual([before, 'one fa ']);
    await expect.poll(async () => drawingOf((await get('/blog/one')).body)?.[1], SOON).toBe('two fa ');
  });

  it('does not count its own API calls against the rate limit', async () => {
    expect(requests.length).toBeGreaterThan(3);
    for (const expected of [200, 200, 429]) {
      const { statusCode } = await get('/api/word', { 'x-sarraf-visitor': 'guess' });
      expect(statusCode).toBe(expected);
    }
  });

  it('sends the empty page, which search engines may index, when a rendering fails, is late, or crashes the thread', async () => {
    for (const path of ['/broken', '/blog/later', '/slow', '/crash']) {
      const { statusCode, body } = await get(path);
      expect([path, statusCode]).toEqual([path, 200]);
      expect(body).toContain('<div id="root"></div>');
      expect(body).not.toContain('noindex');
    }
    // A late rendering is used for the next request; a crashed thread is replaced.
    await expect.poll(async () => drawingOf((await get('/slow')).body), SOON).not.toBeNull();
    await expect.poll(async () => drawingOf((await get('/markets?lang=en')).body)?.[1], SOON).toBe('two en ');
  });

  it('terminates a rendering that never ends, and renders other pages', async () => {
    expect((await get('/stuck')).body).toContain('<div id="root"></div>');
    await expect
      .poll(async () => drawingOf((await get('/markets?unit=TETHER')).body)?.[1], SOON)
      .toBe('two fa unit=TETHER');
  });
});
