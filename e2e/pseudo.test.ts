/**
 * The whole web in a pseudo-language, longer and from right to left: text outside of the dictionaries becomes
 * visible.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ASSETS } from '../domain/src/index.ts';
import { buildWeb } from '../scripts/build-web.ts';
import { PERSONAL_PAGES, PUBLIC_PAGES } from './pages.ts';
import type { Screen } from './screen.ts';
import { useTestServer } from './stage.ts';
import { signInWithoutForm } from './steps.ts';

const webRoot = join(import.meta.dirname, '../web/dist-pseudo');
beforeAll(async () => {
  process.env.PSEUDO_LANGUAGE = '1';
  await buildWeb(webRoot).finally(() => delete process.env.PSEUDO_LANGUAGE);
});
const stage = useTestServer({ settings: { WEB_ROOT: webRoot } });

/** Names that are the same in every language, or that come from the server. */
const FIXED_NAMES = [
  'فارسی',
  'English',
  'BEP20',
  't=SECONDS,v1=SIGNATURE',
  'HMAC-SHA256',
  ...Object.values(ASSETS).flatMap(({ persianName, englishName, symbol }) => [
    persianName,
    englishName,
    symbol,
  ]),
];

/** HTML tags, and numbers, which are in elements of their own so that browsers don't translate them. */
const TEXT_PIECES = /<[^>]*>|\p{Nd}[\p{Nd}\u066b\u066c,.]*/u;

/**
 * All texts of API replies on this page, also those embedded in the page itself, in the pieces in which they are
 * rendered.
 */
function collectTexts({ page }: Screen): Set<string> {
  const knownTexts = new Set<string>(FIXED_NAMES);
  const addTexts = (value: unknown): void => {
    if (typeof value === 'string') for (const piece of value.split(TEXT_PIECES)) knownTexts.add(piece.trim());
    else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) addTexts(inner);
  };
  page.on('response', (response) => {
    if (response.url().includes('/api/')) response.json().then(addTexts, () => undefined);
  });
  page.on('domcontentloaded', () => {
    const dataText = page.locator('#given').textContent({ timeout: 1_000 });
    dataText.then((text) => addTexts(JSON.parse(text ?? '{}'))).catch(() => undefined);
  });
  return knownTexts;
}

/** The innermost elements that overflow the screen, by their classes and texts. */
const listOverflowing = ({ page }: Screen): Promise<string[]> =>
  page.evaluate(() => {
    const isOverflowing = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < -1 || right > window.innerWidth + 1);
    };
    return [...document.querySelectorAll('main *')]
      .filter((element) => isOverflowing(element) && ![...element.children].some(isOverflowing))
      .map((element) => `${element.tagName} .${element.className}: ${element.textContent?.slice(0, 60)}`);
  });

/** Words on the page in letters that no text of the dictionary has. */
async function listUntranslated({ page }: Screen): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      // Texts written by staff, code, addresses, and texts marked with a language of their own.
      if (
        !parent ||
        parent.closest('script,style,code,pre,article,.latin,[dir=ltr],[lang]:not(html),[data-content]')
      )
        continue;
      const text = node.textContent?.trim() ?? '';
      if (/[A-Za-z]{3,}|[\u0621-\u064a\u067e-\u06cc]{2,}/.test(text) && parent.checkVisibility())
        texts.push(text);
    }
    return texts;
  });
}

async function checkPage(screen: Screen, knownTexts: Set<string>, path: string): Promise<void> {
  const { page } = screen;
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
  const listKnownTexts = () =>
    [...knownTexts].filter((text) => text.length > 1).sort((a, b) => b.length - a.length);
  const unknown = async () => {
    const texts = await listUntranslated(screen);
    const left = texts.map((text) =>
      listKnownTexts().reduce((rest, name) => rest.replaceAll(name, ' '), text),
    );
    return left.filter((text) => /[A-Za-z]{3,}|[\u0621-\u064a\u067e-\u06cc]{2,}/.test(text));
  };
  await expect.poll(unknown, { message: path }).toEqual([]);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect([path, Math.max(0, wider), wider > 0 ? await listOverflowing(screen) : []]).toEqual([path, 0, []]);
  expect([path, screen.complaints]).toEqual([path, []]);
}

describe.each([
  { language: 'fa', theme: 'dark', width: 360, height: 800 },
  { language: 'fa', theme: 'light', width: 1440, height: 900 },
] as const)('in the pseudo-language ($width px)', (size) => {
  it('public pages show only translated text and have room for longer texts', async () => {
    const screen = await stage.open(size);
    const knownTexts = collectTexts(screen);
    for (const path of PUBLIC_PAGES) await checkPage(screen, knownTexts, path);
  });

  it('profile pages show only translated text and have room for longer texts', async () => {
    const screen = await stage.open(size);
    await signInWithoutForm(screen, stage.url, 'demo@sarraf.test');
    const knownTexts = collectTexts(screen);
    for (const path of PERSONAL_PAGES) await checkPage(screen, knownTexts, path);
  });
});
