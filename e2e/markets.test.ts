/** Reading markets: their list, a coin's page with its chart, and the trade history. */
import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Coin } from '../domain/src/index.ts';
import { callServer, signIn } from '../server/test/running-server.ts';
import { toPersianNumerals } from './figures.ts';
import { parseCsvRows, saveDownload } from './files.ts';
import { DEFAULT_LOOKS, LOOKS, type Screen } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import { closeDialog, findDialog, signInWithoutForm } from './steps.ts';

const stage = useTestServer();
const DEMO = 'demo@sarraf.test';
const MAKER = 'maker@sarraf.test';
const PHONE = 720;

const NAMES = {
  fa: {
    BITCOIN: 'بیت‌کوین',
    BITCOIN_CASH: 'بیت‌کوین کش',
    ETHEREUM: 'اتریوم',
    DOGE_COIN: 'دوج‌کوین',
    LITE_COIN: 'لایت‌کوین',
  },
  en: {
    BITCOIN: 'Bitcoin',
    BITCOIN_CASH: 'Bitcoin Cash',
    ETHEREUM: 'Ethereum',
    DOGE_COIN: 'Dogecoin',
    LITE_COIN: 'Litecoin',
  },
};
type NamedCoin = keyof (typeof NAMES)['fa'];
const coinName = ({ look }: Screen, coin: NamedCoin) => NAMES[look.language][coin];
/** Persian pages show Toman, English ones Tether. */
const quoteOfLook = ({ look }: Screen) => (look.language === 'fa' ? 'TOMAN' : 'TETHER');

const marketRows = ({ page }: Screen) => page.locator('tbody tr');
const listNames = async (screen: Screen): Promise<string[]> => {
  const heads = await screen.page.locator('tbody th').allInnerTexts();
  return heads.map((text) => text.split('\n')[0]?.trim() ?? '');
};
const findTradeLink = (screen: Screen, coin: NamedCoin) =>
  screen.page.getByRole('link', {
    name: screen.say('markets.tradeCoin', { coin: coinName(screen, coin) }),
    exact: true,
  });

async function openMarkets(screen: Screen): Promise<void> {
  const { page } = screen;
  await page.goto('/');
  // By keyboard, since the pointer would stay over one of the rows, which selects its coin.
  await page.getByRole('link', { name: screen.saying('home.markets.showAll') }).press('Enter');
  await page.waitForURL('**/markets');
  await page.getByRole('heading', { level: 1, name: screen.say('markets.title') }).waitFor();
  await findTradeLink(screen, 'BITCOIN').waitFor();
  await page
    .locator('tbody tr', { hasText: 'BTC' })
    .getByText(/[۰-۹0-9]{2}/)
    .first()
    .waitFor();
}

async function sortMarkets(screen: Screen): Promise<void> {
  const { page } = screen;
  const head = page.getByRole('columnheader', { name: screen.say('markets.head.price') });
  const own = await listNames(screen);
  await head.getByRole('button').click();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
  await expect.poll(async () => (await listNames(screen))[0]).toBe(coinName(screen, 'BITCOIN'));
  await head.getByRole('button').click();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
  await expect.poll(async () => (await listNames(screen))[0]).toBe(coinName(screen, 'DOGE_COIN'));
  await head.getByRole('button').click();
  await expect.poll(() => head.getAttribute('aria-sort')).toBeNull();
  await expect.poll(() => listNames(screen)).toEqual(own);
}

async function searchMarkets(screen: Screen): Promise<void> {
  const box = screen.page.getByRole('searchbox', { name: screen.say('markets.search') });
  const coinNames = [coinName(screen, 'BITCOIN'), coinName(screen, 'BITCOIN_CASH')];
  // Ticker, English and Persian name, by prefix, in any language.
  for (const [typed, expected] of [
    ['bitc', coinNames],
    ['بيت‌ك', coinNames],
    ['BTC', coinNames.slice(0, 1)],
  ] as const) {
    await box.fill(typed);
    await expect.poll(() => listNames(screen)).toEqual(expected);
  }
  await box.fill('itcoin');
  await screen.page.getByText(screen.say('markets.none')).waitFor();
  await screen.examine('markets-none');
  await screen.button('markets.clear').click();
  await expect.poll(() => marketRows(screen).count()).toBeGreaterThan(10);
}

