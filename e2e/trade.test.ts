/** Limit and market orders: two users trade with each other, cancel orders, lose their connection. */

import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../server/test/invariants.ts';

import { call, signIn } from '../server/test/running-server.ts';
import { type Appearance, LOOKS, type Screen } from './screen.ts';
import { nameOf, useTestServer } from './stage.ts';
import { closeDialog, dialogOf, signInWithoutForm } from './steps.ts';

// No other user trades here.
const stage = useTestServer({ wholeChromium: true, settings: { MARKET_MAKERS: 'off' } });

const DEMO = 'demo@sarraf.test';
const MAKER = 'maker@sarraf.test';
const MARKET = '/profile/trade/TETHER/BITCOIN';
const TYPE = 'BITCOIN_TETHER';
const PHONE: Appearance = { language: 'fa', theme: 'dark', width: 360, height: 800 };
const DESKTOP: Appearance = { language: 'en', theme: 'light', width: 1440, height: 900 };

const shown = (screen: Screen, figure: string) =>
  screen.look.language === 'fa'
    ? figure
        .replace(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number.parseInt(digit, 10)))
        .replace('.', '٫')
        .replaceAll(',', '٬')
    : figure;
const grouped = (price: bigint) => `${price.toLocaleString('en-US')}.00`;
/** Millionths of a Tether as shown to users: cut to two decimals. */
function tether(units: bigint): string {
  const cents = (units / 10_000n).toString();
  const fraction = cents.slice(-2).replace(/0+$/, '');
  const whole = BigInt(cents.slice(0, -2)).toLocaleString('en-US');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
const onPhone = ({ look }: Screen) => look.width < 720;

/** Whole Tether near the market's price. */
let price: bigint;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  const { body } = await call(stage.url, 'GET', '/trades/market-info/v2?source_coin=TETHER');
  const row = body.content.find(({ marketType }: { marketType: string }) => marketType === TYPE);
  price = BigInt(row.lastPrice.split('.')[0]);
  for (const email of [DEMO, MAKER]) tokens[email] = await signIn(stage.url, email);
});

const api = (email: string, method: string, path: string, body?: unknown) =>
  call(stage.url, method, path, {
    token: tokens[email] ?? '',
    ...(body !== undefined && { body, key: crypto.randomUUID() }),
  });
const place = (email: string, orderType: string, amount: string, unitPrice: bigint, marketType = TYPE) =>
  api(email, 'POST', '/orders', { marketType, orderType, amount, unitPrice: unitPrice.toString() });
const openOrders = async (email: string) =>
  (await api(email, 'GET', '/orders?status=open&size=100')).body.content;

/** Spendable balance, in millionths. */
async function tetherOf(email: string): Promise<bigint> {
  const { body } = await api(email, 'GET', '/wallets/customer-addresses?coins=TETHER');
  const [whole = '', fraction = ''] = body.TETHER.credit.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
}

async function open(screen: Screen, email: string | null, path = MARKET): Promise<void> {
  const { page } = screen;
  if (email) await signInWithoutForm(screen, stage.url, email);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page
    .locator('[data-side=bids]')
    .or(page.getByRole('tab', { name: screen.say('exchange.views.chart') }))
    .first()
    .waitFor();
  // A reloaded page doesn't have this.
  await page.evaluate(() => Object.assign(window, { stayed: true }));
}
const stayed = ({ page }: Screen) => page.evaluate(() => 'stayed' in window);

/** On a phone one part is shown at a time. */
async function look(screen: Screen, part: 'chart' | 'book' | 'trades' | 'orders'): Promise<void> {
  if (onPhone(screen))
    await screen.page.getByRole('tab', { name: screen.say(`exchange.views.${part}`), exact: true }).click();
}

const form = (screen: Screen) =>
  onPhone(screen)
    ? dialogOf(screen)
    : screen.page.getByRole('region', { name: screen.say('exchange.form.label'), exact: true });
const field = (screen: Screen, name: string) =>
  form(screen).getByRole('textbox', { name: screen.say(`exchange.form.${name}`), exact: true });

