import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  CARD,
  type CompanyFixture,
  createIdempotencyKey,
  DAY,
  OTHER_CARD,
  OTHER_SETTLEMENT_DESTINATION,
  SETTLEMENT_DESTINATION,
  startCompanies,
  type TestCompany,
} from '../../test/company.ts';
import { stopAtStep } from '../../test/stops.ts';
import { waitForRoundTrips } from '../../test/turns.ts';
import { pollUntil } from '../../test/waiting.ts';

let t: CompanyFixture;
beforeAll(async () => {
  t = await startCompanies();
});
afterAll(() => t.close(), 30_000);
afterEach(() => t.expectSound());

/** Advances to the first minutes of a later day in Tehran, when the period has certainly ended. */
async function toNextPeriod(company: TestCompany): Promise<void> {
  const { next } = await t.read(company);
  await t.moveClock(Date.parse(next?.dueAtDateTime ?? '') - t.clock.now() + 120_000, company);
}

describe('a payer', () => {
  it('pays through the bank, and gets a receipt; the amount is added to the company’s receipts', async () => {
    const company = await t.company();
    const reply = await t.as(null, 'GET', `/company-payments/company/${company.id}`);
    expect(reply.body.baseDTO).toMatchObject({
      id: company.id,
      name: 'کافه نمونه',
      gateways: ['SANDBOX'],
      request: null,
    });
    const startReply = await t.start(company, '250000');
    expect(startReply.body.message).toBe('Deposit Request Created Successfully');
    const { id, redirectSite } = startReply.body.baseDTO;
    const landed = new URL(await t.atBank(redirectSite));
    expect([landed.pathname, landed.searchParams.get('payment')]).toEqual(['/company-deposit/result', id]);
    const { body } = await t.as(null, 'GET', `/company-payments/${id}`);
    expect(body.baseDTO).toMatchObject({
      company: { id: company.id, name: 'کافه نمونه' },
      amount: '250000',
      state: 'PAID',
      cardNumber: '6037-70**-****-5443',
      description: 'یک فنجان قهوه',
    });
    expect(JSON.stringify(body)).not.toContain(CARD);
    expect(await t.read(company)).toMatchObject({ lastTransfer: '250000', receipts: '250000', next: null });
    expect(await t.balance(company.userId)).toBe(0n);
    const { body: list } = await t.as(company, 'GET', '/company/payments');
    expect(list.content).toMatchObject([{ id, amount: '250000', state: 'PAID', settlementId: null }]);
    expect((await t.as(null, 'GET', `/payments/${id}`)).body.baseDTO.state).toBe('PAID');
  });

  it.each([
    ['a card with a wrong check digit', { cardNumber: '6037701689095444' }, 400, 'INVALID_CARD'],
    ['no description', { description: '  ' }, 400, 'BAD_REQUEST'],
    ['less than the least', { amount: '9999' }, 400, 'LOW_AMOUNT'],
    ['a fraction of a Toman', { amount: '10000.5' }, 400, 'AMOUNT_NOT_ALLOWED'],
    ['more than a payment may be', { amount: '25000001' }, 400, 'AMOUNT_IS_HIGH'],
    ['a gateway that is off', { paymentGateway: 'ZARINPAL' }, 503, 'GATEWAY_UNAVAILABLE'],
    ['a page that is not ours', { callBackURL: 'https://evil.test/' }, 400, 'CALLBACK_NOT_ALLOWED'],
    ['an unknown company', { companyId: createIdempotencyKey() }, 404, 'NOT_FOUND'],
    ['no id at all', { companyId: 'x' }, 404, 'NOT_FOUND'],
    ['another amount than none', { amount: { $gt: 1 } }, 400, 'BAD_REQUEST'],
  ])('is refused for %s, and no row is written', async (_name, more, status, message) => {
    const company = await t.company();
    const answer = await t.start(company, '50000', more);
    expect([answer.status, answer.body.message]).toEqual([status, message]);
    const { rows } = await sql`select from company_payments where company_id = ${company.id}`.execute(t.db);
    expect(rows).toEqual([]);
  });

  it('may type Persian digits, and cards in groups of four', async () => {
    const company = await t.company();
    await t.pay(company, '۵۰۰۰۰', { cardNumber: '۶۰۳۷-۷۰۱۶-۸۹۰۹-۵۴۴۳' });
    expect(await t.receipts(company)).toBe('50000');
  });

  it('is sent to the bank once per idempotency key, which belongs to the company', async () => {
    const [one, two] = [await t.company(), await t.company()];
    const key = createIdempotencyKey();
    const answers = await Promise.all(Array.from({ length: 5 }, () => t.start(one, '30000', {}, key)));
    expect(new Set(answers.map(({ body }) => body.baseDTO.id)).size).toBe(1);
    expect((await t.start(one, '40000', {}, key)).body.message).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await t.start(two, '30000', {}, key)).status).toBe(200);
    const { rows } = await sql`select from company_payments where company_id = ${one.id}`.execute(t.db);
    expect(rows.length).toBe(1);
  });

  it('pays no more by one card in a day than the rules allow, to any company, with concurrent requests', async () => {
    const [one, two] = [await t.company(), await t.company()];
    const card = { cardNumber: '6274123400556672' };
    const answers = await Promise.all(
      [one, two, one, two].map((company) => t.start(company, '10000000', card)),
    );
    expect(
      answers.map(({ body }) => body.message).filter((message) => message === 'DAILY_LIMIT').length,
    ).toBe(2);
    // A failed payment releases its reservation.
    const startReply = answers.find(({ status }) => status === 200);
    await t.atBank(startReply?.body.baseDTO.redirectSite, 'CANCEL');
    expect((await t.start(one, '10000000', card)).status).toBe(200);
  });

  it('who abandons a payment at our end and pays it at the bank does not circumvent the limit', async () => {
    const company = await t.company();
    const startedPayments: { id: string; redirectSite: string }[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { body } = await t.start(company, '10000000', { cardNumber: '6219861034529007' });
      startedPayments.push(body.baseDTO);
      // The payer returns without having paid: the reservation is released.
      await fetch(
        `${t.url}/api/payments/SANDBOX/return?Authority=${body.baseDTO.redirectSite.split('/').at(-1)}&Status=NOK`,
        {
          redirect: 'manual',
        },
      );
    }
    const suspense = await t.balance('house', 'TOMAN', 'suspense');
    await Promise.all(startedPayments.map(({ redirectSite }) => t.atBank(redirectSite)));
    expect(await t.receipts(company)).toBe('20000000');
    expect(await t.balance('house', 'TOMAN', 'suspense')).toBe(suspense + 10_000_000_000_000n);
    const ends = await Promise.all(
      startedPayments.map(({ id }) => t.as(null, 'GET', `/company-payments/${id}`)),
    );
    const failed = ends.map(({ body }) => body.baseDTO).filter(({ state }) => state === 'FAILED');
    expect(failed).toEqual([expect.objectContaining({ reason: 'DAILY_LIMIT' })]);
  });

  it('cannot use up the limit of another person’s card by typing it without paying', async () => {
    const company = await t.company();
    const card = { cardNumber: '6280231034529114' };
    const begin = async () => (await t.start(company, '25000000', card)).body.baseDTO;
    const elsewhere = ({ id }: { id: string }) =>
      sql`update company_payments set ip_digest = ${Buffer.alloc(32, 9)} where payment_id = ${id}`.execute(
        t.db,
      );
    const strangers = await begin();
    await elsewhere(strangers);
    const own = await begin();
    expect((await t.start(company, '1000000', card)).body.message).toBe('DAILY_LIMIT');
    await t.atBank(own.redirectSite);
    expect(await t.receipts(company)).toBe('25000000');
    // The card's limit holds for payments from all addresses together.
    await t.atBank(strangers.redirectSite);
    expect(await t.receipts(company)).toBe('25000000');
    const { body } = await t.as(null, 'GET', `/company-payments/${strangers.id}`);
    expect(body.baseDTO).toMatchObject({ state: 'FAILED', reason: 'DAILY_LIMIT' });
  });

  it('can’t exceed the limit of a card from several addresses concurrently', async () => {
    const company = await t.company();
    const startedPayments: { id: string; redirectSite: string }[] = [];
    for (let n = 1; n <= 3; n += 1) {
      const { body } = await t.start(company, '10000000', { cardNumber: '5057851034529112' });
      await sql`update company_payments set ip_digest = ${Buffer.alloc(32, n)}
        where payment_id = ${body.baseDTO.id}`.execute(t.db);
      startedPayments.push(body.baseDTO);
    }
    await Promise.all(startedPayments.map(({ redirectSite }) => t.atBank(redirectSite)));
    expect(await t.receipts(company)).toBe('20000000');
  });

  it('cannot block a company for others by unpaid payments', async () => {
    const company = await t.company();
    await sql`update company_limits set shop_per_day = 40e12`.execute(t.db);
    try {
      const start = (cardNumber: string, amount = '10000000') => t.start(company, amount, { cardNumber });
      for (const card of ['5892101034529111', '6104337034529113', '5022291034529113', '6037991034529119'])
        expect((await start(card)).body.message).not.toBe('DAILY_LIMIT');
      // Started payments count for at most half of the daily limit; paid ones count for all of it.
      await t.pay(company, '15000000', { cardNumber: '6274121034529115' });
      expect((await start('5894631034529115', '6000000')).body.message).toBe('DAILY_LIMIT');
      expect((await start('5894631034529115', '4000000')).status).toBe(200);
    } finally {
      await sql`update company_limits set shop_per_day = 2e15`.execute(t.db);
    }
  });

  it('cannot pay a company that is blocked, unknown, or whose owner is not verified', async () => {
    const company = await t.company();
    const treasury = await t.person('REAL', ['treasury']);
    const reason = { reason: 'complaints' };
    expect((await t.as(treasury, 'POST', `/backoffice/companies/${company.id}/block`, reason)).status).toBe(
      200,
    );
    for (const answer of [
      await t.start(company, '50000'),
      await t.as(null, 'GET', `/company-payments/company/${company.id}`),
    ])
      expect([answer.status, answer.body.message]).toEqual([409, 'COMPANY_NOT_ACTIVE']);
    expect((await t.as(treasury, 'POST', `/backoffice/companies/${company.id}/unblock`, reason)).status).toBe(
      200,
    );
    expect((await t.start(company, '50000')).status).toBe(200);
    await sql`update users set authentication_type = 'PENDING' where id = ${company.userId}`.execute(t.db);
    expect((await t.start(company, '50000')).body.message).toBe('COMPANY_NOT_ACTIVE');
  });

  it('who pays with another card pays into suspense, and is refunded by two staff members', async () => {
    const company = await t.company();
    const [one, two] = [await t.person('REAL', ['treasury']), await t.person('REAL', ['treasury'])];
    const startReply = await t.start(company, '70000');
    const { id, redirectSite } = startReply.body.baseDTO;
    const authority = redirectSite.split('/').at(-1);
    await sql`update sandbox_bank_payments set card = ${OTHER_CARD} where authority = ${authority}`.execute(
      t.db,
    );
    const suspense = await t.balance('house', 'TOMAN', 'suspense');
    await t.atBank(redirectSite);
    expect((await t.as(null, 'GET', `/company-payments/${id}`)).body.baseDTO).toMatchObject({
      state: 'FAILED',
      reason: 'CARD_MISMATCH',
    });
    expect(await t.balance('house', 'TOMAN', 'suspense')).toBe(suspense + 70_000_000_000n);
    const reply = await t.as(one, 'POST', `/backoffice/company-payments/${id}/refund`, {
      reason: 'another card',
    });
    expect(reply.body.baseDTO).toMatchObject({ source: 'SUSPENSE', state: 'ASKED', amount: '70000' });
    const path = `/backoffice/company-refunds/${reply.body.baseDTO.id}`;
    const payoutResult = { decision: 'PAID', reference: 'PAYA-1' };
    expect((await t.as(one, 'POST', path, payoutResult)).body.message).toBe('SECOND_PERSON_NEEDED');
    expect((await t.as(two, 'POST', path, { decision: 'PAID' })).body.message).toBe('BAD_REQUEST');
    const answers = await Promise.all([
      t.as(two, 'POST', path, payoutResult),
      t.as(two, 'POST', path, payoutResult),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await t.balance('house', 'TOMAN', 'suspense')).toBe(suspense);
    expect((await t.as(null, 'GET', `/company-payments/${id}`)).body.baseDTO.refunded).toBe(true);
  });
});

