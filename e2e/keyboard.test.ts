/**
 * Every page by keyboard alone, in both reading directions: reachable, visible, in order; dialogs open and close,
 * without a focus trap.
 */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { callServer, DEMO_PASSWORD, readPublishedPrice } from '../server/test/running-server.ts';
import { FOCUS_PROBE, type FocusStop } from './focus-probe.ts';
import type { Appearance, Screen } from './screen.ts';
import { useTestServer } from './stage.ts';
import { closeDialog, findDialog, readNewestCode, signInWithoutForm, waitUntilHydrated } from './steps.ts';

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
const SOME_PAGES = [
  '/',
  '/market/BITCOIN/TETHER',
  '/faq',
  '/login',
  '/profile',
  '/profile/otc',
  '/profile/wallet',
];
const selectPaths = ({ language }: Appearance, paths: readonly string[]) =>
  language === 'fa' ? paths : paths.filter((path) => SOME_PAGES.includes(path));
/** More stops than any page has. */
const MAX_STOPS = 400;

const stage = useTestServer({ shared: true });
const expectSoon = <T>(look: () => T) => expect.poll(look, { interval: 100 });
const hasFocus = (element: Locator) => element.evaluate((node) => node === document.activeElement);

async function openScreen(look: Appearance): Promise<Screen> {
  const screen = await stage.open(look);
  await screen.page.addInitScript(FOCUS_PROBE);
  return screen;
}

/** Opens a page, waits until everything has loaded, and removes the focus. */
async function visitPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await waitUntilHydrated(page);
  await expectSoon(() => page.locator('[aria-busy=true]').count()).toBe(0);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.evaluate(() => {
    // Some pages focus their first field: the walk begins above it.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    window.scrollTo(0, 0);
  });
}

interface KeyboardWalk {
  stops: FocusStop[];
  /** Controls that were never reached. */
  unreached: string[];
}

/** Presses Tab from the top until the tab order ends or starts again. */
async function tabThroughPage(page: Page): Promise<KeyboardWalk> {
  await page.evaluate(() => window.focusProbe.begin());
  const stops: FocusStop[] = [];
  while (stops.length < MAX_STOPS) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => window.focusProbe.look());
    if (stop === null) break;
    stops.push(stop);
  }
  return { stops, unreached: await page.evaluate(() => window.focusProbe.unreached()) };
}

/** Returns the errors of a walk, with the element concerned. */
function listErrors({ stops, unreached }: KeyboardWalk): string[] {
  return [
    ...(stops.length < 5 ? ['almost nothing can be reached'] : []),
    ...(stops.length >= MAX_STOPS ? ['it never ends'] : []),
    ...unreached.map((name) => `not reached: ${name}`),
    ...stops.filter(({ marked }) => !marked).map(({ name }) => `focus not to be seen: ${name}`),
    ...stops.filter(({ inView }) => !inView).map(({ name }) => `out of sight or covered: ${name}`),
    ...stops.flatMap(({ name, backwards }) => (backwards ? [`out of order: ${backwards} → ${name}`] : [])),
  ];
}

async function checkPages({ page }: Screen, paths: readonly string[]): Promise<string[]> {
  const errors: string[] = [];
  for (const path of paths) {
    await visitPage(page, path);
    errors.push(...listErrors(await tabThroughPage(page)).map((error) => `${path}: ${error}`));
  }
  return errors;
}

/** Checks that a dialog opened by a key takes the focus, holds it, and returns it. */
async function checkDialog(
  page: Page,
  button: Locator,
  key: 'Enter' | 'Space',
  opened: Locator,
): Promise<void> {
  await button.focus();
  await page.keyboard.press(key);
  await opened.waitFor();
  const isInside = () => opened.evaluate((node) => node.contains(document.activeElement));
  await expectSoon(isInside).toBe(true);
  if ((await opened.getAttribute('role'))?.endsWith('dialog')) {
    for (let i = 0; i < 12; i += 1) await page.keyboard.press('Tab');
    await expectSoon(isInside).toBe(true);
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Shift+Tab');
    await expectSoon(isInside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'hidden' });
  await expectSoon(() => hasFocus(button)).toBe(true);
}

