/** Limit and market orders: two users trade with each other, cancel orders, lose their connection. */

import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../server/test/invariants.ts';

import { callServer, signIn } from '../server/test/running-server.ts';
import { type Appearance, LOOKS, type Screen } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import { closeDialog, findDialog, signInWithoutForm } from './steps.ts';

// No other user trades here.
const stage = useTestServer({ wholeChromium: true, settings: { MARKET_MAKERS: 'off' } });

const DEMO = 'demo@sarraf.test';
const MAKER = 'maker@sarraf.test';
const MARKET = '/profile/trade/TETHER/BITCOIN';
const TYPE = 'BITCOIN_TETHER';
const PHONE: Appearance = { language: 'fa', theme: 'dark', width: 360, height: 800 };
const DESKTOP: Appearance = { language: 'en', theme: 'light', width: 1440, height: 900 };

const formatShown = (screen: Screen, figure: string) =>
  screen.look.language === 'fa'
    ? figure
        .replace(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number.parseInt(digit, 10)))
        .replace('.', '٫')
        .replaceAll(',', '٬')
    : figure;
const groupDigits = (price: bigint) => `${price.toLocaleString('en-US')}.00`;
/** Millionths of a Tether as shown to users: cut to two decimals. */
function formatTether(units: bigint): string {
  const cents = (units / 10_000n).toString();
  const fraction = cents.slice(-2).replace(/0+$/, '');
  const whole = BigInt(cents.slice(0, -2)).toLocaleString('en-US');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
const isPhone = ({ look }: Screen) => look.width < 720;

/** Whole Tether near the market's price. */
let price: bigint;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  const { body } = await callServer(stage.url, 'GET', '/trades/market-info/v2?source_coin=TETHER');
  const row = body.content.find(({ marketType }: { marketType: string }) => marketType === TYPE);
  price = BigInt(row.lastPrice.split('.')[0]);
  for (const email of [DEMO, MAKER]) tokens[email] = await signIn(stage.url, email);
});

const callApi = (email: string, method: string, path: string, body?: unknown) =>
  callServer(stage.url, method, path, {
    token: tokens[email] ?? '',
    ...(body !== undefined && { body, key: crypto.randomUUID() }),
  });
const placeOrder = (email: string, orderType: string, amount: string, unitPrice: bigint, marketType = TYPE) =>
  callApi(email, 'POST', '/orders', { marketType, orderType, amount, unitPrice: unitPrice.toString() });
const listOpenOrders = async (email: string) =>
  (await callApi(email, 'GET', '/orders?status=open&size=100')).body.content;

/** Spendable balance, in millionths. */
async function readTether(email: string): Promise<bigint> {
  const { body } = await callApi(email, 'GET', '/wallets/customer-addresses?coins=TETHER');
  const [whole = '', fraction = ''] = body.TETHER.credit.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
}

