/** One journey in Debian's Firefox, whose engine is not Chromium's: the steps of a first day. */
import puppeteer, { type Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFirefoxPath } from '../scripts/browser.ts';
import { callServer, DEMO_PASSWORD, signIn } from '../server/test/running-server.ts';
import { FirefoxScreen } from './firefox.ts';
import { LOOKS } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import { EXTERNAL_ADDRESS, PASSWORD, readNewestCode } from './steps.ts';

const DEMO = 'demo@sarraf.test';
const FIREFOX = findFirefoxPath();

/** Rounded to three significant digits, so that it is a multiple of any market's tick. */
function priceBelow(price: string): string {
  const whole = BigInt(price.split('.')[0] ?? '');
  const step = 10n ** BigInt(whole.toString().length - 3);
  return (((whole * 97n) / 100n / step) * step).toString();
}

describe.skipIf(!FIREFOX)('in Firefox', () => {
  const stage = useTestServer({ signer: true, chromium: false });
  let browser: Browser;

  beforeAll(async () => {
    browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: FIREFOX ?? '',
      extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
    });
  });
  afterAll(() => browser?.close());

  const coinOfLook = ({ look }: FirefoxScreen) => (look.language === 'fa' ? 'بیت‌کوین' : 'Bitcoin');
  const goTo = (screen: FirefoxScreen, path: string) => screen.page.goto(stage.url + path);

  async function signUp(screen: FirefoxScreen, email: string): Promise<void> {
    await goTo(screen, '/');
    await screen.examine('home');
    await screen.find('link', 'home.hero.start').click();
    await screen.write('auth.email', email);
    await screen.typeInto('input[type=password]', PASSWORD);
    await screen.page.locator('input[type=checkbox]').click();
    await screen.examine('sign-up');
    await screen.press('auth.signUp.submit');
    await screen.isAt(/^\/sign-up\/email-verification$/);
    await screen.write('auth.code.label', await readNewestCode(stage.url, email));
    await screen.isAt(/^\/profile\/account$/);
    await screen.waitForText('account.country.title');
    await screen.examine('account');
  }

  /** As a user who may trade, instead of the new one. */
  async function logIn(screen: FirefoxScreen): Promise<void> {
    await screen.page.evaluate(() => {
      localStorage.removeItem('sarraf.token');
      // biome-ignore lint/suspicious/noDocumentCookie: Firefox has no other way yet.
      for (const path of ['/', '/profile']) document.cookie = `sarraf_token=; path=${path}; max-age=0`;
    });
    await goTo(screen, '/login');
    await screen.write('auth.email', DEMO);
    await screen.typeInto('input[type=password]', DEMO_PASSWORD);
    await screen.press('auth.login.submit');
    await screen.isAt(/^\/login\/send-mail$/);
    await screen.write('auth.code.label', await readNewestCode(stage.url, DEMO));
    await screen.waitForText('profile.dashboard.title');
    await screen.examine('profile');
  }

  async function buyForTotal(screen: FirefoxScreen, total: string): Promise<void> {
    await goTo(screen, '/profile/otc');
    await screen.write('trade.box.pay', total);
    await screen.press('trade.action.buy', { coin: coinOfLook(screen) });
    await screen.waitForText('trade.confirm.buyTitle');
    await screen.examine('confirm');
    await screen.press('trade.confirm.buy');
    await screen.waitForText('trade.receipt.done');
    await screen.examine('receipt');
  }

  const quoteOfLook = ({ look }: FirefoxScreen) => (look.language === 'fa' ? 'TOMAN' : 'TETHER');

  async function countOpenOrders(screen: FirefoxScreen): Promise<number> {
    const token = await signIn(stage.url, DEMO);
    const { body } = await callServer(stage.url, 'GET', '/orders?status=open&size=100', { token });
    const type = `BITCOIN_${quoteOfLook(screen)}`;
    return body.content.filter(({ marketType }: { marketType: string }) => marketType === type).length;
  }

  /** Below the price, so that it stays open. */
  async function placeOrder(screen: FirefoxScreen): Promise<void> {
    const quote = quoteOfLook(screen);
    const type = `BITCOIN_${quote}`;
    await goTo(screen, `/profile/trade/${quote}/BITCOIN`);
    if (screen.look.width < 720) await screen.press('exchange.form.buy');
    const { body } = await callServer(stage.url, 'GET', `/trades/market-info/v2?source_coin=${quote}`);
    const market = body.content.find(({ marketType }: { marketType: string }) => marketType === type);
    await screen.write('exchange.form.price', priceBelow(market.lastPrice));
    await screen.write('exchange.form.amount', '0.001');
    await screen.press('exchange.action.buy', { coin: coinOfLook(screen) });
    await screen
      .find('status', 'exchange.outcome.label')
      .filter(({ children }) => children.length > 0)
      .wait();
    await screen.examine('order');
  }

  async function requestWithdrawal(screen: FirefoxScreen): Promise<void> {
    await goTo(screen, '/profile/wallet');
    if (screen.look.language === 'fa') {
      await screen.press('wallet.toman.withdraw');
      await screen.write('withdraw.toman.amount', '200000');
    } else {
      const name = screen.say('wallet.coins.withdrawCoin', { coin: 'Tether' });
      await screen.page.locator(`button[aria-label="${name}"]`).click();
      await screen.page.locator('[role=dialog] ::-p-text(ERC20)').click();
      await screen.write('withdraw.amount', '20');
      await screen.write('withdraw.address', EXTERNAL_ADDRESS);
    }
    await screen.examine('withdraw');
    await screen.press('withdraw.next');
    await screen.waitForText('withdraw.code.title');
    await screen.write('auth.code.label', await readNewestCode(stage.url, DEMO));
    await screen.waitForText('withdraw.success.title');
    await screen.examine('withdraw-success');
  }

  it.each(LOOKS.map((look) => ({ look, name: lookName(look) })))(
    'home, sign-up, a quick trade, an open order and a withdrawal ($name)',
    async ({ look }) => {
      const screen = await FirefoxScreen.open(browser, look);
      await signUp(screen, `firefox-${look.language}-${look.theme}-${look.width}@sarraf.test`);
      await logIn(screen);
      await buyForTotal(screen, look.language === 'fa' ? '۲۰٬۰۰۰٬۰۰۰' : '500');
      const earlierOrders = await countOpenOrders(screen);
      await placeOrder(screen);
      expect(await countOpenOrders(screen)).toBe(earlierOrders + 1);
      await requestWithdrawal(screen);
      expect(await screen.page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
      await screen.close();
    },
  );
});
