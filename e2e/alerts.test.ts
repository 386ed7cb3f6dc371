/** Price alerts: a visitor has to log in and returns, sets an alert, and the market reaches its price. */
import { formatUnitPrice, parseDecimal, scaleOf, truncatePrice } from '@sarraf/domain';
import { describe, expect, it } from 'vitest';
import { callServer, DEMO_PASSWORD } from '../server/test/running-server.ts';
import { DEFAULT_LOOKS, type Screen } from './screen.ts';
import { useTestServer } from './stage.ts';
import { findDialog, readNewestCode, waitForButtonError } from './steps.ts';

const ROWS = { TOMAN: '/coins/exchange-price/usd', TETHER: '/coins/exchange-price/usdt' };

/** Returns a price this many millionths away from BITCOIN's current price. */
async function priceNear(url: string, quote: 'TOMAN' | 'TETHER', millionths: bigint): Promise<string> {
  const [row] = (await callServer(url, 'GET', `${ROWS[quote]}?toCurrencies=BITCOIN`)).body;
  const price = parseDecimal(row.referencePrice, scaleOf(quote)) ?? 0n;
  const moved = (price * (1_000_000n + millionths)) / 1_000_000n;
  return formatUnitPrice(truncatePrice(moved, 'BITCOIN', quote), 'BITCOIN', quote);
}

/** Passes the login form, from the page that required it. */
async function passLogin({ page, ...screen }: Screen, url: string, email: string): Promise<void> {
  await page.waitForURL('**/login');
  await page.locator('input[type="email"]').fill(email);
  await page.locator('input[type="password"]').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login/send-mail');
  await page.locator('input[autocomplete="one-time-code"]').fill(await readNewestCode(url, email));
  expect(screen.complaints).toEqual([]);
}

describe.each(DEFAULT_LOOKS)('price alerts ($language, $theme, $width px)', (look) => {
  const stage = useTestServer();

  it('an alert is set and reached', async () => {
    const email = look.language === 'fa' ? 'demo@sarraf.test' : 'company@sarraf.test';
    const quote = look.language === 'fa' ? 'TOMAN' : 'TETHER';
    const screen = await stage.open(look);
    const { page } = screen;
    const coin = look.language === 'fa' ? 'بیت‌کوین' : 'Bitcoin';
    await page.goto(`/market/BITCOIN/${quote}`);
    // The chart appears once the page's scripts run; before that, the bell is a picture.
    await page.locator('figure canvas').first().waitFor();
    await screen.button('alerts.bell', { coin }).click();
    await page.getByText(screen.say('alerts.login.text')).waitFor();
    await screen.button('alerts.login.confirm').click();
    await passLogin(screen, stage.url, email);
    await page.waitForURL(`**/market/BITCOIN/${quote}**`);

    const dialog = findDialog(screen);
    await dialog.getByText(screen.say('alerts.form.which')).waitFor();
    await waitForButtonError(screen, 'alerts.error.NEED_THRESHOLD');
    await screen.examine('alert-empty');
    const field = dialog.getByLabel(screen.say('alerts.form.threshold'));
    await field.fill(look.language === 'fa' ? '۱۰۰۰' : '1000');
    await dialog.getByText(screen.saying('alerts.form.below')).waitFor();
    await dialog
      .getByRole('button', { name: /5[%٪]|۵[%٪]/ })
      .last()
      .click();
    await dialog.getByText(screen.saying('alerts.form.above')).waitFor();
    await dialog.getByRole('radio', { name: screen.say('alerts.form.repeats.HOURLY') }).check();
    await screen.examine('alert-filled');
    await dialog.getByRole('button', { name: screen.say('alerts.form.create') }).click();
    await page.getByText(screen.say('alerts.form.made')).waitFor();

    // Close on both sides of the price, which fluctuates: it reaches one of them.
    const token = await page.evaluate(() => document.cookie.replace(/.*sarraf_token=([^;]*).*/, '$1'));
    const bearer = decodeURIComponent(token).replace('Bearer ', '');
    for (const [direction, off] of [
      ['ABOVE', 60n],
      ['BELOW', -60n],
    ] as const)
      await expect
        .poll(
          async () =>
            (
              await callServer(stage.url, 'POST', '/alerts', {
                token: bearer,
                body: {
                  marketType: `BITCOIN_${quote}`,
                  direction,
                  threshold: await priceNear(stage.url, quote, off),
                  repeat: 'ONCE',
                },
              })
            ).status,
        )
        .toBe(200);
    await page.goto('/profile/alerts');
    const rows = page.getByRole('list', { name: screen.say('alerts.list.label') }).getByRole('listitem');
    await rows.nth(2).waitFor();
    await expect.poll(() => rows.count()).toBe(3);
    await rows
      .getByText(screen.say('alerts.list.state.FIRED'), { exact: true })
      .first()
      .waitFor({ timeout: 90_000 });
    // Which of the two alerts was reached depends on the price.
    await screen.examine('alerts-list', { picture: false });
    const readNotices = async () => (await callServer(stage.url, 'GET', `/sandbox/outbox?to=${email}`)).body;
    const subject = look.language === 'fa' ? /^قیمت بیت‌کوین به .+ تومان رسید$/ : /^Bitcoin is at .+ Tether$/;
    await expect
      .poll(
        async () =>
          (await readNotices()).filter(({ subject: text }: { subject: string }) => subject.test(text)).length,
      )
      .toBeGreaterThan(0);

    await rows
      .last()
      .getByRole('button', { name: screen.saying('alerts.list.remove') })
      .click();
    await page.getByText(screen.say('alerts.list.removed')).waitFor();
    await expect.poll(() => rows.count()).toBe(2);
    await screen.button('alerts.list.new').click();
    await dialog.getByText(screen.say('alerts.form.coin'), { exact: true }).waitFor();
    await screen.examine('alert-any', { picture: false });

    await page.goto(`/profile/trade/${quote}/BITCOIN`);
    await screen.button('alerts.bell', { coin }).click();
    await dialog.getByText(screen.say('alerts.form.which')).waitFor();
    await screen.examine('alert-trade');
    await screen.close();
  });
});
