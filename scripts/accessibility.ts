// `npm run accessibility [fa|en] [part of an address…]`: runs Lighthouse's accessibility audit on every page of the
// web's router, as visitor, customer, newcomer, store and staff, in two variants (Persian on a phone with the dark
// theme, English on a desktop with the light one; a language selects its variant), with the service worker, as in
// real use. Exits with code 1 when a page scores below 100. It starts a sandbox of its own; with SARRAF_URL it uses
// a running one that may be changed. Part of `npm run nightly`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { CHROMIUM_ARGS, findChromiumPath } from './browser.ts';
import { createDemoData, type DemoData, type PageViewer } from './screens/life.ts';
import { importLighthouse } from './screens/lighthouse.ts';
import { listPageTargets, type PageTarget } from './screens/places.ts';
import { runWithSandbox } from './screens/sandbox.ts';
import { DIST_FOLDER } from './web-built.ts';

const AUDIT_VARIANTS = [
  { language: 'fa', theme: 'dark', width: 360, height: 800, formFactor: 'mobile' },
  { language: 'en', theme: 'light', width: 1440, height: 900, formFactor: 'desktop' },
] as const;
type AuditVariant = (typeof AUDIT_VARIANTS)[number];

interface LighthouseReport {
  categories: { accessibility: { score: number | null } };
  audits: Record<string, { score: number | null; details?: { items?: { node?: { snippet?: string } }[] } }>;
  runtimeError?: { message: string };
}
interface Lighthouse {
  snapshot(page: Page, options: { flags: object }): Promise<{ lhr: LighthouseReport }>;
}

interface PageScore {
  /** Out of a hundred. */
  score: number;
  /** Failed audits, with the affected element. */
  findings: string[];
}

const cliArgs = process.argv.slice(2);
const selectedVariants = AUDIT_VARIANTS.filter(
  ({ language }, _, all) =>
    !all.some((variant) => cliArgs.includes(variant.language)) || cliArgs.includes(language),
);
const pathFilters = cliArgs.filter((word) => !AUDIT_VARIANTS.some(({ language }) => language === word));
/** Timeout of a page, for a busy machine. */
const PAGE_MS = 60_000;

/** The gallery shows loading states that never end. */
const BUSY_MS = 20_000;

/** Some pages never stop requesting. */
const IDLE_MS = 5_000;

/** Runs in the browser. */
const hasTitle = (): boolean => document.querySelector('h1') !== null;
const isContentLoaded = (): boolean =>
  document.querySelector('[aria-busy=true], main [class*=skeleton]') === null;

async function openPage(
  browser: Browser,
  url: string,
  variant: AuditVariant,
  life: DemoData,
  viewer: PageViewer,
) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PAGE_MS);
  const { language, theme, width, height, formFactor } = variant;
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
  if (viewer !== 'visitor')
    await context.setCookie({
      ...{ name: 'sarraf_token', value: encodeURIComponent(`Bearer ${life.tokens[viewer]}`) },
      ...{ domain: new URL(url).hostname, path: '/' },
    });
  await page.goto(`${url}/faq`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return { page, close: () => context.close() };
}

async function runAudit({ snapshot }: Lighthouse, page: Page, formFactor: string): Promise<PageScore> {
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

async function auditPage(lighthouse: Lighthouse, page: Page, address: string, formFactor: string) {
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForFunction(hasTitle);
  await page.waitForFunction(isContentLoaded, { timeout: BUSY_MS }).catch(() => undefined);
  // Waits for content that comes after its data, such as a chart.
  await page.waitForNetworkIdle({ idleTime: 500, concurrency: 1, timeout: IDLE_MS }).catch(() => undefined);
  if (!(await page.evaluate(() => navigator.serviceWorker.controller !== null)))
    throw new Error('the service worker does not control it');
  return runAudit(lighthouse, page, formFactor);
}

/** Audits all pages of one person in one variant, in their own browser context. */
async function auditPages(
  lighthouse: Lighthouse,
  browser: Browser,
  { url, life, by, look: variant }: { url: string; life: DemoData; by: PageViewer; look: AuditVariant },
  targets: readonly PageTarget[],
  onResult: (place: PageTarget, measured: PageScore) => void,
): Promise<void> {
  const { page, close } = await openPage(browser, url, variant, life, by);
  for (const target of targets) {
    const result = await auditPage(lighthouse, page, url + target.address, variant.formFactor).catch(
      (error: Error): PageScore => ({ score: 0, findings: [error.message] }),
    );
    onResult(target, result);
  }
  await close();
}

async function auditAllPages(url: string): Promise<boolean> {
  const lighthouse = await importLighthouse<Lighthouse>();
  const life = await createDemoData(url);
  const { routes } = JSON.parse(readFileSync(join(DIST_FOLDER, 'screens.json'), 'utf8')) as {
    routes: string[];
  };
  const allTargets = listPageTargets(routes, life);
  const targets = allTargets.filter(
    ({ address }) => pathFilters.length === 0 || pathFilters.some((part) => address.includes(part)),
  );
  const scores: number[] = [];
  const browser = await puppeteer.launch({ executablePath: await findChromiumPath(), args: CHROMIUM_ARGS });
  try {
    for (const variant of selectedVariants)
      for (const viewer of new Set(targets.map((place) => place.by))) {
        const viewerTargets = targets.filter((target) => target.by === viewer);
        await auditPages(
          lighthouse,
          browser,
          { url, life, by: viewer, look: variant },
          viewerTargets,
          (target, result) => {
            scores.push(result.score);
            const { language, theme, width } = variant;
            const row = [
              String(result.score).padStart(3),
              language,
              theme.padEnd(5),
              String(width).padStart(4),
            ];
            process.stdout.write(`${[...row, viewer.padEnd(8), target.address].join('  ')}\n`);
            for (const finding of result.findings) process.stdout.write(`     ${finding}\n`);
          },
        );
      }
  } finally {
    await browser.close();
  }
  const failedCount = scores.filter((score) => score < 100).length;
  process.stdout.write(
    `${scores.length} looks at ${targets.length} of ${allTargets.length} pages, ${failedCount} below 100.\n`,
  );
  return failedCount === 0;
}

process.exitCode = (await runWithSandbox(auditAllPages)) ? 0 : 1;
