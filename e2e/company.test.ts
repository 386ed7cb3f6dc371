/** A company is set up, a payer pays it through the bank, and a day later the coins are at the address. */
import { createServer } from 'node:http';
import type { StaffRole } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addPerson, addSession } from '../server/test/people.ts';
import { callServer } from '../server/test/running-server.ts';
import {
  blockStoreWhile,
  compareStore,
  findStore,
  payRefund,
  proposeRefund,
  type SettledPayment,
} from './company-backoffice.ts';
import { testProgramInstruction } from './company-programs.ts';
import { LOOKS, type Screen } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import { closeDialog, confirmWithCode, findDialog, readNewestCode, signInWithoutForm } from './steps.ts';

const COMPANY = 'company@sarraf.test';
const STAFF = 'staff@sarraf.test';
const ADDRESS = 'ltc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z0tamvsu';
const CARD = '6037701689095443';
const BITCOIN = { fa: 'بیت‌کوین', en: 'Bitcoin' };
const NAMES = { fa: 'لایت‌کوین', en: 'Litecoin' };
const AMOUNT = { fa: '۲٬۵۰۰٬۰۰۰', en: '2,500,000' };
/** Including the payment of a request. */
const RECEIPTS = { fa: '۲٬۶۵۰٬۰۰۰', en: '2,650,000' };
const TWO_MINUTES = 120_000;
/** An image of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function createStore(screen: Screen, url: string): Promise<void> {
  const { page } = screen;
  await page.goto('/profile/company');
  await page.getByText(screen.say('company.next.none')).waitFor();
  await screen.examine('company-unset');
  await screen.button('company.settings.error.COIN').waitFor();
  await page.getByLabel(screen.say('company.settings.coin'), { exact: true }).click();
  await page.getByRole('option', { name: NAMES[screen.look.language] }).first().click();
  const address = page.getByLabel(screen.say('company.settings.address'), { exact: true });
  await address.fill('bc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z00ppggv');
  await screen.button('company.settings.error.BAD_ADDRESS').waitFor();
  // A link that names its coin opens the form with it; and back again.
  for (const [link, coin] of [
    ['bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.1', BITCOIN],
    [`litecoin:${ADDRESS}`, NAMES],
  ] as const) {
    await address.fill(link);
    const name = coin[screen.look.language];
    await screen.button('withdraw.useOther', { coin: name, network: name }).click();
  }
  await screen.button('company.settings.error.PERIOD').waitFor();
  await address.fill(ADDRESS);
  await page.getByRole('radio', { name: screen.say('company.settings.PER_DAY') }).check();
  await page.getByText(screen.say('company.dryRun.arrives'), { exact: true }).waitFor();
  await screen.examine('company-form');
  await screen.button('company.settings.submit').click();
  await page.getByText(screen.say('company.settings.codeTitle')).waitFor();
  await screen.examine('company-code');
  await page.getByLabel(screen.say('auth.code.label')).fill(await readNewestCode(url, COMPANY));
  // The link back to the form has the same name.
  await page.getByRole('button', { name: screen.say('company.settings.edit'), exact: true }).waitFor();
  await screen.examine('company-set');
}

/** Returns the payment's id. */
async function payStore(screen: Screen, company: string, description = 'A-17'): Promise<string> {
  const { page } = screen;
  await page.goto(`/company-deposit?id=${company}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await screen.button('company.payer.error.AMOUNT').waitFor();
  await screen.examine('payer-empty');
  await page.getByLabel(screen.say('company.payer.amount'), { exact: true }).fill('2500000');
  await page.getByLabel(screen.say('company.payer.card'), { exact: true }).fill('6037701689095444');
  await screen.button('company.payer.error.BAD_CARD').waitFor();
  await page.getByLabel(screen.say('company.payer.card'), { exact: true }).fill(CARD);
  await page.getByLabel(screen.say('company.payer.description'), { exact: true }).fill(description);
  await screen.button('company.payer.submit').waitFor();
  await screen.examine('payer-filled');
  await screen.button('company.payer.submit').click();
  await page.waitForURL('**/sandbox/bank/**');
  await screen.button('sandbox.bank.pay').click();
  await page.waitForURL('**/company-deposit/result**');
  await page.getByRole('heading', { name: screen.say('company.result.PAID') }).waitFor();
  await screen.examine('payer-receipt');
  return new URL(page.url()).searchParams.get('payment') ?? '';
}

/** By card, through the sandbox's bank. */
async function depositToman(url: string, token: string, amount: number): Promise<void> {
  const [card] = (await callServer(url, 'GET', '/users/verified-bank-accounts', { token })).body.content;
  const { body } = await callServer(url, 'POST', '/wallets/deposit-toman', {
    token,
    body: {
      amount,
      paymentGateway: 'SANDBOX',
      cardNumber: card.cardNumber,
      callBackURL: '/redirect-from-banks',
    },
  });
  const authority = body.baseDTO.redirectSite.split('/').at(-1);
  const reply = await callServer(url, 'POST', `/sandbox/bank/${authority}`, { body: { decision: 'PAY' } });
  await fetch(reply.body.baseDTO.redirectSite, { redirect: 'manual' });
}

async function withdrawToman(screen: Screen, url: string, amount: number): Promise<void> {
  await screen.button('wallet.toman.withdraw').click();
  await findDialog(screen).getByLabel(screen.say('withdraw.toman.amount')).first().fill(String(amount));
  await screen.button('withdraw.next').click();
  await confirmWithCode(screen, url, COMPANY);
  await closeDialog(screen);
}

/** Cancels it from the list of withdrawals, whose receipt shows the state. */
async function cancelWithdrawal(screen: Screen): Promise<void> {
  const { page } = screen;
  await page.goto('/profile/history?tab=toman');
  await page.getByRole('region', { name: screen.say('history.of.tomanDeposits') }).waitFor();
  await page.getByRole('radio', { name: screen.say('history.direction.withdraw') }).click();
  const list = page.getByRole('region', { name: screen.say('history.of.tomanWithdrawals') });
  await list.getByRole('button', { name: screen.saying('wallet.history.receiptOf') }).click();
  await screen.examine('company-history');
  await screen.button('history.cancel.action').click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: screen.say('history.cancel.action') })
    .click();
  await findDialog(screen).getByText(screen.say('history.state.moneyBack')).first().waitFor();
  await closeDialog(screen);
  await list.getByText(screen.say('history.state.CANCELLED')).first().waitFor();
}

/** Sets up a local receiver, sends a test event, and checks its attempts and a new secret. */
async function testWebhooks(screen: Screen): Promise<void> {
  const { page } = screen;
  const receiver = createServer((_request, response) => response.writeHead(503).end('closed for lunch'));
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  try {
    const { port } = receiver.address() as { port: number };
    await page.goto('/profile/company?list=developers');
    await page.getByText(screen.say('company.developers.noKeys')).waitFor();
    await page.getByLabel(screen.say('company.developers.url')).fill(`http://127.0.0.1:${port}/hook`);
    await screen.button('company.developers.saveUrl').click();
    await page.getByText(screen.say('company.developers.secret')).waitFor();
    await screen.button('company.developers.test').click();
    const tries = screen.button('company.developers.deliveries');
    await tries.waitFor();
    await screen.examine('company-developers');
    await tries.click();
    await findDialog(screen).getByText('closed for lunch').waitFor();
    await screen.examine('company-deliveries');
    await closeDialog(screen);
    await page.getByRole('button', { name: screen.say('company.developers.rotate'), exact: true }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(screen.say('company.developers.rotateText')).waitFor();
    await screen.examine('company-secret');
    await dialog.getByRole('button', { name: screen.say('company.developers.rotate') }).click();
    await page.getByText(screen.saying('company.developers.oldUntil')).first().waitFor();
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}

async function setLogo(screen: Screen): Promise<void> {
  const { page } = screen;
  await page.goto('/profile/company');
  await screen.button('company.store.logo').click();
  await findDialog(screen)
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG });
  await findDialog(screen)
    .getByRole('button', { name: screen.say('company.store.removeLogo') })
    .waitFor();
  await screen.examine('company-logo');
  await closeDialog(screen);
}

