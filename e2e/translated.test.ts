/**
 * Pages that the browser translates: it replaces text nodes by <font> elements, and again for each text that is
 * added or changed later. The pages continue to work, and show current data.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ASSETS } from '../domain/src/index.ts';
import { PERSONAL_PAGES, PUBLIC_PAGES, STAFF_PAGES } from './pages.ts';
import { DESKTOP_LOOK, PHONE_LOOK, type Screen } from './screen.ts';
import { useTestServer } from './stage.ts';
import { signInWithoutForm, waitUntilHydrated } from './steps.ts';

const stage = useTestServer({ shared: true, axe: false });

/** Timeout for expected changes. */
const SOON_MS = 20_000;

/** The mark that the test's translator adds to each text. */
const TRANSLATION_MARK = '\u00b7';

/**
 * Translates the page like Chrome, in the page's own JavaScript world. It skips `translate="no"`, and translates
 * additions and changes in a later task.
 */
const translatePage = (page: Page): Promise<void> =>
  page.evaluate((mark) => {
    const KEPT = 'script, style, textarea, svg, font, [translate=no]';
    const replaceText = (text: Text) => {
      const parent = text.parentElement;
      if (!parent || text.data.trim() === '' || parent.closest(KEPT)) return;
      const inner = document.createElement('font');
      inner.textContent = `${text.data}${mark}`;
      const outer = document.createElement('font');
      outer.style.verticalAlign = 'inherit';
      outer.append(inner);
      // Half of them in two steps, after which the old text node is detached.
      if (text.data.length % 2 === 0) parent.replaceChild(outer, text);
      else {
        parent.insertBefore(outer, text);
        parent.removeChild(text);
      }
    };
    const translateSubtree = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      if (root instanceof Text) texts.push(root);
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(replaceText);
    };
    translateSubtree(document.body);
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records)
        if (type === 'characterData') translateSubtree(target);
        else addedNodes.forEach(translateSubtree);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  }, TRANSLATION_MARK);

/** Opens the page with its data, and then translates it. */
async function openTranslated({ page }: Screen, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await waitUntilHydrated(page);
  await translatePage(page);
}

/** Presses everything that changes a page without leaving it: tabs, segments, disclosures. */
async function pressAllControls({ page }: Screen): Promise<void> {
  await page.evaluate(async () => {
    const which = '[role=tab], [role=radio], input[type=radio], summary, [aria-expanded=false]';
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (const node of [...document.querySelectorAll<HTMLElement>(which)].slice(0, 12)) {
      node.click();
      await drawn();
    }
  });
  await page.keyboard.press('Escape');
}

