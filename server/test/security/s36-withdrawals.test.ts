/** S36 to S40; limits and staff review under load are tested in server/src/withdrawal. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAppCode, enrolAuthenticator } from '../two-step.ts';
import {
  bitcoinIntent,
  createWithdrawalFixture,
  type IntentBody,
  OTHER_BITCOIN,
  type Person,
  RIPPLE,
  tomanIntent,
  type WithdrawalFixture,
} from '../withdrawal.ts';

let context: WithdrawalFixture;
let ann: Person;

beforeAll(async () => {
  context = await createWithdrawalFixture();
});
afterAll(() => context.close());
beforeEach(async () => {
  ann = await context.createFundedPerson();
});
afterEach(() => context.expectSoundBooks());

const createDifferentCode = (code: string) => (code === '111111' ? '222222' : '111111');
const countWithdrawals = async (by: Person) => (await context.list(by)).length;

describe('S37: a code confirms exactly the withdrawal it was sent for', () => {
  const intent: IntentBody = { ...bitcoinIntent('0.1') };

  it.each<[string, IntentBody]>([
    ['another amount', bitcoinIntent('0.10000001')],
    ['another address', bitcoinIntent('0.1', { destinationWalletAddress: OTHER_BITCOIN })],
    ['another coin', tomanIntent('200000')],
    [
      'another network',
      {
        amount: '30',
        relatedCoin: 'TETHER',
        tokenType: 'TRC20',
        destinationWalletAddress: 'TQLCsShbQNXMTVCjprY64qZmEA4rBarpQp',
      },
    ],
  ])('%s: Incorrect OTP', async (_what, other) => {
    await context.give(ann.id, 'TETHER', '100');
    const code = await context.codeOf(ann, intent);
    const refusal = await context.request(ann, other, code);
    expect([refusal.status, refusal.body.message]).toEqual([400, 'Incorrect OTP']);
    expect(await countWithdrawals(ann)).toBe(0);
    // The guess counted at this code too; it still confirms its own withdrawal.
    const { rows } = await sql<{ attempts: number }>`select attempts from one_time_codes
      where user_id = ${ann.id} and purpose = 'WITHDRAWAL'`.execute(context.db);
    expect(rows).toEqual([{ attempts: 1 }]);
    expect((await context.request(ann, intent, code)).status).toBe(200);
  });

  it('a changed, added or removed tag is refused', async () => {
    await context.give(ann.id, 'RIPPLE', '1000');
    const rippleIntent = (amount: string, tag?: string): IntentBody => ({
      amount,
      relatedCoin: 'RIPPLE',
      destinationWalletAddress: RIPPLE,
      ...(tag !== undefined && { tag }),
    });
    for (const [amount, meant, enteredTag] of [
      ['100', '1', '2'],
      ['101', undefined, '1'],
      ['102', '1', undefined],
    ] as const) {
      const code = await context.codeOf(ann, rippleIntent(amount, meant));
      expect((await context.request(ann, rippleIntent(amount, enteredTag), code)).body.message).toBe(
        'Incorrect OTP',
      );
    }
  });

  it('S37: accepts a withdrawal code when amount and address are retyped in Persian digits or upper case', async () => {
    const code = await context.codeOf(ann, intent);
    const typed = bitcoinIntent('۰٫۱۰', {
      destinationWalletAddress: ` ${intent.destinationWalletAddress.toUpperCase()}`,
    });
    expect((await context.request(ann, typed, code)).status).toBe(200);
  });

  it('confirms once, of a hundred concurrent requests', async () => {
    const code = await context.codeOf(ann, bitcoinIntent('0.01'));
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => context.request(ann, bitcoinIntent('0.01'), code)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // On a busy machine some requests get no free connection in time and are told to retry.
    const refusals = ['Code Expired', 'Incorrect OTP', 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'];
    for (const { status, body } of answers) if (status !== 200) expect(refusals).toContain(body.message);
    expect(await countWithdrawals(ann)).toBe(1);
  });

  it('allows five guesses, also of a hundred concurrent ones', async () => {
    const code = await context.codeOf(ann, intent);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => context.request(ann, intent, createDifferentCode(code))),
    );
    expect(answers.filter(({ body }) => body.message === 'Incorrect OTP')).toHaveLength(5);
    expect((await context.request(ann, intent, code)).body.message).toBe('Code Expired');
  });

  it('is valid for two minutes, in its own session, and for no other purpose', async () => {
    const code = await context.codeOf(ann, intent);
    const elsewhere = { ...ann, token: await context.newSession(ann) };
    expect((await context.request(elsewhere, intent, code)).body.message).toBe('Code Expired');
    await context.send(ann, 'POST', '/users/step-up/send-code');
    const other = await context.codeOf(ann, bitcoinIntent('0.2'));
    await context.send(ann, 'POST', '/users/step-up/send-code');
    const [stepUp] = await context.outbox(ann.email);
    if (stepUp?.code !== code && stepUp?.code !== other)
      expect((await context.request(ann, intent, stepUp?.code ?? '')).body.message).toBe('Incorrect OTP');
    context.clock.advance(120_001);
    expect((await context.request(ann, intent, code)).body.message).toBe('Code Expired');
  });

  it('is still valid when the same withdrawal is requested again', async () => {
    await context.codeOf(ann, intent);
    const mails = (await context.outbox(ann.email)).length;
    context.clock.advance(20_000);
    const again = await context.sendCode(ann, intent);
    expect(again.body.baseDTO.expiresIn).toBe(100);
    expect(await context.outbox(ann.email)).toHaveLength(mails);
  });

  it('is invalid after a change of the account’s protection', async () => {
    const code = await context.codeOf(ann, intent);
    await context.db.transaction().execute((tx) => context.identity.people.endSteps(tx, ann.id));
    expect((await context.request(ann, intent, code)).body.message).toBe('Code Expired');
  });
});

describe('S37: withdrawals with an authenticator', () => {
  async function createAuthenticatorUser(): Promise<{ by: Person; secret: string }> {
    const { secret } = await enrolAuthenticator(context, ann.token);
    await sql`update users set withdrawals_held_until = null where id = ${ann.id}`.execute(context.db);
    const by = { ...ann, token: await context.newSession(ann) };
    // The current code was used up by the enrolment.
    context.clock.advance(30_000);
    return { by, secret };
  }

  it('send no code, and the step must have been started for exactly this withdrawal', async () => {
    const { by, secret } = await createAuthenticatorUser();
    const mails = (await context.outbox(by.email)).length;
    expect(
      (await context.request(by, bitcoinIntent('0.1'), createAppCode(context, secret))).body.message,
    ).toBe('Code Expired');
    const reply = await context.sendCode(by, bitcoinIntent('0.1'));
    expect(reply.body.baseDTO).toMatchObject({
      twoStepAuthenticationType: 'GOOGLE_AUTHENTICATOR',
      starTwoStepAuthentication: '',
      smsNeeded: false,
    });
    expect(await context.outbox(by.email)).toHaveLength(mails);
    const minuteLate = await context.request(by, bitcoinIntent('0.1'), createAppCode(context, secret, -2));
    expect(minuteLate.body).toMatchObject({
      message: 'Incorrect OTP',
      data: { serverTime: context.clock.now() },
    });
    expect(
      (await context.request(by, bitcoinIntent('0.2'), createAppCode(context, secret))).body.message,
    ).toBe('Incorrect OTP');
    expect((await context.request(by, bitcoinIntent('0.1'), createAppCode(context, secret))).status).toBe(
      200,
    );
  });

  it('use a code of the app once, for any purpose', async () => {
    const { by, secret } = await createAuthenticatorUser();
    for (const amount of ['0.1', '0.2']) await context.sendCode(by, bitcoinIntent(amount));
    const code = createAppCode(context, secret);
    expect((await context.request(by, bitcoinIntent('0.1'), code)).status).toBe(200);
    expect((await context.request(by, bitcoinIntent('0.2'), code)).body.message).toBe('Incorrect OTP');
  });

  it('need no SMS for any amount', async () => {
    const { by, secret } = await createAuthenticatorUser();
    expect((await context.sendCode(by, bitcoinIntent('2'))).body.baseDTO.smsNeeded).toBe(false);
    expect((await context.request(by, bitcoinIntent('2'), createAppCode(context, secret))).status).toBe(200);
  });
});

describe('S09: withdrawals confirmed by e-mail alone are limited', () => {
  const much = bitcoinIntent('0.5');
  const addMobile = async (by: Person): Promise<string> => {
    const { rows } = await sql<{
      mobile: string;
    }>`update users set mobile_verified_at = now() where id = ${by.id}
      returning mobile`.execute(context.db);
    return rows[0]?.mobile ?? '';
  };

  it('a large one needs a code by SMS too; both must be right and are used up together', async () => {
    const mobile = await addMobile(ann);
    const reply = await context.sendCode(ann, much);
    expect(reply.body.baseDTO).toMatchObject({
      twoStepAuthenticationType: 'EMAIL',
      smsNeeded: true,
      smsBecause: 'AMOUNT',
      starMobile: expect.stringMatching(/^\+98912\*\*\*/),
    });
    const code = await context.codeOf(ann, much);
    const [text] = await context.outbox(mobile);
    const smsCode = text?.code ?? '';
    expect(text?.text).toContain('bc1qhk...pggv');
    const without = await context.request(ann, much, code);
    expect([without.status, without.body.message]).toEqual([403, 'SMS_CODE_NEEDED']);
    expect((await context.request(ann, much, createDifferentCode(code))).body.message).toBe(
      'SMS_CODE_NEEDED',
    );
    for (const [first, second] of [
      [code, createDifferentCode(smsCode)],
      [createDifferentCode(code), smsCode],
      [smsCode, code],
    ] as const) {
      if (first === code && second === smsCode) continue;
      const refusal = await context.request(ann, much, first, { smsCode: second });
      if (code !== smsCode) expect(refusal.body.message).toBe('Incorrect OTP');
    }
    expect((await context.request(ann, much, code, { smsCode })).status).toBe(200);
    const { rows } = await sql`select from one_time_codes where user_id = ${ann.id} and purpose = 'WITHDRAWAL'
      and used_at is null`.execute(context.db);
    expect(rows).toEqual([]);
    // A small amount; together with those of today it is large, and the reply says so.
    const little = await context.sendCode(ann, bitcoinIntent('0.01'));
    expect(little.body.baseDTO).toMatchObject({ smsNeeded: true, smsBecause: 'DAY' });
  });

  it('an SMS code of another withdrawal is refused', async () => {
    const mobile = await addMobile(ann);
    await context.codeOf(ann, bitcoinIntent('0.6'));
    const [other] = await context.outbox(mobile);
    const code = await context.codeOf(ann, much);
    const [own] = await context.outbox(mobile);
    if (other?.code !== own?.code)
      expect((await context.request(ann, much, code, { smsCode: other?.code ?? '' })).body.message).toBe(
        'Incorrect OTP',
      );
    expect((await context.request(ann, much, code, { smsCode: own?.code ?? '' })).status).toBe(200);
  });

  it('a user without a verified number is told so, and no code is sent', async () => {
    const mails = (await context.outbox(ann.email)).length;
    const answer = await context.sendCode(ann, much);
    expect([answer.status, answer.body.message]).toEqual([503, 'SMS_OTP_UNAVAILABLE']);
    expect(await context.outbox(ann.email)).toHaveLength(mails);
  });

  it('one whose price has risen above the threshold since needs the SMS', async () => {
    await addMobile(ann);
    const code = await context.codeOf(ann, bitcoinIntent('0.4'));
    context.prices.set('BITCOIN', 130_000_000n);
    expect((await context.request(ann, bitcoinIntent('0.4'), code)).body.message).toBe('SMS_CODE_NEEDED');
    context.prices.set('BITCOIN', 100_000_000n);
  });
});