/** Opens the form on the given side; on a phone it slides in from below. */
async function turnTo(screen: Screen, side: 'buy' | 'sell'): Promise<void> {
  const name = screen.say(`exchange.form.${side}`);
  if (onPhone(screen)) {
    await screen.page.getByRole('button', { name, exact: true }).click();
    await form(screen).waitFor();
  } else await form(screen).getByRole('radio', { name, exact: true }).check();
}
const kind = (screen: Screen, which: 'limit' | 'market') =>
  form(screen)
    .getByRole('tab', { name: screen.say(`exchange.form.${which}`), exact: true })
    .click();

/** The text of the form's button. */
const says = (screen: Screen, path: string, values: Record<string, string> = {}) =>
  form(screen)
    .getByRole('button', { name: screen.say(path, values), exact: true })
    .waitFor();
const reason = (screen: Screen, which: string) => says(screen, `exchange.reason.${which}`);
const coin = ({ look }: Screen) => (look.language === 'fa' ? 'بیت‌کوین' : 'Bitcoin');
const send = (screen: Screen, side: 'buy' | 'sell') =>
  form(screen)
    .getByRole('button', { name: screen.say(`exchange.action.${side}`, { coin: coin(screen) }), exact: true })
    .click();
const outcome = (screen: Screen, path: string) =>
  form(screen).getByText(screen.saying(path)).first().waitFor();

async function limit(screen: Screen, side: 'buy' | 'sell', amount: string, at: bigint): Promise<void> {
  await turnTo(screen, side);
  await field(screen, 'price').fill(at.toString());
  await field(screen, 'amount').fill(amount);
  await send(screen, side);
}

/** Chooses an option of one of the form's lists. */
async function choose(screen: Screen, list: string, option: string): Promise<void> {
  const { page } = screen;
  await form(screen)
    .getByRole('combobox', { name: screen.say(list), exact: true })
    .click();
  await page.getByRole('option', { name: screen.say(option), exact: true }).click();
}

const filled = (screen: Screen) =>
  screen.page.getByRole('cell', { name: screen.say('markets.order.state.filled'), exact: true });
const orderRow = (screen: Screen) =>
  screen.page.locator('tbody tr').filter({ has: screen.page.getByRole('progressbar') });

