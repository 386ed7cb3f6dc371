// `npm run accessibility [fa|en] [part of an address…]`: runs Lighthouse's accessibility audit on every page of the
// web's router, as visitor, customer, newcomer, store and staff, in two variants (Persian on a phone with the dark
// theme, English on a desktop with the light one; a language selects its variant), with the service worker, as in
// real use. Exits with code 1 when a page scores below 100. It starts a sandbox of its own; with SARRAF_URL it uses
// a running one that may be changed. Part of `npm run nightly`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { CHROMIUM_ARGS, chromiumPath } from './browser.ts';
import { giveLife, type Life, type Looker } from './screens/life.ts';
import { importLighthouse } from './screens/lighthouse.ts';
import { everyPage, type LookedAt } from './screens/places.ts';
import { withSandbox } from './screens/sandbox.ts';
import { DIST } from './web-built.ts';

const LOOKS = [
  { language: 'fa', theme: 'dark', width: 360, height: 800, formFactor: 'mobile' },
  { language: 'en', theme: 'light', width: 1440, height: 900, formFactor: 'desktop' },
] as const;
type AccessibilityLook = (typeof LOOKS)[number];

interface Report {
  categories: { accessibility: { score: number | null } };
  audits: Record<string, { score: number | null; details?: { items?: { node?: { snippet?: string } }[] } }>;
  runtimeError?: { message: string };
}
interface Lighthouse {
  snapshot(page: Page, options: { flags: object }): Promise<{ lhr: Report }>;
}

interface Measured {
  /** Out of a hundred. */
  score: number;
  /** Failed audits, with the affected element. */
  findings: string[];
}

const said = process.argv.slice(2);
const looks = LOOKS.filter(
  ({ language }, _, all) => !all.some((look) => said.includes(look.language)) || said.includes(language),
);
const asked = said.filter((word) => !LOOKS.some(({ language }) => language === word));
/** Timeout of a page, for a busy machine. */
const PAGE_MS = 60_000;

/** The gallery shows loading states that never end. */
const BUSY_MS = 20_000;

/** Some pages never stop requesting. */
const IDLE_MS = 5_000;

/** Runs in the browser. */
const hasTitle = (): boolean => document.querySelector('h1') !== null;
const isQuiet = (): boolean => document.querySelector('[aria-busy=true], main [class*=skeleton]') === null;

async function openPage(browser: Browser, url: string, look: AccessibilityLook, life: Life, by: Looker) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PAGE_MS);
  const { language, theme, width, height, formFactor } = look;
  await page.setViewport({ width, height, hasTouch: formFactor === 'mobile' });
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await page.evaluateOnNewDocument(
    (language: string, theme: string) => {
      localStorage.setItem('sarraf.language', language);
      localStorage.setItem('sarraf.theme', theme);
    },
    language,
    theme,
  );
  if (by !== 'visitor')
    await context.setCookie({
      ...{ name: 'sarraf_token', value: encodeURIComponent(`Bearer ${life.tokens[by]}`) },
      ...{ domain: new URL(url).hostname, path: '/' },
    });
  await page.goto(`${url}/faq`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return { page, close: () => context.close() };
}

async function measure({ snapshot }: Lighthouse, page: Page, formFactor: string): Promise<Measured> {
  const flags = {
    ...{ onlyCategories: ['accessibility'], formFactor, output: 'json', logLevel: 'error' },
    screenEmulation: { disabled: true },
  };
  const { lhr } = await snapshot(page, { flags });
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
  const findings = Object.entries(lhr.audits).flatMap(([name, { score, details }]) =>
    score === null || score >= 1 ? [] : [`${name}: ${details?.items?.[0]?.node?.snippet ?? ''}`],
  );
  return { score: Math.round((lhr.categories.accessibility.score ?? 0) * 100), findings };
}

async function look(lighthouse: Lighthouse, page: Page, address: string, formFactor: string) {
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForFunction(hasTitle);
  await page.waitForFunction(isQuiet, { timeout: BUSY_MS }).catch(() => undefined);
  // Waits for content that comes after its data, such as a chart.
  await page.waitForNetworkIdle({ idleTime: 500, concurrency: 1, timeout: IDLE_MS }).catch(() => undefined);
  if (!(await page.evaluate(() => navigator.serviceWorker.controller !== null)))
    throw new Error('the service worker does not control it');
  return measure(lighthouse, page, formFactor);
}

/** Audits all pages of one person in one variant, in their own browser context. */
async function lookAround(
  lighthouse: Lighthouse,
  browser: Browser,
  { url, life, by, look: as }: { url: string; life: Life; by: Looker; look: AccessibilityLook },
  places: readonly LookedAt[],
  tell: (place: LookedAt, measured: Measured) => void,
): Promise<void> {
  const { page, close } = await openPage(browser, url, as, life, by);
  for (const place of places) {
    const measured = await look(lighthouse, page, url + place.address, as.formFactor).catch(
      (error: Error): Measured => ({ score: 0, findings: [error.message] }),
    );
    tell(place, measured);
  }
  await close();
}

async function measureAll(url: string): Promise<boolean> {
  const lighthouse = await importLighthouse<Lighthouse>();
  const life = await giveLife(url);
  const { routes } = JSON.parse(readFileSync(join(DIST, 'screens.json'), 'utf8')) as { routes: string[] };
  const all = everyPage(routes, life);
  const places = all.filter(
    ({ address }) => asked.length === 0 || asked.some((part) => address.includes(part)),
  );
  const scores: number[] = [];
  const browser = await puppeteer.launch({ executablePath: await chromiumPath(), args: CHROMIUM_ARGS });
  try {
    for (const as of looks)
      for (const by of new Set(places.map((place) => place.by))) {
        const theirs = places.filter((place) => place.by === by);
        await lookAround(lighthouse, browser, { url, life, by, look: as }, theirs, (place, measured) => {
          scores.push(measured.score);
          const { language, theme, width } = as;
          const row = [
            String(measured.score).padStart(3),
            language,
            theme.padEnd(5),
            String(width).padStart(4),
          ];
          process.stdout.write(`${[...row, by.padEnd(8), place.address].join('  ')}\n`);
          for (const finding of measured.findings) process.stdout.write(`     ${finding}\n`);
        });
      }
  } finally {
    await browser.close();
  }
  const short = scores.filter((score) => score < 100).length;
  process.stdout.write(
    `${scores.length} looks at ${places.length} of ${all.length} pages, ${short} below 100.\n`,
  );
  return short === 0;
}

process.exitCode = (await withSandbox(measureAll)) ? 0 : 1;
