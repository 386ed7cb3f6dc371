/** A coin has one price, one 24-hour change and one fee on every page, whatever its order book traded at. */
import type { CoinPrice } from '@sarraf/domain/contracts';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { callServer, signIn } from '../server/test/running-server.ts';
import { toPersianNumerals } from './figures.ts';
import { LOOKS, type Screen } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import { signInWithoutForm } from './steps.ts';

const stage = useTestServer();
const DEMO = 'demo@sarraf.test';
const MAKER = 'maker@sarraf.test';
const PATHS = { TOMAN: '/coins/exchange-price/usd', TETHER: '/coins/exchange-price/usdt' } as const;
type Quote = keyof typeof PATHS;

/** The prices of both quotes at one moment: the pages are opened one after another, and all get these. */
const prices = {} as Record<Quote, CoinPrice[]>;
const bitcoinPriceIn = (quote: Quote): CoinPrice => {
  const row = prices[quote].find(({ destCoinSymbol }) => destCoinSymbol === 'BITCOIN');
  if (!row) throw new Error(`There is no price of a Bitcoin in ${quote}.`);
  return row;
};

beforeAll(async () => {
  const tokens: Record<string, string> = {
    [MAKER]: await signIn(stage.url, MAKER),
    [DEMO]: await signIn(stage.url, DEMO),
  };
  const placeOrder = (email: string, body: object) =>
    callServer(stage.url, 'POST', '/orders', { token: tokens[email] ?? '', key: crypto.randomUUID(), body });
  for (const quote of ['TOMAN', 'TETHER'] as const) {
    prices[quote] = (await callServer(stage.url, 'GET', PATHS[quote])).body;
    // The last trade here is two percent above a Bitcoin's price elsewhere.
    const roundingUnit = quote === 'TOMAN' ? 1_000_000n : 100n;
    const whole = BigInt(bitcoinPriceIn(quote).buyPrice?.split('.')[0] ?? '0') / roundingUnit;
    const order = {
      marketType: `BITCOIN_${quote}`,
      amount: '0.001',
      unitPrice: `${((whole * 102n) / 100n) * roundingUnit}`,
    };
    expect((await placeOrder(MAKER, { ...order, orderType: 'LIMITED_SELL' })).status).toBe(200);
    expect((await placeOrder(DEMO, { ...order, orderType: 'LIMITED_BUY' })).status).toBe(200);
  }
});

const extractDigits = ({ look }: Screen, text: string) =>
  look.language === 'fa' ? toPersianNumerals(text) : text;
/** 8,410,000,000 or 108,400.25, in each language's format. */
function formatShownPrice(screen: Screen, text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, screen.look.language === 'fa' ? '٬' : ',');
  return extractDigits(
    screen,
    fraction ? `${grouped}${screen.look.language === 'fa' ? '٫' : '.'}${fraction}` : grouped,
  );
}
/** Without sign and arrow. */
const formatShownChange = (screen: Screen, text: string) =>
  extractDigits(screen, text.replace(/^[+-]/, '')).replace('.', screen.look.language === 'fa' ? '٫' : '.');

const normalizeText = (text: string) => text.replaceAll(/[\u2066-\u2069\u200e\u200f]/g, '');

/** The fee of the first level in markets of the language's quote, on every page with an order form. */
async function expectFee(screen: Screen, path: string): Promise<void> {
  const percent = screen.look.language === 'fa' ? '۰٫۴٪' : '0.3%';
  const textLocator = screen.page.locator('main').getByText(screen.say(path, { percent }), { exact: true });
  await textLocator.first().waitFor();
}

/** Checks that an element shows this price (unless it has none) and this change, and no other change. */
async function expectSinglePrice(
  screen: Screen,
  place: Locator,
  row: CoinPrice,
  without?: 'price',
): Promise<void> {
  const change = formatShownChange(screen, row.price24hrChangePercent ?? '');
  await place.first().waitFor();
  const readFigure = async () => normalizeText(await place.first().innerText());
  if (!without) await expect.poll(readFigure).toContain(formatShownPrice(screen, row.referencePrice ?? ''));
  await expect
    .poll(async () => [...(await readFigure()).matchAll(/([\d۰-۹.٫]+) ?[%٪]/g)].map(([, figure]) => figure))
    .toEqual([change]);
}

async function freezePrices({ page }: Screen): Promise<void> {
  await page.routeWebSocket(/.*/, (socket) => void socket.close());
  for (const quote of ['TOMAN', 'TETHER'] as const)
    await page.route(
      ({ pathname }) => pathname === `/api${PATHS[quote]}`,
      (route) =>
        route.request().url().includes('includeWeeklyChange')
          ? route.continue()
          : route.fulfill({ json: prices[quote] }),
    );
}

describe.each(LOOKS.map((look) => ({ look, name: lookName(look) })))('one price ($name)', ({ look }) => {
  it('is the same on every page that shows the coin, and is labelled on the page of its order book', async () => {
    const screen = await stage.open(look, { serviceWorker: false });
    const { page } = screen;
    const quote: Quote = look.language === 'fa' ? 'TOMAN' : 'TETHER';
    const bitcoin = look.language === 'fa' ? 'بیت‌کوین' : 'Bitcoin';
    const row = bitcoinPriceIn(quote);
    const main = page.locator('main');
    const findTrades = (text: string) => main.getByRole('row', { name: bitcoin }).filter({ hasText: text });
    await freezePrices(screen);

    await page.goto('/');
    await expectSinglePrice(screen, findTrades('BTC'), row);
    await expectFee(screen, 'trade.box.fee');
    const ticker = page.getByRole('region', { name: screen.say('ticker.label') });
    await expectSinglePrice(screen, ticker.getByRole('listitem').filter({ hasText: bitcoin }), row, 'price');
    if (look.language === 'en') expect(await ticker.innerText()).not.toContain('Toman');
    await page.goto('/markets');
    await expectSinglePrice(screen, findTrades('BTC'), row);
    await page.goto(`/market/BITCOIN/${quote}`);
    await expectSinglePrice(screen, main.locator('header'), row);

    await signInWithoutForm(screen, stage.url, DEMO);
    await page.goto('/profile/otc?coin=BITCOIN');
    const card = page.getByRole('region', { name: screen.say('otc.card.label', { coin: bitcoin }) });
    await expectSinglePrice(screen, card, row);
    await expectFee(screen, 'trade.box.fee');
    await page.goto(`/profile/trade/${quote}/BITCOIN`);
    const figures = page.locator('header dl > div');
    await expectSinglePrice(
      screen,
      figures.filter({ hasText: screen.say('exchange.head.referencePrice') }),
      row,
    );
    if (look.width > 720) await expectFee(screen, 'exchange.form.fee');
    await page.goto('/profile/dashboard');
    const facts = main.locator('dl > div', {
      hasText: screen.say(look.language === 'fa' ? 'account.fee' : 'account.feeTether'),
    });
    await facts.getByText(look.language === 'fa' ? '۰٫۴٪' : '0.3%', { exact: true }).waitFor();
    const watched = page.getByRole('listitem').filter({
      has: page.locator(`a[href="/profile/trade/${quote}/BITCOIN"]`),
    });
    await expectSinglePrice(screen, watched, row);
    await page.goto('/profile/wallet');
    const held = page.getByRole('row').filter({ hasText: 'BTC' });
    await expectSinglePrice(screen, held, row, 'price');
    if (look.language === 'en') expect(await held.first().innerText()).not.toContain('Toman');
    await screen.close();
  });
});
