import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type Appearance, LOOKS, PHONE_LOOK } from './screen.ts';
import { useTestServer } from './stage.ts';

/** Limits of the home page, and of other pages without a chart. */
/** Each refusal code of the API costs a browser some eight bytes. */
const HOME_BYTES = 137_500;
/** For the login pages: with passkeys among the suggestions of the field. */
const PAGE_BYTES = 159_500;
/** With its examples in four languages, and one that logs in. */
const DEVELOPERS_BYTES = 165_500;
const LAYOUT_SHIFT = 0.05;

const stage = useTestServer({ shared: true });

it.each(LOOKS)(
  'the home page loads little script and has no layout shift, although fonts come late ($language, $width px)',
  async (look: Appearance) => {
    const screen = await stage.open(look);
    const { page } = screen;
    const scriptBytes = countScripts(page);
    let updateCount = 0;
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (/"channel":"prices".*"type":"update"/.test(String(payload))) updateCount += 1;
      }),
    );
    await page.addInitScript(() => {
      const page = globalThis as unknown as { shift: number };
      page.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) page.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const releaseFonts = await holdFonts(page);
    // The fonts are part of what `load` waits for.
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await page
      .getByText(look.language === 'fa' ? '۰٫۰۰۰۱' : '0.0001')
      .first()
      .waitFor();
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(await releaseFonts()).toBeGreaterThan(0);
    // The page has drawn two updates of the prices when the third one arrives.
    const before = updateCount;
    await expect.poll(() => updateCount, { timeout: 60_000 }).toBeGreaterThan(before + 2);
    const bytes = await scriptBytes();
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(HOME_BYTES);
    const shift = await page.evaluate(() => (globalThis as unknown as { shift: number }).shift);
    expect(shift).toBeLessThanOrEqual(LAYOUT_SHIFT);
    await screen.close();
  },
);

it.each([
  ...['/markets', '/faq', '/wages', '/login', '/sign-up'].map((path) => ({ path, most: PAGE_BYTES })),
  { path: '/developers', most: DEVELOPERS_BYTES },
])('$path loads little script', async ({ path, most }) => {
  const screen = await stage.open(PHONE_LOOK);
  const scriptBytes = countScripts(screen.page);
  await screen.page.goto(path, { waitUntil: 'networkidle' });
  const bytes = await scriptBytes();
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(most);
  await screen.close();
});

/** Holds fonts back until they are released; then returns how many the page uses. */
async function holdFonts(page: Page): Promise<() => Promise<number>> {
  const held = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await held.promise;
    await route.continue();
  });
  return () => {
    held.resolve();
    return page.evaluate(async () => {
      const fonts = [...(await document.fonts.ready)];
      return fonts.filter(({ family, status }) => family.includes('Vazirmatn') && status === 'loaded').length;
    });
  };
}

/** Counts the compressed script bytes that a page fetches from now on. */
function countScripts(page: Page): () => Promise<number> {
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  return async () => {
    const bodies = await Promise.all(scripts);
    return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  };
}
