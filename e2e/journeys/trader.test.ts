/** A trader's orders: one that is open and is cancelled, one that meets another user's. */
import { expect, it } from 'vitest';
import { checkInvariants } from '../../server/test/invariants.ts';
import { callServer } from '../../server/test/running-server.ts';
import type { Screen } from '../screen.ts';
import { useTestServer } from '../stage.ts';
import { openSession, openSignedIn } from './arrive.ts';

const stage = useTestServer({ journey: true });
const TRADER = 'taker@sarraf.test';
const OTHER = 'maker@sarraf.test';
const TYPE = 'BITCOIN_TETHER';
const AMOUNT = '0.01';

/** Whole Tether of the market's last price. */
async function readLastPrice(): Promise<bigint> {
  const { body } = await callServer(stage.url, 'GET', '/trades/market-info/v2?source_coin=TETHER');
  const row = body.content.find(({ marketType }: { marketType: string }) => marketType === TYPE);
  return BigInt(row.lastPrice.split('.')[0]);
}

const findForm = (screen: Screen) => screen.only('region', 'exchange.form.label');
const findField = (screen: Screen, name: 'price' | 'amount') =>
  screen.only('textbox', `exchange.form.${name}`, {}, findForm(screen));

async function buyAmount(screen: Screen, amount: string, text: string): Promise<void> {
  await findField(screen, 'amount').fill(amount);
  await screen.only('button', 'exchange.action.buy', { coin: 'Bitcoin' }, findForm(screen)).click();
  await findForm(screen).getByText(screen.saying(text)).waitFor();
}

async function cancelOrder(screen: Screen): Promise<void> {
  const { page } = screen;
  await screen.only('tab', 'exchange.orders.openCount', { count: '1' }).waitFor();
  await page.getByRole('button', { name: screen.saying('exchange.orders.cancelOf') }).click();
  await screen.only('button', 'exchange.orders.cancelYes', {}, page.getByRole('alertdialog')).click();
  await page.getByText(screen.say('exchange.orders.noOpen'), { exact: true }).waitFor();
}

it('an order stays open until it is cancelled, and the next one meets an offer', async () => {
  const price = await readLastPrice();
  const screen = await stage.open({ language: 'en', theme: 'light', width: 1440, height: 900 });
  const { page } = screen;
  await openSignedIn(screen, stage, TRADER);
  await page.goto('/profile/trade/TETHER/BITCOIN');
  await screen.only('radio', 'exchange.form.buy', {}, findForm(screen)).check();
  await findField(screen, 'price').fill((price - 500n).toString());
  await buyAmount(screen, AMOUNT, 'exchange.outcome.waiting');
  await cancelOrder(screen);

  const { status } = await callServer(stage.url, 'POST', '/orders', {
    token: await openSession(stage, OTHER),
    key: crypto.randomUUID(),
    body: { marketType: TYPE, orderType: 'LIMITED_SELL', amount: AMOUNT, unitPrice: price.toString() },
  });
  expect(status).toBe(200);
  // The offer's own button copies its price into the form.
  const priceText = price.toLocaleString('en-US');
  await page
    .getByRole('button', { name: `Sell at ${priceText}.00 amount 0.010000 Total 0.010000`, exact: true })
    .click();
  await expect.poll(() => findField(screen, 'price').inputValue()).toBe(priceText);
  await buyAmount(screen, AMOUNT, 'exchange.outcome.filledBuy');

  await screen.only('tab', 'exchange.orders.history').click();
  for (const state of ['ended', 'filled'])
    await screen.only('cell', `markets.order.state.${state}`).waitFor();
  await screen.examine('trader');
  await screen.close();
  expect(await checkInvariants(stage.db)).toBeNull();
});