/** Leaves by the page's own link, which removes the translated page. */
async function leavePage({ page }: Screen): Promise<void> {
  const link = page.locator('header a[href="/"], nav a[href="/"], a[href="/"]').first();
  await link.evaluate((a: HTMLElement) => a.click());
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** The signer isn't running, so two pages of the treasury get 503. */
const listErrors = ({ complaints }: Screen): string[] =>
  complaints.splice(0).filter((text) => !text.includes('status of 503'));

/** A number next to the name of its unit. */
const MONEY_PATTERN = new RegExp(
  `[\\d۰-۹][\\s\\u00a0]?(?:تومان|Toman|${Object.values(ASSETS)
    .flatMap(({ persianName, symbol }) => [persianName, symbol])
    .join('|')})(?![\\p{L}])`,
  'u',
);
/** Amounts that were translated with the surrounding sentence, except in articles. */
const listTranslatedAmounts = async ({ page }: Screen): Promise<string[]> =>
  (
    await page
      .locator('main font > font')
      .evaluateAll((all) =>
        all.filter((font) => !font.closest('article, [data-content]')).map((font) => font.textContent ?? ''),
      )
  ).filter((text) => MONEY_PATTERN.test(text));

/** Returns the errors of each page, by URL. */
async function checkPages(screen: Screen, paths: readonly string[]): Promise<Record<string, string[]>> {
  const broken: Record<string, string[]> = {};
  for (const path of paths) {
    await openTranslated(screen, path);
    await pressAllControls(screen);
    const money = await listTranslatedAmounts(screen);
    await leavePage(screen);
    const errors = [...listErrors(screen), ...money];
    if (errors.length > 0) broken[path] = errors;
  }
  return broken;
}

describe('a translated page', () => {
  it('of a visitor continues to work', async () => {
    const screen = await stage.open(PHONE_LOOK);
    expect(await checkPages(screen, PUBLIC_PAGES)).toEqual({});
    await screen.close();
  });

  it('of a customer continues to work', async () => {
    const screen = await stage.open(PHONE_LOOK);
    await signInWithoutForm(screen, stage.url, 'demo@sarraf.test');
    expect(await checkPages(screen, PERSONAL_PAGES)).toEqual({});
    await screen.close();
  });

  it('of the staff continues to work', async () => {
    const screen = await stage.open(DESKTOP_LOOK);
    await signInWithoutForm(screen, stage.url, 'staff@sarraf.test');
    expect(await checkPages(screen, STAFF_PAGES)).toEqual({});
    await screen.close();
  });

  it('shows the current amount to pay, and leaves numbers unchanged', async () => {
    const screen = await stage.open(PHONE_LOOK);
    const { page } = screen;
    await openTranslated(screen, '/');
    const words = page.locator('#trade-words');
    const amount = page.locator('main input[inputmode]').first();
    await expect.poll(() => words.textContent(), { timeout: SOON_MS }).toContain(TRANSLATION_MARK);
    // The price leaves a remainder of a few Toman.
    const [first, second] = [/۱۱٬۹۹۹٬|۱۲٬۰۰۰٬/, /۳۳٬۹۹۹٬|۳۴٬۰۰۰٬/];
    // Text typed before hydration may be rendered again.
    const readTypedText = async () => {
      await amount.fill('12000000');
      return words.textContent();
    };
    await expect.poll(readTypedText, { timeout: SOON_MS }).toMatch(first);
    await amount.fill('34000000');
    await expect.poll(() => words.textContent(), { timeout: SOON_MS }).toMatch(second);
    expect(await words.textContent()).not.toMatch(first);
    await amount.fill('');
    await expect
      .poll(() => words.textContent(), { timeout: SOON_MS })
      .toContain(screen.say('trade.box.hint'));
    expect(await words.textContent()).not.toMatch(second);
    const figures = await page.locator('main bdi[dir=ltr]:visible').allTextContents();
    expect(figures.length).toBeGreaterThan(3);
    expect(figures.filter((text) => text.includes(TRANSLATION_MARK))).toEqual([]);
    expect(listErrors(screen)).toEqual([]);
    await screen.close();
  });

  it('shows prices that change', async () => {
    const screen = await stage.open(DESKTOP_LOOK);
    const { page } = screen;
    await openTranslated(screen, '/markets');
    const readPrices = () => page.locator('tbody tr').allTextContents();
    const before = await readPrices();
    await expect.poll(async () => (await readPrices()).join() === before.join()).toBe(false);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(listErrors(screen)).toEqual([]);
    await screen.close();
  });

  it('is complete when it was translated before its scripts loaded', async () => {
    const screen = await stage.open(PHONE_LOOK);
    const { page } = screen;
    const release = Promise.withResolvers<void>();
    await page.context().route('**/assets/*.js', async (route) => {
      await release.promise;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('main h1').waitFor();
    await translatePage(page);
    release.resolve();
    await waitUntilHydrated(page);
    await page.locator('main input[inputmode]').first().fill('12000000');
    await expect
      .poll(() => page.locator('#trade-words').textContent(), { timeout: SOON_MS })
      .toMatch(/۱۱٬۹۹۹٬|۱۲٬۰۰۰٬/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // React renders it again, which is no error.
    expect(listErrors(screen)).toEqual([]);
    await screen.close();
  });

  it('is reloaded once, and no more than once, when the browser has removed nodes for an unknown reason', async () => {
    const screen = await stage.open(DESKTOP_LOOK);
    const { page } = screen;
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    const breakPage = async () => {
      await waitUntilHydrated(page);
      const amount = page.locator('main input[inputmode]').first();
      await amount.fill('1200');
      await page.locator('#trade-words b').first().waitFor();
      // Removed without a replacement.
      await page.locator('#trade-words').evaluate((words) => {
        const walker = document.createTreeWalker(words, NodeFilter.SHOW_TEXT);
        const texts: Node[] = [];
        while (walker.nextNode()) texts.push(walker.currentNode);
        for (const text of texts) text.parentNode?.removeChild(text);
      });
      await amount.fill('');
    };
    await page.goto('/');
    await breakPage();
    await expect.poll(() => loads, { timeout: SOON_MS }).toBe(2);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await breakPage();
    await page.getByRole('alert').waitFor();
    expect(loads).toBe(2);
    await screen.close();
  });
});