describe('settlement settings', () => {
  it('are available to companies only', async () => {
    const other = await t.person('REAL');
    for (const path of ['/company', '/company/settlements', '/company/payments', '/company/requests'])
      expect((await t.as(other, 'GET', path)).body.message).toBe('COMPANY_ONLY');
    expect(
      (await t.as(other, 'POST', '/company', { ...SETTLEMENT_DESTINATION, perTime: 'PER_DAY' })).body.message,
    ).toBe('COMPANY_ONLY');
  });

  it('require a code for exactly this address', async () => {
    const company = await t.company();
    const save = (body: object) =>
      t.as(company, 'POST', '/company', { ...SETTLEMENT_DESTINATION, perTime: 'PER_DAY', ...body });
    expect((await save({})).body).toMatchObject({ message: 'BAD_REQUEST', errors: ['code'] });
    const code = await t.codeFor(company, SETTLEMENT_DESTINATION);
    expect((await save({ ...OTHER_SETTLEMENT_DESTINATION, code })).body.message).toBe('Incorrect OTP');
    expect((await save({ code: code === '111111' ? '222222' : '111111' })).body.message).toBe(
      'Incorrect OTP',
    );
    expect((await t.read(company)).coinEntity).toBeNull();
    expect((await save({ code })).body.baseDTO).toMatchObject({
      ...SETTLEMENT_DESTINATION,
      perTime: 'PER_DAY',
      change: null,
    });
    // A code works once.
    await t.moveClock(2 * DAY, company);
    expect((await save({ ...OTHER_SETTLEMENT_DESTINATION, code })).body.message).toMatch(
      /Incorrect OTP|Code Expired/,
    );
  });

  it.each([
    ['another network', { cryptoNetwork: 'BITCOIN' }, 'You Dont Have This Coin Wallet'],
    ['Toman', { coinEntity: 'TOMAN', cryptoNetwork: 'TOMAN' }, 'You Dont Have This Coin Wallet'],
    [
      "another coin's address",
      { walletAddress: OTHER_SETTLEMENT_DESTINATION.walletAddress },
      'INVALID_ADDRESS',
    ],
    [
      'no tag where one is needed',
      { coinEntity: 'RIPPLE', cryptoNetwork: 'RIPPLE', walletAddress: 'rJHMeqKu8Ep7Fazx8MQG6JunaafBXz93YQ' },
      'INVALID_TAG',
    ],
    ['an unknown period', { perTime: 'PER_YEAR' }, 'BAD_REQUEST'],
  ])('refuse %s', async (_name, more, message) => {
    const company = await t.company();
    const answer = await t.as(company, 'POST', '/company', {
      ...SETTLEMENT_DESTINATION,
      perTime: 'PER_DAY',
      code: '111111',
      ...more,
    });
    expect(answer.body.message).toBe(message);
  });

  it('refuse one of our own deposit addresses', async () => {
    const company = await t.company();
    const other = await t.person('REAL');
    const path = '/wallets/customer/wallet-address?relatedCoin=LITE_COIN&tokenType=LITE_COIN';
    const { address } = (await t.as(other, 'GET', path)).body.baseDTO;
    const answer = await t.as(company, 'POST', '/company/send-code', {
      ...SETTLEMENT_DESTINATION,
      walletAddress: address,
    });
    expect(answer.body.message).toBe('OWN_ADDRESS');
  });

  it('use a new address after 24 hours, notify the owner, and can be undone until then', async () => {
    const company = await t.company();
    await t.setUp(company);
    const changed = await t.setUp(company, 'PER_DAY', OTHER_SETTLEMENT_DESTINATION);
    expect(changed).toMatchObject({ ...SETTLEMENT_DESTINATION, change: OTHER_SETTLEMENT_DESTINATION });
    expect(Date.parse(changed.change?.fromDateTime ?? '')).toBeGreaterThan(t.clock.now() + DAY - 60_000);
    const undone = await t.as(company, 'POST', '/company/undo-change');
    expect(undone.body.baseDTO).toMatchObject({ ...SETTLEMENT_DESTINATION, change: null });
    expect((await t.as(company, 'POST', '/company/undo-change')).body.message).toBe('CONFLICT');
    await t.setUp(company, 'PER_DAY', OTHER_SETTLEMENT_DESTINATION);
    await t.moveClock(DAY + 1_000, company);
    // It is active though no job has run since, also when it is saved again or a third one is set.
    const again = await t.as(company, 'POST', '/company', {
      ...OTHER_SETTLEMENT_DESTINATION,
      perTime: 'PER_WEEK',
    });
    expect(again.body.baseDTO).toMatchObject({
      ...OTHER_SETTLEMENT_DESTINATION,
      perTime: 'PER_WEEK',
      change: null,
    });
    expect(
      (await t.as(company, 'POST', '/company', { ...OTHER_SETTLEMENT_DESTINATION, perTime: 'PER_DAY' }))
        .status,
    ).toBe(200);
    expect(await t.read(company)).toMatchObject({ ...OTHER_SETTLEMENT_DESTINATION, change: null });
    const { body: outbox } = await t.as(null, 'GET', `/sandbox/outbox?to=${company.email}`);
    const notices = outbox.filter(({ subject }: { subject: string | null }) =>
      subject?.includes('مقصد تسویه'),
    );
    expect(notices.length).toBe(2);
  });
});

