import type { Asset } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  BITCOIN,
  bitcoinIntent,
  createWithdrawalFixture,
  OTHER_BITCOIN,
  type Person,
  RIPPLE,
  SHEBA,
  tomanIntent,
  type WithdrawalFixture,
} from '../../test/withdrawal.ts';
import { newId } from '../platform/ids.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { sweepWithdrawals } from './reservations/sweep-withdrawals.ts';

let context: WithdrawalFixture;
let ann: Person;

beforeAll(async () => {
  context = await createWithdrawalFixture();
});
afterAll(() => context.close());

beforeEach(async () => {
  ann = await context.createFundedPerson();
});
afterEach(async () => {
  await sql`update kill_switch set stopped = false`.execute(context.db);
  context.holds.deposit = null;
  await context.expectSoundBooks();
});

const outgoing = async () =>
  (
    await sql<{ withdrawalId: string; address: string; amount: bigint; fee: bigint; state: string }>`
      select withdrawal_id as "withdrawalId", address, amount, fee, state from outgoing
      where user_id = ${ann.id} order by id`.execute(context.db)
  ).rows;

describe('a withdrawal of coins', () => {
  it('blocks the whole amount, queues the amount that arrives, and returns the row', async () => {
    const reply = await context.sendCode(ann, bitcoinIntent('0.1'));
    expect(reply.body.baseDTO).toEqual({
      starTwoStepAuthentication: expect.stringContaining('***@custody.test'),
      twoStepAuthenticationType: 'EMAIL',
      expiresIn: 120,
      smsNeeded: false,
      smsBecause: null,
      starMobile: null,
      fee: '0.00020000',
      receives: '0.09980000',
      destinationWalletAddress: BITCOIN,
      tag: null,
    });
    const [mail] = await context.outbox(ann.email);
    expect(mail?.text).toContain(BITCOIN);
    expect(mail?.text).toMatch(/۰٫۱۰* بیت‌کوین/);
    const answer = await context.request(ann, bitcoinIntent('0.1'), mail?.code ?? '');
    expect(answer.body).toMatchObject({
      status: 'OK',
      baseDTO: {
        relatedCoin: 'BITCOIN',
        amount: '0.10000000',
        fee: '0.00020000',
        receives: '0.09980000',
        destinationWalletAddress: BITCOIN,
        tag: null,
        bankAccount: null,
        state: 'APPROVED',
        transactionStatus: 'UNCONFIRMED',
        isDone: false,
        cancellable: true,
        txid: null,
      },
    });
    expect(await context.readBalances(ann, 'BITCOIN')).toEqual(['9.90000000', '0.10000000']);
    expect(await outgoing()).toEqual([
      {
        withdrawalId: answer.body.baseDTO.id,
        address: BITCOIN,
        amount: 9_980_000n,
        fee: 20_000n,
        state: 'QUEUED',
      },
    ]);
    const [notice] = await context.notices(ann.email);
    expect(notice?.text).toContain('bc1qhk...pggv');
  });

  it('stores the tag in one canonical form, whether it was in the address or separate', async () => {
    await context.give(ann.id, 'RIPPLE', '1000');
    const xrp = {
      amount: '100',
      relatedCoin: 'RIPPLE',
      destinationWalletAddress: RIPPLE,
      tag: ' ۰۰۴۲ ',
    };
    expect(await context.withdraw(ann, xrp)).toMatchObject({ tag: '42', destinationWalletAddress: RIPPLE });
    const whole = {
      ...xrp,
      tag: '',
      destinationWalletAddress: 'X76UnYEMbQfEs3mUqgtjp4zFy9exgThRj7XVZ6UxsdrBptF',
    };
    expect(await context.withdraw(ann, whole)).toMatchObject({
      tag: '12345',
      destinationWalletAddress: 'rnBFvgZphmN39GWzUJeUitaP22Fr9be75H',
    });
  });

  it('shows with the code the classic address and the tag that will be signed', async () => {
    const carried = {
      address: 'X76UnYEMbQfEs3mUqgtjp4zFy9exgThRj7XVZ6UxsdrBptF',
      classic: 'rnBFvgZphmN39GWzUJeUitaP22Fr9be75H',
      tag: '12345',
    };
    await context.give(ann.id, 'RIPPLE', '1000');
    for (const tag of ['', carried.tag, ' ۱۲۳۴۵ ']) {
      const intent = {
        amount: '100',
        relatedCoin: 'RIPPLE',
        destinationWalletAddress: carried.address,
        tag,
      };
      expect((await context.sendCode(ann, intent)).body.baseDTO).toMatchObject({
        destinationWalletAddress: carried.classic,
        tag: carried.tag,
      });
      await context.withdraw(ann, intent);
    }
    const { rows } = await sql<{ address: string; tag: string }>`
      select address, tag from outgoing where user_id = ${ann.id}`.execute(context.db);
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ address: carried.classic, tag: carried.tag })));
  });

  it('of a coin with several networks costs the fee of its network', async () => {
    await context.give(ann.id, 'TETHER', '100');
    const { networks = [] } = context.book.coins.get('TETHER') ?? {};
    expect(networks.map(({ tokenType, withdrawalFee }) => [tokenType, withdrawalFee])).toEqual([
      ['ERC20', 3_000_000n],
      ['TRC20', 1_500_000n],
    ]);
    const intent = {
      amount: '20',
      relatedCoin: 'TETHER',
      tokenType: 'ERC20',
      destinationWalletAddress: `0x${'1'.repeat(40)}`,
    };
    expect(await context.withdraw(ann, intent)).toMatchObject({ fee: '3.00', receives: '17.00' });
    expect(await outgoing()).toMatchObject([{ amount: 17_000_000n, fee: 3_000_000n }]);
  });

  it('is confirmed with the fee that was shown, not with one that was set since', async () => {
    const code = await context.codeOf(ann, bitcoinIntent('0.1'));
    const network = context.book.coins.get('BITCOIN')?.networks[0];
    if (!network) throw new Error('no network');
    const originalFee = network.withdrawalFee;
    network.withdrawalFee = originalFee * 100n;
    const dearer = await context.request(ann, bitcoinIntent('0.1'), code);
    network.withdrawalFee = originalFee;
    expect(dearer.body.message).toBe('Incorrect OTP');
    expect((await context.request(ann, bitcoinIntent('0.1'), code)).status).toBe(200);
  });

  it('has terms: networks, minimum and maximum, remaining limits, and holds', async () => {
    const { body } = await context.send(ann, 'GET', '/wallets/withdrawal-terms?relatedCoin=BITCOIN');
    expect(body.baseDTO).toEqual({
      fee: '0.00020000',
      minAmount: '0.00100000',
      maxAmount: '5.00000000',
      leftToday: '500000000',
      leftThisMonth: '10000000000',
      ownLimitUntil: null,
      leftAmount: '5.00000000',
      heldUntil: null,
      holdReason: null,
      reviewFrom: '3.00000000',
      whitelistOnly: false,
      promisedAtDateTime: null,
    });
    await context.withdraw(ann, bitcoinIntent('0.1'));
    const after = await context.send(ann, 'GET', '/wallets/withdrawal-terms?relatedCoin=TOMAN');
    expect(after.body.baseDTO).toMatchObject({
      fee: '4000',
      leftToday: '490000000',
      leftThisMonth: '9990000000',
      leftAmount: '490000000',
      promisedAtDateTime: expect.any(String),
    });
    context.prices.set('DASH', null);
    const halted = await context.send(ann, 'GET', '/wallets/withdrawal-terms?relatedCoin=DASH');
    expect(halted.body.baseDTO).toMatchObject({ leftAmount: null, reviewFrom: null });
    const which = await context.send(ann, 'GET', '/wallets/withdrawal-terms?relatedCoin=TETHER');
    expect(which.body.message).toBe('You Dont Have This Coin Wallet');
  });
});

