/** Takes the pictures of docs/screens.md: each screen on a phone in Persian next to a desktop in English. */
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import sharp from 'sharp';
import { getTextPattern } from '../../e2e/words.ts';
import { CHROMIUM_ARGS, findChromiumPath } from '../browser.ts';
import { createDemoData, type DemoData, type PageViewer } from './life.ts';
import { SCREEN_TABLE, type ScreenPage, type TableScreen } from './table.ts';

const PHONE = { language: 'fa', theme: 'dark', width: 360, height: 800, scale: 2 } as const;
const DESKTOP = { language: 'en', theme: 'light', width: 1440, height: 900, scale: 1 } as const;
type PictureCorner = typeof PHONE | typeof DESKTOP;

/** Height of a picture in pixels: its two screens have the same height. */
const HEIGHT = 600;
const GAP_PX = 20;
const MAX_BYTES = 40_000;
/** Best first; the last one is for a screen with many details. */
const QUALITIES = [78, 70, 62, 54, 46, 38, 30];
/** Time for a page to settle once its data has arrived. */
const SETTLE_TIME_MS = 1_500;

/** `names`: only those; `folder`: target of the two pictures of the whole page. */
export async function takeScreenTable(
  url: string,
  names: readonly string[],
  { pictures, folder }: { pictures: string; folder: string },
): Promise<void> {
  for (const place of [pictures, folder]) mkdirSync(place, { recursive: true });
  const life = await createDemoData(url);
  const browser = await chromium.launch({ executablePath: await findChromiumPath(), args: CHROMIUM_ARGS });
  try {
    for (const screen of SCREEN_TABLE.filter(({ name }) => names.length === 0 || names.includes(name))) {
      const sides: Buffer[] = [];
      for (const corner of [PHONE, DESKTOP]) {
        const side = await takeSide(browser, { url, life, screen, corner, folder }).catch((error: Error) => {
          process.stdout.write(`${screen.name} ${corner.width}: ${error.message}\n`);
          return null;
        });
        if (side) sides.push(side);
      }
      if (sides.length < 2) continue;
      const picture = await composePicture(sides);
      await writeFile(join(pictures, `${screen.name}.webp`), picture);
      process.stdout.write(`${screen.name}.webp: ${Math.round(picture.length / 1_000)} kB\n`);
    }
  } finally {
    await browser.close();
  }
}

async function openPageAs(
  browser: Browser,
  { url, life, by, corner }: { url: string; life: DemoData; by: PageViewer; corner: PictureCorner },
): Promise<BrowserContext> {
  const { language, theme, width, height, scale } = corner;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    deviceScaleFactor: scale,
    hasTouch: width < 720,
    reducedMotion: 'reduce',
  });
  await context.addInitScript(
    (storedValues) => {
      localStorage.setItem('sarraf.language', storedValues.language);
      localStorage.setItem('sarraf.theme', storedValues.theme);
    },
    { language, theme },
  );
  // Customers see no hints of the sandbox: the web detects it by its outbox, which is hidden here.
  await context.route('**/api/sandbox/outbox**', (route) =>
    route.fulfill({ status: 404, json: { status: 'NOT_FOUND', message: 'NOT_FOUND', errors: [] } }),
  );
  if (by !== 'visitor') {
    const value = encodeURIComponent(`Bearer ${life.tokens[by]}`);
    await context.addCookies([{ name: 'sarraf_token', value, url }]);
  }
  return context;
}

interface PictureSide {
  url: string;
  life: DemoData;
  screen: TableScreen;
  corner: PictureCorner;
  folder: string;
}

async function takeSide(
  browser: Browser,
  { url, life, screen, corner, folder }: PictureSide,
): Promise<Buffer> {
  const context = await openPageAs(browser, { url, life, by: screen.by, corner });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const viewer: ScreenPage = {
      page,
      url,
      language: corner.language,
      textPattern: (path, values) => getTextPattern(corner.language, path, values),
    };
    await page.goto(screen.address(life, corner.language));
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
    await page.waitForFunction(
      () => document.querySelector('[aria-busy=true], main [class*=skeleton]') === null,
    );
    await screen.act?.(viewer);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.waitForTimeout(SETTLE_TIME_MS);
    const name = `${screen.name}-${corner.language}-${corner.theme}-${corner.width}.png`;
    const side = await page.screenshot();
    await page.screenshot({ path: join(folder, name), fullPage: true });
    return side;
  } finally {
    await context.close();
  }
}

/** Combines the two on a transparent background, with the best quality within the size limit. */
async function composePicture(sides: readonly Buffer[]): Promise<Buffer> {
  const scaled = await Promise.all(
    sides.map((side) => sharp(side).resize({ height: HEIGHT }).png().toBuffer({ resolveWithObject: true })),
  );
  let leftOffset = 0;
  const placed = scaled.map(({ data, info }) => {
    const at = leftOffset;
    leftOffset += info.width + GAP_PX;
    return { input: data, left: at, top: 0 };
  });
  const sheet = await sharp({
    create: { width: leftOffset - GAP_PX, height: HEIGHT, channels: 4, background: '#0000' },
  })
    .composite(placed)
    .png()
    .toBuffer();
  let picture = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    picture = await sharp(sheet).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (picture.length <= MAX_BYTES) break;
  }
  return picture;
}
