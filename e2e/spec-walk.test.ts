/** Details of the specification, checked by a visitor, a customer, a new user and others, one walk each. */
import { COINS } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addPerson, addSession } from '../server/test/people.ts';
import { callServer, DEMO_PASSWORD } from '../server/test/running-server.ts';
import { formatGroupedAmount } from './figures.ts';
import type { Appearance, Screen } from './screen.ts';
import { useTestServer } from './stage.ts';
import {
  closeDialog,
  confirmChange,
  findDialog,
  holdRequests,
  PASSWORD,
  pressEscapeUntilGone,
  readNewestCode,
  signInWithoutForm,
  waitForNextCode,
} from './steps.ts';

const DEMO = 'demo@sarraf.test';
const MAKER = 'maker@sarraf.test';
const NEW_USER = 'new@sarraf.test';
const WIDE: Appearance = { language: 'en', theme: 'light', width: 1440, height: 900 };
const PHONE: Appearance = { language: 'fa', theme: 'dark', width: 360, height: 800 };

const stage = useTestServer({ signer: true });
const expectSoon = <T>(look: () => T) => expect.poll(look, { interval: 100 });

/** Converts digits of any language to Latin ones without separators. */
/** 1:58 or 58. */
const parseSeconds = (text: string): number =>
  text.split(':').reduce((sum, part) => 60 * sum + Number.parseInt(part, 10), 0);
const toPlainText = (text: string | null): string =>
  (text ?? '')
    .replace(/[۰-۹]/g, (digit) => String('۰۱۲۳۴۵۶۷۸۹'.indexOf(digit)))
    .replace(/[,٬]/g, '')
    .replace('٫', '.');

interface PublishedPrice {
  destCoinSymbol: string;
  buyPrice: string;
  sellPrice: string;
  price24hrChangePercent: string;
}
async function fetchPrice(coin: string, quote: 'usd' | 'usdt'): Promise<PublishedPrice> {
  const { body } = await callServer(stage.url, 'GET', `/coins/exchange-price/${quote}?toCurrencies=${coin}`);
  return body[0];
}

/** Prices change once a second and are shown up to a second later: the shown one was valid a moment ago. */
const expectPrice = (
  priceText: Locator,
  coin: string,
  quote: 'usd' | 'usdt',
  side: 'buyPrice' | 'sellPrice',
) => {
  const prices = new Set<string>();
  return expectSoon(async () => {
    prices.add((await fetchPrice(coin, quote))[side]);
    const text = toPlainText(await priceText.textContent());
    return [...prices].some((price) => text.includes(price));
  }).toBe(true);
};

const currentPath = (page: Page): string => new URL(page.url()).pathname;

async function buyByApi(token: string): Promise<PublishedPrice & { unitPrice: string }> {
  const price = await fetchPrice('BITCOIN', 'usd');
  const unitPrice = price.buyPrice;
  const body = { marketType: 'BITCOIN_TOMAN', amount: '0.002', unitPrice };
  const { status, body: reply } = await callServer(stage.url, 'POST', '/exchange/buy', { token, body });
  if (status !== 200) throw new Error(JSON.stringify(reply));
  return { ...price, unitPrice };
}

