/**
 * Every page by keyboard alone, in both reading directions: reachable, visible, in order; dialogs open and close,
 * without a focus trap.
 */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { call, DEMO_PASSWORD, priceOf } from '../server/test/running-server.ts';
import { FOCUS_PROBE, type Stop } from './focus-probe.ts';
import type { Appearance, Screen } from './screen.ts';
import { useTestServer } from './stage.ts';
import { closeDialog, codeFor, dialogOf, signInWithoutForm, untilStarted } from './steps.ts';

const DEMO = 'demo@sarraf.test';
const LOOKS: Appearance[] = [
  { language: 'fa', theme: 'dark', width: 1280, height: 800 },
  { language: 'en', theme: 'light', width: 1440, height: 900 },
];
/** Every page in Persian; in English those with rows and columns whose order depends on the direction. */
const PUBLIC = [
  '/',
  '/markets',
  '/market/BITCOIN/TETHER',
  '/wages',
  '/faq',
  '/guide',
  '/terms',
  '/about-us',
  '/contact-us',
  '/blog',
  '/blog/bitcoin',
  '/announcements',
  '/company-docs',
  '/verify',
  '/developers',
  '/developers/errors',
  '/login',
  '/sign-up',
  '/login/forget',
];
const PROFILE = [
  '/profile',
  '/profile/otc',
  '/profile/trade/TOMAN/BITCOIN',
  '/profile/wallet',
  '/profile/wallet/movements',
  '/profile/walletEx',
  '/profile/history',
  '/profile/invite',
  '/profile/account',
  '/profile/settings',
  '/profile/support',
];
const SOME = ['/', '/market/BITCOIN/TETHER', '/faq', '/login', '/profile', '/profile/otc', '/profile/wallet'];
const of = ({ language }: Appearance, paths: readonly string[]) =>
  language === 'fa' ? paths : paths.filter((path) => SOME.includes(path));
/** More stops than any page has. */
const MOST = 400;

const stage = useTestServer({ shared: true });
const soon = <T>(look: () => T) => expect.poll(look, { interval: 100 });
const hasFocus = (element: Locator) => element.evaluate((node) => node === document.activeElement);

async function open(look: Appearance): Promise<Screen> {
  const screen = await stage.open(look);
  await screen.page.addInitScript(FOCUS_PROBE);
  return screen;
}

/** Opens a page, waits until everything has loaded, and removes the focus. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await untilStarted(page);
  await soon(() => page.locator('[aria-busy=true]').count()).toBe(0);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.evaluate(() => {
    // Some pages focus their first field: the walk begins above it.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    window.scrollTo(0, 0);
  });
}

interface Walk {
  stops: Stop[];
  /** Controls that were never reached. */
  unreached: string[];
}

/** Presses Tab from the top until the tab order ends or starts again. */
async function walk(page: Page): Promise<Walk> {
  await page.evaluate(() => window.focusProbe.begin());
  const stops: Stop[] = [];
  while (stops.length < MOST) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => window.focusProbe.look());
    if (stop === null) break;
    stops.push(stop);
  }
  return { stops, unreached: await page.evaluate(() => window.focusProbe.unreached()) };
}

/** Returns the errors of a walk, with the element concerned. */
function faultsOf({ stops, unreached }: Walk): string[] {
  return [
    ...(stops.length < 5 ? ['almost nothing can be reached'] : []),
    ...(stops.length >= MOST ? ['it never ends'] : []),
    ...unreached.map((name) => `not reached: ${name}`),
    ...stops.filter(({ marked }) => !marked).map(({ name }) => `focus not to be seen: ${name}`),
    ...stops.filter(({ inView }) => !inView).map(({ name }) => `out of sight or covered: ${name}`),
    ...stops.flatMap(({ name, backwards }) => (backwards ? [`out of order: ${backwards} → ${name}`] : [])),
  ];
}

async function faultsOn({ page }: Screen, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await visit(page, path);
    found.push(...faultsOf(await walk(page)).map((fault) => `${path}: ${fault}`));
  }
  return found;
}

/** Checks that a dialog opened by a key takes the focus, holds it, and returns it. */
async function opensAndCloses(
  page: Page,
  button: Locator,
  key: 'Enter' | 'Space',
  opened: Locator,
): Promise<void> {
  await button.focus();
  await page.keyboard.press(key);
  await opened.waitFor();
  const inside = () => opened.evaluate((node) => node.contains(document.activeElement));
  await soon(inside).toBe(true);
  if ((await opened.getAttribute('role'))?.endsWith('dialog')) {
    for (let i = 0; i < 12; i += 1) await page.keyboard.press('Tab');
    await soon(inside).toBe(true);
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Shift+Tab');
    await soon(inside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'hidden' });
  await soon(() => hasFocus(button)).toBe(true);
}