describe('refused withdrawals of coins, in the order of §5.7', () => {
  it.each(['COIN_WITHDRAWAL', 'BITCOIN', 'TOMAN_WITHDRAWAL'])('a paused feature: %s', async (name) => {
    const code = async (body: Parameters<typeof context.sendCode>[1]) =>
      (await context.sendCode(ann, body)).body.message;
    context.paused.add(name);
    const [ofCoins, ofToman] = [await code(bitcoinIntent('0.01')), await code(tomanIntent('200000'))];
    const reply = await context.request(ann, bitcoinIntent('0.01'), '12345');
    context.paused.clear();
    const coinsToo = name !== 'TOMAN_WITHDRAWAL';
    expect([ofCoins === 'PAUSED', ofToman === 'PAUSED']).toEqual([coinsToo, !coinsToo]);
    expect(reply.body.message === 'PAUSED').toBe(coinsToo);
  });

  const wrong = 'bc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z00ppggw';
  // Each row corrects the first error of the previous row.
  const problems: [string, ReturnType<typeof bitcoinIntent>][] = [
    [
      'You Dont Have This Coin Wallet',
      bitcoinIntent('x', { tokenType: 'ERC20', destinationWalletAddress: wrong }),
    ],
    ['UNACCEPTABLE_AMOUNT', bitcoinIntent('x', { destinationWalletAddress: wrong })],
    ['Not Enough Balance', bitcoinIntent('11', { destinationWalletAddress: wrong })],
    ['AMOUNT_IS_HIGH', bitcoinIntent('6', { destinationWalletAddress: wrong })],
    ['AMOUNT_IS_LOW', bitcoinIntent('0.0009', { destinationWalletAddress: wrong })],
    ['INVALID_ADDRESS', bitcoinIntent('0.1', { destinationWalletAddress: wrong })],
    ['INVALID_TAG', bitcoinIntent('0.1', { tag: '1' })],
  ];

  it.each(problems)('%s', async (code, intent) => {
    expect((await context.sendCode(ann, intent)).body.message).toBe(code);
    expect((await context.request(ann, intent, '123456')).body.message).toBe(code);
    expect(await outgoing()).toEqual([]);
  });

  it.each([
    ['-1', 'UNACCEPTABLE_AMOUNT'],
    ['0', 'UNACCEPTABLE_AMOUNT'],
    ['0.000000001', 'UNACCEPTABLE_AMOUNT'],
    ['1e400', 'UNACCEPTABLE_AMOUNT'],
  ])('an amount of %s: %s', async (amount, code) => {
    expect((await context.sendCode(ann, bitcoinIntent(amount))).body.message).toBe(code);
  });

  it('more decimals than withdrawals of the coin may have', async () => {
    await context.give(ann.id, 'DOGE_COIN', '1000');
    const doge = {
      amount: '100.5',
      relatedCoin: 'DOGE_COIN',
      destinationWalletAddress: 'DLSSSUS3ex7YNDACJDxMER1ZMW579Vy8Zy',
    };
    expect((await context.sendCode(ann, doge)).body.message).toBe('AMOUNT_NOT_ALLOWED');
    expect((await context.sendCode(ann, { ...doge, amount: '100' })).body.status).toBe('OK');
  });

  it('a coin with several networks without naming one, a discontinued one, a network that is off', async () => {
    const tether = { amount: '10', relatedCoin: 'TETHER', destinationWalletAddress: 'x' };
    expect((await context.sendCode(ann, tether)).body.message).toBe('You Dont Have This Coin Wallet');
    const dead = { ...tether, relatedCoin: 'BINANCE_COIN' };
    expect((await context.sendCode(ann, dead)).body.message).toBe('You Dont Have This Coin Wallet');
    const network = context.book.coins.get('CELO')?.networks[0];
    if (network) network.withdrawEnabled = false;
    const off = { ...tether, relatedCoin: 'CELO' };
    expect((await context.sendCode(ann, off)).body.message).toBe('WITHDRAWAL_NOT_AVAILABLE');
  });

  it("our own addresses: another user's, and the hot wallet's", async () => {
    const ben = await context.person();
    const own = (await context.address(ben, 'BITCOIN')).body.baseDTO.address;
    const { hot } = (await context.context.getPublicKeys()).chains.BITCOIN ?? { hot: '' };
    for (const destinationWalletAddress of [own, hot])
      expect(
        (await context.sendCode(ann, bitcoinIntent('0.1', { destinationWalletAddress }))).body.message,
      ).toBe('OWN_ADDRESS');
  });

  it.each([
    ['RIPPLE', 'X76UnYEMbQfEs3mUqgtjp4zFy9exgThRj7XVZ6UxsdrBptF'],
    ['STELLAR', 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK'],
  ])('an address of %s that contains its tag, with another one sent next to it', async (coin, address) => {
    await context.give(ann.id, coin as Asset, '1000');
    const intent = { amount: '100', relatedCoin: coin, destinationWalletAddress: address, tag: '1' };
    expect((await context.sendCode(ann, intent)).body.message).toBe('TAG_MISMATCH');
    expect((await context.request(ann, intent, '123456')).body.message).toBe('TAG_MISMATCH');
    expect(await outgoing()).toEqual([]);
  });

  it('holds and the kill switch, checked before the code is sent and again with it', async () => {
    const intent = bitcoinIntent('0.1');
    const code = await context.codeOf(ann, intent);
    const until = new Date(context.clock.now() + 3_600_000);
    const refusals = async () => [
      (await context.sendCode(ann, intent)).body,
      (await context.request(ann, intent, code)).body,
    ];
    context.holds.deposit = until;
    for (const body of await refusals())
      expect(body).toMatchObject({ message: 'DEPOSIT_HOLD', data: { until: until.toISOString() } });
    expect((await context.sendCode(ann, tomanIntent('200000'))).body.status).toBe('OK');
    context.holds.deposit = null;
    await sql`update kill_switch set stopped = true`.execute(context.db);
    for (const body of await refusals()) expect(body.message).toBe('WITHDRAWALS_STOPPED');
    expect((await context.sendCode(ann, tomanIntent('200000'))).body.message).toBe('WITHDRAWALS_STOPPED');
    await sql`update kill_switch set stopped = false`.execute(context.db);
    // The cached session does not know of the hold yet; the transaction does.
    await sql`update users set withdrawals_held_until = ${until} where id = ${ann.id}`.execute(context.db);
    for (const body of await refusals())
      expect(body).toMatchObject({ message: 'WITHDRAWAL_HOLD', data: { until: until.toISOString() } });
    expect(
      (await context.send(ann, 'GET', '/wallets/withdrawal-terms?relatedCoin=BITCOIN')).body.baseDTO,
    ).toMatchObject({ heldUntil: until.toISOString(), holdReason: 'WITHDRAWAL_HOLD' });
    expect(await context.readBalances(ann, 'BITCOIN')).toEqual(['10.00000000', '0.00000000']);
  });
});

describe('Toman withdrawals, in the order of §5.8', () => {
  const other = '790610000000700796858044';
  it.each([
    ['UNACCEPTABLE_AMOUNT', tomanIntent('x', { destinationWalletAddress: 'x' })],
    ['AMOUNT_NOT_ALLOWED', tomanIntent('200000.5', { destinationWalletAddress: 'x' })],
    ['NOT_ENOUGH_BALANCE_TOMAN', tomanIntent('1000000001', { destinationWalletAddress: 'x' })],
    ['AMOUNT_IS_HIGH', tomanIntent('500000001', { destinationWalletAddress: 'x' })],
    ['AMOUNT_IS_LOW', tomanIntent('99999', { destinationWalletAddress: 'x' })],
    ['INVALID_ADDRESS', tomanIntent('200000', { destinationWalletAddress: 'x' })],
    ['SHEBA_NOT_VERIFIED', tomanIntent('200000', { destinationWalletAddress: other })],
  ])('%s', async (code, intent) => {
    expect((await context.sendCode(ann, intent)).body.message).toBe(code);
  });

  it('go to the user’s own Sheba (full, with IR, masked, or by account id), and state by when they are paid', async () => {
    const own = context.shebas.get(ann.id)?.[0];
    for (const text of [SHEBA, `IR${SHEBA}`, `ir ${SHEBA}`, own?.masked, own?.id]) {
      const row = await context.withdraw(
        ann,
        tomanIntent('200000', { destinationWalletAddress: text ?? '' }),
      );
      expect(row).toMatchObject({
        state: 'APPROVED',
        bankAccount: own?.masked,
        destinationWalletAddress: own?.masked,
        receives: '196000',
        promisedAtDateTime: expect.any(String),
        cancellable: true,
      });
      expect(JSON.stringify(row)).not.toContain(SHEBA);
    }
    expect(await context.readBalances(ann, 'TOMAN')).toEqual(['999000000', '1000000']);
    const { rows } = await sql<{ row: string }>`select w::text || p.plan::text as row
      from withdrawals w join withdrawal_places p on p.id = w.id
      where w.user_id = ${ann.id}`.execute(context.db);
    for (const { row } of rows) expect(row).not.toContain(SHEBA);
    expect(await outgoing()).toEqual([]);
  });

  it('are refused for a mask that matches two accounts', async () => {
    const own = context.shebas.get(ann.id) ?? [];
    context.shebas.set(ann.id, [...own, { id: newId(), masked: own[0]?.masked ?? '', number: other }]);
    const masked = tomanIntent('200000', { destinationWalletAddress: own[0]?.masked ?? '' });
    expect((await context.sendCode(ann, masked)).body.message).toBe('SHEBA_NOT_VERIFIED');
    expect((await context.sendCode(ann, tomanIntent('200000'))).body.status).toBe('OK');
  });
});

describe('one idempotency key', () => {
  it('sent ten times concurrently has one effect and ten equal replies', async () => {
    const intent = bitcoinIntent('0.1');
    const code = await context.codeOf(ann, intent);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => context.request(ann, intent, code, { key: 'key-12345' })),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await context.readBalances(ann, 'BITCOIN')).toEqual(['9.90000000', '0.10000000']);
    expect(await outgoing()).toHaveLength(1);
    // The same holds much later, when such a withdrawal would no longer be allowed.
    await sql`update kill_switch set stopped = true`.execute(context.db);
    const again = await context.request(ann, intent, code, { key: 'key-12345' });
    expect(again.body).toEqual(answers[0]?.body);
  });

  it('with another body is refused without effect', async () => {
    const intent = bitcoinIntent('0.1');
    const code = await context.codeOf(ann, intent);
    await context.request(ann, intent, code, { key: 'key-12345' });
    const other = await context.request(ann, bitcoinIntent('0.2'), code, { key: 'key-12345' });
    expect([other.status, other.body.message]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await outgoing()).toHaveLength(1);
  });

  it('used by two users is two keys', async () => {
    const ben = await context.createFundedPerson();
    for (const by of [ann, ben]) {
      const code = await context.codeOf(by, bitcoinIntent('0.1'));
      expect((await context.request(by, bitcoinIntent('0.1'), code, { key: 'key-12345' })).status).toBe(200);
    }
    const { rows } = await sql`select from outgoing where user_id in (${ann.id}, ${ben.id})`.execute(
      context.db,
    );
    expect(rows).toHaveLength(2);
  });

  it('can be used again after a refusal', async () => {
    const intent = bitcoinIntent('0.1');
    const code = await context.codeOf(ann, intent);
    const wrong = code === '111111' ? '222222' : '111111';
    const refusal = await context.request(ann, intent, wrong, { key: 'key-12345' });
    expect(refusal.body.message).toBe('Incorrect OTP');
    // The key is bound to the request body, so the valid code is sent with a key of its own.
    const { rows } = await sql`select from idempotency where owner = ${ann.id} and key = 'key-12345'`.execute(
      context.db,
    );
    expect(rows).toEqual([]);
    expect((await context.request(ann, intent, code, { key: 'key-67890' })).status).toBe(200);
  });
});