/** Changes to SMS and back to e-mail, each confirmed by its code; a request that fails changes nothing. */
async function changeMethods(screen: Screen, mobile: string): Promise<void> {
  const { page } = screen;
  const findRadio = (method: string) =>
    page.getByRole('radio', { name: screen.saying(`settings.twoStep.${method}.name`) });
  await page.goto('/profile/settings');
  await findRadio('EMAIL').waitFor();
  await page.route('**/api/users/send-verification-code?*', (route) => route.abort());
  await findRadio('SMS')
    .check({ force: true })
    .catch(() => undefined);
  await page.getByText(screen.say('error.OFFLINE')).first().waitFor();
  await expectSoon(() => findRadio('EMAIL').isChecked()).toBe(true);
  expect([await findRadio('SMS').isEnabled(), await findDialog(screen).count()]).toEqual([true, 0]);
  await page.unroute('**/api/users/send-verification-code?*');

  for (const [method, to] of [
    ['SMS', mobile],
    ['EMAIL', DEMO],
  ] as const) {
    const proved = method === 'SMS' ? DEMO : mobile;
    const last = await readNewestCode(stage.url, proved);
    await findRadio(method).check({ force: true });
    const readCode = () => waitForNextCode(last, stage.url, proved);
    await confirmChange(screen, { password: DEMO_PASSWORD, code: readCode });
    const dialog = findDialog(screen);
    await dialog.getByRole('timer').waitFor();
    // Closing it goes back, too.
    if (method === 'SMS') {
      await closeDialog(screen);
      await expectSoon(() => findRadio('EMAIL').isChecked()).toBe(true);
      await findRadio(method).check({ force: true });
      await dialog.getByRole('timer').waitFor();
    }
    await dialog.getByLabel(screen.say('auth.code.label')).fill(await readNewestCode(stage.url, to));
    await page.getByText(screen.say('settings.twoStep.changed')).first().waitFor();
    await expectSoon(() => findRadio(method).isChecked()).toBe(true);
    await dialog.waitFor({ state: 'hidden' });
  }
}

