import { isCardNumber } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityFixture, type IdentityFixture } from '../../test/identity.ts';
import { WIDE_LIMITS } from '../identity/codes/limits.ts';

let context: IdentityFixture;
let ids: Record<string, string>;
const DEMO = 'Sarraf-demo-1';
beforeAll(async () => {
  context = await createIdentityFixture({ limits: WIDE_LIMITS });
  ids = await context.verification.createDemoPeople();
});
afterAll(() => context.close());

describe('demo users', () => {
  it('are created once', async () => {
    expect(Object.keys(ids)).toEqual([
      'demo@sarraf.test',
      'new@sarraf.test',
      'company@sarraf.test',
      'maker@sarraf.test',
      'taker@sarraf.test',
      'staff@sarraf.test',
      'staff2@sarraf.test',
    ]);
    expect(
      await Promise.all([context.verification.createDemoPeople(), context.verification.createDemoPeople()]),
    ).toEqual([ids, ids]);
    // Without the two market makers.
    expect(await context.identity.countUsers()).toBe(5);
  });

  it('have the data that the sandbox page lists', async () => {
    const person = async (name: string) => {
      const token = await context.signIn(`${name}@sarraf.test`, {}, DEMO);
      return (await context.call('GET', '/users/account', { token })).body.baseDTO;
    };
    expect(await person('demo')).toMatchObject({
      authorized: true,
      customerKind: 'REAL',
      twoStepAuthenticationType: 'EMAIL',
      location: { countryName: 'Iran', countryPhoneCode: '+98' },
    });
    expect(await person('new')).toMatchObject({
      authorized: false,
      authenticationType: 'NOT_COMPLETE',
      location: null,
    });
    expect(await person('company')).toMatchObject({ authorized: true, customerKind: 'COMPANY' });
    expect(await person('maker')).toMatchObject({
      supervisor: true,
      userAccountLevel: 'SUPERVISOR',
      fee: '0.1',
      feeTether: '0.08',
    });
    expect(await person('staff')).toMatchObject({ authorized: false });
    const traders = await context.identity.findTraders([
      ids['maker@sarraf.test'] ?? '',
      '00000000-0000-7000-8000-000000000000',
    ]);
    expect([...traders.values()]).toEqual([
      {
        userId: ids['maker@sarraf.test'],
        level: 'SUPERVISOR',
        authenticationType: 'AUTHORIZED',
        inviterId: null,
        invitedBy: null,
      },
    ]);
  });

  it('do not exist in production', async () => {
    const production = await createIdentityFixture({ sandbox: false });
    await expect(production.verification.createDemoPeople()).rejects.toThrow('sandbox');
    expect((await production.call('GET', '/sandbox/outbox')).status).toBe(404);
    expect((await production.http.app.inject({ url: '/sandbox/outbox' })).statusCode).toBe(404);
    const email = 'somebody@mail.test';
    await production.register(email);
    const codes = () => sql<{ code: string }>`select code from sandbox_outbox`.execute(production.db);
    await expect.poll(async () => (await codes()).rows.length).toBe(1);
    const { token } = (await production.check(email, (await codes()).rows[0]?.code ?? '')).body;
    const scenario = await production.call('POST', '/sandbox/identity-provider', {
      token,
      body: { scenario: 'MATCH' },
    });
    expect([scenario.status, scenario.body.message]).toEqual([404, 'NOT_FOUND']);
    await expect(production.verification.authorizeInSandbox(ids['new@sarraf.test'] ?? '')).rejects.toThrow(
      'NOT_FOUND',
    );
    await production.close();
  });
});

describe('account', () => {
  it('returns the signed-in user, the fees of their level and their volume', async () => {
    const token = await context.signIn('demo@sarraf.test', {}, DEMO);
    context.volumes.set(ids['demo@sarraf.test'] ?? '', 12_345_678_500_000n);
    const { status, body } = await context.call('GET', '/users/account?imageNeeded=false', { token });
    expect(status).toBe(200);
    expect(body.baseDTO).toEqual({
      id: ids['demo@sarraf.test'],
      firstName: 'سارا',
      lastName: 'رضایی',
      email: 'demo@sarraf.test',
      mobileNumber: '+989120000001',
      mobileVerified: true,
      authorized: true,
      supervisor: false,
      authenticationType: 'AUTHORIZED',
      twoStepAuthenticationType: 'EMAIL',
      userAccountLevel: 'BRONZE',
      totalTradesVolume: '12345678.5',
      customerKind: 'REAL',
      fee: '0.4',
      feeTether: '0.3',
      referralCode: expect.any(String),
      location: { countryName: 'Iran', countryPhoneCode: '+98' },
      hasPassword: true,
      staffRoles: [],
      preferences: { language: null, theme: null },
      withdrawalHoldUntil: null,
      ...{ frozen: null, settingsLockedUntilDateTime: null, hasMailPhrase: false },
      nationalCode: '007****561',
      birthDay: '1991-03-21',
      countryName: 'Iran',
      countryPhoneCode: '+98',
      state: 'تهران',
      city: 'تهران',
      address: expect.stringContaining('ولیعصر'),
      postalCode: '1969833114',
      telephone: '02188776655',
      idFormatType: 'ID_CARD',
      ...{ companyName: '', companyAddress: '', companyPhone: '', companyNationalId: '' },
      bankAccounts: [
        {
          id: expect.any(String),
          cardNumber: '6037-70**-****-5443',
          shebaCode: expect.stringMatching(/^IR\d{5}\*{17}0001$/),
          bankName: 'بانک کشاورزی',
          verified: true,
        },
      ],
      ...{ image: null, backImage: null, warranty: null, businessLicense: null, profileImage: null },
      refusalReasons: [],
      refusalNote: '',
    });
    expect((await context.call('GET', '/users/account')).status).toBe(401);
  });
});