describe('S36 and S19: withdrawals and account state', () => {
  it('are refused if the user is blocked or unverified at that moment', async () => {
    const code = await context.codeOf(ann, bitcoinIntent('0.1'));
    for (const change of [
      sql`authentication_type = 'INFORMATION_CHANGED'`,
      sql`blocked_at = now(), blocked_reason = 'x'`,
    ]) {
      // The cached session doesn't know yet.
      await sql`update users set ${change} where id = ${ann.id}`.execute(context.db);
      const answer = await context.request(ann, bitcoinIntent('0.1'), code);
      expect(['NOT_AUTHORIZED', 'Invalid Token']).toContain(answer.body.message);
      await sql`update users set authentication_type = 'AUTHORIZED', blocked_at = null,
        blocked_reason = null where id = ${ann.id}`.execute(context.db);
    }
    expect((await context.request(ann, bitcoinIntent('0.1'), code)).status).toBe(200);
  });

  it('ignore fee, state, value and owner in the request', async () => {
    const code = await context.codeOf(ann, bitcoinIntent('0.1'));
    const body = { ...bitcoinIntent('0.1'), code };
    const unknownFields = {
      fee: '0',
      state: 'DONE',
      receives: '0.1',
      userId: 'x',
      neededApprovals: 0,
      tomanValue: '0',
    };
    const refusal = await context.send(ann, 'POST', '/wallets/withdrawal-request', {
      ...body,
      ...unknownFields,
    });
    expect(refusal.body).toMatchObject({ message: 'UNKNOWN_FIELD', errors: Object.keys(unknownFields) });
    const answer = await context.send(ann, 'POST', '/wallets/withdrawal-request', body);
    expect(answer.body.baseDTO).toMatchObject({
      fee: '0.00020000',
      state: 'APPROVED',
      receives: '0.09980000',
    });
  });
});