describe('a visitor', () => {
  it('reads the home page: ticker, quick trade, four steps, three statistics, questions, social links', async () => {
    // Reloaded every half a minute, and needed when a customer wants to deposit it.
    await sql`update coin_networks set deposit_enabled = false where asset = 'TRON'`.execute(stage.db);
    await sql`update trade_totals set trades = 4321, toman_value = 987000000000000`.execute(stage.db);
    await sql`update public_statistics set min_users = 0, min_trades = 0`.execute(stage.db);
    const { rows } = await sql<{
      users: number;
    }>`select count(*)::int as users from users where level <> 'SUPERVISOR'`.execute(stage.db);
    const screen = await stage.open(WIDE);
    const { page } = screen;
    await page.goto('/');
    // The statistics are cached for five seconds.
    const figures = [String(rows[0]?.users), '4321'];
    // 987 million Toman in Tether, at a price of some 118,000.
    const statistics = [
      ...figures.map((text) => expect.stringContaining(text)),
      expect.stringMatching(/^[789],?\d{3}$/),
    ];
    const readStatistic = async (list: Locator) =>
      (await list.locator('dd').allInnerTexts()).map(toPlainText);
    await expectSoon(() =>
      readStatistic(page.getByRole('region', { name: screen.say('home.stats.label') })),
    ).toEqual(statistics);

    const ticker = page.getByRole('region', { name: screen.say('ticker.label') });
    const items = ticker.locator('ul:not([aria-hidden=true]) > li');
    await expectSoon(() => items.count()).toBe(COINS.length - 1);
    const bitcoin = items.filter({ hasText: 'Bitcoin' }).first();
    expect(await bitcoin.textContent()).toMatch(
      new RegExp(`${screen.say('ticker.sell')}\\s*[\\d,.]+\\s*${screen.say('ticker.buy')}\\s*[\\d,.]+`),
    );
    await expectPrice(bitcoin, 'BITCOIN', 'usdt', 'sellPrice');
    await expectPrice(bitcoin, 'BITCOIN', 'usdt', 'buyPrice');

    // No balance, and one link to continue; another side or coin has its own price.
    const box = page.getByRole('region', { name: screen.say('trade.box.label') });
    const login = box.getByRole('link', { name: screen.say('trade.action.login') });
    expect(await login.getAttribute('href')).toBe('/login');
    expect(await box.getByText(screen.say('trade.box.balance')).count()).toBe(0);
    await expectPrice(box, 'BITCOIN', 'usdt', 'buyPrice');
    await box.getByRole('radio', { name: screen.say('trade.box.sell') }).check();
    await expectPrice(box, 'BITCOIN', 'usdt', 'sellPrice');
    await box.getByRole('button', { name: screen.saying('trade.box.coin') }).click();
    await findDialog(screen).getByText('Ethereum', { exact: true }).click();
    await expectPrice(box, 'ETHEREUM', 'usdt', 'sellPrice');

    const steps = page.getByRole('region', { name: screen.say('home.steps.title') });
    expect(await steps.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(
      ['register', 'verify', 'choose', 'trade'].map((step) => screen.say(`home.steps.${step}.title`)),
    );

    const questions = page.getByRole('region', { name: screen.say('home.faq.title') });
    const open = questions.locator('details[open], [aria-expanded=true]');
    const openQuestion = async (nth: number) => questions.locator('summary, h3 button').nth(nth).click();
    await questions.locator('summary, h3 button').first().scrollIntoViewIfNeeded();
    for (const nth of [0, 2]) {
      await openQuestion(nth);
      await expectSoon(() => open.count()).toBe(1);
    }
    await openQuestion(2);
    await expectSoon(() => open.count()).toBe(0);

    const { body } = await callServer(stage.url, 'GET', '/exchange-info');
    const info =
      body.content.find(({ language }: { language: string }) => language === 'en') ?? body.content[1];
    for (const network of ['telegram', 'instagram', 'twitter', 'linkedin']) {
      const link = page.locator('footer').getByRole('link', { name: screen.say(`footer.${network}`) });
      expect(await link.getAttribute('href')).toBe(info[network]);
      expect(await link.getAttribute('rel')).toContain('noopener');
    }

    await page.goto('/about-us/');
    await expectSoon(() =>
      readStatistic(page.getByRole('region', { name: screen.say('help.about.stats') })),
    ).toEqual([...statistics, expect.stringMatching(/^\d\d:\d\d$/)]);
    await screen.close();
  });

  it('sees dark mode and Persian at first; a choice persists over a reload', async () => {
    const screen = await stage.open(WIDE);
    const browser = screen.page.context().browser();
    const context = await browser?.newContext({ baseURL: stage.url, viewport: { width: 1440, height: 900 } });
    const page = await context?.newPage();
    if (!context || !page) throw new Error('no browser');
    const html = page.locator('html');
    const readAppearance = async () => [
      await html.getAttribute('data-theme'),
      await html.getAttribute('lang'),
      await html.getAttribute('dir'),
    ];
    await page.goto('/');
    expect(await readAppearance()).toEqual(['dark', 'fa', 'rtl']);
    // Pressed in the server-rendered page, it takes effect once the scripts have loaded.
    await page.getByRole('button', { name: 'حالت روشن' }).first().click();
    await expectSoon(readAppearance).toEqual(['light', 'fa', 'rtl']);
    await page.getByRole('button', { name: 'English' }).first().click();
    await expectSoon(readAppearance).toEqual(['light', 'en', 'ltr']);
    await page.goto('/faq');
    await page.reload();
    expect(await readAppearance()).toEqual(['light', 'en', 'ltr']);
    await context.close();
    await screen.close();
  });

  it('reads fees, markets and a coin', async () => {
    const screen = await stage.open(WIDE);
    const { page } = screen;
    await page.goto('/wages');
    const networks = page.getByRole('table').nth(1);
    const row = networks.locator('tr', { hasText: 'TRC20' });
    await row.waitFor();
    const { body } = await callServer(stage.url, 'GET', '/coins/details');
    const tether = body.content.find(({ name }: { name: string }) => name === 'TETHER');
    const { minWithdraw, withdrawalFee } = tether.tokenTypeDetails.find(
      ({ tokenType }: { tokenType: string }) => tokenType === 'TRC20',
    );
    await expectSoon(async () =>
      (await row.locator('td').allInnerTexts()).slice(-2).map((text) => Number.parseFloat(toPlainText(text))),
    ).toEqual([minWithdraw, withdrawalFee].map(Number.parseFloat));
    const note = page.getByRole('heading', { level: 3, name: 'Toman', exact: true }).locator('..');
    expect(await note.textContent()).toMatch(/charge nothing for Toman deposits.*paid once a day/s);

    await page.goto('/markets/');
    const market = page.getByRole('row').filter({ hasText: 'Bitcoin' }).first();
    await market.waitFor();
    const line = market.locator('svg polyline');
    await expectSoon(async () => (await line.getAttribute('points'))?.split(' ').length).toBe(20);

    await page.goto('/market/BITCOIN/TETHER');
    const main = page.getByRole('main');
    await main.getByText(screen.say('markets.coin.buyPrice')).waitFor();
    expect(await main.getByRole('radio', { name: screen.say('markets.span.toDate') }).isChecked()).toBe(true);
    for (const side of ['buy', 'sell'] as const) {
      const priceText = main.getByText(screen.say(`markets.coin.${side}Price`)).locator('..');
      await expectPrice(priceText, 'BITCOIN', 'usdt', `${side}Price`);
    }
    await expectSoon(async () => {
      const markets = await callServer(
        stage.url,
        'GET',
        '/trades/market-info/v2?source_coin=TETHER&size=1000',
      );
      const row = markets.body.content.find(
        ({ marketType }: { marketType: string }) => marketType === 'BITCOIN_TETHER',
      );
      const text = toPlainText(await page.locator('main header').first().textContent());
      return text.includes(row.last24HoursChange.replace(/^-/, ''));
    }).toBe(true);
    await screen.close();
  });

  it('signs in: the forms, errors of an address, remembered sessions, and 5 seconds for a code', async () => {
    const screen = await stage.open(WIDE);
    const { page } = screen;
    for (const place of ['login', 'signUp'] as const) {
      await page.goto(place === 'login' ? '/login' : '/sign-up');
      const marked = page.locator('header [aria-current=page]');
      await marked.first().waitFor();
      expect(await marked.allInnerTexts()).toEqual([screen.say(`nav.${place}`)]);
    }
    await page.goto('/auth');
    await page.getByRole('heading', { level: 1, name: screen.say('auth.login.title') }).waitFor();
    const [email, password] = [
      page.getByLabel(screen.say('auth.email')),
      page.getByLabel(screen.say('auth.password'), { exact: true }),
    ];
    await email.fill('somebody@nowhere');
    await password.fill(DEMO_PASSWORD);
    await screen.button('auth.login.submit').click();
    await page.getByText(screen.say('error.INVALID_EMAIL')).waitFor();
    await expectSoon(() => email.getAttribute('aria-invalid')).toBe('true');
    await expectSoon(() => email.evaluate((input) => input === document.activeElement)).toBe(true);

    // A remembered token is stored in local storage; otherwise in a session cookie.
    const readStoredToken = async () => {
      const cookie = (await page.context().cookies()).find(({ name }) => name === 'sarraf_token');
      const stored = await page.evaluate(() => localStorage.getItem('sarraf.token'));
      return { stored: stored?.startsWith('Bearer ') ?? false, cookie: cookie?.expires ?? null };
    };
    for (const remember of [true, false]) {
      await page.goto('/auth');
      await email.fill(MAKER);
      await password.fill(DEMO_PASSWORD);
      await page.getByRole('checkbox', { name: screen.say('auth.login.remember') }).setChecked(remember);
      await screen.button('auth.login.submit').click();
      await page.waitForURL('**/login/send-mail');
      await page.getByLabel(screen.say('auth.code.label')).fill(await readNewestCode(stage.url, MAKER));
      await page.waitForURL('**/profile**');
      expect(await readStoredToken()).toEqual(
        remember ? { stored: true, cookie: null } : { stored: false, cookie: -1 },
      );
      await page.context().clearCookies();
      await page.evaluate(() => localStorage.removeItem('sarraf.token'));
    }

    // A user who opens the last step of a reset without its code has one already, or requests one after five
    // seconds.
    await page.goto('/login/forget');
    await email.fill(MAKER);
    await screen.button('auth.forget.submit').click();
    await page.waitForURL('**/login/forget-otp');
    // The page's clock is stopped until it has been checked.
    await page.clock.setFixedTime(Date.now());
    await page.goto('/login/forget/verify');
    const timer = page.getByRole('timer');
    await timer.waitFor();
    expect(parseSeconds(toPlainText(await timer.textContent()))).toBeLessThanOrEqual(5);
    const resend = screen.button('auth.code.resend');
    expect(await resend.count()).toBe(0);
    await page.clock.setFixedTime(Date.now() + 5_000);
    await page.getByText(screen.say('auth.code.ended')).waitFor();
    expect(await timer.count()).toBe(0);
    await resend.click();
    await page.getByText(screen.say('auth.code.sentAgain')).waitFor();
    expect(parseSeconds(toPlainText(await timer.textContent()))).toBeGreaterThan(100);
    await page.getByLabel(screen.say('auth.code.label')).fill(await readNewestCode(stage.url, MAKER));
    await page.getByLabel(screen.say('auth.newPassword.password'), { exact: true }).fill(PASSWORD);
    const repeat = page.getByLabel(screen.say('auth.newPassword.repeat'));
    await page.getByRole('button', { name: screen.say('auth.newPassword.error.NEED_REPEAT') }).waitFor();
    await repeat.fill(`${PASSWORD}x`);
    await page.getByText(screen.say('auth.newPassword.error.REPEAT_DIFFERS')).waitFor();
    await repeat.fill(PASSWORD);
    await screen.button('auth.newPassword.submit').click();
    await page.getByText(screen.say('auth.login.reset')).waitFor();
    await screen.close();
  });
});

describe('a customer', () => {
  it('uses the profile pages: names, menus, dashboard, copied code, methods, and errors', async () => {
    const screen = await stage.open(WIDE);
    const { page } = screen;
    const token = await signInWithoutForm(screen, stage.url, DEMO);
    const { rows } = await sql<{ id: string }>`
      update users set two_step_method = 'EMAIL' where email = ${DEMO} returning id`.execute(stage.db);
    const friend = await addPerson(stage.db, { email: 'friend@example.test', state: 'AUTHORIZED' });
    await sql`update users set inviter_id = ${rows[0]?.id} where id = ${friend}`.execute(stage.db);
    await sql`insert into referral_totals values (${rows[0]?.id}, 'TOMAN', 1234567000000, 1234567000000)`.execute(
      stage.db,
    );
    const { unitPrice } = await buyByApi(token);

    await page.goto('/profile');
    const { firstName, lastName, email, mobileNumber } = (
      await callServer(stage.url, 'GET', '/users/account', { token })
    ).body.baseDTO;
    const menu = page.getByRole('button', { name: screen.saying('nav.userMenu') });
    await menu.getByText(`${firstName} ${lastName}`).waitFor();
    await menu.click();
    await expectSoon(() => page.getByRole('menuitem').allInnerTexts()).toEqual(
      ['dashboard', 'account', 'wallet', 'home', 'exit'].map((key) => screen.say(`nav.${key}`)),
    );
    await pressEscapeUntilGone(screen, page.getByRole('menu'));
    const side = page.getByRole('navigation', { name: screen.say('nav.profile') }).first();
    const entries = ['dashboard', 'otc', 'p2p', 'wallet', 'history', 'invite', 'account', 'settings'];
    const links = (await side.getByRole('link').allInnerTexts()).map((text) => text.trim());
    // Our own additions to the specification.
    const ours = ['nav.markets', 'recurring.title', 'alerts.list.title', 'notices.title', 'nav.support'].map(
      (key) => screen.say(key),
    );
    expect(links.filter((link) => !ours.includes(link))).toEqual(
      entries.map((key) => screen.say(`nav.${key}`)),
    );
    expect(links).toHaveLength(entries.length + ours.length);
    await page
      .locator('aside')
      .getByRole('button', { name: screen.say('nav.exit') })
      .click();
    await page.getByText(screen.say('exit.title')).waitFor();
    await pressEscapeUntilGone(screen, findDialog(screen).or(page.getByRole('alertdialog')));

    const findCard = (title: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name: screen.say(title) }) });
    const account = findCard('profile.dashboard.account');
    await account.getByText(email).waitFor();
    await account.getByText(screen.say('profile.level.BRONZE'), { exact: true }).waitFor();
    expect(await account.getByRole('link').last().getAttribute('href')).toBe('/profile/account');
    const invited = findCard('dashboard.invite.title');
    await invited.getByText(formatGroupedAmount(screen, 1_234_567)).waitFor();
    expect(toPlainText(await invited.locator('dd').first().textContent())).toBe('1');
    const orders = page.getByRole('table', { name: screen.say('profile.dashboard.orders') });
    await orders
      .getByText(screen.say('profile.dashboard.bought', { coin: 'Bitcoin' }))
      .first()
      .waitFor();
    expect(toPlainText(await orders.textContent())).toContain(toPlainText(unitPrice));

    await page.goto('/profile/invite');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copy = page.getByRole('button', { name: screen.say('invite.copyCode') });
    await copy.waitFor();
    // The test controls the page's clock.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await copy.click();
    const copied = page.getByRole('button', { name: screen.say('action.copied') });
    await copied.waitFor();
    await page.clock.runFor(1_000);
    expect(await copied.isVisible()).toBe(true);
    await page.clock.runFor(1_500);
    await copied.waitFor({ state: 'hidden' });
    await page.clock.resume();
    const { referralCode } = (await callServer(stage.url, 'GET', '/users/invites', { token })).body.baseDTO;
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(referralCode);

    await changeMethods(screen, mobileNumber);
    await screen.close();
  });

  it('sells, and sees the new balances immediately', async () => {
    const screen = await stage.open(PHONE);
    const { page } = screen;
    const token = await signInWithoutForm(screen, stage.url, DEMO);
    await page.goto('/profile/otc?side=sell&coin=BITCOIN');
    // The bottom bar has the phone's menu; the public one has no button here.
    await page
      .getByRole('navigation', { name: screen.say('nav.profile') })
      .last()
      .waitFor();
    expect(await page.getByRole('button', { name: screen.say('nav.menu'), exact: true }).count()).toBe(0);
    const readCredit = async () => {
      const { body } = await callServer(stage.url, 'GET', '/wallets/customer-addresses', { token });
      return toPlainText(body.BITCOIN.credit).replace(/0+$/, '');
    };
    const balance = page.getByRole('button', { name: screen.saying('trade.box.useAll') });
    const showsCredit = async () => toPlainText(await balance.textContent()).includes(await readCredit());
    await expectSoon(showsCredit).toBe(true);
    const before = await readCredit();
    await page.getByLabel(screen.say('trade.box.give')).first().fill('۰٫۰۱');
    await screen.button('trade.action.sell', { coin: 'بیت‌کوین' }).click();
    await findDialog(screen)
      .getByRole('button', { name: screen.say('trade.confirm.sell') })
      .click();
    await findDialog(screen).getByText(screen.say('trade.receipt.done')).first().waitFor();
    expect(await readCredit()).not.toBe(before);
    await closeDialog(screen);
    await expectSoon(showsCredit).toBe(true);

    // An address that is unavailable closes the modal; the reason is shown outside of it.
    await page.route('**/api/wallets/customer/wallet-address?*', (route) =>
      route.fulfill({
        status: 503,
        json: { status: 'SERVICE_UNAVAILABLE', message: 'Not Enough HDWallets', errors: [] },
      }),
    );
    await page.goto('/profile/wallet?deposit=BITCOIN');
    await page.getByText(screen.say('error.NOT_ENOUGH_HDWALLETS')).first().waitFor();
    await expectSoon(() =>
      page.getByRole('heading', { name: screen.saying('coinDeposit.title') }).count(),
    ).toBe(0);
    await page.unroute('**/api/wallets/customer/wallet-address?*');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/profile/wallet?deposit=BITCOIN');
    await findDialog(screen)
      .getByRole('button', { name: screen.say('coinDeposit.copyAddress') })
      .click();
    await findDialog(screen)
      .getByRole('button', { name: screen.say('action.copied') })
      .waitFor();
    await closeDialog(screen);
    await page.getByText(screen.say('coinDeposit.afterCopy', { coin: 'بیت‌کوین' })).waitFor();
    // The server may not have reloaded yet that it is closed.
    const isDepositClosed = async () => {
      await page.goto('/profile/wallet?deposit=TRON');
      const closedNotice = findDialog(screen).getByText(screen.say('coinDeposit.allClosedTitle'));
      const address = findDialog(screen).getByRole('button', { name: screen.say('coinDeposit.copyAddress') });
      await closedNotice.or(address).first().waitFor();
      return closedNotice.isVisible();
    };
    await expect.poll(isDepositClosed).toBe(true);
    await screen.close();
  });
});