describe.each(LOOKS)('by keyboard ($language, $width px)', (look) => {
  it('a visitor reaches and sees every control, in reading order', async () => {
    const screen = await openScreen(look);
    expect(await checkPages(screen, selectPaths(look, PUBLIC))).toEqual([]);
    await screen.close();
  });

  it('a customer can reach and see every control of the profile pages by keyboard', async () => {
    const screen = await openScreen(look);
    await signInWithoutForm(screen, stage.url, DEMO);
    expect(await checkPages(screen, selectPaths(look, PROFILE))).toEqual([]);
    await screen.close();
  });

  it('the skip link leads into the page, and dialogs and menus close by Esc and return the focus', async () => {
    const screen = await openScreen(look);
    const { page } = screen;
    await visitPage(page, '/');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: screen.say('action.skip') });
    await expectSoon(() => hasFocus(skip)).toBe(true);
    await page.keyboard.press('Enter');
    await expectSoon(() => hasFocus(page.locator('#content'))).toBe(true);
    await page.keyboard.press('Tab');
    await expectSoon(() => page.evaluate(() => document.activeElement?.closest('#content') !== null)).toBe(
      true,
    );

    const help = page.locator('header').getByRole('button', { name: screen.say('nav.help'), exact: true });
    for (const key of ['Enter', 'Space']) {
      await help.focus();
      await page.keyboard.press(key);
      await expectSoon(() => help.getAttribute('aria-expanded')).toBe('true');
      await page.keyboard.press('Tab');
      const first = page.locator('header').getByRole('link', { name: screen.say('nav.guide') });
      await expectSoon(() => hasFocus(first)).toBe(true);
      await page.keyboard.press('Escape');
      await expectSoon(() => help.getAttribute('aria-expanded')).toBe('false');
      await expectSoon(() => hasFocus(help)).toBe(true);
    }

    const picker = page.getByRole('button', { name: screen.saying('trade.box.coin') });
    for (const key of ['Enter', 'Space'] as const) await checkDialog(page, picker, key, findDialog(screen));
    if (look.language === 'fa') {
      const quote = page.getByRole('combobox', { name: screen.say('trade.box.quote') });
      for (const key of ['Enter', 'Space'] as const)
        await checkDialog(page, quote, key, page.getByRole('listbox'));
      await quote.focus();
      await page.keyboard.press('Enter');
      const options = page.getByRole('listbox');
      await expectSoon(() => options.evaluate((node) => node.contains(document.activeElement))).toBe(true);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expectSoon(() => quote.textContent()).toMatch(/تتر|USDT/);
      await expectSoon(() => hasFocus(quote)).toBe(true);
    }

    await signInWithoutForm(screen, stage.url, DEMO);
    await visitPage(page, '/profile');
    const user = page.getByRole('button', { name: screen.saying('nav.userMenu') });
    for (const key of ['Enter', 'Space'] as const) await checkDialog(page, user, key, page.getByRole('menu'));
    const exit = page.locator('aside').getByRole('button', { name: screen.say('nav.exit') });
    await checkDialog(page, exit, 'Enter', findDialog(screen).or(page.getByRole('alertdialog')));
    await screen.close();
  });

  it('a user signs in, buys from the home page, and gets the receipt', async () => {
    const screen = await openScreen(look);
    const { page } = screen;
    const keys = page.keyboard;
    /** Presses Tab until this element has the focus. */
    const tabTo = async (element: Locator) => {
      await element.waitFor();
      for (let i = 0; i < MAX_STOPS && !(await hasFocus(element)); i += 1) await keys.press('Tab');
      expect(await hasFocus(element)).toBe(true);
    };
    await visitPage(page, '/login');
    await tabTo(page.getByLabel(screen.say('auth.email')));
    await keys.type(DEMO);
    await tabTo(page.getByLabel(screen.say('auth.password'), { exact: true }));
    await keys.type(DEMO_PASSWORD);
    await keys.press('Enter');
    await page.waitForURL('**/login/send-mail');
    // The boxes have the focus already, and the last digit submits.
    await expectSoon(() => hasFocus(page.getByLabel(screen.say('auth.code.label')))).toBe(true);
    await keys.type(await readNewestCode(stage.url, DEMO));
    await page.waitForURL('**/profile');

    await page.goto('/');
    const [line, coin] = look.language === 'fa' ? ['5000000', 'بیت‌کوین'] : ['100', 'Bitcoin'];
    await tabTo(page.getByLabel(screen.say('trade.box.pay')));
    await keys.type(line);
    await tabTo(screen.button('trade.action.buy', { coin }));
    await keys.press('Enter');
    const dialog = findDialog(screen);
    await tabTo(dialog.getByRole('button', { name: screen.say('trade.confirm.buy') }));
    await keys.press('Enter');
    await dialog.getByText(screen.say('trade.receipt.done')).first().waitFor();
    await tabTo(dialog.getByRole('button', { name: screen.say('trade.receipt.pdf') }));
    await keys.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    // The purchase is complete, and another amount can be typed immediately.
    const pay = page.getByLabel(screen.say('trade.box.pay'));
    await expectSoon(() => pay.inputValue()).toBe('');
    await expectSoon(() => page.evaluate(() => document.activeElement?.closest('section') !== null)).toBe(
      true,
    );
    await screen.close();
  });
});