describe('a settlement period', () => {
  it('is bought at the published price and withdrawn to the address, and its figures add up', async () => {
    const company = await t.company();
    await t.setUp(company);
    await t.pay(company, '3000000');
    await t.pay(company, '2000000', { cardNumber: OTHER_CARD });
    expect((await t.read(company)).next?.amount).toBe('5000000');
    await t.run('settle-companies');
    expect(await t.settlements(company)).toEqual([]);
    await toNextPeriod(company);
    const [row] = await t.settle(company, ([first]) => first?.state === 'SENT');
    expect(row).toMatchObject({
      kind: 'PERIOD',
      payments: 2,
      receipts: '5000000',
      carriedIn: '0',
      ...SETTLEMENT_DESTINATION,
    });
    expect(BigInt(row?.spent?.split('.')[0] ?? 0)).toBeGreaterThan(4_900_000n);
    const orders = await t.as(company, 'GET', '/orders');
    expect(orders.body.content).toMatchObject([
      {
        orderType: 'EXCHANGE_BUY',
        amount: row?.bought,
        unitPrice: row?.unitPrice,
        wage: row?.fee,
        totalPrice: row?.spent,
      },
    ]);
    const { body } = await t.as(company, 'GET', '/wallets/withdrawal-requests');
    expect(body.content).toMatchObject([
      {
        amount: row?.bought,
        destinationWalletAddress: SETTLEMENT_DESTINATION.walletAddress,
        // Its sending may have started already.
        state: expect.stringMatching(/^(APPROVED|SENDING)$/),
      },
    ]);
    // An amount that is too small for one step remains for the next period.
    expect(await t.receipts(company)).toBe(row?.carriedOut);
    expect((await t.read(company)).next?.amount).toBe(row?.carriedOut);
    await t.run('settle-companies');
    expect((await t.settlements(company)).length).toBe(1);
  });

  it('with too small an amount is carried over to the next one, and the owner is notified', async () => {
    const company = await t.company();
    await t.setUp(company, 'PER_DAY', OTHER_SETTLEMENT_DESTINATION);
    await t.pay(company, '10000');
    await toNextPeriod(company);
    const [carried] = await t.settle(company, (rows) => rows.length > 0 && rows[0]?.state !== 'DUE');
    expect(carried).toMatchObject({ state: 'CARRIED', receipts: '10000', spent: '0', carriedOut: '10000' });
    await t.pay(company, '20000000');
    await toNextPeriod(company);
    const rows = await t.settle(company, ([first]) => first?.state === 'SENT');
    expect(rows).toMatchObject([{ carriedIn: '10000', receipts: '20000000' }, { state: 'CARRIED' }]);
    const { body: outbox } = await t.as(null, 'GET', `/sandbox/outbox?to=${company.email}`);
    expect(JSON.stringify(outbox)).toContain('دوره بعد');
  });

  it('of each of three days without a server is settled separately with its own receipts, also by two workers', async () => {
    const company = await t.company();
    await t.setUp(company);
    const paymentIds: string[] = [];
    for (const amount of ['1000000', '2000000', '3000000']) {
      paymentIds.push(await t.pay(company, amount));
      // The day ends while no worker runs.
      await t.moveClock(DAY, company);
    }
    await t.moveClock(120_000, company);
    await Promise.all([t.run('settle-companies'), t.run('settle-companies')]);
    const rows = await t.settle(
      company,
      (all) => all.length === 3 && all.every(({ state }) => state === 'SENT'),
    );
    expect(rows.map(({ receipts }) => receipts)).toEqual(['3000000', '2000000', '1000000']);
    const { rows: orders } = await sql`select from orders where user_id = ${company.userId}`.execute(t.db);
    expect(orders.length).toBe(3);
  });

  it('is not settled twice when the clock is set back', async () => {
    const company = await t.company();
    await t.setUp(company);
    await t.pay(company, '2000000');
    await toNextPeriod(company);
    await t.settle(company, ([first]) => first?.state === 'SENT');
    await t.moveClock(-3_600_000, company);
    // Received before the end of a period that is settled already.
    await t.pay(company, '3000000');
    await t.run('settle-companies');
    await t.moveClock(3_600_000 + 120_000, company);
    await t.run('settle-companies');
    expect((await t.settlements(company)).length).toBe(1);
    await toNextPeriod(company);
    const rows = await t.settle(company, (all) => all.length === 2 && all[0]?.state === 'SENT');
    expect(rows.map(({ receipts }) => receipts)).toEqual(['3000000', '2000000']);
  });

  it('waits while withdrawals are stopped, shows the reason, and resumes', async () => {
    const company = await t.company();
    await t.setUp(company);
    await t.pay(company, '2000000');
    await toNextPeriod(company);
    await sql`update users set withdrawals_held_until = ${new Date(t.clock.now() + DAY)} where id = ${company.userId}`.execute(
      t.db,
    );
    const [held] = await t.settle(
      company,
      ([first]) => first?.state === 'BOUGHT' && first.waits === 'WITHDRAWAL_HOLD',
    );
    expect(held?.nextTryAtDateTime).not.toBeNull();
    expect(await t.balance(company.userId, 'LITE_COIN')).toBe(0n);
    await t.expectSound();
    await sql`update users set withdrawals_held_until = null where id = ${company.userId}`.execute(t.db);
    await t.settle(company, ([first]) => first?.state === 'SENT');
  });

  it('is neither bought nor sent while its coin is paused, and resumes afterwards', async () => {
    const company = await t.company();
    await t.setUp(company);
    await t.pay(company, '2000000');
    await toNextPeriod(company);
    const paused = async () => (await t.as(company, 'GET', '/maintenance')).body.baseDTO.paused.length;
    const pause = async () => {
      await sql`insert into pauses (scope, name, version, text_fa, text_en, begins_at, changed_at, changed_by)
        values ('COIN', 'LITE_COIN', 1, 'صبر', 'Wait', '2026-01-01', now(), ${company.userId})`.execute(t.db);
      await expect.poll(paused).toBe(1);
    };
    const end = async () => {
      await sql`delete from pauses`.execute(t.db);
      await expect.poll(paused).toBe(0);
    };
    await pause();
    const [due] = await t.settle(company, ([first]) => first?.waits === 'PAUSED');
    expect(due).toMatchObject({ state: 'DUE', spent: null });
    await end();
    // A hold blocks the second step: bought, and not sent.
    await sql`update users set withdrawals_held_until = now() + interval '3 years'
      where id = ${company.userId}`.execute(t.db);
    await t.settle(company, ([first]) => first?.state === 'BOUGHT');
    await pause();
    await sql`update users set withdrawals_held_until = null where id = ${company.userId}`.execute(t.db);
    await t.settle(company, ([first]) => first?.state === 'BOUGHT' && first.waits === 'PAUSED');
    await end();
    await t.settle(company, ([first]) => first?.state === 'SENT');
  });

  it('waits while the market is closed, and its owner can take the Toman instead', async () => {
    const company = await t.company();
    await t.setUp(company);
    await t.pay(company, '2000000');
    await toNextPeriod(company);
    const hours = new Date(t.clock.now() + 3.5 * 3_600_000).getUTCHours();
    await t.setRules({
      tradingHours: hours < 12 ? { from: '23:00', to: '23:01' } : { from: '01:00', to: '01:01' },
    });
    const [row] = await t.settle(company, ([first]) => first?.waits === 'TRADING_CLOSED');
    expect(row).toMatchObject({ state: 'DUE', spent: null });
    const reply = await t.as(company, 'POST', '/company/to-wallet');
    expect(reply.body.baseDTO.amount).toBe('2000000');
    expect((await t.settlements(company))[0]).toMatchObject({
      state: 'MOVED',
      kind: 'WALLET',
      spent: '2000000',
    });
    await t.setRules({ tradingHours: null });
    const { rows: orders } = await sql`select from orders where user_id = ${company.userId}`.execute(t.db);
    expect(orders).toEqual([]);
  });

  it('is suspended by a pause, and its receipts are settled with the period that runs afterwards', async () => {
    const company = await t.company();
    await t.setUp(company);
    await t.pay(company, '2000000');
    expect((await t.as(company, 'PUT', '/company/paused', { paused: true })).body.baseDTO).toMatchObject({
      paused: true,
      next: null,
    });
    await t.moveClock(3 * DAY, company);
    await t.run('settle-companies');
    expect(await t.settlements(company)).toEqual([]);
    const resumed = await t.as(company, 'PUT', '/company/paused', { paused: false });
    expect(Date.parse(resumed.body.baseDTO.next.dueAtDateTime)).toBeGreaterThan(t.clock.now());
    await t.run('settle-companies');
    expect(await t.settlements(company)).toEqual([]);
    await toNextPeriod(company);
    await t.settle(company, (all) => all.length === 1 && all[0]?.state === 'SENT');
  });
});