async function markFavourites(screen: Screen): Promise<void> {
  const { page } = screen;
  const coin = coinName(screen, 'ETHEREUM');
  await page.getByRole('button', { name: screen.say('markets.mark', { coin }), exact: true }).click();
  await page.reload();
  await page.getByRole('button', { name: screen.say('markets.unmark', { coin }), exact: true }).waitFor();
  await screen.button('markets.marked').click();
  await expect.poll(() => listNames(screen)).toEqual([coin]);
  await page.getByRole('button', { name: screen.say('markets.unmark', { coin }), exact: true }).click();
  await page.getByText(screen.say('markets.noMarked')).waitFor();
  await screen.button('markets.clear').click();
}

/**
 * Summarizes the chart's canvases: the number of colours, a checksum that distinguishes pictures, and the share of
 * the current theme's colour for rising prices.
 */
const summarizeCanvases = ({ page }: Screen) =>
  page.locator('figure canvas').evaluateAll((elements) => {
    interface Canvas {
      width: number;
      height: number;
      getContext(kind: '2d'): { getImageData(...box: number[]): { data: Uint8ClampedArray } };
    }
    const token = getComputedStyle(document.documentElement).getPropertyValue('--up').trim();
    const rise = Number.parseInt(token.slice(1), 16);
    const colours = new Set<number>();
    let sum = 0;
    let rising = 0;
    for (const canvas of elements as unknown as Canvas[]) {
      if (canvas.width === 0 || canvas.height === 0) continue;
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      // Every third pixel is enough to distinguish pictures.
      for (let i = 0; i < data.length; i += 12) {
        if (data[i + 3] === 0) continue;
        const colour = ((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0);
        colours.add(colour);
        if (colour === rise) rising += 1;
        sum = (sum * 31 + colour + i) % 2_147_483_647;
      }
    }
    return { colours: colours.size, sum, rising };
  });

async function checkChart(screen: Screen): Promise<void> {
  const { page } = screen;
  await page.locator('figure canvas').first().waitFor();
  await expect.poll(async () => (await summarizeCanvases(screen)).colours).toBeGreaterThan(20);
  const before = await summarizeCanvases(screen);
  await page.getByRole('radio', { name: screen.say('markets.kind.candles') }).check();
  await expect.poll(async () => (await summarizeCanvases(screen)).sum).not.toBe(before.sum);
  for (const span of ['day', 'week', 'month', 'year', 'toDate']) {
    await page.getByRole('radio', { name: screen.say(`markets.span.${span}`), exact: true }).check();
    const label = screen.saying('markets.chart.label', { span: screen.say(`markets.span.${span}`) });
    await page.getByRole('figure', { name: label }).locator('canvas').first().waitFor();
    await expect.poll(async () => (await summarizeCanvases(screen)).colours).toBeGreaterThan(20);
  }
  await page.getByText(screen.saying('markets.chart.summary')).waitFor({ state: 'attached' });
  await page.getByRole('link', { name: screen.say('markets.chart.attribution') }).waitFor();
}

async function checkThemes(screen: Screen): Promise<void> {
  const { page, look } = screen;
  await expect.poll(async () => (await summarizeCanvases(screen)).rising).toBeGreaterThan(20);
  const other = look.theme === 'dark' ? 'lightTheme' : 'darkTheme';
  const back = look.theme === 'dark' ? 'darkTheme' : 'lightTheme';
  const pressTheme = async (label: string) => {
    if (look.width < PHONE) await screen.button('nav.menu').click();
    await page
      .getByRole('button', { name: screen.say(`nav.${label}`) })
      .first()
      .click();
    if (look.width < PHONE) await closeDialog(screen);
  };
  await pressTheme(other);
  await expect.poll(async () => (await summarizeCanvases(screen)).rising).toBeGreaterThan(20);
  await pressTheme(back);
}

describe.each(LOOKS.map((look) => ({ look, name: lookName(look) })))('markets ($name)', ({ look }) => {
  it('are listed, sorted, searched and starred', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    await openMarkets(screen);
    await screen.examine('markets');
    await sortMarkets(screen);
    await searchMarkets(screen);
    await markFavourites(screen);
    if (look.width > PHONE) {
      const preview = page.getByRole('region', { name: screen.say('markets.preview.label') });
      await page.locator('tbody tr', { hasText: 'DOGE' }).hover();
      await preview.getByRole('heading', { name: coinName(screen, 'DOGE_COIN') }).waitFor();
      await expect.poll(() => preview.locator('img').getAttribute('src')).toBe('/coins/DOGE_COIN.svg');
      // Also visible by keyboard focus.
      await findTradeLink(screen, 'LITE_COIN').focus();
      await preview.getByRole('heading', { name: coinName(screen, 'LITE_COIN') }).waitFor();
    }
    const tether = page.getByRole('radio', { name: look.language === 'fa' ? 'تتر' : 'Tether' });
    if (look.language === 'fa') {
      await tether.click();
      await page.waitForURL('**/markets?unit=TETHER');
      await expect.poll(() => listNames(screen)).not.toContain('تتر');
      await expect
        .poll(() => findTradeLink(screen, 'BITCOIN').getAttribute('href'))
        .toBe('/market/BITCOIN/TETHER');
    } else expect(await tether.count()).toBe(0);
    await screen.close();
  });

  it('a coin has a page with a chart, and links to trade', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    const coin = coinName(screen, 'BITCOIN');
    const quote = quoteOfLook(screen);
    await page.goto('/market/MOON/TOMAN');
    await page.waitForURL('**/markets');
    if (look.language === 'en') {
      for (const [code, name] of [
        ['BITCOIN', coin],
        ['TETHER', 'Tether'],
      ] as const) {
        await page.goto(`/market/${code}/TOMAN`);
        await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
        await page.locator('main a[href]').first().waitFor();
        expect(await page.locator('main a[href*="TOMAN"]').count()).toBe(0);
      }
      await page.getByRole('link', { name: screen.saying('markets.coin.tetherMarkets') }).click();
      await page.waitForURL('**/markets');
    }
    await findTradeLink(screen, 'BITCOIN').click();
    await page.waitForURL(`**/market/BITCOIN/${quote}`);
    await page.getByRole('heading', { level: 1, name: coin, exact: true }).waitFor();
    await page.getByRole('heading', { name: screen.say('markets.coin.about', { coin }) }).waitFor();
    await checkChart(screen);
    await screen.examine('coin');
    await checkThemes(screen);

    const limit = page.locator('main').getByRole('link', { name: screen.saying('markets.coin.limit') });
    await expect.poll(() => limit.getAttribute('href')).toBe(`/profile/trade/${quote}/BITCOIN`);
    // A visitor logs in first.
    await page.getByRole('link', { name: screen.say('markets.coin.buy', { coin }), exact: true }).click();
    await page.waitForURL('**/login');
    await signInWithoutForm(screen, stage.url, DEMO);
    await page.goto(`/market/BITCOIN/${quote}`);
    await page.getByRole('link', { name: screen.say('markets.coin.sell', { coin }), exact: true }).click();
    await page.waitForURL('**/profile/otc?coin=BITCOIN&side=sell**');
    await expect
      .poll(() => page.getByRole('radio', { name: screen.say('trade.box.sell') }).isChecked())
      .toBe(true);
    await screen.button('trade.box.coin', { coin }).waitFor();
    await screen.close();
  });
});