/** Pays a request of a store's own site: the payer abandons it, pays it, and is redirected to the store. */
async function payAndReturn(screen: Screen, url: string, token: string): Promise<void> {
  const { page } = screen;
  const returnUrl = `${url.replace('127.0.0.1', 'localhost')}/faq?cart=7`;
  const { body } = await callServer(url, 'POST', '/company/requests', {
    token,
    body: { amount: '150000', orderNumber: 'S-1', description: 'x', returnUrl, metadata: { cart: '7' } },
  });
  await page.goto(body.baseDTO.link);
  await page.getByLabel(screen.say('company.payer.card'), { exact: true }).fill(CARD);
  await screen.examine('payer-request');
  // Only the store: no menu of the exchange, no ticker of prices, and no way to sign up or in.
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await page.getByRole('region', { name: screen.say('ticker.label') }).count()).toBe(0);
  expect(await page.locator('a[href*="/sign-"]').count()).toBe(0);
  await screen.button('company.payer.submit').click();
  await page.waitForURL('**/sandbox/bank/**');
  await screen.button('sandbox.bank.cancel').click();
  await page.getByRole('heading', { name: screen.say('company.result.FAILED') }).waitFor();
  await screen.examine('payer-failed');
  await page.getByRole('link', { name: screen.say('company.result.again') }).click();
  await page.getByLabel(screen.say('company.payer.card'), { exact: true }).fill(CARD);
  await screen.button('company.payer.submit').click();
  await page.waitForURL('**/sandbox/bank/**');
  await screen.button('sandbox.bank.pay').click();
  await page.getByRole('heading', { name: screen.say('company.result.PAID') }).waitFor();
  await screen.button('company.result.stay').click();
  await screen.examine('payer-paid');
  await page.getByRole('link', { name: screen.saying('company.result.toStore') }).click();
  await page.waitForURL(/localhost.*cart=7.*status=PAID/);
  await page.goto(body.baseDTO.link);
  await page.getByText(screen.say('company.payer.requestPAID')).waitFor();
  await screen.examine('payer-done');
}

