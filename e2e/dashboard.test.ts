/** Dashboard and invite page: the results of trades, as their owner sees them. */
import { readFile } from 'node:fs/promises';
import { toLatinDigits } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addPerson, addSession } from '../server/test/people.ts';
import { callServer, readPublishedPrice, signIn } from '../server/test/running-server.ts';
import { readWorkbook } from '../server/test/workbook.ts';
import { formatGroupedAmount } from './figures.ts';
import { A4_ACROSS, printToPdf } from './paper.ts';
import { LOOKS } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import { holdRequests, signInWithoutForm } from './steps.ts';

const DEMO = 'demo@sarraf.test';
const FRIEND = 'maryam.k@example.test';
const DAYS = 60;
const CANCELLED = '0.00234';

const stage = useTestServer();
/** Older than the dashboard's trades. */
const TRADES = 24;
/** Once for all looks. */
let seeded: ReturnType<typeof createHistory> | null = null;

async function buyQuickly(url: string, token: string, amount: string): Promise<void> {
  const unitPrice = await readPublishedPrice(url, 'BITCOIN', 'buy');
  const body = { marketType: 'BITCOIN_TOMAN', amount, unitPrice };
  const { status, body: reply } = await callServer(url, 'POST', '/exchange/buy', { token, body });
  if (status !== 200) throw new Error(JSON.stringify(reply));
}

/** A limit order that was cancelled before any fill. */
async function createCancelledOrder(url: string, token: string): Promise<void> {
  const price = await readPublishedPrice(url, 'BITCOIN', 'sell');
  // A tenth below the current price, on every tick.
  const unitPrice = `${(BigInt(price) * 9n) / 10n / 1_000_000n}000000`;
  const body = { marketType: 'BITCOIN_TOMAN', orderType: 'LIMITED_BUY', amount: CANCELLED, unitPrice };
  const { body: placed } = await callServer(url, 'POST', '/orders', { token, body });
  const { status, body: reply } = await callServer(url, 'DELETE', `/orders/${placed.baseDTO?.id}`, { token });
  if (status !== 200) throw new Error(JSON.stringify({ placed, reply }));
}

/** Waits for a new statement: one of another look may be shown as ready until its state is read again. */
async function waitUntilStatementsAreMade(page: Page): Promise<void> {
  let isRequested = false;
  await page.waitForResponse(async (response) => {
    const request = response.request();
    if (request.resourceType() !== 'fetch' || !new URL(response.url()).pathname.endsWith('/statements'))
      return false;
    if (request.method() === 'POST') isRequested = true;
    if (request.method() !== 'GET' || !isRequested) return false;
    const { content } = await response.json();
    return content.every(({ state }: { state: string }) => state === 'READY');
  });
}

