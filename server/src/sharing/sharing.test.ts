import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Brand } from '@sarraf/domain/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolder } from '../../test/remove-folder.ts';
import { systemClock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config/config.ts';
import { createHttp, type Http } from '../platform/http/http.ts';
import { createLog } from '../platform/log.ts';
import { addSharing } from './index.ts';

const page = (pattern: string, paths: string[] = [pattern]) => ({ pattern, paths, styles: [] });
const pages = [
  page('/'),
  page('/market/:coin/:sourceCoin', ['/market/BITCOIN/TOMAN']),
  page('/blog'),
  page('/blog/:slug', []),
  page('/terms'),
];
const PUBLISHED = '2026-11-20T10:00:00.000Z';
const CHANGED = '2026-11-21T10:00:00.000Z';

let root: string;
let http: Http;
let price: string | null = '7234567890';
let brand: Brand = {
  name: { fa: 'صرّاف', en: 'A <b> & C' },
  accent: { dark: '#5b8cff', light: '#2557e0' },
  mark: '#f2b84b',
  logo: null,
};
/** A wide logo of a colour that is used nowhere else. */
const logo = sharp({ create: { width: 200, height: 40, channels: 4, background: '#ff00ff' } })
  .png()
  .toBuffer();
let drawings = 0;
const get = (url: string) => http.app.inject({ url });

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sarraf-sharing-'));
  mkdirSync(join(root, 'coins'));
  const coins = join(import.meta.dirname, '../../../web/public/coins');
  cpSync(coins, join(root, 'coins'), { recursive: true });
  writeFileSync(join(root, 'screens.json'), JSON.stringify({ pages }));
  const config = loadConfig({ SECRET_KEY: Buffer.alloc(32, 1).toString('base64'), LOG_LEVEL: 'silent' });
  const log = createLog('silent');
  http = await createHttp({ config, log, clock: systemClock, authenticate: async () => null });
  http.app.get('/api/blog', async ({ headers }) => ({
    content: ['a-b', `only-${headers['accept-language']}`].map((slug) => ({
      slug,
      publishedAtDateTime: PUBLISHED,
    })),
  }));
  http.app.get('/api/brand/logo', async (_, reply) => reply.type('image/png').send(await logo));
  http.app.get('/api/exchange-info', async () => ({ content: [{ email: 'security@sarraf.example' }] }));
  http.app.get('/api/pages/terms', async () => ({ baseDTO: { updatedAtDateTime: CHANGED } }));
  http.app.get('/api/coins/exchange-price/usd', async () => {
    drawings += 1;
    return [{ destCoinSymbol: 'BITCOIN', referencePrice: price, price24hrChangePercent: '-1.25' }];
  });
  addSharing(http, { webRoot: root, publicUrl: 'https://sarraf.example/', brandNow: () => brand, log });
  await http.app.ready();
});
afterAll(async () => {
  await http.app.close();
  removeFolder(root);
});

it('the site map has every page in its languages, with articles by staff and their times', async () => {
  const { body, headers } = await get('/sitemap.xml');
  expect(headers['content-type']).toContain('application/xml');
  const entries = [...body.matchAll(/<url><loc>([^<]*)<\/loc>(?:<lastmod>([^<]*)<\/lastmod>)?/g)];
  const paths = ['/', '/market/BITCOIN/TOMAN', '/blog', '/terms', '/blog/a-b'];
  expect(entries.map(([, address]) => address)).toEqual(
    [...paths.flatMap((path) => [path, `${path}?lang=en`]), '/blog/only-fa', '/blog/only-en?lang=en'].map(
      (address) => `https://sarraf.example${address}`,
    ),
  );
  expect(entries.map(([, , time]) => time).filter((_, n) => n % 2 === 0)).toEqual([
    undefined,
    undefined,
    PUBLISHED,
    CHANGED,
    PUBLISHED,
    PUBLISHED,
  ]);
  const others = (address: string) =>
    [
      ...(body
        .split('\n')
        .find((line) => line.includes(`<loc>https://sarraf.example${address}<`))
        ?.matchAll(/hreflang="([^"]*)" href="https:\/\/sarraf\.example([^"]*)"/g) ?? []),
    ].map((match) => match.slice(1));
  expect(others('/blog?lang=en')).toEqual([
    ['fa', '/blog'],
    ['en', '/blog?lang=en'],
    ['x-default', '/blog'],
  ]);
  for (const [language, address] of [
    ['fa', '/blog/only-fa'],
    ['en', '/blog/only-en?lang=en'],
  ] as const)
    expect(others(address)).toEqual([
      [language, address],
      ['x-default', address],
    ]);
});