async function checkStorePages(screen: Screen, url: string): Promise<void> {
  const { page } = screen;
  await page.goto('/profile/company');
  await screen.button('company.store.qr').click();
  await findDialog(screen).getByText(screen.say('company.store.svg')).waitFor();
  await screen.examine('company-qr');
  await page.goto('/profile/company/sheet');
  await screen.button('company.sheet.print').waitFor();
  await screen.examine('company-sheet');
  await page.goto('/profile/company?list=requests');
  await screen.button('company.requests.new').click();
  await findDialog(screen).getByLabel(screen.say('company.requests.amount')).fill('150000');
  await findDialog(screen).getByLabel(screen.say('company.requests.order'), { exact: true }).fill('R-1');
  await findDialog(screen)
    .getByRole('button', { name: screen.say('company.requests.make') })
    .click();
  await page.getByText('R-1').first().waitFor();
  await screen.examine('company-requests');
  await testWebhooks(screen);
  await testProgramInstruction(screen, url);
  await setLogo(screen);
  await page.goto('/company-docs');
  await page.getByText('company-api/requests').first().waitFor();
  await screen.examine('company-docs');
  await page.goto('/company-deposit?id=00000000-0000-7000-8000-000000000000');
  await page.getByText(screen.say('company.payer.unknownTitle')).first().waitFor();
  await screen.examine('payer-unknown');
}

