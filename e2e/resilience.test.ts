/** A visitor's view when something is missing: scripts, data, the network, or after a new release. */
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../server/test/remove-folder.ts';
import { findFreePort, type RunningServer, startServer } from '../server/test/running-server.ts';
import { copyStartedSandbox, type StartedSandbox } from '../server/test/started-sandbox.ts';
import { formatGroupedAmount } from './figures.ts';
import { DESKTOP_LOOK, LOOKS, launchBrowser, PHONE_LOOK, Screen } from './screen.ts';
import { useTestServer } from './stage.ts';
import { holdRequests, waitUntilHydrated, waitUntilRendered } from './steps.ts';
import { WEB_ROOT } from './whole-server.ts';

const stage = useTestServer();

/** The text of a part of the page, without blanks. */
const readText = async (page: Page, part: string): Promise<string> =>
  ((await page.locator(part).textContent()) ?? '').replace(/\s+/g, ' ').trim();

const findAmountField = (page: Page) => page.locator('main input[inputmode]').first();

const blockData = async (page: Page) => {
  await page.route('**/api/**', (route) => route.abort());
  await page.routeWebSocket('**/api/stream', (socket) => socket.close());
};

describe.each(LOOKS)('missing scripts and data ($language, $theme, $width px)', (look) => {
  it.each(['/', '/markets', '/wages', '/faq', '/terms', '/about-us', '/blog', '/market/BITCOIN/TETHER'])(
    '%s shows the same before any script as after, and needs no data for it',
    async (path) => {
      const screen = await stage.open(look);
      const { page } = screen;
      const address = `${path}?lang=${look.language}`;
      await waitUntilRendered(page, address);
      await blockData(page);
      await page.context().route('**/assets/*.js', (route) => route.abort());
      await page.goto(address);
      const drawn = await readText(page, 'main h1');
      expect(drawn).not.toBe('');
      await page.context().unroute('**/assets/*.js');
      await page.goto(address);
      await waitUntilHydrated(page);
      await page.locator('main h1').first().waitFor();
      expect(await readText(page, 'main h1')).toBe(drawn);
      await screen.close();
    },
  );
});