describe('levels', () => {
  it('are listed in ascending order, without log-in', async () => {
    const { body } = await context.call('GET', '/users/account-levels');
    expect(body).toEqual([
      { userAccountLevel: 'BRONZE', tradeAmount: '0', wagePercent: '0.4', wagePercentTether: '0.3' },
      {
        userAccountLevel: 'SILVER',
        tradeAmount: '100000000',
        wagePercent: '0.35',
        wagePercentTether: '0.26',
      },
      { userAccountLevel: 'GOLD', tradeAmount: '500000000', wagePercent: '0.3', wagePercentTether: '0.22' },
      {
        userAccountLevel: 'PLATINUM',
        tradeAmount: '2000000000',
        wagePercent: '0.25',
        wagePercentTether: '0.18',
      },
      { userAccountLevel: 'SUPERVISOR', tradeAmount: '0', wagePercent: '0.1', wagePercentTether: '0.08' },
    ]);
  });

  it('are cached, and reloaded after a change', async () => {
    const { levels } = context.identity;
    expect([levels.feeRateOf('GOLD', 'TOMAN'), levels.feeRateOf('GOLD', 'TETHER')]).toEqual([3_000n, 2_200n]);
    await sql`update account_levels set wage_ppm = 2900 where level = 'GOLD'`.execute(context.db);
    expect(levels.feeRateOf('GOLD', 'TOMAN')).toBe(3_000n);
    await levels.refresh();
    expect(levels.feeRateOf('GOLD', 'TOMAN')).toBe(2_900n);
    await sql`update account_levels set wage_ppm = 3000 where level = 'GOLD'`.execute(context.db);
    context.clock.advance(10_000);
    levels.feeRateOf('GOLD', 'TOMAN');
    await expect.poll(() => levels.feeRateOf('GOLD', 'TOMAN')).toBe(3_000n);
  });
});

describe('bank accounts', () => {
  it('are returned masked, to authorised owners only', async () => {
    const token = await context.signIn('demo@sarraf.test', {}, DEMO);
    const { body } = await context.call('GET', '/users/verified-bank-accounts', { token });
    expect(body.content).toEqual([
      { id: expect.any(String), cardNumber: '6037-70**-****-5443', bankName: 'بانک کشاورزی' },
    ]);
    const stranger = await context.signIn('staff@sarraf.test', {}, DEMO);
    const refusal = await context.call('GET', '/users/verified-bank-accounts', { token: stranger });
    expect([refusal.status, refusal.body.message]).toEqual([403, 'NOT_AUTHORIZED']);
    const numbers = await Promise.all(
      Object.values(ids).map(async (id) =>
        (await context.verification.listVerifiedCards(id)).map((card) => card.number),
      ),
    );
    expect(numbers.map((list) => list.length)).toEqual([1, 0, 1, 1, 1, 0, 0]);
    expect(new Set(numbers.flat()).size).toBe(4);
    expect(numbers.flat().every(isCardNumber)).toBe(true);
  });

  it('are encrypted at rest', async () => {
    const { rows } = await sql<{
      text: string;
      plain: Buffer;
    }>`select b::text as text, card_encrypted as plain
      from bank_accounts b`.execute(context.db);
    for (const row of rows) {
      expect(row.text).not.toContain('6037701689095443');
      expect(row.plain.toString('latin1')).not.toContain('6037701689095443');
    }
  });
});

describe('POST /sandbox/authorize', () => {
  it('authorises the caller immediately and adds one verified card', async () => {
    const token = await context.signIn('new@sarraf.test', {}, DEMO);
    const read = () => context.call('GET', '/users/verified-bank-accounts', { token });
    expect((await read()).status).toBe(403);
    for (let i = 0; i < 2; i += 1)
      expect((await context.call('POST', '/sandbox/authorize', { token })).status).toBe(200);
    const { body } = await read();
    expect(body.content).toEqual([
      {
        id: expect.any(String),
        cardNumber: expect.stringMatching(/^6037-99\*\*-\*{4}-\d{4}$/),
        bankName: 'بانک ملی ایران',
      },
    ]);
    expect((await context.call('POST', '/sandbox/authorize')).status).toBe(401);
  });
});