describe.each(LOOKS.map((look) => [lookName(look), look] as const))('%s', (_name, look) => {
  const stage = useTestServer({ signer: true });
  let company: { id: string; due: string };
  let payment: string;
  let settled: SettledPayment;

  /** Signs in as a staff member with this role only. */
  async function signInAsStaff(screen: Screen, role: StaffRole): Promise<void> {
    const id = await addPerson(stage.db, { email: 'second@sarraf.test', state: 'AUTHORIZED', roles: [role] });
    const token = await addSession(stage.db, id, { now: stage.now() });
    const value = encodeURIComponent(`Bearer ${token}`);
    await screen.page.context().addCookies([{ name: 'sarraf_token', value, url: stage.url }]);
  }

  it('a company is set up and paid, and sees the payment immediately', async () => {
    const [owner, payer] = await Promise.all([stage.open(look), stage.open(look)]);
    const token = await signInWithoutForm(owner, stage.url, COMPANY);
    await createStore(owner, stage.url);
    const { body } = await callServer(stage.url, 'GET', '/company', { token });
    company = { id: body.baseDTO.id, due: body.baseDTO.next.dueAtDateTime };
    payment = await payStore(payer, company.id);
    // Without a reload.
    await owner.page.getByText('A-17').first().waitFor();
    await owner.page.getByText(AMOUNT[look.language]).first().waitFor();
    await owner.examine('company-paid');
    await checkStorePages(owner, stage.url);
    await payAndReturn(payer, stage.url, token);
    await Promise.all([owner.close(), payer.close()]);
  });

  it('its Toman can be withdrawn like a user’s: requested, tracked in the history, cancelled', async () => {
    const owner = await stage.open(look);
    await depositToman(stage.url, await signInWithoutForm(owner, stage.url, COMPANY), 10_000_000);
    await owner.page.goto('/profile/wallet');
    await withdrawToman(owner, stage.url, 1_200_000);
    await cancelWithdrawal(owner);
    await owner.close();
  });

  it('after the period the coins are at the address, and all three parties see the same', async () => {
    await stage.advance(Date.parse(company.due) - Date.now() + TWO_MINUTES);
    await expect
      .poll(
        async () => {
          await sql`select graphile_worker.add_job('settle-companies', '{}'::json)`.execute(stage.db);
          await sql`update company_settlements set next_try_at = '-infinity' where state in ('DUE', 'BOUGHT')`.execute(
            stage.db,
          );
          await callServer(stage.url, 'POST', '/sandbox/chains/LITE_COIN/blocks', { body: { count: 3 } });
          const { rows } = await sql<{ state: string }>`select state from company_settlements`.execute(
            stage.db,
          );
          return rows.map(({ state }) => state);
        },
        { timeout: 90_000, interval: 1_500 },
      )
      .toEqual(['DONE']);
    const owner = await stage.open(look);
    const token = await signInWithoutForm(owner, stage.url, COMPANY);
    const { body } = await callServer(stage.url, 'GET', '/company/settlements', { token });
    const [settlement] = body.content;
    expect(settlement).toMatchObject({
      receipts: '2650000',
      payments: 2,
      walletAddress: ADDRESS,
      state: 'DONE',
    });
    const { rows } = await sql<{
      amount: string;
    }>`select (p ->> 'amount') as amount from sandbox_transactions s
      cross join jsonb_array_elements(s.body -> 'payments') p
      where p ->> 'to' = ${ADDRESS} and s.height is not null and not s.dropped`.execute(stage.db);
    const units = BigInt(rows[0]?.amount ?? 0);
    expect([rows.length, units]).toEqual([1, BigInt(Math.round(Number(settlement.arrives) * 1e8))]);

    const { page } = owner;
    await page.goto('/profile/company?list=settlements');
    await page.getByText(owner.say('company.settlements.DONE')).first().waitFor();
    await owner.examine('company-settled');
    await page
      .getByRole('link', { name: owner.saying('company.settlements.moreOf') })
      .first()
      .click();
    await page.getByText('A-17').first().waitFor();
    await owner.examine('company-statement');
    await page.goto(`/company-deposit/result?payment=${payment}`);
    await page.getByText(AMOUNT[look.language]).first().waitFor();

    await owner.close();
    settled = {
      number: settlement.number,
      description: 'A-17',
      amount: AMOUNT[look.language],
      receipts: RECEIPTS[look.language],
      address: ADDRESS,
      txid: settlement.withdrawal.txid,
    };
  });

  it('staff sees the same, blocks and unblocks the store, and two staff members refund a payment', async () => {
    const [one, two, payer] = await Promise.all([stage.open(look), stage.open(look), stage.open(look)]);
    await signInWithoutForm(one, stage.url, STAFF);
    await findStore(one, stage.url, company.id, COMPANY);
    await compareStore(one, settled);
    await blockStoreWhile(one, async () => {
      const closed = await callServer(stage.url, 'GET', `/company-payments/company/${company.id}`);
      expect(closed.body.message).toBe('COMPANY_NOT_ACTIVE');
    });
    await payStore(payer, company.id, 'B-18');
    await proposeRefund(one, company.id, 'B-18');
    await signInAsStaff(two, 'treasury');
    await payRefund(two, 'PAYA-77');
    await payer.page.reload();
    await payer.page.getByText(payer.say('company.result.refunded')).first().waitFor();
    await one.page.goto('/backoffice/audit');
    for (const act of ['refund_asked', 'refund_paid', 'company_read'])
      await one.page
        .getByText(one.say(`backoffice.act.${act}`))
        .first()
        .waitFor();
    await Promise.all([one.close(), two.close(), payer.close()]);
  });

  it('coins that can’t be sent for now go to the wallet at the company’s request', async () => {
    const [owner, payer] = await Promise.all([stage.open(look), stage.open(look)]);
    const token = await signInWithoutForm(owner, stage.url, COMPANY);
    await payStore(payer, company.id, 'C-19');
    await payer.close();
    const { body } = await callServer(stage.url, 'GET', '/company', { token });
    await owner.close();
    await stage.advance(Date.parse(body.baseDTO.next.dueAtDateTime) - stage.now().getTime() + TWO_MINUTES);
    const until = new Date(stage.now().getTime() + 86_400_000);
    await sql`update users set withdrawals_held_until = ${until} where email = ${COMPANY}`.execute(stage.db);
    const later = await stage.open(look);
    const mine = await signInWithoutForm(later, stage.url, COMPANY);
    const readNewestSettlement = async () =>
      (await callServer(stage.url, 'GET', '/company/settlements', { token: mine })).body.content[0];
    await expect
      .poll(
        async () => {
          await sql`select graphile_worker.add_job('settle-companies', '{}'::json)`.execute(stage.db);
          return (await readNewestSettlement()).waits;
        },
        { interval: 1_000 },
      )
      .toBe('WITHDRAWAL_HOLD');
    const { page } = later;
    await page.goto(`/profile/company/settlements/${(await readNewestSettlement()).id}`);
    await page.getByText(later.say('company.keep.text')).waitFor();
    // How long the amounts carried over are depends on the price.
    await later.examine('company-waits', { picture: false });
    await later.button('company.keep.take').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(later.say('company.keep.about')).waitFor();
    await later.examine('company-keep', { picture: false });
    await dialog.getByRole('button', { name: later.say('company.keep.take') }).click();
    await page.getByText(later.say('company.settlements.RETURNED')).first().waitFor();
    const { rows } = await sql<{ held: bigint; bought: bigint }>`select a.balance as held, s.amount as bought
      from company_settlements s join companies c on c.id = s.company_id
      join accounts a on a.owner = c.user_id::text and a.asset = s.coin and a.kind = 'spendable'
      where s.state = 'RETURNED'`.execute(stage.db);
    expect(rows).toEqual([{ held: rows[0]?.bought, bought: expect.anything() }]);
    await later.close();
  });
});