it('`/` and Ctrl K find a coin, a page and the user’s own order, and are ignored while typing', async () => {
  const screen = await openScreen(LOOKS[0] as Appearance);
  const { page } = screen;
  const token = await signInWithoutForm(screen, stage.url, DEMO);
  const price = BigInt(await readPublishedPrice(stage.url, 'BITCOIN', 'buy'));
  const unitPrice = (((price * 11n) / 10n / 1_000n) * 1_000n).toString();
  const body = { marketType: 'BITCOIN_TOMAN', orderType: 'LIMITED_SELL', amount: '0.001', unitPrice };
  const { body: placed } = await callServer(stage.url, 'POST', '/orders', { token, body });
  const dialog = findDialog(screen);
  const field = dialog.getByRole('combobox');
  const findOption = (name: string) => dialog.getByRole('option', { name }).first();
  const expectSelected = (name: string) => expectSoon(() => findOption(name).getAttribute('aria-selected'));
  /**
   * Repeats a key that came before the page listened, like a user would, but not while its result is still opening,
   * because it would be typed into it.
   */
  const repeatKey = (key: string) =>
    expectSoon(async () => {
      if ((await dialog.count()) === 0) {
        await page.keyboard.press(key);
        await field.waitFor({ timeout: 10_000 }).catch(() => undefined);
      }
      return (await field.count()) > 0 && hasFocus(field);
    }).toBe(true);

  await visitPage(page, '/markets');
  const box = page.getByRole('searchbox');
  await box.focus();
  await page.keyboard.press('/');
  await expectSoon(() => box.inputValue()).toBe('/');
  expect(await dialog.count()).toBe(0);
  await visitPage(page, '/faq');
  await repeatKey('/');
  await findOption(screen.say('nav.wallet')).waitFor();
  // Typed on an Arabic keyboard; arrows cycle through all groups, and Enter opens.
  await page.keyboard.type('بيت كوين');
  await expectSelected('بیت‌کوین BTC').toBe('true');
  await screen.examine('search');
  await page.keyboard.press('ArrowUp');
  await expectSelected('بیت‌کوین BTC').toBe('false');
  // The server's results may be appended after the last one, so that it takes more steps to cycle.
  await expectSoon(async () => {
    const selected = await findOption('بیت‌کوین BTC').getAttribute('aria-selected');
    if (selected !== 'true') await page.keyboard.press('ArrowDown');
    return selected;
  }).toBe('true');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/market/BITCOIN/TOMAN');
  await expectSoon(() => dialog.count()).toBe(0);

  // In any layout; the last search is restored, and a page is found by a word of the other language.
  await repeatKey('Control+KeyK');
  await findOption('بيت كوين').waitFor();
  await page.keyboard.type('withdraw');
  await expectSelected(screen.say('nav.wallet')).toBe('true');
  await field.fill('zzqqzz');
  await dialog.getByText(screen.say('search.none')).waitFor();
  // The user's own order, with its state; its receipt opens immediately, and is not remembered.
  await field.fill(placed.baseDTO.number);
  await expectSelected(screen.say('markets.order.state.open')).toBe('true');
  await page.keyboard.press('Enter');
  await dialog.getByText(placed.baseDTO.number).first().waitFor();
  await closeDialog(screen);
  const storedSearches = await page.evaluate(() => localStorage.getItem('sarraf.recent-searches'));
  expect(JSON.parse(storedSearches ?? '')).toEqual(['بيت كوين']);

  await page.context().setOffline(true);
  await repeatKey('/');
  await page.keyboard.type('bitcoin');
  await dialog.getByText(screen.say('search.offline')).waitFor();
  await page.context().setOffline(false);
  await dialog.getByText(screen.say('search.group.orders')).waitFor();
  await page.keyboard.press('Escape');
  await callServer(stage.url, 'DELETE', `/orders/${placed.baseDTO.id}`, { token });
  await screen.close();
});
