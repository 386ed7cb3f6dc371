import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Brand } from '@sarraf/domain/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { createHttp, type Http } from '../platform/http.ts';
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
  http.app.get('/api/blog', async () => ({ content: [{ slug: 'a-b', publishedAtDateTime: PUBLISHED }] }));
  http.app.get('/api/pages/terms', async () => ({ baseDTO: { updatedAtDateTime: CHANGED } }));
  http.app.get('/api/coins/exchange-price/usd', async () => {
    drawings += 1;
    return [{ destCoinSymbol: 'BITCOIN', buyPrice: price, price24hrChangePercent: '-1.25' }];
  });
  addSharing(http, { webRoot: root, publicUrl: 'https://sarraf.example/', brandNow: () => brand, log });
  await http.app.ready();
});
afterAll(async () => {
  await http.app.close();
  rmSync(root, { recursive: true });
});

it('the site map has every page in both languages, with what staff has written and when', async () => {
  const { body, headers } = await get('/sitemap.xml');
  expect(headers['content-type']).toContain('application/xml');
  const entries = [...body.matchAll(/<url><loc>([^<]*)<\/loc>(?:<lastmod>([^<]*)<\/lastmod>)?/g)];
  const paths = ['/', '/market/BITCOIN/TOMAN', '/blog', '/terms', '/blog/a-b'];
  expect(entries.map(([, address]) => address)).toEqual(
    paths.flatMap((path) => [`https://sarraf.example${path}`, `https://sarraf.example${path}?lang=en`]),
  );
  expect(entries.map(([, , time]) => time).filter((_, n) => n % 2 === 0)).toEqual([
    undefined,
    undefined,
    PUBLISHED,
    CHANGED,
    PUBLISHED,
  ]);
  const others = body.split('\n').find((line) => line.includes('<loc>https://sarraf.example/blog?lang=en<'));
  expect(others).toContain('hreflang="fa" href="https://sarraf.example/blog"/>');
  expect(others).toContain('hreflang="x-default" href="https://sarraf.example/blog"/>');
});

it('robots may read everything that people may, and learn of the site map', async () => {
  const { body } = await get('/robots.txt');
  expect(body).toContain('Sitemap: https://sarraf.example/sitemap.xml');
  expect(body).not.toMatch(/Disallow: \/(api\/?)?$/m);
});

it('the app is described in the language asked for, by the brand, with icons that are there', async () => {
  const manifest = (await get('/manifest.webmanifest?lang=en')).json();
  expect(manifest).toMatchObject({ name: brand.name.en, dir: 'ltr', start_url: '/?lang=en' });
  expect((await get('/manifest.webmanifest')).json()).toMatchObject({ name: 'صرّاف', dir: 'rtl' });
  for (const { src, sizes } of manifest.icons) {
    const { width, height, format } = await sharp((await get(src)).rawPayload).metadata();
    expect([src, format, `${width}x${height}`]).toEqual([src, 'png', sizes]);
  }
  expect((await get('/icons/7.png')).statusCode).toBe(404);
});

it('icons follow the brand', async () => {
  const before = (await get('/icons/192.png')).rawPayload;
  expect((await get('/icons/192.png')).rawPayload.equals(before)).toBe(true);
  const usual = brand;
  brand = { ...brand, mark: '#ff0000' };
  expect((await get('/icons/192.png')).rawPayload.equals(before)).toBe(false);
  expect((await get('/icons/mark.svg')).body).toContain('stroke="#ff0000"');
  brand = usual;
});

it('a shared link has a picture of 1200 × 630, drawn once a minute, with the price where there is one', async () => {
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

it('there is no picture of what does not exist', async () => {
  const names = [
    'fa/nothing.png',
    'fa/TETHER-TETHER.png',
    'fa/BITCOIN-EURO.png',
    'de/home.png',
    'fa/..%2fx.png',
  ];
  for (const name of names) expect([name, (await get(`/share/${name}`)).statusCode]).toEqual([name, 404]);
});
