/**
 * Navigations to the API in a browser with the service worker: each is sent once, and where an older worker sends
 * it twice, the outcome is the same. Requests are counted by a proxy between the browser and the server.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../server/test/remove-folder.ts';
import { findFreePort, type RunningServer, startServer } from '../server/test/running-server.ts';
import { copyStartedSandbox, type StartedSandbox } from '../server/test/started-sandbox.ts';
import { launchBrowser, PHONE_LOOK, Screen } from './screen.ts';
import { readNewestCode, signInWithoutForm } from './steps.ts';
import { WEB_ROOT } from './whole-server.ts';

let browser: Browser;
let folder: string;
let sandbox: StartedSandbox;
let server: RunningServer;
let countingProxy: Server;
let url: string;
/** Navigations since the test began, by path without ids. */
let navigationCounts: Record<string, number> = {};

/** Forwards everything, and counts navigations to the API: the reply of the first of two would be lost on the way. */
function startCountingProxy(port: number): Server {
  return createServer((from, to) => {
    const path = (from.url ?? '').replace(/\?.*/, '');
    if (from.headers['sec-fetch-mode'] === 'navigate' && path.startsWith('/api/'))
      navigationCounts[path] = (navigationCounts[path] ?? 0) + 1;
    const onward = request({ port, path: from.url, method: from.method, headers: from.headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sarraf-e2e-twice-'));
  const root = join(folder, 'dist');
  cpSync(WEB_ROOT, root, { recursive: true });
  cpSync(`${WEB_ROOT}-draw`, `${root}-draw`, { recursive: true });
  for (const packed of ['br', 'gz']) rmSync(join(root, `sw.js.${packed}`), { force: true });
  const [port, frontPort] = [await findFreePort(), await findFreePort()];
  url = `http://127.0.0.1:${frontPort}`;
  countingProxy = startCountingProxy(port).listen(frontPort, '127.0.0.1');
  sandbox = await copyStartedSandbox();
  const env = {
    ...sandbox.settings,
    PORT: String(port),
    PUBLIC_URL: url,
    WEB_ROOT: root,
  };
  [server, browser] = await Promise.all([startServer(env), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  countingProxy?.close();
  await server?.kill('SIGTERM');
  await sandbox?.database.drop();
  if (sandbox) removeFolder(sandbox.dataDir);
  removeFolder(folder);
});
beforeEach(() => {
  navigationCounts = {};
});

/** A browser whose pages are served by the service worker. */
async function openBrowser(): Promise<Screen> {
  const screen = await Screen.open(browser, PHONE_LOOK, url);
  await screen.page.goto('/faq');
  await screen.page.evaluate(() => navigator.serviceWorker.ready);
  await screen.page.reload();
  await screen.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return screen;
}

async function signInWithGoogle(screen: Screen, email: string): Promise<void> {
  const { page } = screen;
  await page.goto('/login');
  await page.getByRole('link', { name: screen.say('auth.google.login') }).click();
  await page.waitForURL('**/sandbox/google/**');
  await page.getByLabel(screen.say('sandbox.google.other')).fill(email);
  await screen.button('sandbox.google.go').click();
  await page.waitForURL('**/login/send-mail');
  await page.getByLabel(screen.say('auth.code.label')).fill(await readNewestCode(url, email));
  await page.waitForURL('**/profile/account');
}

async function startDeposit(screen: Screen): Promise<void> {
  const { page } = screen;
  await signInWithoutForm(screen, url, 'demo@sarraf.test');
  await page.goto('/profile/wallet');
  await screen.button('wallet.toman.deposit').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(screen.say('wallet.deposit.amount')).first().fill('100000');
  await dialog.getByRole('button', { name: screen.saying('wallet.deposit.submit') }).click();
  await page.waitForURL('**/sandbox/bank/**');
  await screen.button('sandbox.bank.pay').click();
  await page.waitForURL('**/redirect-from-banks**');
  await page.getByText(screen.say('wallet.bankReturn.PAID.title')).first().waitFor();
}

const expectedCounts = (count: number) => ({
  '/api/users/google-sso': count,
  '/api/users/google-sso/return': count,
  '/api/payments/SANDBOX/return': count,
});

async function testBothNavigations(screen: Screen, email: string): Promise<void> {
  await signInWithGoogle(screen, email);
  await screen.page.evaluate(() => localStorage.removeItem('sarraf.token'));
  await screen.page.context().clearCookies();
  await startDeposit(screen);
}

describe('a browser with the service worker', () => {
  it('sends a navigation to the API once', async () => {
    const screen = await openBrowser();
    await testBothNavigations(screen, 'once@gmail.test');
    expect(navigationCounts).toEqual(expectedCounts(1));
    await screen.close();
  });

  it('shows its own page while the API is unreachable, and continues from it', async () => {
    const screen = await openBrowser();
    const { page } = screen;
    const offlineHeading = (page: Page) => page.getByRole('heading', { name: 'اینترنت شما قطع است' });
    await page.context().setOffline(true);
    await page.goto('/api/payments/SANDBOX/return?Authority=none').catch(() => undefined);
    await offlineHeading(page).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'تلاش دوباره' }).click();
    await page.waitForURL('**/redirect-from-banks**');
    await screen.close();
  });
});

describe('a browser with an older service worker', () => {
  it('sends a navigation to the API twice, and completes the login and its deposit all the same', async () => {
    const path = join(folder, 'dist', 'sw.js');
    // Like the old worker: it preloads navigations, and leaves those to the API to the browser.
    const older = `addEventListener('fetch', (event) => {
      if (new URL(event.request.url).pathname.startsWith('/api/')) event.stopImmediatePropagation();
    });`;
    writeFileSync(path, older + readFileSync(path, 'utf8'));
    const screen = await openBrowser();
    await testBothNavigations(screen, 'twice@gmail.test');
    expect(navigationCounts).toEqual(expectedCounts(2));
    await screen.close();
  });
});