/** Signs in with an inserted session, where the password is unknown. */
async function signInWithSession({ page }: Screen, id: string): Promise<void> {
  const value = encodeURIComponent(`Bearer ${await addSession(stage.db, id)}`);
  await page.context().addCookies([{ name: 'sarraf_token', value, url: stage.url }]);
}

describe('other users', () => {
  it('a new user is redirected to verification, waits for a slow reply, and returns from the bank’s code', async () => {
    const screen = await stage.open(PHONE);
    const { page } = screen;
    const token = await signInWithoutForm(screen, stage.url, NEW_USER);
    // The URL of a closed page redirects to the account: the reason is shown first, and the country is requested
    // after it.
    await page.goto('/profile/wallet');
    await page.getByText(screen.say('guard.text')).waitFor();
    expect(currentPath(page)).toBe('/profile/account');
    const country = page.getByText(screen.say('account.country.title'));
    expect(await country.count()).toBe(0);
    await screen.button('action.understood').click();
    await country.waitFor();
    await callServer(stage.url, 'POST', '/users/set-country', { token, body: { countryName: 'Iran' } });
    await page.goto('/');
    const box = page.getByRole('region', { name: screen.say('trade.box.label') });
    const way = box.getByRole('link', { name: screen.say('trade.action.verify') });
    await way.waitFor();
    expect(await way.getAttribute('href')).toBe('/profile/account');
    expect(await box.getByText(screen.say('trade.box.balance')).count()).toBe(0);

    // A slow reply about the user shows the loading screen.
    const answer = await holdRequests(page, '**/api/users/account?*');
    await way.click();
    await page.goto('/profile/account');
    const loading = page.getByRole('status').filter({ hasText: screen.say('state.loading') });
    await loading.waitFor();
    await answer();
    await loading.waitFor({ state: 'hidden' });

    await sql`update users set authentication_type = 'UNIDENTIFIED' where email = ${NEW_USER}`.execute(
      stage.db,
    );
    // As if the code had been sent two minutes ago, less three seconds, which pass after they have been checked.
    await page.clock.setFixedTime(Date.now());
    const { baseDTO: who } = (await callServer(stage.url, 'GET', '/users/account', { token })).body;
    const subject = ['id', 'mobileNumber', 'nationalCode', 'birthDay', 'firstName', 'lastName'].map(
      (key) => who[key],
    );
    await page.evaluate(
      (bankCode) =>
        sessionStorage.setItem(
          'sarraf.bank-code',
          JSON.stringify({ ...bankCode, endsAt: Date.now() + 3_000 }),
        ),
      { subject: JSON.stringify(subject), mobile: '0912***4567', seconds: 120 },
    );
    await page.goto('/panel/fino-verifying');
    await page.getByRole('heading', { level: 1, name: screen.say('account.fino.title') }).waitFor();
    expect(currentPath(page)).toBe('/profile/fino-verifying');
    const early = page.getByRole('button', { name: screen.saying('account.fino.resendIn') });
    expect(await early.isDisabled()).toBe(true);
    await page.clock.setFixedTime(Date.now() + 3_000);
    await page.getByText(screen.say('account.fino.ended')).waitFor();
    const request = page.waitForRequest('**/api/finnotech/send-sms-to-customer');
    await page.getByRole('button', { name: screen.say('account.fino.resend'), exact: true }).click();
    await request;
    await page.getByRole('link', { name: screen.say('account.fino.back') }).click();
    await page.waitForURL('**/profile/account');
    await screen.close();
  });

  it('a verified user changes mobile and address: the old one, the new one, its code', async () => {
    const screen = await stage.open(PHONE);
    const { page } = screen;
    const before = { email: 'moving@sarraf.test', mobile: '9121230098' };
    const after = { email: 'moved@sarraf.test', mobile: '9121230099' };
    const mobile = `+98${before.mobile}`;
    await signInWithSession(
      screen,
      await addPerson(stage.db, { email: before.email, mobile, state: 'AUTHORIZED' }),
    );
    for (const what of ['mobile', 'email'] as const) {
      await page.goto('/profile/account');
      await page
        .getByRole('button', { name: screen.say('account.details.change') })
        .nth(what === 'email' ? 0 : 1)
        .click();
      const dialog = findDialog(screen);
      await dialog.getByText(screen.say(`account.contact.${what}.title`)).waitFor();
      const errorText = (key: string) => screen.say(`account.contact.${what}.error.${key}`);
      await dialog.getByRole('button', { name: errorText('NEED_OLD') }).waitFor();
      await dialog.getByLabel(screen.say(`account.contact.${what}.old`)).fill(before[what]);
      await dialog.getByLabel(screen.say(`account.contact.${what}.new`)).fill(before[what]);
      await dialog.getByRole('button', { name: errorText('SAME') }).waitFor();
      await dialog.getByLabel(screen.say(`account.contact.${what}.new`)).fill(after[what]);
      const last = await readNewestCode(stage.url, before.email);
      await dialog.getByRole('button', { name: screen.say('account.contact.send') }).click();
      await confirmChange(screen, { code: () => waitForNextCode(last, stage.url, before.email) });
      await dialog.getByRole('timer').waitFor();
      const to = what === 'email' ? after.email : `+98${after.mobile}`;
      await dialog.getByLabel(screen.say('auth.code.label')).fill(await readNewestCode(stage.url, to));
      await page
        .getByText(screen.say(`account.contact.${what}.done`))
        .first()
        .waitFor();
    }
    await screen.close();
  });

  it('a market maker sees no inventory and no OTC trade form', async () => {
    const screen = await stage.open(WIDE);
    const { page } = screen;
    const { rows } = await sql<{ id: string }>`select id from users where email = ${MAKER}`.execute(stage.db);
    await signInWithSession(screen, rows[0]?.id ?? '');
    await page.goto('/profile/otc');
    await page.getByRole('button', { name: screen.say('trade.reason.SUPERVISOR') }).waitFor();
    expect(await page.getByText(screen.say('trade.box.useAll')).count()).toBe(0);
    await screen.close();
  });

  it('a company has its store in the menu, and a QR code of 150 px', async () => {
    const screen = await stage.open(WIDE);
    const { page } = screen;
    await signInWithoutForm(screen, stage.url, 'company@sarraf.test');
    await page.goto('/profile');
    const side = page.getByRole('navigation', { name: screen.say('nav.profile') }).first();
    await side.getByRole('link', { name: screen.say('nav.company') }).click();
    await page.waitForURL('**/profile/company');
    await page.getByRole('button', { name: screen.say('company.store.qr') }).click();
    const code = findDialog(screen).getByRole('img');
    await code.waitFor();
    const { width, height } = (await code.boundingBox()) ?? { width: 0, height: 0 };
    expect([Math.round(width), Math.round(height)]).toEqual([150, 150]);
    await screen.close();
  });
});