/** Demo has invited a friend, and has had balances for two months, in which prices rose and fell. */
async function createHistory(): Promise<{ profit: number }> {
  const { db, url } = stage;
  await sql`insert into reference_candles (coin, quote, interval, time, open, high, low, close)
    select coin, 'TOMAN', '1h', (((now() at time zone 'Asia/Tehran')::date - n)::timestamp at time zone 'Asia/Tehran') - interval '1 hour',
      price, price, price, price
    from (values ('BITCOIN', 12000000000000000), ('TETHER', 110000000000)) as p (coin, base), generate_series(0, ${DAYS}) n
      cross join lateral (select base * (100 + (n * n) % 11) / 100 as price) x
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ id: string }>`select id from users where email = ${DEMO}`.execute(db);
  const owner = rows[0]?.id ?? '';
  const friend = await addPerson(db, { email: FRIEND, state: 'AUTHORIZED' });
  await sql`update users set inviter_id = ${owner} where id = ${friend}`.execute(db);
  const token = await signIn(url, DEMO);
  await buyQuickly(url, token, '0.01');
  await createCancelledOrder(url, token);
  await sql`insert into orders (user_id, id, coin, quote, order_type, order_status, amount, unit_price, executed_amount,
      notional, fee, total, toman_value, created_at)
    select ${owner}, id_from(at), 'BITCOIN', 'TOMAN', 'EXCHANGE_BUY', 'IS_CLOSED', 10000, 12000000000000000, 10000,
      1200000000000, 4200000000, 1204200000000, 1200000000000, at
    from generate_series(1, ${TRADES}) n, lateral (select date_trunc('minute', now()) - n * interval '1 hour' as at) x`.execute(
    db,
  );
  await expect
    .poll(
      async () => (await callServer(url, 'GET', '/portfolio/profit', { token })).body.baseDTO.coins.length,
    )
    .toBeGreaterThan(0);
  await sql`insert into daily_balances (user_id, asset, day, balance)
    select user_id, asset, (now() at time zone 'Asia/Tehran')::date - n, amount * (${DAYS} + 20 - n) / ${DAYS + 20}
    from positions, generate_series(1, ${DAYS}) n where user_id = ${owner}
    on conflict do nothing`.execute(db);
  await sql`insert into referral_totals values (${owner}, 'TOMAN', 1234567890000, 1234567890000), (${owner}, 'TETHER', 12500000, 1250000000000)
    on conflict do nothing`.execute(db);
  await sql`insert into referral_sums values (${owner}, ${friend}, 2484567890000) on conflict do nothing`.execute(
    db,
  );
  return { profit: 2_484_567 };
}

describe.each(LOOKS)('the dashboard ($language, $theme, $width px)', (look) => {
  it('shows a user’s balances, their profit, and the invited users', async () => {
    seeded ??= createHistory();
    const { profit } = await seeded;
    const screen = await stage.open(look);
    const { page } = screen;
    await signInWithoutForm(screen, stage.url, DEMO);
    await page.goto('/profile');
    const findHeading = (path: string) => page.getByRole('heading', { name: screen.say(path), exact: true });
    await findHeading('dashboard.worth.title').waitFor();

    // The chart can be traversed by keys, and announces the position.
    const chart = page.getByRole('slider', { name: screen.say('dashboard.worth.chart') });
    await chart.focus();
    const last = await chart.getAttribute('aria-valuetext');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => chart.getAttribute('aria-valuetext')).not.toBe(last);
    await expect.poll(() => chart.getAttribute('max')).toBe('29');
    await page.getByRole('radio', { name: screen.say('dashboard.days.d90') }).check();
    await expect.poll(() => chart.getAttribute('max')).toBe(String(DAYS));

    // Both currencies, switched everywhere together.
    const other = page.getByRole('radiogroup', { name: screen.say('dashboard.money') });
    await expect.poll(() => other.count()).toBe(2);
    await other.first().getByRole('radio').last().check();
    await expect.poll(() => other.last().getByRole('radio').last().isChecked()).toBe(true);

    await page.getByRole('button', { name: screen.say('dashboard.profit.why') }).click();
    await page.getByText(screen.say('dashboard.profit.how')).waitFor();
    await screen.examine('dashboard-hint');
    await page.keyboard.press('Escape');
    await page.getByText(screen.say('dashboard.profit.how')).waitFor({ state: 'hidden' });
    await page.getByRole('progressbar').first().waitFor();
    await screen.examine('dashboard');
    // Shows the requested amount and the outcome, not "0 BTC, 0 Toman".
    const cancelled = page
      .getByRole('row')
      .filter({ hasText: screen.say('markets.order.state.ended') })
      .filter({ visible: true });
    expect(toLatinDigits(await cancelled.first().innerText())).toMatch(/0[.٫]00234/);

    await page
      .getByRole('link', { name: screen.say('dashboard.invite.action') })
      .last()
      .click();
    await page.waitForURL('**/profile/invite');
    await page.getByText(formatGroupedAmount(screen, profit)).first().waitFor();
    await page.getByText('m***@e***.test').waitFor();
    await expect.poll(() => page.getByText(screen.say('invite.rule')).isVisible()).toBe(true);
    const copy = page.getByRole('button', { name: screen.say('invite.copyLink') });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await copy.click();
    await page.getByRole('button', { name: screen.say('action.copied') }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/\/sign-up\?ref=\w+$/);
    await copy.waitFor();
    await screen.examine('invite');
    await screen.close();
  });

  it('loads trades by scrolling, and exports a year’s trades as a statement', async () => {
    seeded ??= createHistory();
    await seeded;
    const screen = await stage.open(look);
    const { page } = screen;
    await signInWithoutForm(screen, stage.url, DEMO);
    await page.goto('/profile/history');
    const receipts = page.getByRole('button', { name: screen.saying('wallet.history.receiptOf') });
    await receipts.first().waitFor();
    // A page has ten; the end is announced when all are loaded, by scrolling alone.
    expect(await receipts.count()).toBeLessThanOrEqual(20);
    const scrollAndCount = async () => {
      await page.mouse.wheel(0, 4_000);
      return receipts.count();
    };
    await expect.poll(scrollAndCount).toBe(TRADES + 1);
    await page.getByText(screen.say('state.end')).waitFor();

    await page.getByRole('link', { name: screen.say('statement.title') }).click();
    await page.waitForURL('**/profile/history/statements');
    await page.getByRole('radio', { name: screen.say(`statement.ask.${look.language}`) }).check();
    const whenMade = waitUntilStatementsAreMade(page);
    await screen.button('statement.ask.action').click();
    await whenMade;
    // The other look's statement may be listed as well.
    const row = page
      .getByRole('listitem')
      .filter({ hasText: screen.say(`statement.list.lang.${look.language}`) });
    const paper = row.getByRole('link', { name: screen.say('statement.list.paper') });
    await paper.waitFor();
    await screen.examine('statements');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      row
        .getByRole('button', {
          name: screen.saying('statement.list.fileOf', { file: screen.say('statement.list.xlsx') }),
        })
        .click(),
    ]);
    const [, trades = []] = [...readWorkbook(await readFile(await file.path())).values()];
    expect(trades.length).toBe(TRADES + 2);
    await paper.click();
    await page.getByRole('heading', { name: screen.say('statement.paper.method') }).waitFor();
    await page
      .getByText(formatGroupedAmount(screen, TRADES + 1))
      .first()
      .waitFor();
    await screen.examine('statement-paper');
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => screen.button('statement.paper.print').isVisible()).toBe(false);
    await page.locator('[data-issuer]').waitFor();
    const sheets = await printToPdf(page);
    expect(sheets.size).toEqual(A4_ACROSS);
    const code = await page.locator('[data-verification] bdi').innerText();
    await page.emulateMedia({ media: 'screen' });

    // A holder of the document types its code in any notation, and an invalid one is reported immediately.
    await page.goto('/verify');
    const field = page.getByLabel(screen.say('verify.field'));
    await field.fill(code.slice(0, -1));
    await screen.button('verify.action').click();
    await page.getByText(screen.say('verify.mistyped')).waitFor();
    await field.fill(code.toLowerCase().replaceAll('-', ' '));
    await screen.button('verify.action').click();
    await page.waitForURL(`**/verify/${code}`);
    await page.getByRole('heading', { name: screen.say('verify.standing.CONFIRMED') }).waitFor();
    await page.getByText(screen.say('verify.kind.STATEMENT')).waitFor();
    await screen.examine('verify');
    await screen.close();
  });

  it('shows a user without balances what to expect', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    const email = `new-${look.language}-${look.theme}-${look.width}@sarraf.test`;
    const id = await addPerson(stage.db, { email, state: 'AUTHORIZED' });
    const token = await addSession(stage.db, id);
    const value = encodeURIComponent(`Bearer ${token}`);
    await page.context().addCookies([{ name: 'sarraf_token', value, url: stage.url }]);
    const releaseWallets = await holdRequests(page, '**/wallets/customer-addresses?*');
    await page.goto('/profile');
    // The first steps are there before it is known which of them are done, and don't move the page then.
    const steps = page.getByRole('list').filter({ hasText: screen.say('dashboard.next.deposit.title') });
    const hint = steps.getByText(screen.say('dashboard.next.deposit.text'));
    await steps.waitFor();
    expect(await hint.isVisible()).toBe(false);
    const findSpace = async () => {
      await page.evaluate(() => document.fonts.ready);
      return steps.boundingBox();
    };
    const space = await findSpace();
    await releaseWallets();
    await hint.waitFor();
    expect(await findSpace()).toEqual(space);
    for (const path of ['worth', 'profit'])
      await page.getByRole('heading', { name: screen.say(`dashboard.${path}.empty`) }).waitFor();
    await screen.examine('dashboard-empty');
    await page.goto('/profile/invite');
    await page.getByRole('heading', { name: screen.say('invite.empty') }).waitFor();
    await screen.examine('invite-empty');
    await screen.close();
  });

  it(`stores the code of an invite link (${lookName(look)})`, async () => {
    const screen = await stage.open(look);
    await screen.page.goto('/sign-up?ref=FRIEND42');
    await expect.poll(() => screen.page.evaluate(() => localStorage.getItem('sarraf.ref'))).toBe('FRIEND42');
    await screen.close();
  });
});