/** Each look has a coin of its own: the server remembers candles for a minute. */
const COINS_TO_FETCH: Coin[] = [
  'MATIC',
  'CELO',
  'STELLAR',
  'TRON',
  'ELROND',
  'EOS',
  'RIPPLE',
  'CLASSIC_ETHEREUM',
];

describe.each(DEFAULT_LOOKS)('a chart’s history: $language, $theme, $width px', (look) => {
  it('is announced while it is being fetched, and marked where it begins once it is loaded', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    const quote = quoteOfLook(screen);
    const coin = COINS_TO_FETCH[LOOKS.indexOf(look)] as Coin;
    // The vendor asks for a pause, or the hourly job might have fetched everything before the check.
    await sql`insert into history_sources (name, failures, rest_until) values ('sandbox-history', 0, now() + interval '1 hour')
      on conflict (name) do update set rest_until = excluded.rest_until`.execute(stage.db);
    // As after a first start: today's candles are the server's own, the vendors' days are not fetched yet.
    await sql`delete from reference_candles where coin = ${coin} and time < now() - interval '3 hours'`.execute(
      stage.db,
    );
    await sql`update candle_fills set next_at = end_at where coin = ${coin}`.execute(stage.db);
    await page.goto(`/market/${coin}/${quote}`);
    await page.getByText(screen.say('markets.chart.stillFetching')).waitFor();
    await screen.examine('chart-fetching');

    await sql`update history_sources set rest_until = 'epoch'`.execute(stage.db);
    await sql`select graphile_worker.add_job('fill-candles')`.execute(stage.db);
    await page.getByText(screen.saying('markets.chart.begins')).waitFor();
    expect(await page.getByText(screen.say('markets.chart.stillFetching')).count()).toBe(0);
    await screen.examine('chart-begins');
    await screen.close();
  });

  it('is loaded again when more candles are missing than a response has', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    const requests: string[] = [];
    // As on a screen that was loaded before the machine slept: the first response is of 1,200 minutes ago.
    await page.context().route('**/candles/BITCOIN_*', async (route) => {
      const url = new URL(route.request().url());
      requests.push(url.searchParams.has('from') ? 'newer' : 'all');
      if (requests.length === 1)
        url.searchParams.set('to', String(Math.floor(Date.now() / 1000) - 1_200 * 60));
      await route.continue({ url: url.href });
    });
    await page.addInitScript(() => localStorage.setItem('sarraf.candles', '1m'));
    await page.goto(`/dashboard/${quoteOfLook(screen)}/BITCOIN`);
    if (look.width < 720) await page.getByRole('tab', { name: screen.say('exchange.views.chart') }).click();
    await expect.poll(() => requests.slice(0, 4)).toEqual(['all', 'newer', 'all', 'newer']);
    await screen.close();
  });
});