describe('a withdrawal whose process dies', () => {
  /** The ledger is unavailable: the reservation is stored and nothing more is known. */
  async function cutOff(key: string | null) {
    const intent = bitcoinIntent('0.1');
    const code = await context.codeOf(ann, intent);
    const dead = {
      ...context.deps,
      now: () => new Date(context.clock.now()),
      ledger: { ...context.ledger, submit: () => Promise.reject(new Error('killed')) },
    };
    const caller = await context.identity.authenticate(ann.token);
    if (!caller) throw new Error('no session');
    const body = { ...intent, code };
    const idempotency = key === null ? null : { key, digest: await digestOf(body) };
    await expect(requestWithdrawal(dead, caller, body, idempotency)).rejects.toThrow('killed');
    return { intent, code };
  }
  const digestOf = async (body: object) => {
    const { createHash } = await import('node:crypto');
    return createHash('sha256')
      .update('POST /wallets/withdrawal-request\n')
      .update(JSON.stringify(body))
      .digest('base64url');
  };
  const sweep = () => sweepWithdrawals({ ...context.deps, now: () => new Date(context.clock.now()) });

  it('between the code and the ledger is finished by a repeat with the same key', async () => {
    const { intent, code } = await cutOff('key-12345');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => context.request(ann, intent, code, { key: 'key-12345' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.baseDTO.id)).size).toBe(1);
    await sweep();
    expect(await outgoing()).toHaveLength(1);
  });

  it('and that is not repeated: the sweep frees the reservation, the limit and the key', async () => {
    const { intent, code } = await cutOff('key-12345');
    await sweep();
    context.clock.advance(121_000);
    await sweep();
    await sweep();
    const { rows } = await sql`select state from withdrawal_places where user_id = ${ann.id}`.execute(
      context.db,
    );
    expect(rows).toEqual([{ state: 'RELEASED' }]);
    // The code was used up with the reservation, so it confirms nothing more.
    const late = await context.request(ann, intent, code, { key: 'key-12345' });
    expect(late.body.message).toBe('Code Expired');
    expect(await outgoing()).toEqual([]);
    const terms = await context.send(ann, 'GET', '/wallets/withdrawal-terms?relatedCoin=BITCOIN');
    expect(terms.body.baseDTO.leftToday).toBe('500000000');
  });

  it.each([
    ['the address', sql`jsonb_set(plan, '{address}', to_jsonb(${OTHER_BITCOIN}::text))`],
    ['the amount', sql`jsonb_set(plan, '{amount}', '"900000000"')`],
    ['the owner', sql`jsonb_set(plan, '{userId}', to_jsonb(${newId()}::text))`],
    ['the approvals', sql`plan - 'neededApprovals'`],
  ])(
    'and whose %s is changed in the table is not made, and the key can be used again',
    async (_name, plan) => {
      for (const finish of ['KEY', 'SWEEP']) {
        const { intent, code } = await cutOff(`key-1234-${finish}`);
        const { rows } = await sql<{ id: string }>`update withdrawal_places set plan = ${plan}
        where user_id = ${ann.id} and state = 'TAKEN' returning id`.execute(context.db);
        expect(rows).toHaveLength(1);
        if (finish === 'KEY') {
          const answer = await context.request(ann, intent, code, { key: `key-1234-${finish}` });
          expect(answer.body.message).toBe('SERVICE_UNAVAILABLE');
        } else {
          context.clock.advance(121_000);
          await sweep();
        }
        const { rows: places } = await sql<{ state: string }>`select state from withdrawal_places
        where id = ${rows[0]?.id}`.execute(context.db);
        expect(places).toEqual([{ state: 'FAILED' }]);
        const { rows: keys } = await sql`select from idempotency where key = ${`key-1234-${finish}`}`.execute(
          context.db,
        );
        expect(keys).toEqual([]);
      }
      expect(await context.list(ann)).toEqual([]);
      expect(await outgoing()).toEqual([]);
    },
  );

  it('does not resume an interrupted withdrawal from the plan of another reservation', async () => {
    await context.withdraw(ann, bitcoinIntent('0.1'));
    const { intent, code } = await cutOff('key-12345');
    await sql`update withdrawal_places p set plan = o.plan, plan_mac = o.plan_mac from withdrawal_places o
      where p.user_id = ${ann.id} and p.state = 'TAKEN' and o.user_id = ${ann.id} and o.state = 'USED'`.execute(
      context.db,
    );
    const answer = await context.request(ann, intent, code, { key: 'key-12345' });
    expect(answer.body.message).toBe('SERVICE_UNAVAILABLE');
    expect(await context.list(ann)).toHaveLength(1);
  });

  it('is handled once by the sweep and a concurrent repeat, which agree on the outcome', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { intent, code } = await cutOff(`key-1234${round}`);
      context.clock.advance(121_000);
      const [answer] = await Promise.all([
        context.request(ann, intent, code, { key: `key-1234${round}` }),
        sweep(),
      ]);
      const withdrawalCount = (await context.list(ann)).length;
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from withdrawal_places
        where state = 'USED' and user_id = ${ann.id}`.execute(context.db);
      expect(rows[0]?.n).toBe(withdrawalCount);
      expect(answer.status === 200 ? 'made' : answer.body.message).toMatch(
        /made|SERVICE_UNAVAILABLE|Code Expired/,
      );
      await context.expectSoundBooks();
    }
  });

  it('after the ledger and before the notice: the sweep notifies the user, once', async () => {
    const row = await context.withdraw(ann, bitcoinIntent('0.1'));
    await context.notices(ann.email);
    await sql`update withdrawals set untold = 'WITHDRAWAL_REQUESTED' where id = ${row.id}`.execute(
      context.db,
    );
    const before = (await context.notices(ann.email)).length;
    await sweep();
    await sweep();
    expect((await context.notices(ann.email)).length).toBe(before + 1);
  });
});

describe('the list of withdrawals', () => {
  it('is filtered by coin, newest first, in pages without overlap, and has only the user’s own', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.unshift((await context.withdraw(ann, bitcoinIntent(`0.01${i}`))).id);
    const cash = await context.withdraw(ann, tomanIntent('200000'));
    expect((await context.list(ann, '?excludedRelatedCoin=TOMAN')).map(({ id }) => id)).toEqual(ids);
    expect((await context.list(ann, '?relatedCoin=TOMAN')).map(({ id }) => id)).toEqual([cash.id]);
    const first = (await context.send(ann, 'GET', '/wallets/withdrawal-requests?size=4')).body;
    const rest = (
      await context.send(ann, 'GET', `/wallets/withdrawal-requests?size=4&cursor=${first.nextCursor}`)
    ).body;
    expect([...first.content, ...rest.content].map(({ id }) => id)).toEqual([cash.id, ...ids]);
    expect(rest.nextCursor).toBeNull();
    expect(await context.list(await context.createFundedPerson())).toEqual([]);
    const bad = await context.send(ann, 'GET', '/wallets/withdrawal-requests?relatedCoin=GOLD');
    expect(bad.status).toBe(400);
    expect(await context.withdrawal.leaving(ann.id)).toEqual(
      new Map([
        ['TOMAN', 200_000_000_000n],
        ['BITCOIN', 6_000_000n],
      ]),
    );
  });

  it('sends a withdrawal to a second, base58 Bitcoin address', async () => {
    const row = await context.withdraw(
      ann,
      bitcoinIntent('0.1', { destinationWalletAddress: OTHER_BITCOIN }),
    );
    expect(row.destinationWalletAddress).toBe(OTHER_BITCOIN);
  });
});