describe('two users', () => {
  it('trade with each other, live', async () => {
    const [seller, buyer] = await Promise.all([stage.open(PHONE), stage.open(DESKTOP)]);
    await Promise.all([open(seller, DEMO), open(buyer, MAKER)]);
    await buyer.page.getByText(buyer.say('exchange.book.empty')).waitFor();
    await buyer.examine('trade-empty-book');
    await seller.page.locator('canvas').first().waitFor();
    await seller.examine('trade-chart');

    const before = await tetherOf(DEMO);

    // One offers …
    await turnTo(seller, 'sell');
    await seller.examine('trade-form');
    await field(seller, 'price').fill(price.toString());
    await field(seller, 'amount').fill('0.01');
    await send(seller, 'sell');
    await outcome(seller, 'exchange.outcome.waiting');
    await seller.examine('trade-waiting');
    await closeDialog(seller);
    await look(seller, 'orders');
    await orderRow(seller).waitFor();

    // … the other sees it without any action, copies its price into the form and buys a part.
    const offer = buyer.page.getByRole('button', { name: `Sell at ${grouped(price)} amount 0.010000` });
    await offer.click();
    await expect.poll(() => field(buyer, 'price').inputValue()).toBe(grouped(price).replace('.00', ''));
    await field(buyer, 'amount').fill('0.004');
    await buyer.examine('trade-filled-in');
    await send(buyer, 'buy');
    await outcome(buyer, 'exchange.outcome.filledBuy');
    await buyer.examine('trade-filled');
    await buyer.page.getByRole('button', { name: `Sell at ${grouped(price)} amount 0.006000` }).waitFor();

    await orderRow(seller).getByText(shown(seller, '40٪'), { exact: true }).waitFor();
    await seller.examine('trade-orders');
    await look(seller, 'book');
    await seller.page.getByRole('button', { name: seller.say('exchange.book.own') }).waitFor();
    await seller.examine('trade-book');

    // One last price: in the header, in the order book, at the chart, and in the 24-hour statistics, which are from
    // the same trade.
    const last = price.toLocaleString('en-US');
    const figure = (label: string) =>
      buyer.page.locator('dl div').filter({ hasText: buyer.say(`exchange.head.${label}`) });
    await expect.poll(() => figure('high').textContent()).toContain(last);
    await expect.poll(() => figure('low').textContent()).toContain(last);
    await expect.poll(() => figure('tradesChange').textContent()).toMatch(/\D0(\.00)?%/);
    await expect.poll(() => buyer.page.locator('header p').textContent()).toContain(last);
    const book = buyer.page.getByRole('region', { name: buyer.say('exchange.book.title') });
    await expect.poll(() => book.textContent()).toContain(last);
    await expect.poll(() => buyer.page.locator('figcaption').textContent()).toContain(`to ${last}`);

    // The remainder at the market's price, after a confirmation.
    await kind(buyer, 'market');
    await field(buyer, 'amount').fill('0.006');
    await form(buyer).getByText(buyer.saying('exchange.form.cap')).waitFor();
    await send(buyer, 'buy');
    await buyer.button('exchange.confirm.buy').waitFor();
    await buyer.examine('trade-confirm');
    await buyer.button('exchange.confirm.buy').click();
    await outcome(buyer, 'exchange.outcome.filledBuy');

    await look(seller, 'orders');
    await seller.page.getByText(seller.say('exchange.orders.noOpen')).waitFor();
    await look(seller, 'trades');
    for (const amount of ['0.006000', '0.004000']) {
      await seller.page
        .getByRole('cell', { name: shown(seller, amount), exact: true })
        .first()
        .waitFor();
    }
    await seller.examine('trade-trades');
    await look(seller, 'orders');
    await seller.page.getByRole('tab', { name: seller.say('exchange.orders.history'), exact: true }).click();
    await filled(seller).first().waitFor();
    await seller.examine('trade-history');
    // The proceeds are spendable: 0.01 at the price, less 0.3 %.
    const after = before + price * 10_000n - price * 30n;
    await seller.page
      .getByRole('region', { name: seller.say('exchange.balances.title') })
      .getByText(shown(seller, tether(after)), { exact: true })
      .waitFor();

    // Its fills are listed below it, each with price and fee.
    await seller.page
      .getByRole('button', { name: seller.saying('exchange.orders.showFills') })
      .first()
      .click();
    const fills = seller.page.getByRole('list', { name: seller.saying('exchange.orders.fillsOf') });
    await expect.poll(() => fills.getByRole('listitem').count()).toBe(2);
    await fills
      .getByText(shown(seller, grouped(price)))
      .first()
      .waitFor();
    await seller.examine('trade-fills');

    // The receipt names both trades.
    await seller.page
      .getByRole('button', { name: seller.saying('exchange.orders.detailOf') })
      .first()
      .click();
    await dialogOf(seller).getByText(seller.say('markets.order.fills')).waitFor();
    await expect.poll(() => dialogOf(seller).getByRole('listitem').count()).toBe(2);
    await seller.examine('trade-receipt');

    await buyer.page.getByRole('tab', { name: buyer.say('exchange.orders.history'), exact: true }).click();
    await filled(buyer).nth(1).waitFor();
    await buyer.examine('trade-screen');
    expect([await stayed(seller), await stayed(buyer)]).toEqual([true, true]);
    await Promise.all([seller.close(), buyer.close()]);
    expect(await checkInvariants(stage.db)).toBeNull();
  });
});