it('are sent and then marked as done, with one notice that has the transaction', async () => {
  const { createSender } = await import('../../src/custody/sending/send-loop.ts');
  const sender = createSender(context.context);
  const hot = (await context.context.getPublicKeys()).chains.RIPPLE?.hot ?? '';
  await context.chains.sendFromFaucet('RIPPLE', {
    asset: 'RIPPLE',
    tokenType: 'RIPPLE',
    address: hot,
    tag: null,
    amount: 10_000_000_000n,
  });
  await context.mineAndScan('RIPPLE', 2);
  await context.give(ann.id, 'RIPPLE', '1000');
  const row = await context.withdraw(ann, {
    amount: '100',
    relatedCoin: 'RIPPLE',
    destinationWalletAddress: RIPPLE,
    tag: '7',
  });
  await sender.sendOnce('RIPPLE');
  expect((await context.list(ann))[0]).toMatchObject({
    state: 'SENT',
    cancellable: false,
    txid: expect.any(String),
  });
  const late = await context.send(ann, 'DELETE', `/wallets/withdrawal-requests/${row.id}`);
  expect(late.body.message).toBe('CANT_DELETE_WITHDRAWAL_REQUEST');
  await expect(context.runJob('withdrawal-done', { withdrawalId: row.id })).rejects.toThrow('is not DONE');
  await context.mineAndScan('RIPPLE', 3);
  await sender.sendOnce('RIPPLE');
  await context.runJob('withdrawal-done', { withdrawalId: row.id });
  await context.runJob('withdrawal-done', { withdrawalId: row.id });
  const [done] = await context.list(ann);
  expect(done).toMatchObject({
    state: 'DONE',
    isDone: true,
    transactionStatus: 'CONFIRMED',
    cancellable: false,
  });
  expect(await context.readBalances(ann, 'RIPPLE')).toEqual(['900', '0']);
  const notices = (await context.notices(ann.email)).filter(({ subject }) =>
    /^برداشت .+ انجام شد$/.test(subject),
  );
  expect(notices).toHaveLength(1);
  expect(notices[0]?.text).toContain(done?.txid ?? 'none');
  await sender.stop();
});