describe('bought coins that wait to be sent', () => {
  const hold = (company: TestCompany, until: Date | null) =>
    sql`update users set withdrawals_held_until = ${until} where id = ${company.userId}`.execute(t.db);
  const take = (company: TestCompany, id: string | undefined) =>
    t.as(company, 'POST', `/company/settlements/${id}/to-wallet`);
  /** Creates a company with one settlement that is bought and can't be sent. */
  async function held(): Promise<{ company: TestCompany; id: string; bought: bigint }> {
    const company = await t.company();
    await t.setUp(company);
    await t.pay(company, '2000000');
    await toNextPeriod(company);
    await hold(company, new Date(t.clock.now() + DAY));
    const [row] = await t.settle(company, ([first]) => first?.waits === 'WITHDRAWAL_HOLD');
    const bought = await t.balance(`company:${company.id}`, 'LITE_COIN', 'receipts');
    expect(bought > 0n).toBe(true);
    return { company, id: row?.id ?? '', bought };
  }
  /** Returns the reservations of its withdrawal. */
  const places = async (id: string) =>
    (
      await sql<{
        state: string;
      }>`select p.state from withdrawal_places p join company_settlements s on s.withdrawal_id = p.id
        where s.id = ${id}`.execute(t.db)
    ).rows.map(({ state }) => state);

  it('go to the wallet at the owner’s request, once, paused or not, and are no longer sent', async () => {
    const { company, id, bought } = await held();
    await t.as(company, 'PUT', '/company/paused', { paused: true });
    const answers = await Promise.all([1, 2, 3].map(() => take(company, id)));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.baseDTO).toMatchObject({ id, state: 'RETURNED', waits: null, withdrawal: null });
    }
    expect(await t.balance(company.userId, 'LITE_COIN')).toBe(bought);
    await t.as(company, 'PUT', '/company/paused', { paused: false });
    await hold(company, null);
    await t.run('settle-companies');
    expect(await t.settlements(company)).toMatchObject([{ id, state: 'RETURNED' }]);
    expect((await t.as(company, 'GET', '/wallets/withdrawal-requests')).body.content).toEqual([]);
    expect(await t.balance(company.userId, 'LITE_COIN')).toBe(bought);
  });

  it('can be taken only by their owner, and only between purchase and sending', async () => {
    const { company, id } = await held();
    const other = await t.company();
    expect((await take(other, id)).body.message).toBe('NOT_FOUND');
    expect((await take(company, 'x')).body.message).toBe('NOT_FOUND');
    await hold(company, null);
    await t.settle(company, ([first]) => first?.state === 'SENT');
    expect((await take(company, id)).body.message).toBe('CONFLICT');
    const waiting = await held();
    await t.setRules({ depositHoldHours: 72 });
    try {
      expect((await take(waiting.company, waiting.id)).body.message).toBe('DEPOSIT_HOLD');
    } finally {
      await t.setRules({ depositHoldHours: 0 });
    }
  });

  it('are either sent or taken when both are requested concurrently', async () => {
    for (let n = 0; n < 4; n += 1) {
      const { company, id, bought } = await held();
      await hold(company, null);
      await sql`update company_settlements set next_try_at = ${t.now()} where id = ${id}`.execute(t.db);
      const [, answer] = await Promise.all([
        t.run('settle-companies'),
        waitForRoundTrips(t.db, n * 5).then(() => take(company, id)),
      ]);
      const [row] = await t.settle(company, ([first]) => first?.state !== 'BOUGHT');
      const isAccepted = answer.status === 200;
      expect([row?.state, await t.balance(company.userId, 'LITE_COIN')]).toEqual(
        isAccepted ? ['RETURNED', bought] : ['SENT', 0n],
      );
      expect(await places(id)).not.toContain('TAKEN');
    }
  });

  it('leave no reservation behind when one was just being made', async () => {
    const { company, id, bought } = await held();
    await hold(company, null);
    await sql`update company_settlements set next_try_at = ${t.now()} where id = ${id}`.execute(t.db);
    const stop = await stopAtStep(t.databaseUrl, {
      name: 'a place in the limits is taken',
      table: 'withdrawal_places',
      on: 'insert',
      when: 'true',
    });
    const worked = t.run('settle-companies');
    try {
      await pollUntil(stop.reached, 60_000);
      expect((await take(company, id)).status).toBe(200);
    } finally {
      await stop.letGo('finished');
      await stop.remove();
    }
    await worked;
    expect(await places(id)).toEqual(['RELEASED']);
    expect((await t.settlements(company))[0]).toMatchObject({ state: 'RETURNED' });
    expect(await t.balance(company.userId, 'LITE_COIN')).toBe(bought);
  });
});