describe.each(LOOKS.map((one) => ({ one, name: nameOf(one) })))('the trade page ($name)', ({ one }) => {
  it('shows the obstacle on its button, and the server’s refusals below it', async () => {
    const screen = await stage.open(one);
    await open(screen, DEMO);
    await turnTo(screen, 'buy');
    await expect.poll(() => field(screen, 'price').inputValue()).not.toBe('');
    await reason(screen, 'AMOUNT');
    await field(screen, 'price').fill('');
    await field(screen, 'amount').fill('0.01');
    await reason(screen, 'PRICE');
    const cases: [string, string, string][] = [
      [price.toString(), '0.0000015', 'LOT'],
      [price.toString(), '0.000001', 'MIN'],
      [price.toString(), '100.5', 'MAX'],
      [(price * 2n).toString(), '0.01', 'BAND'],
      [price.toString(), '1', 'BALANCE'],
    ];
    for (const [at, amount, why] of cases) {
      await field(screen, 'price').fill(at);
      await field(screen, 'amount').fill(amount);
      await reason(screen, why);
    }
    await screen.examine('trade-refusal');
    await kind(screen, 'market');
    await reason(screen, 'NO_LIQUIDITY');
    await screen.examine('trade-no-liquidity');

    // The user's own order on the other side is detected only by the server.
    expect((await place(DEMO, 'LIMITED_SELL', '0.001', price + 100n)).status).toBe(200);
    await kind(screen, 'limit');
    await field(screen, 'price').fill((price + 100n).toString());
    await field(screen, 'amount').fill('0.001');
    await send(screen, 'buy');
    await outcome(screen, 'error.SELF_TRADE');
    expect(await openOrders(DEMO)).toHaveLength(1);
    await api(DEMO, 'DELETE', '/orders?all=true');
    await screen.close();
  });

  it('asks for a confirmation of a price that may be a mistake', async () => {
    const screen = await stage.open(one);
    await place(MAKER, 'LIMITED_SELL', '0.002', price + 10n);
    await open(screen, DEMO);
    await turnTo(screen, 'buy');
    await form(screen)
      .getByRole('button', { name: screen.saying('exchange.form.best') })
      .waitFor();
    await field(screen, 'price').fill(((price * 106n) / 100n).toString());
    await field(screen, 'amount').fill('0.001');
    await send(screen, 'buy');
    await form(screen).getByText(screen.say('exchange.confirm.farBuy')).waitFor();
    await screen.examine('trade-slip');
    await form(screen)
      .getByRole('button', { name: screen.say('exchange.confirm.back'), exact: true })
      .click();
    await says(screen, 'exchange.action.buy', { coin: coin(screen) });
    expect(await openOrders(DEMO)).toEqual([]);
    await api(MAKER, 'DELETE', '/orders?all=true');
    await screen.close();
  });

  it('places orders with a trigger price, and shows each field’s error', async () => {
    const screen = await stage.open(one);
    const { page } = screen;
    await open(screen, DEMO);
    await turnTo(screen, 'sell');
    await form(screen)
      .getByRole('button', { name: screen.say('exchange.advanced.open'), exact: true })
      .click();
    await choose(screen, 'exchange.advanced.type', 'exchange.advanced.limit.stop');
    await reason(screen, 'TRIGGER');
    const trigger = form(screen).getByRole('textbox', { name: screen.say('exchange.advanced.trigger') });
    await trigger.fill((price * 2n).toString());
    await field(screen, 'amount').fill('0.001');
    await field(screen, 'price').fill((price - 1_100n).toString());
    await reason(screen, 'REACHED');
    await form(screen)
      .locator('[id$="-note"]')
      .filter({ hasText: screen.look.language === 'fa' ? 'پایین‌تر از آن' : 'below' })
      .waitFor();
    await trigger.fill((price - 1_000n).toString());
    await screen.examine('trade-advanced');
    await send(screen, 'sell');
    await screen.button('exchange.confirm.sell').waitFor();
    await form(screen)
      .getByText(shown(screen, grouped(price - 1_000n)))
      .waitFor();
    await screen.examine('trade-advanced-confirm');
    await screen.button('exchange.confirm.sell').click();
    await outcome(screen, 'exchange.outcome.waitsFor');
    const [stop] = await openOrders(DEMO);
    expect(stop).toMatchObject({
      orderType: 'LIMITED_SELL',
      unitPrice: `${price - 1_100n}.00`,
      trigger: { kind: 'STOP', by: 'LAST', price: `${price - 1_000n}.00` },
    });

    // Both orders of a pair, the coins blocked once.
    await choose(screen, 'exchange.advanced.type', 'exchange.advanced.limit.oco');
    await field(screen, 'price').fill((price + 1_000n).toString());
    await field(screen, 'amount').fill('0.001');
    await form(screen)
      .getByRole('textbox', { name: screen.say('exchange.advanced.stopTrigger') })
      .fill((price - 900n).toString());
    await send(screen, 'sell');
    await screen.button('exchange.confirm.sell').click();
    await outcome(screen, 'exchange.outcome.oco');
    const both = (await openOrders(DEMO)).filter(({ group }: { group: string | null }) => group !== null);
    expect(both).toHaveLength(2);

    // A post-only order.
    await choose(screen, 'exchange.advanced.type', 'exchange.advanced.limit.none');
    await field(screen, 'price').fill((price + 2_000n).toString());
    await field(screen, 'amount').fill('0.001');
    await form(screen)
      .getByRole('checkbox', { name: screen.say('exchange.advanced.postOnly') })
      .check();
    await send(screen, 'sell');
    await outcome(screen, 'exchange.outcome.waiting');
    expect(await openOrders(DEMO)).toContainEqual(
      expect.objectContaining({ unitPrice: `${price + 2_000n}.00`, postOnly: true }),
    );
    await api(DEMO, 'DELETE', '/orders?all=true');
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true);

    // A price off the tick is rounded to one, with a message.
    await open(screen, null, '/profile/trade/TOMAN/BITCOIN');
    await turnTo(screen, 'buy');
    await expect.poll(() => field(screen, 'price').inputValue()).not.toBe('');
    await field(screen, 'price').fill('12345678901');
    await field(screen, 'price').blur();
    await form(screen).getByText(screen.saying('exchange.advanced.rounded')).first().waitFor();
    await expect.poll(() => field(screen, 'price').inputValue()).not.toContain(shown(screen, '901'));
    await screen.close();
  });

  it('cancels orders, one and all', async () => {
    const screen = await stage.open(one);
    await open(screen, DEMO);
    await limit(screen, 'buy', '0.001', price - 500n);
    await outcome(screen, 'exchange.outcome.waiting');
    if (onPhone(screen)) await closeDialog(screen);
    for (const away of [600n, 700n]) await place(DEMO, 'LIMITED_BUY', '0.001', price - away);
    await look(screen, 'orders');
    await expect.poll(() => orderRow(screen).count()).toBe(3);

    // One is changed in place.
    await screen.page
      .getByRole('button', { name: screen.saying('exchange.orders.changeOf') })
      .first()
      .click();
    const change = dialogOf(screen);
    await change.getByRole('button', { name: screen.say('exchange.change.reason.SAME') }).waitFor();
    await change.getByLabel(screen.saying('exchange.change.price')).fill((price - 800n).toString());
    await change.getByText(screen.say('exchange.change.losesPlace')).waitFor();
    await screen.examine('trade-change');
    await change.getByRole('button', { name: screen.say('exchange.change.send') }).click();
    await change.waitFor({ state: 'hidden' });
    expect(await openOrders(DEMO)).toContainEqual(
      expect.objectContaining({ unitPrice: `${price - 800n}.00`, orderStatus: 'IS_OPEN' }),
    );
    await expect.poll(() => orderRow(screen).count()).toBe(3);

    await screen.page
      .getByRole('button', { name: screen.saying('exchange.orders.cancelOf') })
      .first()
      .click();
    const question = screen.page.getByRole('alertdialog');
    await question.waitFor();
    await screen.examine('trade-cancel');
    await question.getByRole('button', { name: screen.say('exchange.orders.cancelYes') }).click();
    await expect.poll(() => orderRow(screen).count()).toBe(2);
    await screen.button('exchange.orders.cancelAll').click();
    await question.getByText(screen.say('exchange.orders.cancelAllTitle')).waitFor();
    await screen.examine('trade-cancel-all');
    // Only sell orders: there are none.
    await question.getByRole('radio', { name: screen.say('exchange.orders.onlySells'), exact: true }).check();
    await question.getByRole('button', { name: screen.say('exchange.orders.cancelAllYes') }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await openOrders(DEMO)).toHaveLength(2);
    await screen.button('exchange.orders.cancelAll').click();
    await question.getByRole('button', { name: screen.say('exchange.orders.cancelAllYes') }).click();
    await screen.page.getByText(screen.say('exchange.orders.noOpen')).waitFor();
    expect(await openOrders(DEMO)).toEqual([]);
    await screen.close();
  });

  it('is up to date again after a lost connection', async () => {
    const screen = await stage.open(one);
    const { page } = screen;
    await place(MAKER, 'LIMITED_SELL', '0.003', price + 20n);
    await open(screen, DEMO);
    await place(DEMO, 'LIMITED_BUY', '0.001', price - 400n);
    await look(screen, 'orders');
    await orderRow(screen).waitFor();
    await page.context().setOffline(true);
    await page.getByText(screen.say('state.reconnecting'), { exact: true }).waitFor();
    // In the meantime the user's own order is filled, and the other's is cancelled.
    await api(MAKER, 'DELETE', '/orders?all=true');
    await place(MAKER, 'LIMITED_SELL', '0.001', price - 400n);
    await place(MAKER, 'LIMITED_SELL', '0.005', price + 30n);
    await page.context().setOffline(false);
    await page.getByText(screen.say('state.reconnectingText')).waitFor({ state: 'hidden' });
    await page.getByText(screen.say('exchange.orders.noOpen')).waitFor();
    await look(screen, 'book');
    await expect.poll(() => page.locator('[data-side=asks] [data-line]').count()).toBe(1);
    await page
      .locator('[data-side=asks] [data-line]')
      .filter({ hasText: shown(screen, '0.005') })
      .waitFor();
    expect(await stayed(screen)).toBe(true);
    await api(MAKER, 'DELETE', '/orders?all=true');
    await screen.close();
  });

  it('is readable for all; trading requires a login or verification', async () => {
    const screen = await stage.open(one);
    const { page } = screen;
    await open(screen, null, '/profile/trade');
    const quote = one.language === 'fa' ? 'TOMAN' : 'TETHER';
    await page.waitForURL(`**/profile/trade/${quote}/BITCOIN`);
    await page.locator('canvas').first().waitFor();
    await screen.examine('trade-visitor');
    await turnTo(screen, 'buy');
    await form(screen)
      .getByRole('link', { name: screen.say('exchange.action.login') })
      .waitFor();
    await open(screen, 'new@sarraf.test');
    await turnTo(screen, 'buy');
    await form(screen)
      .getByRole('link', { name: screen.say('exchange.action.verify') })
      .waitFor();
    await screen.examine('trade-unverified');
    await screen.close();
  });

  it('links from market to market', async () => {
    await sql`update markets set active = false where coin = 'EOS' and quote = 'TETHER'`.execute(stage.db);
    const screen = await stage.open(one);
    const { page } = screen;
    await open(screen, DEMO, '/dashboard/TETHER/TRON');
    await page.waitForURL('**/profile/trade/TETHER/TRON');
    await page.getByRole('heading', { level: 1 }).getByRole('button').click();
    const dialog = dialogOf(screen);
    await dialog.getByRole('searchbox').fill('dog');
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1);
    await dialog.getByRole('button', { name: screen.saying('exchange.head.favourite') }).click();
    await screen.examine('trade-markets');
    await dialog.getByRole('searchbox').press('Enter');
    await page.waitForURL('**/profile/trade/TETHER/DOGE_COIN');
    await dialog.waitFor({ state: 'hidden' });

    await page.getByRole('heading', { level: 1 }).getByRole('button').click();
    await dialog.getByRole('radio', { name: screen.say('exchange.markets.favourites') }).check();
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1);
    await dialog.getByRole('radio', { name: one.language === 'fa' ? 'تتر' : 'Tether', exact: true }).check();
    await expect
      .poll(async () => (await call(stage.url, 'GET', '/markets/EOS_TETHER')).status, { timeout: 90_000 })
      .toBe(409);
    await dialog.getByRole('link', { name: /EOS/ }).click();
    await page.getByText(screen.say('guard.inactiveMarket')).waitFor();
    await screen.examine('trade-inactive-refused');
    await screen.button('action.cancel').click();
    expect(page.url()).toContain('DOGE_COIN');

    // Readable by its URL.
    await page.goto('/profile/trade/TETHER/EOS');
    await page.getByText(screen.say('exchange.inactive.text')).waitFor();
    await screen.examine('trade-inactive');
    await page.goto('/profile/trade/TETHER/GOLD');
    await page.getByText(screen.say('guard.unknownMarket')).waitFor();
    await screen.examine('trade-unknown');
    await page.getByRole('link', { name: screen.say('guard.toBitcoin') }).click();
    await page.waitForURL(/\/profile\/trade\/(TOMAN|TETHER)\/BITCOIN$/);
    await screen.close();
  });
});