describe.each(LOOKS)('by keyboard ($language, $width px)', (look) => {
  it('a visitor reaches and sees every control, in reading order', async () => {
    const screen = await open(look);
    expect(await faultsOn(screen, of(look, PUBLIC))).toEqual([]);
    await screen.close();
  });

  it('a customer can reach and see every control of the profile pages by keyboard', async () => {
    const screen = await open(look);
    await signInWithoutForm(screen, stage.url, DEMO);
    expect(await faultsOn(screen, of(look, PROFILE))).toEqual([]);
    await screen.close();
  });

  it('the skip link leads into the page, and dialogs and menus close by Esc and return the focus', async () => {
    const screen = await open(look);
    const { page } = screen;
    await visit(page, '/');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: screen.say('action.skip') });
    await soon(() => hasFocus(skip)).toBe(true);
    await page.keyboard.press('Enter');
    await soon(() => hasFocus(page.locator('#content'))).toBe(true);
    await page.keyboard.press('Tab');
    await soon(() => page.evaluate(() => document.activeElement?.closest('#content') !== null)).toBe(true);

    const help = page.locator('header').getByRole('button', { name: screen.say('nav.help'), exact: true });
    for (const key of ['Enter', 'Space']) {
      await help.focus();
      await page.keyboard.press(key);
      await soon(() => help.getAttribute('aria-expanded')).toBe('true');
      await page.keyboard.press('Tab');
      const first = page.locator('header').getByRole('link', { name: screen.say('nav.guide') });
      await soon(() => hasFocus(first)).toBe(true);
      await page.keyboard.press('Escape');
      await soon(() => help.getAttribute('aria-expanded')).toBe('false');
      await soon(() => hasFocus(help)).toBe(true);
    }

    const picker = page.getByRole('button', { name: screen.saying('trade.box.coin') });
    for (const key of ['Enter', 'Space'] as const) await opensAndCloses(page, picker, key, dialogOf(screen));
    if (look.language === 'fa') {
      const quote = page.getByRole('combobox', { name: screen.say('trade.box.quote') });
      for (const key of ['Enter', 'Space'] as const)
        await opensAndCloses(page, quote, key, page.getByRole('listbox'));
      await quote.focus();
      await page.keyboard.press('Enter');
      const options = page.getByRole('listbox');
      await soon(() => options.evaluate((node) => node.contains(document.activeElement))).toBe(true);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await soon(() => quote.textContent()).toMatch(/تتر|USDT/);
      await soon(() => hasFocus(quote)).toBe(true);
    }

    await signInWithoutForm(screen, stage.url, DEMO);
    await visit(page, '/profile');
    const user = page.getByRole('button', { name: screen.saying('nav.userMenu') });
    for (const key of ['Enter', 'Space'] as const)
      await opensAndCloses(page, user, key, page.getByRole('menu'));
    const exit = page.locator('aside').getByRole('button', { name: screen.say('nav.exit') });
    await opensAndCloses(page, exit, 'Enter', dialogOf(screen).or(page.getByRole('alertdialog')));
    await screen.close();
  });

  it('a user signs in, buys from the home page, and gets the receipt', async () => {
    const screen = await open(look);
    const { page } = screen;
    const keys = page.keyboard;
    /** Presses Tab until this element has the focus. */
    const reach = async (element: Locator) => {
      await element.waitFor();
      for (let i = 0; i < MOST && !(await hasFocus(element)); i += 1) await keys.press('Tab');
      expect(await hasFocus(element)).toBe(true);
    };
    await visit(page, '/login');
    await reach(page.getByLabel(screen.say('auth.email')));
    await keys.type(DEMO);
    await reach(page.getByLabel(screen.say('auth.password'), { exact: true }));
    await keys.type(DEMO_PASSWORD);
    await keys.press('Enter');
    await page.waitForURL('**/login/send-mail');
    // The boxes have the focus already, and the last digit submits.
    await soon(() => hasFocus(page.getByLabel(screen.say('auth.code.label')))).toBe(true);
    await keys.type(await codeFor(stage.url, DEMO));
    await page.waitForURL('**/profile');

    await page.goto('/');
    const [line, coin] = look.language === 'fa' ? ['5000000', 'بیت‌کوین'] : ['100', 'Bitcoin'];
    await reach(page.getByLabel(screen.say('trade.box.pay')));
    await keys.type(line);
    await reach(screen.button('trade.action.buy', { coin }));
    await keys.press('Enter');
    const dialog = dialogOf(screen);
    await reach(dialog.getByRole('button', { name: screen.say('trade.confirm.buy') }));
    await keys.press('Enter');
    await dialog.getByText(screen.say('trade.receipt.done')).first().waitFor();
    await reach(dialog.getByRole('button', { name: screen.say('trade.receipt.pdf') }));
    await keys.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    // The purchase is complete, and another amount can be typed immediately.
    const pay = page.getByLabel(screen.say('trade.box.pay'));
    await soon(() => pay.inputValue()).toBe('');
    await soon(() => page.evaluate(() => document.activeElement?.closest('section') !== null)).toBe(true);
    await screen.close();
  });
});