async function openTradePage(screen: Screen, email: string | null, path = MARKET): Promise<void> {
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
const isStillOnPage = ({ page }: Screen) => page.evaluate(() => 'stayed' in window);

/** On a phone one part is shown at a time. */
async function showPart(screen: Screen, part: 'chart' | 'book' | 'trades' | 'orders'): Promise<void> {
  if (isPhone(screen))
    await screen.page.getByRole('tab', { name: screen.say(`exchange.views.${part}`), exact: true }).click();
}

const findForm = (screen: Screen) =>
  isPhone(screen)
    ? findDialog(screen)
    : screen.page.getByRole('region', { name: screen.say('exchange.form.label'), exact: true });
const findField = (screen: Screen, name: string) =>
  findForm(screen).getByRole('textbox', { name: screen.say(`exchange.form.${name}`), exact: true });

/** Opens the form on the given side; on a phone it slides in from below. */
async function openFormSide(screen: Screen, side: 'buy' | 'sell'): Promise<void> {
  const name = screen.say(`exchange.form.${side}`);
  if (isPhone(screen)) {
    await screen.page.getByRole('button', { name, exact: true }).click();
    await findForm(screen).waitFor();
  } else await findForm(screen).getByRole('radio', { name, exact: true }).check();
}
const chooseOrderKind = (screen: Screen, which: 'limit' | 'market') =>
  findForm(screen)
    .getByRole('tab', { name: screen.say(`exchange.form.${which}`), exact: true })
    .click();

/** The text of the form's button. */
const expectButtonText = (screen: Screen, path: string, values: Record<string, string> = {}) =>
  findForm(screen)
    .getByRole('button', { name: screen.say(path, values), exact: true })
    .waitFor();
const expectReason = (screen: Screen, which: string) => expectButtonText(screen, `exchange.reason.${which}`);
const coinName = ({ look }: Screen) => (look.language === 'fa' ? 'بیت‌کوین' : 'Bitcoin');
const submitOrder = (screen: Screen, side: 'buy' | 'sell') =>
  findForm(screen)
    .getByRole('button', {
      name: screen.say(`exchange.action.${side}`, { coin: coinName(screen) }),
      exact: true,
    })
    .click();
const findOutcome = (screen: Screen, path: string) =>
  findForm(screen).getByText(screen.saying(path)).first().waitFor();

async function placeLimitOrder(
  screen: Screen,
  side: 'buy' | 'sell',
  amount: string,
  at: bigint,
): Promise<void> {
  await openFormSide(screen, side);
  await findField(screen, 'price').fill(at.toString());
  await findField(screen, 'amount').fill(amount);
  await submitOrder(screen, side);
}

/** Chooses an option of one of the form's lists. */
async function chooseOption(screen: Screen, list: string, option: string): Promise<void> {
  const { page } = screen;
  await findForm(screen)
    .getByRole('combobox', { name: screen.say(list), exact: true })
    .click();
  await page.getByRole('option', { name: screen.say(option), exact: true }).click();
}

/** Searches the chart from above for a line under the pointer that can be dragged, and drags it a bit down. */
async function dragLine(screen: Screen): Promise<void> {
  const { page } = screen;
  await showPart(screen, 'chart');
  const chart = page.getByRole('figure').filter({ has: page.locator('canvas') });
  await expect
    .poll(async () => {
      const box = await chart.boundingBox();
      if (!box) return 'no chart';
      for (let y = box.y + 4; y < box.y + box.height; y += 4) {
        await page.mouse.move(box.x + box.width / 3, y);
        const isGrabbable = await chart.evaluate((figure) =>
          [...figure.querySelectorAll('div')].some(({ style }) => style.cursor === 'ns-resize'),
        );
        if (!isGrabbable) continue;
        await page.mouse.down();
        await page.mouse.move(box.x + box.width / 3, y + 25, { steps: 5 });
        await page.mouse.up();
        return 'dragged';
      }
      return 'no line';
    })
    .toBe('dragged');
}

const findFilledNotice = (screen: Screen) =>
  screen.page.getByRole('cell', { name: screen.say('markets.order.state.filled'), exact: true });
const findOrderRow = (screen: Screen) =>
  screen.page.locator('tbody tr').filter({ has: screen.page.getByRole('progressbar') });

describe('two users', () => {
  it('trade with each other, live', async () => {
    const [seller, buyer] = await Promise.all([stage.open(PHONE), stage.open(DESKTOP)]);
    await Promise.all([openTradePage(seller, DEMO), openTradePage(buyer, MAKER)]);
    await buyer.page.getByText(buyer.say('exchange.book.empty')).waitFor();
    await buyer.examine('trade-empty-book');
    await seller.page.locator('canvas').first().waitFor();
    await seller.examine('trade-chart');

    const before = await readTether(DEMO);

    // One offers …
    await openFormSide(seller, 'sell');
    await seller.examine('trade-form');
    await findField(seller, 'price').fill(price.toString());
    await findField(seller, 'amount').fill('0.01');
    await submitOrder(seller, 'sell');
    await findOutcome(seller, 'exchange.outcome.waiting');
    await seller.examine('trade-waiting');
    await closeDialog(seller);
    await showPart(seller, 'orders');
    await findOrderRow(seller).waitFor();

    // … the other sees it without any action, copies its price into the form and buys a part.
    const offer = buyer.page.getByRole('button', { name: `Sell at ${groupDigits(price)} amount 0.010000` });
    await offer.click();
    await expect
      .poll(() => findField(buyer, 'price').inputValue())
      .toBe(groupDigits(price).replace('.00', ''));
    await findField(buyer, 'amount').fill('0.004');
    await buyer.examine('trade-filled-in');
    await submitOrder(buyer, 'buy');
    await findOutcome(buyer, 'exchange.outcome.filledBuy');
    await buyer.examine('trade-filled');
    await buyer.page.getByRole('button', { name: `Sell at ${groupDigits(price)} amount 0.006000` }).waitFor();

    await findOrderRow(seller).getByText(formatShown(seller, '40٪'), { exact: true }).waitFor();
    await seller.examine('trade-orders');
    await showPart(seller, 'book');
    await seller.page.getByRole('button', { name: seller.say('exchange.book.own') }).waitFor();
    await seller.examine('trade-book');

    // One last price: in the header, in the order book, at the chart, and in the 24-hour statistics, which are from
    // the same trade.
    const last = price.toLocaleString('en-US');
    const findFigure = (label: string) =>
      buyer.page.locator('dl div').filter({ hasText: buyer.say(`exchange.head.${label}`) });
    await expect.poll(() => findFigure('high').textContent()).toContain(last);
    await expect.poll(() => findFigure('low').textContent()).toContain(last);
    await expect.poll(() => findFigure('tradesChange').textContent()).toMatch(/\D0(\.00)?%/);
    await expect.poll(() => buyer.page.locator('header p').textContent()).toContain(last);
    const book = buyer.page.getByRole('region', { name: buyer.say('exchange.book.title') });
    await expect.poll(() => book.textContent()).toContain(last);
    await expect.poll(() => buyer.page.locator('figcaption').textContent()).toContain(`to ${last}`);

    // The remainder at the market's price, after a confirmation.
    await chooseOrderKind(buyer, 'market');
    await findField(buyer, 'amount').fill('0.006');
    await findForm(buyer).getByText(buyer.saying('exchange.form.cap')).waitFor();
    await submitOrder(buyer, 'buy');
    await buyer.button('exchange.confirm.buy').waitFor();
    await buyer.examine('trade-confirm');
    await buyer.button('exchange.confirm.buy').click();
    await findOutcome(buyer, 'exchange.outcome.filledBuy');

    await showPart(seller, 'orders');
    await seller.page.getByText(seller.say('exchange.orders.noOpen')).waitFor();
    await showPart(seller, 'trades');
    for (const amount of ['0.006000', '0.004000']) {
      await seller.page
        .getByRole('cell', { name: formatShown(seller, amount), exact: true })
        .first()
        .waitFor();
    }
    await seller.examine('trade-trades');
    await showPart(seller, 'orders');
    await seller.page.getByRole('tab', { name: seller.say('exchange.orders.history'), exact: true }).click();
    await findFilledNotice(seller).first().waitFor();
    await seller.examine('trade-history');
    // The proceeds are spendable: 0.01 at the price, less 0.3 %.
    const after = before + price * 10_000n - price * 30n;
    await seller.page
      .getByRole('region', { name: seller.say('exchange.balances.title') })
      .getByText(formatShown(seller, formatTether(after)), { exact: true })
      .waitFor();

    // Its fills are listed below it, each with price and fee.
    await seller.page
      .getByRole('button', { name: seller.saying('exchange.orders.showFills') })
      .first()
      .click();
    const fills = seller.page.getByRole('list', { name: seller.saying('exchange.orders.fillsOf') });
    await expect.poll(() => fills.getByRole('listitem').count()).toBe(2);
    await fills
      .getByText(formatShown(seller, groupDigits(price)))
      .first()
      .waitFor();
    await seller.examine('trade-fills');

    // The receipt names both trades.
    await seller.page
      .getByRole('button', { name: seller.saying('exchange.orders.detailOf') })
      .first()
      .click();
    await findDialog(seller).getByText(seller.say('markets.order.fills')).waitFor();
    await expect.poll(() => findDialog(seller).getByRole('listitem').count()).toBe(2);
    await seller.examine('trade-receipt');

    await buyer.page.getByRole('tab', { name: buyer.say('exchange.orders.history'), exact: true }).click();
    await findFilledNotice(buyer).nth(1).waitFor();
    await buyer.examine('trade-screen');
    expect([await isStillOnPage(seller), await isStillOnPage(buyer)]).toEqual([true, true]);
    await Promise.all([seller.close(), buyer.close()]);
    expect(await checkInvariants(stage.db)).toBeNull();
  });
});

describe.each(LOOKS.map((one) => ({ one, name: lookName(one) })))('the trade page ($name)', ({ one }) => {
  it('shows the obstacle on its button, and the server’s refusals below it', async () => {
    const screen = await stage.open(one);
    await openTradePage(screen, DEMO);
    await openFormSide(screen, 'buy');
    await expect.poll(() => findField(screen, 'price').inputValue()).not.toBe('');
    await expectReason(screen, 'AMOUNT');
    await findField(screen, 'price').fill('');
    await findField(screen, 'amount').fill('0.01');
    await expectReason(screen, 'PRICE');
    const cases: [string, string, string][] = [
      [price.toString(), '0.0000015', 'LOT'],
      [price.toString(), '0.000001', 'MIN'],
      [price.toString(), '100.5', 'MAX'],
      [(price * 2n).toString(), '0.01', 'BAND'],
      [price.toString(), '1', 'BALANCE'],
    ];
    for (const [at, amount, why] of cases) {
      await findField(screen, 'price').fill(at);
      await findField(screen, 'amount').fill(amount);
      await expectReason(screen, why);
    }
    await screen.examine('trade-refusal');
    await chooseOrderKind(screen, 'market');
    await expectReason(screen, 'NO_LIQUIDITY');
    await screen.examine('trade-no-liquidity');

    // The user's own order on the other side is detected only by the server.
    expect((await placeOrder(DEMO, 'LIMITED_SELL', '0.001', price + 100n)).status).toBe(200);
    await chooseOrderKind(screen, 'limit');
    await findField(screen, 'price').fill((price + 100n).toString());
    await findField(screen, 'amount').fill('0.001');
    await submitOrder(screen, 'buy');
    await findOutcome(screen, 'error.SELF_TRADE');
    expect(await listOpenOrders(DEMO)).toHaveLength(1);
    await callApi(DEMO, 'DELETE', '/orders?all=true');
    await screen.close();
  });

  it('asks for a confirmation of a price that may be a mistake', async () => {
    const screen = await stage.open(one);
    await placeOrder(MAKER, 'LIMITED_SELL', '0.002', price + 10n);
    await openTradePage(screen, DEMO);
    await openFormSide(screen, 'buy');
    await findForm(screen)
      .getByRole('button', { name: screen.saying('exchange.form.best') })
      .waitFor();
    await findField(screen, 'price').fill(((price * 106n) / 100n).toString());
    await findField(screen, 'amount').fill('0.001');
    await submitOrder(screen, 'buy');
    await findForm(screen).getByText(screen.say('exchange.confirm.farBuy')).waitFor();
    await screen.examine('trade-slip');
    await findForm(screen)
      .getByRole('button', { name: screen.say('exchange.confirm.back'), exact: true })
      .click();
    await expectButtonText(screen, 'exchange.action.buy', { coin: coinName(screen) });
    expect(await listOpenOrders(DEMO)).toEqual([]);
    await callApi(MAKER, 'DELETE', '/orders?all=true');
    await screen.close();
  });

  it('places orders with a trigger price, and shows each field’s error', async () => {
    const screen = await stage.open(one);
    const { page } = screen;
    await openTradePage(screen, DEMO);
    await openFormSide(screen, 'sell');
    await findForm(screen)
      .getByRole('button', { name: screen.say('exchange.advanced.open'), exact: true })
      .click();
    await chooseOption(screen, 'exchange.advanced.type', 'exchange.advanced.limit.stop');
    await expectReason(screen, 'TRIGGER');
    const trigger = findForm(screen).getByRole('textbox', { name: screen.say('exchange.advanced.trigger') });
    await trigger.fill((price * 2n).toString());
    await findField(screen, 'amount').fill('0.001');
    await findField(screen, 'price').fill((price - 1_100n).toString());
    await expectReason(screen, 'REACHED');
    await findForm(screen)
      .locator('[id$="-note"]')
      .filter({ hasText: screen.look.language === 'fa' ? 'پایین‌تر از آن' : 'below' })
      .waitFor();
    await trigger.fill((price - 1_000n).toString());
    await screen.examine('trade-advanced');
    await submitOrder(screen, 'sell');
    await screen.button('exchange.confirm.sell').waitFor();
    await findForm(screen)
      .getByText(formatShown(screen, groupDigits(price - 1_000n)))
      .waitFor();
    await screen.examine('trade-advanced-confirm');
    await screen.button('exchange.confirm.sell').click();
    await findOutcome(screen, 'exchange.outcome.waitsFor');
    const [stop] = await listOpenOrders(DEMO);
    expect(stop).toMatchObject({
      orderType: 'LIMITED_SELL',
      unitPrice: `${price - 1_100n}.00`,
      trigger: { kind: 'STOP', by: 'LAST', price: `${price - 1_000n}.00` },
    });

    // Both orders of a pair, the coins blocked once.
    await chooseOption(screen, 'exchange.advanced.type', 'exchange.advanced.limit.oco');
    await findField(screen, 'price').fill((price + 1_000n).toString());
    await findField(screen, 'amount').fill('0.001');
    await findForm(screen)
      .getByRole('textbox', { name: screen.say('exchange.advanced.stopTrigger') })
      .fill((price - 900n).toString());
    await submitOrder(screen, 'sell');
    await screen.button('exchange.confirm.sell').click();
    await findOutcome(screen, 'exchange.outcome.oco');
    const both = (await listOpenOrders(DEMO)).filter(({ group }: { group: string | null }) => group !== null);
    expect(both).toHaveLength(2);

    // A post-only order.
    await chooseOption(screen, 'exchange.advanced.type', 'exchange.advanced.limit.none');
    await findField(screen, 'price').fill((price + 2_000n).toString());
    await findField(screen, 'amount').fill('0.001');
    await findForm(screen)
      .getByRole('checkbox', { name: screen.say('exchange.advanced.postOnly') })
      .check();
    await submitOrder(screen, 'sell');
    await findOutcome(screen, 'exchange.outcome.waiting');
    expect(await listOpenOrders(DEMO)).toContainEqual(
      expect.objectContaining({ unitPrice: `${price + 2_000n}.00`, postOnly: true }),
    );
    await callApi(DEMO, 'DELETE', '/orders?all=true');
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true);

    // A price off the tick is rounded to one, with a message.
    await openTradePage(screen, null, '/profile/trade/TOMAN/BITCOIN');
    await openFormSide(screen, 'buy');
    await expect.poll(() => findField(screen, 'price').inputValue()).not.toBe('');
    await findField(screen, 'price').fill('12345678901');
    await findField(screen, 'price').blur();
    await findForm(screen).getByText(screen.saying('exchange.advanced.rounded')).first().waitFor();
    await expect
      .poll(() => findField(screen, 'price').inputValue())
      .not.toContain(formatShown(screen, '901'));
    await screen.close();
  });

  it('cancels orders, one and all', async () => {
    const screen = await stage.open(one);
    await openTradePage(screen, DEMO);
    await placeLimitOrder(screen, 'buy', '0.001', price - 500n);
    await findOutcome(screen, 'exchange.outcome.waiting');
    if (isPhone(screen)) await closeDialog(screen);
    for (const away of [600n, 700n]) await placeOrder(DEMO, 'LIMITED_BUY', '0.001', price - away);
    await showPart(screen, 'orders');
    await expect.poll(() => findOrderRow(screen).count()).toBe(3);

    // One is changed in place.
    await screen.page
      .getByRole('button', { name: screen.saying('exchange.orders.changeOf') })
      .first()
      .click();
    const change = findDialog(screen);
    await change.getByRole('button', { name: screen.say('exchange.change.reason.SAME') }).waitFor();
    await change.getByLabel(screen.saying('exchange.change.price')).fill((price - 800n).toString());
    await change.getByText(screen.say('exchange.change.losesPlace')).waitFor();
    await screen.examine('trade-change');
    await change.getByRole('button', { name: screen.say('exchange.change.send') }).click();
    await change.waitFor({ state: 'hidden' });
    expect(await listOpenOrders(DEMO)).toContainEqual(
      expect.objectContaining({ unitPrice: `${price - 800n}.00`, orderStatus: 'IS_OPEN' }),
    );
    await expect.poll(() => findOrderRow(screen).count()).toBe(3);

    await screen.page
      .getByRole('button', { name: screen.saying('exchange.orders.cancelOf') })
      .first()
      .click();
    const question = screen.page.getByRole('alertdialog');
    await question.waitFor();
    await screen.examine('trade-cancel');
    await question.getByRole('button', { name: screen.say('exchange.orders.cancelYes') }).click();
    await expect.poll(() => findOrderRow(screen).count()).toBe(2);
    await screen.button('exchange.orders.cancelAll').click();
    await question.getByText(screen.say('exchange.orders.cancelAllTitle')).waitFor();
    await screen.examine('trade-cancel-all');
    // Only sell orders: there are none.
    await question.getByRole('radio', { name: screen.say('exchange.orders.onlySells'), exact: true }).check();
    await question.getByRole('button', { name: screen.say('exchange.orders.cancelAllYes') }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await listOpenOrders(DEMO)).toHaveLength(2);
    await screen.button('exchange.orders.cancelAll').click();
    await question.getByRole('button', { name: screen.say('exchange.orders.cancelAllYes') }).click();
    await screen.page.getByText(screen.say('exchange.orders.noOpen')).waitFor();
    expect(await listOpenOrders(DEMO)).toEqual([]);
    await screen.close();
  });

  it('moves a waiting stop and an order of the book by dragging their lines on the chart', async () => {
    const screen = await stage.open(one);
    const { page } = screen;
    // Whatever was the last price before, the stop is below it.
    await placeOrder(MAKER, 'LIMITED_SELL', '0.001', price);
    await placeOrder(DEMO, 'LIMITED_BUY', '0.001', price);
    const { status } = await callApi(DEMO, 'POST', '/orders', {
      marketType: TYPE,
      orderType: 'LIMITED_SELL',
      amount: '0.001',
      unitPrice: (price - 200n).toString(),
      trigger: { kind: 'STOP', by: 'LAST', price: (price - 100n).toString() },
    });
    expect(status).toBe(200);
    await openTradePage(screen, DEMO);
    await page.locator('canvas').first().waitFor();

    await dragLine(screen);
    const question = page.getByRole('alertdialog');
    await question.getByText(screen.say('exchange.move.title')).waitFor();
    await screen.examine('trade-drag-stop');
    // Nothing is changed before the confirmation.
    expect((await listOpenOrders(DEMO))[0]).toMatchObject({ trigger: { price: `${price - 100n}.00` } });
    await question.getByRole('button', { name: screen.say('exchange.move.yes'), exact: true }).click();
    await question.waitFor({ state: 'hidden' });
    const [moved, ...others] = await listOpenOrders(DEMO);
    expect(others).toEqual([]);
    expect(moved.trigger.price).not.toBe(`${price - 100n}.00`);
    // Its limit keeps its distance.
    const toCents = (text: string) => BigInt(text.replace('.', ''));
    expect(toCents(moved.trigger.price) - toCents(moved.unitPrice)).toBe(10_000n);
    await callApi(DEMO, 'DELETE', '/orders?all=true');

    // The page is opened again, so that the line of the cancelled stop isn't there.
    await placeOrder(DEMO, 'LIMITED_SELL', '0.001', price + 100n);
    await openTradePage(screen, null);
    await page.locator('canvas').first().waitFor();
    await dragLine(screen);
    const change = findDialog(screen);
    const changedPrice = change.getByLabel(screen.saying('exchange.change.price'));
    await expect.poll(() => changedPrice.inputValue()).not.toBe('');
    expect(await changedPrice.inputValue()).not.toBe(formatShown(screen, groupDigits(price + 100n)));
    await change.getByRole('button', { name: screen.say('exchange.change.send') }).click();
    await change.waitFor({ state: 'hidden' });
    const [replaced] = await listOpenOrders(DEMO);
    expect(replaced.unitPrice).not.toBe(`${price + 100n}.00`);
    await callApi(DEMO, 'DELETE', '/orders?all=true');
    expect(await isStillOnPage(screen)).toBe(true);
    await screen.close();
  });

  it('is up to date again after a lost connection', async () => {
    const screen = await stage.open(one);
    const { page } = screen;
    await placeOrder(MAKER, 'LIMITED_SELL', '0.003', price + 20n);
    await openTradePage(screen, DEMO);
    await placeOrder(DEMO, 'LIMITED_BUY', '0.001', price - 400n);
    await showPart(screen, 'orders');
    await findOrderRow(screen).waitFor();
    await page.context().setOffline(true);
    await page.getByText(screen.say('state.reconnecting'), { exact: true }).waitFor();
    // In the meantime the user's own order is filled, and the other's is cancelled.
    await callApi(MAKER, 'DELETE', '/orders?all=true');
    await placeOrder(MAKER, 'LIMITED_SELL', '0.001', price - 400n);
    await placeOrder(MAKER, 'LIMITED_SELL', '0.005', price + 30n);
    await page.context().setOffline(false);
    await page.getByText(screen.say('state.reconnectingText')).waitFor({ state: 'hidden' });
    await page.getByText(screen.say('exchange.orders.noOpen')).waitFor();
    await showPart(screen, 'book');
    await expect.poll(() => page.locator('[data-side=asks] [data-line]').count()).toBe(1);
    await page
      .locator('[data-side=asks] [data-line]')
      .filter({ hasText: formatShown(screen, '0.005') })
      .waitFor();
    expect(await isStillOnPage(screen)).toBe(true);
    await callApi(MAKER, 'DELETE', '/orders?all=true');
    await screen.close();
  });

  it('is readable for all; trading requires a login or verification', async () => {
    const screen = await stage.open(one);
    const { page } = screen;
    await openTradePage(screen, null, '/profile/trade');
    const quote = one.language === 'fa' ? 'TOMAN' : 'TETHER';
    await page.waitForURL(`**/profile/trade/${quote}/BITCOIN`);
    await page.locator('canvas').first().waitFor();
    await screen.examine('trade-visitor');
    await openFormSide(screen, 'buy');
    await findForm(screen)
      .getByRole('link', { name: screen.say('exchange.action.login') })
      .waitFor();
    await openTradePage(screen, 'new@sarraf.test');
    await openFormSide(screen, 'buy');
    await findForm(screen)
      .getByRole('link', { name: screen.say('exchange.action.verify') })
      .waitFor();
    await screen.examine('trade-unverified');
    await screen.close();
  });

  it('links from market to market', async () => {
    await sql`update markets set active = false where coin = 'EOS' and quote = 'TETHER'`.execute(stage.db);
    const screen = await stage.open(one);
    const { page } = screen;
    await openTradePage(screen, DEMO, '/dashboard/TETHER/TRON');
    await page.waitForURL('**/profile/trade/TETHER/TRON');
    await page.getByRole('heading', { level: 1 }).getByRole('button').click();
    const dialog = findDialog(screen);
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
      .poll(async () => (await callServer(stage.url, 'GET', '/markets/EOS_TETHER')).status, {
        timeout: 90_000,
      })
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
    // The alternative address reports it in the same way.
    await page.goto('/dashboard/BITCOIN/TOMAN');
    await page.waitForURL('**/profile/trade/BITCOIN/TOMAN');
    await page.getByRole('heading', { level: 1, name: screen.say('guard.unknownMarket') }).waitFor();
    await page.getByRole('link', { name: screen.say('guard.toBitcoin') }).click();
    await page.waitForURL(/\/profile\/trade\/(TOMAN|TETHER)\/BITCOIN$/);
    await screen.close();
  });
});