it('robots.txt allows everything public, and names the site map', async () => {
  const { body } = await get('/robots.txt');
  expect(body).toContain('Sitemap: https://sarraf.example/sitemap.xml');
  expect(body).not.toMatch(/Disallow: \/(api\/?)?$/m);
});

it('security.txt names the contact for security reports, with an expiry in the future', async () => {
  const { body, headers } = await get('/.well-known/security.txt');
  expect(headers['content-type']).toMatch(/^text\/plain/);
  const fields = Object.fromEntries(
    body
      .trim()
      .split('\n')
      .map((line: string) => line.split(/: (.*)/s)),
  );
  expect(fields.Contact).toBe('mailto:security@sarraf.example');
  expect(fields.Canonical).toBe('https://sarraf.example/.well-known/security.txt');
  const left = Date.parse(fields.Expires) - Date.now();
  expect(left).toBeGreaterThan(86_400_000);
  expect(left).toBeLessThan(365 * 86_400_000);
});

it('the web app manifest is in the requested language, with the brand and existing icons', async () => {
  const manifest = (await get('/manifest.webmanifest?lang=en')).json();
  expect(manifest).toMatchObject({ name: brand.name.en, dir: 'ltr', start_url: '/?lang=en' });
  expect((await get('/manifest.webmanifest')).json()).toMatchObject({ name: 'صرّاف', dir: 'rtl' });
  for (const { src, sizes } of manifest.icons) {
    const { width, height, format } = await sharp((await get(src)).rawPayload).metadata();
    expect([src, format, `${width}x${height}`]).toEqual([src, 'png', sizes]);
  }
  expect((await get('/icons/7.png')).statusCode).toBe(404);
});

it('icons use the brand', async () => {
  const before = (await get('/icons/192.png')).rawPayload;
  expect((await get('/icons/192.png')).rawPayload.equals(before)).toBe(true);
  const defaults = brand;
  brand = { ...brand, mark: '#ff0000' };
  expect((await get('/icons/192.png')).rawPayload.equals(before)).toBe(false);
  expect((await get('/icons/mark.svg')).body).toContain('stroke="#ff0000"');
  brand = defaults;
});

it('a shared link has a picture of 1200 × 630, rendered once a minute, with the price if there is one', async () => {
  const size = async (picture: Buffer) => {
    const { width, height } = await sharp(picture).metadata();
    return [width, height];
  };
  for (const name of ['fa/home', 'en/home']) {
    const { statusCode, rawPayload } = await get(`/share/${name}.png`);
    expect([name, statusCode, ...(await size(rawPayload))]).toEqual([name, 200, 1_200, 630]);
  }
  const [first, second] = await Promise.all([
    get('/share/fa/BITCOIN-TOMAN.png'),
    get('/share/fa/BITCOIN-TOMAN.png'),
  ]);
  expect(await size(first.rawPayload)).toEqual([1_200, 630]);
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
  expect(drawings).toBe(1);
  price = null;
  const without = await get('/share/en/BITCOIN-TOMAN.png');
  expect(without.statusCode).toBe(200);
  expect(without.rawPayload.length).toBeLessThan(first.rawPayload.length);
});

it('a logo replaces the mark on icons and pictures', async () => {
  const defaults = brand;
  brand = { ...brand, mark: '#00ff00', logo: '/api/brand/logo?v=1' };
  /** Counts pixels close to a colour. */
  const count = async (address: string, [red = 0, green = 0, blue = 0]: number[]) => {
    const { data, info } = await sharp((await get(address)).rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const close = (at: number, expected: number) => Math.abs((data[at] ?? 0) - expected) < 48;
    return Array.from({ length: data.length / info.channels }, (_, n) => n * info.channels).filter(
      (at) => close(at, red) && close(at + 1, green) && close(at + 2, blue),
    ).length;
  };
  const addresses = ['/icons/192.png', '/share/fa/home.png', '/share/en/BITCOIN-TOMAN.png'];
  for (const address of addresses) {
    expect(await count(address, [255, 0, 255])).toBeGreaterThan(2_000);
    expect(await count(address, [0, 255, 0])).toBe(0);
  }
  // A logo that can't be rendered is replaced by the mark.
  brand = { ...brand, logo: '/api/pages/terms' };
  expect(await count('/share/fa/home.png', [0, 255, 0])).toBeGreaterThan(500);
  brand = defaults;
});

it('the server responds NOT_FOUND for the picture of an unknown page', async () => {
  const names = [
    'fa/nothing.png',
    'fa/TETHER-TETHER.png',
    'fa/BITCOIN-EURO.png',
    'de/home.png',
    'fa/..%2fx.png',
  ];
  for (const name of names) expect([name, (await get(`/share/${name}`)).statusCode]).toEqual([name, 404]);
});