/** Each look has a market of its own, so that the open orders of one don't meet those of the other. */
const MARKETS = { fa: 'LITE_COIN', en: 'DASH' };

interface TradedRows {
  coin: string;
  marketType: string;
  /** A multiple of the tick. */
  price: bigint;
  tick: bigint;
  maker: string;
  demo: string;
}

async function placeOrder(
  { marketType }: TradedRows,
  token: string,
  orderType: string,
  amount: string,
  unitPrice: bigint,
): Promise<{ id: string; number: string }> {
  const { status, body } = await callServer(stage.url, 'POST', '/orders', {
    token,
    key: crypto.randomUUID(),
    body: { marketType, orderType, amount, unitPrice: unitPrice.toString() },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.baseDTO;
}

async function quickBuy(token: string): Promise<{ number: string }> {
  const { body: prices } = await callServer(stage.url, 'GET', '/coins/exchange-price/usd');
  const { buyPrice } = prices.find((row: { destCoinSymbol: string }) => row.destCoinSymbol === 'BITCOIN');
  const { status, body } = await callServer(stage.url, 'POST', '/exchange/buy', {
    token,
    key: crypto.randomUUID(),
    body: { marketType: 'BITCOIN_TOMAN', amount: '0.001', unitPrice: buyPrice },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.baseDTO;
}

async function createMarketData(look: { language: 'fa' | 'en' }): Promise<TradedRows> {
  const coin = MARKETS[look.language];
  const marketType = `${coin}_TOMAN`;
  const [{ body: terms }, { body: info }, maker, demo] = await Promise.all([
    callServer(stage.url, 'GET', `/markets/${marketType}`),
    callServer(stage.url, 'GET', '/trades/market-info/v2?source_coin=TOMAN'),
    signIn(stage.url, MAKER),
    signIn(stage.url, DEMO),
  ]);
  const row = info.content.find((market: { marketType: string }) => market.marketType === marketType);
  const tick = BigInt(terms.baseDTO.tick);
  const last = BigInt(row.lastPrice);
  return { coin, marketType, tick, price: last - (last % tick), maker, demo };
}

describe.each(LOOKS.map((look) => ({ look, name: lookName(look) })))('trade history ($name)', ({ look }) => {
  it('lists quick trades and limit orders, each with its receipt, and updates automatically', async () => {
    const traded = await createMarketData(look);
    const { price, tick, maker, demo } = traded;
    await placeOrder(traded, maker, 'LIMITED_SELL', '0.1', price);
    await placeOrder(traded, maker, 'LIMITED_SELL', '0.05', price + tick);
    const quick = await quickBuy(demo);
    const order = await placeOrder(traded, demo, 'LIMITED_BUY', '0.3', price + tick);

    const screen = await stage.open(look);
    const { page } = screen;
    await signInWithoutForm(screen, stage.url, DEMO);
    await page.goto('/profile/history');
    const percent = look.language === 'fa' ? `${toPersianNumerals('50')}٪` : '50%';
    const partly = screen.say('markets.order.state.partly', { percent });
    const limitRow = page
      .locator('tbody tr', { hasText: partly })
      .filter({ has: page.getByRole('button', { name: new RegExp(order.number) }) });
    await limitRow.waitFor();
    await screen.examine('history-trades');

    await limitRow.getByRole('button').click();
    const dialog = findDialog(screen);
    await dialog.getByText(order.number).waitFor();
    const fills = dialog.getByRole('region', { name: screen.say('markets.order.fills') });
    await expect.poll(() => fills.getByRole('listitem').count()).toBe(2);
    await expect.poll(() => fills.getByText(screen.say('markets.order.taker')).count()).toBe(2);
    await screen.examine('history-order-receipt');
    const picture = await saveDownload(screen, () => screen.button('trade.receipt.image').click());
    expect(picture.name).toBe(`sarraf-${order.number}.png`);
    await closeDialog(screen);

    // The link of a notice.
    await page.goto(`/profile/history?order=${order.id}`);
    await findDialog(screen).getByText(order.number).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await closeDialog(screen);

    // Another user sells what it waits for, and the list updates without a request.
    await placeOrder(traded, maker, 'LIMITED_SELL', '0.15', price + tick);
    await limitRow.waitFor({ state: 'hidden' });

    await page.getByRole('radio', { name: screen.say('wallet.history.type.EXCHANGE') }).click();
    await page.waitForURL('**/profile/history?type=EXCHANGE');
    await page
      .getByRole('button', { name: new RegExp(quick.number) })
      .first()
      .click();
    await dialog.getByText(screen.say('trade.receipt.buy')).waitFor();
    await closeDialog(screen);
    await expect.poll(() => page.getByRole('button', { name: new RegExp(order.number) }).count()).toBe(0);

    await page.getByRole('radio', { name: screen.say('wallet.history.type.P2P') }).click();
    await page.getByRole('button', { name: new RegExp(order.number) }).waitFor();
    await page.goto('/profile/history?type=P2P&coin=BITCOIN');
    await page.getByText(screen.say('wallet.history.noMatch')).waitFor();
    await screen.examine('history-no-match');
    await page.goto(`/profile/history?coin=${traded.coin}`);
    await page.getByRole('button', { name: new RegExp(order.number) }).waitFor();
    await expectExported(screen, order.number, quick.number);
    await screen.close();
  });
});

/** Both kinds are in the file, the order with its average price: the amount paid divided by the amount bought. */
async function expectExported(screen: Screen, order: string, quick: string): Promise<void> {
  await screen.button('history.export.label').click();
  const file = await saveDownload(screen, () =>
    screen.page.getByRole('menuitem', { name: screen.say('history.export.csv') }).click(),
  );
  const lines = parseCsvRows(file);
  const row = lines.find((cells) => cells.includes(order));
  expect(row).toContain(screen.look.language === 'fa' ? 'خرید با سفارش محدود' : 'Limit buy');
  expect(row).toContain(screen.look.language === 'fa' ? 'انجام‌شده' : 'Done');
  expect(lines.some((cells) => cells.includes(quick))).toBe(true);
}

describe.each(['fa', 'en'] as const)('the list of markets on a phone (%s)', (language) => {
  it('has its headings above the columns they sort', async () => {
    const screen = await stage.open({ language, theme: 'dark', width: 360, height: 800 });
    await openMarkets(screen);
    const row = screen.page.locator('tbody tr', { hasText: 'BTC' }).first();
    const centerOf = async (part: Locator) => {
      const { x, width } = (await part.boundingBox()) ?? { x: Number.NaN, width: 0 };
      return x + width / 2;
    };
    const [name, price] = [await centerOf(row.locator('th')), await centerOf(row.locator('td').nth(1))];
    const columnHead = (key: string) =>
      centerOf(screen.page.locator('thead').getByText(screen.say(`markets.phone.${key}`), { exact: true }));
    const priceNearer = (at: number) => (Math.abs(at - name) < Math.abs(at - price) ? 'name' : 'price');
    // The volume is below the name; price and change share the end of the row, and their headings the end of the
    // bar.
    expect(priceNearer(await columnHead('volume'))).toBe('name');
    expect(priceNearer(((await columnHead('price')) + (await columnHead('change'))) / 2)).toBe('price');
    await screen.close();
  });
});