it('`/` and Ctrl K find a coin, a page and the user’s own order, and are ignored while typing', async () => {
  const screen = await open(LOOKS[0] as Appearance);
  const { page } = screen;
  const token = await signInWithoutForm(screen, stage.url, DEMO);
  const price = BigInt(await priceOf(stage.url, 'BITCOIN', 'buy'));
  const unitPrice = (((price * 11n) / 10n / 1_000n) * 1_000n).toString();
  const body = { marketType: 'BITCOIN_TOMAN', orderType: 'LIMITED_SELL', amount: '0.001', unitPrice };
  const { body: placed } = await call(stage.url, 'POST', '/orders', { token, body });
  const dialog = dialogOf(screen);
  const field = dialog.getByRole('combobox');
  const option = (name: string) => dialog.getByRole('option', { name }).first();
  const chosen = (name: string) => soon(() => option(name).getAttribute('aria-selected'));
  /**
   * Repeats a key that came before the page listened, like a user would, but not while its result is still opening,
   * because it would be typed into it.
   */
  const summon = (key: string) =>
    soon(async () => {
      if ((await dialog.count()) === 0) {
        await page.keyboard.press(key);
        await field.waitFor({ timeout: 10_000 }).catch(() => undefined);
      }
      return (await field.count()) > 0 && hasFocus(field);
    }).toBe(true);

  await visit(page, '/markets');
  const box = page.getByRole('searchbox');
  await box.focus();
  await page.keyboard.press('/');
  await soon(() => box.inputValue()).toBe('/');
  expect(await dialog.count()).toBe(0);
  await visit(page, '/faq');
  await summon('/');
  await option(screen.say('nav.wallet')).waitFor();
  // Typed on an Arabic keyboard; arrows cycle through all groups, and Enter opens.
  await page.keyboard.type('بيت كوين');
  await chosen('بیت‌کوین BTC').toBe('true');
  await screen.examine('search');
  await page.keyboard.press('ArrowUp');
  await chosen('بیت‌کوین BTC').toBe('false');
  // The server's results may be appended after the last one, so that it takes more steps to cycle.
  await soon(async () => {
    const selected = await option('بیت‌کوین BTC').getAttribute('aria-selected');
    if (selected !== 'true') await page.keyboard.press('ArrowDown');
    return selected;
  }).toBe('true');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/market/BITCOIN/TOMAN');
  await soon(() => dialog.count()).toBe(0);

  // In any layout; the last search is restored, and a page is found by a word of the other language.
  await summon('Control+KeyK');
  await option('بيت كوين').waitFor();
  await page.keyboard.type('withdraw');
  await chosen(screen.say('nav.wallet')).toBe('true');
  await field.fill('zzqqzz');
  await dialog.getByText(screen.say('search.none')).waitFor();
  // The user's own order, with its state; its receipt opens immediately, and is not remembered.
  await field.fill(placed.baseDTO.number);
  await chosen(screen.say('markets.order.state.open')).toBe('true');
  await page.keyboard.press('Enter');
  await dialog.getByText(placed.baseDTO.number).first().waitFor();
  await closeDialog(screen);
  const kept = await page.evaluate(() => localStorage.getItem('sarraf.recent-searches'));
  expect(JSON.parse(kept ?? '')).toEqual(['بيت كوين']);

  await page.context().setOffline(true);
  await summon('/');
  await page.keyboard.type('bitcoin');
  await dialog.getByText(screen.say('search.offline')).waitFor();
  await page.context().setOffline(false);
  await dialog.getByText(screen.say('search.group.orders')).waitFor();
  await page.keyboard.press('Escape');
  await call(stage.url, 'DELETE', `/orders/${placed.baseDTO.id}`, { token });
  await screen.close();
});
