import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import { loadConfig } from './config.ts';
import { createHttp, type Http } from './http.ts';
import { createLog } from './log.ts';
import type { DescribePage } from './page.ts';
import { serveWeb } from './web-files.ts';

const TEMPLATE = `<html lang="fa"><head><title>t</title><link rel="stylesheet" href="/assets/a.css">
  <meta name="x" data-font-fa="/assets/fa.woff2"></head><body><div id="root"></div></body></html>`;
const drawn = (language: string, title: string) => ({
  path: '/',
  language,
  title,
  description: `of ${language}`,
  html: `<h1>${title}</h1>`,
  styles: ['assets/a.css'],
  ownStyles: '[data-drawn="1"]{width:1px}',
});
const describePage: DescribePage = async (path) => {
  if (path === '/broken') throw new Error('no database');
  return path === '/blog/one'
    ? { title: 'One <&"', description: 'first', image: '/share/one.png', linkedData: [{ name: '</script>' }] }
    : null;
};

let root: string;
let http: Http;
const get = (url: string, headers: Record<string, string> = {}) => http.app.inject({ url, headers });
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sarraf-web-'));
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), TEMPLATE);
  writeFileSync(join(root, 'assets/a.css'), 'a{background:url(b.png)}');
  writeFileSync(join(root, 'screens.json'), JSON.stringify([drawn('fa', 'صراف'), drawn('en', 'Sarraf')]));
  const config = loadConfig({ SECRET_KEY: Buffer.alloc(32, 1).toString('base64'), LOG_LEVEL: 'silent' });
  const authenticate = async () => null;
  http = await createHttp({ config, log: createLog('silent'), clock: systemClock, authenticate });
  await serveWeb(http, root, { publicUrl: 'https://sarraf.example/', describe: describePage });
  await http.app.ready();
});
afterAll(async () => {
  await http.app.close();
  rmSync(root, { recursive: true });
});

describe('a page', () => {
  it('comes drawn, in the language of the link, then of the choice before, then in Persian', async () => {
    expect((await get('/')).body).toContain('<div id="root"><h1>صراف</h1></div>');
    const cookie = 'a=b; sarraf_language=en';
    expect((await get('/', { cookie })).body).toMatch(/<html lang="en" dir="ltr"[\s\S]*<h1>Sarraf/);
    expect((await get('/?lang=fa', { cookie })).body).toContain('<html lang="fa" dir="rtl"');
  });

  it('may use its own styles and no others, and still may when the browser has kept it', async () => {
    const page = await get('/');
    const styles = /<style>([\s\S]*?)<\/style>/.exec(page.body)?.[1] ?? '';
    expect(styles).toContain('url(/assets/b.png)');
    expect(styles).toContain('[data-drawn="1"]');
    const hash = createHash('sha256').update(styles).digest('base64');
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`);
    const kept = await get('/', { 'if-none-match': String(page.headers.etag) });
    expect([kept.statusCode, kept.body]).toEqual([304, '']);
    expect(kept.headers['content-security-policy']).toBe(policy);
  });

  it('names its other language, and its one address', async () => {
    const { body } = await get('/?lang=en&x=1');
    expect(body).toContain('<link rel="canonical" href="https://sarraf.example/?lang=en">');
    expect(body).toContain('hreflang="fa" href="https://sarraf.example/">');
  });

  it('is described by what the server knows of it, which breaks out of nothing', async () => {
    const { body } = await get('/blog/one/');
    expect(body).toContain('<title>One &lt;&amp;&quot;</title>');
    expect(body).toContain('content="https://sarraf.example/share/one.png"');
    expect(body).toContain('{"name":"\\u003c/script>"}');
    expect(body).toContain('<link rel="canonical" href="https://sarraf.example/blog/one">');
    expect(body).not.toContain('noindex');
  });

  it('that nobody drew stands empty, out of search engines, also when nothing can be known', async () => {
    for (const path of ['/profile/wallet', '/broken']) {
      const { statusCode, body } = await get(path);
      expect(statusCode).toBe(200);
      expect(body).toContain('<div id="root"></div>');
      expect(body).toContain('<link rel="stylesheet" href="/assets/a.css">');
      expect(body).toContain('<meta name="robots" content="noindex">');
    }
  });

  it('is not what the build left for the server', async () => {
    for (const path of ['/screens.json', '/index.html']) {
      expect((await get(path)).body).not.toContain('"ownStyles"');
    }
    const file = await get('/assets/a.css');
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });
});