describe('a part of the page that fails to load', () => {
  it('leaves the layout of the page, and loads when it is requested again', async () => {
    const screen = await stage.open(DESKTOP_LOOK);
    const { page } = screen;
    await page.goto('/');
    await waitUntilHydrated(page);
    const chunk = /\/assets\/(?:markets|wages)-[^/]*\.js$/;
    // For the whole context: the service worker fetches the page's files once it has taken over.
    await page.context().route(chunk, (route) => route.fulfill({ status: 404, body: '' }));
    await page
      .locator('header nav')
      .getByRole('link', { name: screen.say('nav.markets') })
      .click();
    await page.getByText(screen.say('failed.connection.text')).waitFor();
    await page
      .locator('header')
      .getByRole('link', { name: screen.say('nav.login') })
      .waitFor();
    await page.context().unroute(chunk);
    await screen.button('failed.connection.again').click();
    await page.getByRole('heading', { level: 1, name: screen.say('markets.title') }).waitFor();
    await screen.close();
  });

  it('that is a dialog says so, offers to reload the page, and keeps the typed text', async () => {
    const screen = await stage.open(DESKTOP_LOOK);
    const { page } = screen;
    // Before the page is opened, which is visible before its scripts: all others of those have to load.
    await page
      .context()
      .route(/\/assets\/overlays-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto('/');
    const amount = findAmountField(page);
    await amount.fill('12');
    await page.locator('main button[aria-haspopup="dialog"]').first().click();
    const offer = page.getByText(screen.say('version.needed'));
    await offer.waitFor();
    expect(await amount.inputValue()).toMatch(/12|۱۲/);
    // Each part that fails to load offers it, and some are fetched only at the first interaction, which may be this
    // one.
    const postponeUpdate = async () => {
      await page.getByRole('button', { name: screen.say('version.later') }).click();
      return offer.count();
    };
    await expect.poll(postponeUpdate, { interval: 300 }).toBe(0);
    await screen.close();
  });
});

it('outdated prices stay readable, but trading at them is disabled', async () => {
  const screen = await stage.open(PHONE_LOOK);
  const { page } = screen;
  await waitUntilRendered(page, '/');
  await blockData(page);
  await page.goto('/');
  await findAmountField(page).fill('1000000');
  const prices = page.locator('#markets tbody bdi');
  expect(await prices.count()).toBeGreaterThan(0);
  // The hydrated page groups the digits, and would calculate the amount at a price, if there were one.
  await expect.poll(() => findAmountField(page).inputValue()).toBe(formatGroupedAmount(screen, 1_000_000));
  expect(await page.locator('main input[inputmode]').nth(1).inputValue()).toBe('');
  await screen.close();
});

describe('the service worker', () => {
  const listCachedFiles = async (page: Page): Promise<string[]> =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const cachedRequests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return cachedRequests.flat().map(({ url }) => new URL(url).pathname);
    });
  const waitUntilReady = async (page: Page) => {
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  };
  /** Notices are loaded at the user's first interaction, once the page listens. */
  const moveUntilNoticed = async (screen: Screen) => {
    let at = 5;
    const moveMouse = async () => {
      at += 1;
      await screen.page.mouse.move(at, 5);
      return screen.page.getByText(screen.say('version.ready')).count();
    };
    await expect.poll(moveMouse).toBe(1);
  };
  let browser: Browser;
  let folder: string;
  let sandbox: StartedSandbox;
  let server: RunningServer;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sarraf-e2e-version-'));
    const root = join(folder, 'dist');
    cpSync(WEB_ROOT, root, { recursive: true });
    cpSync(`${WEB_ROOT}-draw`, `${root}-draw`, { recursive: true });
    for (const packed of ['br', 'gz']) rmSync(join(root, `sw.js.${packed}`), { force: true });
    sandbox = await copyStartedSandbox();
    const env = {
      ...sandbox.settings,
      PORT: String(await findFreePort()),
      WEB_ROOT: root,
    };
    [server, browser] = await Promise.all([startServer(env), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.kill('SIGTERM');
    await sandbox?.database.drop();
    if (sandbox) removeFolder(sandbox.dataDir);
    removeFolder(folder);
  });

  it.each(LOOKS)('responds without a network in the user’s language ($language)', async (look) => {
    const screen = await Screen.open(browser, look, server.url);
    const { page } = screen;
    await waitUntilReady(page);
    await page.context().setOffline(true);
    await page.goto('/faq').catch(() => undefined);
    const title = look.language === 'fa' ? 'اینترنت شما قطع است' : 'You are offline';
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe(look.theme);
    expect(await page.locator('h1:visible').count()).toBe(1);
    await page.context().setOffline(false);
    await page.getByRole('link', { name: look.language === 'fa' ? 'تلاش دوباره' : 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor({ state: 'hidden' });
    await page.getByRole('banner').waitFor();
    const cachedFiles = await listCachedFiles(page);
    expect(cachedFiles).toContain('/offline.html');
    expect(cachedFiles.filter((file) => !/^\/(assets\/|offline\.|boot\.js$)/.test(file))).toEqual([]);
    await screen.close();
  });

  it('announces a new version, and waits for the user', async () => {
    const screen = await Screen.open(browser, DESKTOP_LOOK, server.url);
    const { page } = screen;
    await waitUntilReady(page);
    const amount = findAmountField(page);
    await amount.fill('12');
    const before = await listCachedFiles(page);
    appendFileSync(join(folder, 'dist/sw.js'), '\n// tomorrow\n');
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await moveUntilNoticed(screen);
    expect(await amount.inputValue()).toMatch(/12|۱۲/);
    await Promise.all([page.waitForEvent('load'), screen.button('version.reload').click()]);
    await findAmountField(page).waitFor();
    expect(await findAmountField(page).inputValue()).toBe('');
    expect((await listCachedFiles(page)).length).toBeGreaterThanOrEqual(Math.min(before.length, 5));
    await screen.close();
  });

  it('loads the new version although the old one still waits for a file', async () => {
    const screen = await Screen.open(browser, DESKTOP_LOOK, server.url);
    const { page } = screen;
    await waitUntilReady(page);
    await page.context().route('**/assets/never-comes.js', () => {});
    await page.evaluate(() => void fetch('/assets/never-comes.js'));
    appendFileSync(join(folder, 'dist/sw.js'), '\n// the day after\n');
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await moveUntilNoticed(screen);
    await Promise.all([page.waitForEvent('load'), screen.button('version.reload').click()]);
    await findAmountField(page).waitFor();
    await screen.close();
  });
});

it.each(LOOKS)('a URL after a language switch shows others the same ($language)', async (look) => {
  const screen = await stage.open(look);
  const { page } = screen;
  await page.goto('/faq');
  if (look.width < 720) await screen.button('nav.menu').click();
  await screen.button('nav.otherLanguage').first().click();
  const other = look.language === 'fa' ? 'en' : 'fa';
  await page.waitForFunction((language) => document.documentElement.lang === language, other);
  await expect.poll(() => new URL(page.url()).searchParams.get('lang')).toBe(other === 'en' ? 'en' : null);
  await screen.close();
});

/** Opens a page whose scripts don't load before the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  await waitUntilRendered(page, path);
  const sendScripts = await holdRequests(page, '**/assets/*.js');
  await page.goto(path, { waitUntil: 'commit' });
  return sendScripts;
}

it('input made before the scripts have loaded is processed afterwards', async () => {
  const screen = await stage.open(PHONE_LOOK);
  const { page } = screen;
  const sendScripts = await openWithoutScripts(page, '/faq');
  // The menu, once it is open, hides the elements behind it.
  const search = page.getByRole('searchbox', { includeHidden: true });
  await search.fill('برداشت');
  const questions = page.locator('main summary');
  const all = await questions.count();
  expect(all).toBeGreaterThan(20);
  await page.getByRole('button', { name: screen.say('nav.menu') }).click();
  await sendScripts();
  await expect.poll(() => questions.count()).toBeLessThan(all);
  expect(await search.inputValue()).toBe('برداشت');
  await page
    .getByRole('dialog')
    .getByRole('link', { name: screen.say('nav.markets') })
    .waitFor();
  expect(screen.complaints).toEqual([]);
  await screen.close();
});

it('the side of a trade that is chosen before the scripts have loaded is the one that is traded', async () => {
  const screen = await stage.open(PHONE_LOOK);
  const { page } = screen;
  const sendScripts = await openWithoutScripts(page, '/');
  const findText = (word: 'pay' | 'give') => page.locator('main').getByText(screen.say(`trade.box.${word}`));
  await findText('pay').waitFor();
  const sell = page.getByRole('radio', { name: screen.say('trade.box.sell') });
  await sell.check();
  await sendScripts();
  await findText('give').waitFor();
  expect(await sell.isChecked()).toBe(true);
  expect(screen.complaints).toEqual([]);
  await screen.close();
});

it('an e-mail text that is begun before the scripts have loaded is kept completely', async () => {
  const screen = await stage.open(PHONE_LOOK);
  const { page } = screen;
  const sendScripts = await openWithoutScripts(page, '/contact-us');
  const findField = (name: string) => page.locator(`main form [name="${name}"]`);
  const typed = { name: 'Negar', email: 'negar@mail.test', subject: 'Hours' };
  for (const [name, value] of Object.entries(typed)) await findField(name).fill(value);
  await sendScripts();
  await screen.button('support.error.NEED_MESSAGE').waitFor();
  for (const [name, value] of Object.entries(typed)) expect(await findField(name).inputValue()).toBe(value);
  expect(screen.complaints).toEqual([]);
  await screen.close();
});

it('when all price sources are down, every price is removed with a message; all return automatically', async () => {
  const screen = await stage.open(PHONE_LOOK);
  const { page } = screen;
  await page.goto('/');
  const inactive = page.locator('#markets').getByText(screen.say('home.markets.inactive'));
  const prices = page.locator('#markets tbody bdi');
  await prices.first().waitFor();
  stage.turnPrices();
  await expect.poll(() => inactive.count()).toBe(8);
  await page.getByText(screen.say('ticker.none')).waitFor();
  await findAmountField(page).fill('1000000');
  expect(await page.locator('main input[inputmode]').nth(1).inputValue()).toBe('');
  await screen.examine('prices-silent');
  // Pages rendered from now on show the same.
  await page.goto('/market/BITCOIN/TOMAN');
  await page.getByText(screen.say('markets.coin.halted', { coin: 'بیت‌کوین' })).waitFor();
  await screen.examine('coin-without-price');
  await page.goto('/faq');
  await page.locator('main summary').first().waitFor();
  stage.turnPrices();
  await page.goto('/');
  await expect.poll(() => inactive.count()).toBe(0);
  await screen.close();
});