describe('the receipts of a company', () => {
  it('go to the Toman wallet once at the owner’s request, also with concurrent requests', async () => {
    const company = await t.company();
    await t.pay(company, '500000');
    const answers = await Promise.all([1, 2, 3].map(() => t.as(company, 'POST', '/company/to-wallet')));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await t.balance(company.userId)).toBe(500_000_000_000n);
    expect(await t.read(company)).toMatchObject({ receipts: '0', lastTransfer: '500000' });
    expect(await t.settlements(company)).toMatchObject([{ kind: 'WALLET', state: 'MOVED', spent: '500000' }]);
  });

  it('of one payment are refunded to its card by two staff members, and no longer settled', async () => {
    const company = await t.company();
    const [one, two] = [await t.person('REAL', ['treasury']), await t.person('REAL', ['treasury'])];
    const id = await t.pay(company, '90000');
    await t.pay(company, '10000', { cardNumber: OTHER_CARD });
    const ask = { reason: 'sold out' };
    const reply = await t.as(one, 'POST', `/backoffice/company-payments/${id}/refund`, ask);
    expect((await t.as(two, 'POST', `/backoffice/company-payments/${id}/refund`, ask)).body.message).toBe(
      'CONFLICT',
    );
    expect((await t.as(company, 'POST', '/company/to-wallet')).body.baseDTO.amount).toBe('10000');
    const path = `/backoffice/company-refunds/${reply.body.baseDTO.id}`;
    expect(
      (await t.as(two, 'POST', path, { decision: 'PAID', reference: 'R-77' })).body.baseDTO,
    ).toMatchObject({
      state: 'PAID',
      reference: 'R-77',
    });
    expect(await t.receipts(company)).toBe('0');
    const { body } = await t.as(company, 'GET', '/company/payments');
    expect(body.content[1]).toMatchObject({ id, refund: { state: 'PAID', reference: 'R-77' } });
    // An amount that went to the wallet stays there.
    const late = await t.as(one, 'POST', `/backoffice/company-payments/${body.content[0].id}/refund`, ask);
    expect(late.body.message).toBe('CONFLICT');
  });

  it('of a refund are moved once, also when a worker read it before it was recorded', async () => {
    const company = await t.company();
    const [one, two] = [await t.person('REAL', ['treasury']), await t.person('REAL', ['treasury'])];
    const id = await t.pay(company, '90000');
    await t.pay(company, '200000', { cardNumber: OTHER_CARD });
    const reply = await t.as(one, 'POST', `/backoffice/company-payments/${id}/refund`, {
      reason: 'sold out',
    });
    const refund = reply.body.baseDTO.id;
    await t.as(two, 'POST', `/backoffice/company-refunds/${refund}`, { decision: 'PAID', reference: 'R-78' });
    expect(await t.receipts(company)).toBe('200000');
    // The state as such a worker still sees it.
    await sql`update company_refunds set state = 'ASKED' where id = ${refund}`.execute(t.db);
    await t.run('sweep-refunds');
    expect(await t.receipts(company)).toBe('200000');
    await sql`update company_refunds set state = 'PAID' where id = ${refund}`.execute(t.db);
  });

  it('count for settlements again when a refund is cancelled', async () => {
    const company = await t.company();
    const staff = await t.person('REAL', ['treasury']);
    const id = await t.pay(company, '90000');
    const reply = await t.as(staff, 'POST', `/backoffice/company-payments/${id}/refund`, {
      reason: 'mistake',
    });
    expect((await t.as(company, 'POST', '/company/to-wallet')).body.message).toBe('CONFLICT');
    await t.as(staff, 'POST', `/backoffice/company-refunds/${reply.body.baseDTO.id}`, {
      decision: 'CANCELLED',
    });
    expect((await t.as(company, 'POST', '/company/to-wallet')).body.baseDTO.amount).toBe('90000');
  });
});

