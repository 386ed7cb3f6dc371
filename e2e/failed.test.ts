/** A page that fails shows why, and the outcome of the user's last money request; staff sees the error. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { callServer } from '../server/test/running-server.ts';
import { LOOKS, PHONE_LOOK, type Screen } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import { signInWithoutForm, waitUntilHydrated } from './steps.ts';

const stage = useTestServer({ shared: true });

/** Places a limit order near the price, which isn't filled immediately, from the form of the trade page. */
async function placeOrder(screen: Screen): Promise<void> {
  const { page } = screen;
  const { body } = await callServer(stage.url, 'GET', '/coins/exchange-price/usdt?toCurrencies=BITCOIN');
  const [price] = String(body[0].sellPrice).split('.');
  await page.goto('/profile/trade/TETHER/BITCOIN');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const onPhone = screen.look.width < 720;
  if (onPhone) await page.getByRole('button', { name: screen.say('exchange.form.buy'), exact: true }).click();
  const form = onPhone
    ? page.getByRole('dialog')
    : page.getByRole('region', { name: screen.say('exchange.form.label'), exact: true });
  const findField = (name: string) =>
    form.getByRole('textbox', { name: screen.say(`exchange.form.${name}`), exact: true });
  await findField('price').fill(((BigInt(price as string) * 98n) / 100n).toString());
  await findField('amount').fill('0.001');
  const coin = screen.look.language === 'fa' ? 'بیت‌کوین' : 'Bitcoin';
  await form.getByRole('button', { name: screen.say('exchange.action.buy', { coin }), exact: true }).click();
}

/** Opens the dashboard from the menu, with a server reply that no page can display. */
async function breakDashboard(screen: Screen): Promise<void> {
  const { page } = screen;
  // A phone's sheet stays open while its order is in progress.
  const sheets = async () => {
    await page.keyboard.press('Escape');
    return page.getByRole('dialog').count();
  };
  await expect.poll(sheets).toBe(0);
  // First away from the order form, whose own list of open orders would fail before the dashboard does.
  await page.locator('nav a[href="/profile/wallet"]:visible').click();
  await page.getByRole('heading', { level: 1, name: screen.say('wallet.title') }).waitFor();
  await page.route('**/api/orders?*', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { status: 'OK', message: 'OK', content: [null], nextCursor: null } })
      : route.continue(),
  );
  await page.locator('nav a[href="/profile"]:visible').click();
}

const listOpenOrders = async (token: string): Promise<number> =>
  (await callServer(stage.url, 'GET', '/orders?status=open', { token })).body.content.length;

const findAlert = (page: Page) => page.getByRole('alert');

describe.each(LOOKS.map((look) => ({ look, name: lookName(look) })))(
  'a page that fails ($name)',
  ({ look }) => {
    it('reports that the previous order was placed, also after a reload, and staff sees the error', async () => {
      const screen = await stage.open(look);
      const { page } = screen;
      const token = await signInWithoutForm(screen, stage.url, 'demo@sarraf.test');
      const before = await listOpenOrders(token);
      await placeOrder(screen);
      await expect.poll(() => listOpenOrders(token)).toBe(before + 1);
      await breakDashboard(screen);
      await findAlert(page)
        .getByRole('heading', { name: screen.say('failed.error.title') })
        .waitFor();
      await findAlert(page).getByText(screen.say('failed.move.order.DONE')).waitFor();
      // The browser logs the thrown error, as expected.
      screen.complaints.length = 0;
      await screen.examine('failed-error');
      await screen.button('failed.error.again').click();
      await findAlert(page).getByText(screen.say('failed.move.order.DONE')).waitFor();
      await screen.close();

      const staff = await stage.open(look);
      await signInWithoutForm(staff, stage.url, 'staff@sarraf.test');
      await staff.page.goto('/backoffice/web-errors');
      const row = staff.page.getByRole('row').filter({ hasText: '/profile' }).first();
      await row.getByText('TypeError').waitFor();
      await row.getByText(/Chrome \d+/).waitFor();
      await row.getByText(staff.say('backoffice.webErrors.frames')).click();
      await row
        .getByText(/^assets\/dashboard-[\w-]+\.js:\d+:\d+$/)
        .first()
        .waitFor();
      await staff.examine('backoffice-web-errors');
      await staff.close();
    });

    it('reports an unknown outcome of an order whose reply was lost', async () => {
      const screen = await stage.open(look);
      const { page } = screen;
      await signInWithoutForm(screen, stage.url, 'demo@sarraf.test');
      await page.route('**/api/orders', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      );
      await placeOrder(screen);
      await page.getByText(screen.saying('exchange.outcome.unresolved')).first().waitFor();
      await breakDashboard(screen);
      await findAlert(page).getByText(screen.say('failed.move.order.UNKNOWN')).waitFor();
      const orders = findAlert(page).getByRole('link', { name: screen.say('failed.orders'), exact: true });
      expect(await orders.getAttribute('href')).toBe('/profile/trade');
      screen.complaints.length = 0;
      await screen.examine('failed-unknown');
      await screen.close();
    });
  },
);

describe('a page that does not load', () => {
  const chunk = /\/assets\/wages-[^/]*\.js$/;
  async function abortRequests(screen: Screen, status: number | null): Promise<void> {
    const { page } = screen;
    // For the whole context: the service worker fetches the page's files once it has taken over.
    const context = page.context();
    await page.goto('/');
    await waitUntilHydrated(page);
    await context.route(chunk, (route) => route.abort());
    // Requests that determine the reason.
    await context.route(/\/assets\/index-[^/]*\.js$/, (route) => {
      if (route.request().method() !== 'HEAD') return route.continue();
      return status === null ? route.abort() : route.fulfill({ status });
    });
    await page
      .locator('footer')
      .getByRole('link', { name: screen.say('nav.wages') })
      .click();
  }

  it.each([
    ['the connection, where the server does not answer', null, 'connection'],
    ['the connection, where the version is still there', 200, 'connection'],
    ['a new version, where this one is gone', 404, 'version'],
  ] as const)('names %s, and reports no error to the server', async (_, status, cause) => {
    const screen = await stage.open(PHONE_LOOK);
    const reports: string[] = [];
    screen.page.on('request', (request) => {
      if (request.url().endsWith('/api/web-errors')) reports.push(request.url());
    });
    await abortRequests(screen, status);
    await findAlert(screen.page)
      .getByRole('heading', { name: screen.say(`failed.${cause}.title`) })
      .waitFor();
    expect(reports).toEqual([]);
    await screen.close();
  });
});