describe('a dry run of a settlement', () => {
  it('returns what would be bought and sent, and that too small an amount waits', async () => {
    const company = await t.company();
    const path = (amount: string) =>
      `/company/dry-run?coinEntity=LITE_COIN&cryptoNetwork=LITE_COIN&amount=${amount}`;
    let answer = await t.as(company, 'GET', path('5000000'));
    await pollUntil(async () => {
      answer = await t.as(company, 'GET', path('5000000'));
      return answer.body.message !== 'MARKET_IS_NOT_ACTIVE';
    }, 60_000);
    const run = answer.body.baseDTO;
    expect(run).toMatchObject({ amount: '5000000', carried: false, more: false });
    expect((await t.as(company, 'GET', path('1'))).body.baseDTO).toMatchObject({
      carried: true,
      more: false,
      bought: '0.000',
      rest: '1',
    });
    expect((await t.as(company, 'GET', path('-1'))).body.message).toBe('UNACCEPTABLE_AMOUNT');
    // One purchase is limited by the owner's own limits, which staff may have set below the level's.
    const total = async () => Number((await t.as(company, 'GET', path('25000000'))).body.baseDTO.total);
    expect(await total()).toBeGreaterThan(24_000_000);
    await sql`insert into withdrawal_person_limits (user_id, per_day, per_month, raised, until, reason, set_by, set_at)
      select ${company.userId}, 10e12, 90e12, false, now() + interval '10 years', 'test', ${company.userId}, now()`.execute(
      t.db,
    );
    const own = await total();
    expect(own).toBeGreaterThan(8_900_000);
    expect(own).toBeLessThanOrEqual(9_000_000);
    // The remainder is enough for a part of its own.
    expect((await t.as(company, 'GET', path('25000000'))).body.baseDTO.more).toBe(true);
  });
});
