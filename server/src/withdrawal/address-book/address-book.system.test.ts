import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  BITCOIN,
  bitcoinIntent,
  createWithdrawalFixture,
  OTHER_BITCOIN,
  type Person,
  RIPPLE,
  tomanIntent,
  type WithdrawalFixture,
} from '../../../test/withdrawal.ts';
import { newId } from '../../platform/ids.ts';

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

const DAY = 86_400_000;
const save = (by: Person, more: object = {}) =>
  context.send(by, 'POST', '/wallets/address-book', {
    label: 'کیف خودم',
    relatedCoin: 'BITCOIN',
    tokenType: 'BITCOIN',
    address: BITCOIN,
    ...more,
  });
const whitelist = (by: Person, on: boolean) => context.send(by, 'PUT', '/wallets/whitelist', { on });
const book = async (by: Person, query = '') =>
  (await context.send(by, 'GET', `/wallets/address-book${query}`)).body.content;
/** Advances the clock and renews the session. */
async function later(ms: number): Promise<void> {
  context.clock.advance(ms);
  ann.token = await context.newSession(ann);
}

describe('the address book', () => {
  it('stores an address in one canonical form, notifies the user, and shows its label in withdrawals', async () => {
    const saved = await save(ann, { address: ` ${BITCOIN.toUpperCase()} `, label: '  کیف   خودم ' });
    expect(saved.body.baseDTO).toMatchObject({
      label: 'کیف خودم',
      address: BITCOIN,
      tag: null,
      usableFromDateTime: new Date(context.clock.now()).toISOString(),
    });
    const [notice] = await context.notices(ann.email);
    expect(notice?.text).toContain('bc1qhk...pggv');
    const row = await context.withdraw(ann, bitcoinIntent('0.1'));
    expect(row.label).toBe('کیف خودم');
    expect((await context.list(ann))[0]?.label).toBe('کیف خودم');
    expect(
      (await context.withdraw(ann, bitcoinIntent('0.1', { destinationWalletAddress: OTHER_BITCOIN }))).label,
    ).toBeNull();
  });

  it.each([
    ['INVALID_ADDRESS', { address: `${BITCOIN}x` }],
    ['INVALID_TAG', { tag: '5' }],
    ['INVALID_TAG', { relatedCoin: 'RIPPLE', tokenType: 'RIPPLE', address: RIPPLE, tag: 'abc' }],
    ['You Dont Have This Coin Wallet', { tokenType: 'ERC20' }],
    ['You Dont Have This Coin Wallet', { relatedCoin: 'TOMAN', tokenType: 'TOMAN' }],
    ['You Dont Have This Coin Wallet', { relatedCoin: 'GOLD' }],
    ['BAD_REQUEST', { label: ' \u202e ' }],
  ])('%s', async (code, more) => {
    expect((await save(ann, more)).body.message).toBe(code);
  });

  it('preserves half-spaces and emoji in a label, and trims pasted text around label, address and tag', async () => {
    const saved = await save(ann, {
      relatedCoin: 'RIPPLE',
      tokenType: 'RIPPLE',
      address: `\u200e${RIPPLE}\u200b`,
      tag: '\u206677\u2069',
      label: '\u200fکیف\u200cپول \u202e👨\u200d👩\u200d👧',
    });
    expect(saved.body.baseDTO).toMatchObject({
      address: RIPPLE,
      tag: '77',
      label: 'کیف\u200cپول 👨\u200d👩\u200d👧',
    });
    expect(
      (await save(ann, { address: `${BITCOIN.slice(0, 9)}\u200b${BITCOIN.slice(9)}` })).body.message,
    ).toBe('INVALID_ADDRESS');
  });

  it('rejects our own addresses and duplicates; the same address with another tag is another entry', async () => {
    const own = (await context.address(ann, 'BITCOIN')).body.baseDTO.address;
    expect((await save(ann, { address: own })).body.message).toBe('OWN_ADDRESS');
    const xrp = { relatedCoin: 'RIPPLE', tokenType: 'RIPPLE', address: RIPPLE };
    expect((await save(ann, { ...xrp, tag: '1' })).status).toBe(200);
    expect((await save(ann, { ...xrp, tag: '۰۱' })).body.message).toBe('CONFLICT');
    expect((await save(ann, { ...xrp, tag: '2' })).status).toBe(200);
    expect((await save(ann, xrp)).status).toBe(200);
    expect(await book(ann, '?relatedCoin=RIPPLE')).toHaveLength(3);
    expect(await book(ann, '?relatedCoin=BITCOIN')).toEqual([]);
  });

  it('holds at most a hundred addresses, also when many are added concurrently', async () => {
    for (let i = 0; i < 97; i += 1)
      await sql`insert into book_addresses (id, user_id, asset, token_type, address, label, created_at, usable_from)
        values (${newId()}, ${ann.id}, 'BITCOIN', 'BITCOIN', ${`x${i}`}, 'x', now(), now())`.execute(
        context.db,
      );
    const xrp = { relatedCoin: 'RIPPLE', tokenType: 'RIPPLE', address: RIPPLE };
    const answers = await Promise.all(
      // One proof saves one address, so each request has a session of its own.
      Array.from({ length: 8 }, async (_, i) =>
        save({ ...ann, token: await context.newSession(ann) }, { ...xrp, tag: String(i) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ body }) => body.message === 'CONFLICT')).toHaveLength(5);
    expect(await book(ann)).toHaveLength(100);
  });

  it('deletes an entry for its owner only', async () => {
    const { id } = (await save(ann)).body.baseDTO;
    const ben = await context.createFundedPerson();
    for (const [by, which] of [
      [ben, id],
      [ann, newId()],
      [ann, 'x'],
    ])
      expect((await context.send(by, 'DELETE', `/wallets/address-book/${which}`)).body.message).toBe(
        'ADDRESS_NOT_FOUND',
      );
    expect((await context.send(ann, 'DELETE', `/wallets/address-book/${id}`)).status).toBe(200);
    expect(await book(ann)).toEqual([]);
    const { rows } = await sql<{ action: string }>`select action from audit_log where subject_id = ${ann.id}
      and action like 'address%' order by number`.execute(context.db);
    expect(rows.map(({ action }) => action)).toEqual(['address saved', 'address removed']);
  });

  it('S38: needs a fresh proof for each change, so a stolen session can’t save an address', async () => {
    const { token } = ann;
    const body = { label: 'x', relatedCoin: 'BITCOIN', tokenType: 'BITCOIN', address: OTHER_BITCOIN };
    const raw = () => context.call('POST', '/wallets/address-book', { token, body });
    const off = () => context.call('PUT', '/wallets/whitelist', { token, body: { on: false } });
    expect((await raw()).body).toMatchObject({ message: 'CONFIRMATION_NEEDED', data: { change: 'ADDRESS' } });
    expect((await off()).body).toMatchObject({
      message: 'CONFIRMATION_NEEDED',
      data: { change: 'WHITELIST' },
    });
    expect((await save(ann)).status).toBe(200);
    // One proof saves one address.
    expect((await raw()).body.message).toBe('CONFIRMATION_NEEDED');
    expect(await book(ann)).toHaveLength(1);
  });
});

describe('S38: the whitelist', () => {
  it('restricts coins to saved addresses, new ones after a day; Toman is not affected', async () => {
    await save(ann);
    const held = await context.codeOf(ann, bitcoinIntent('0.1', { destinationWalletAddress: OTHER_BITCOIN }));
    expect((await whitelist(ann, true)).body.baseDTO).toEqual({ on: true, withdrawalHoldUntil: null });
    ann.token = await context.newSession(ann);
    expect(
      (await context.send(ann, 'GET', '/wallets/withdrawal-terms?relatedCoin=BITCOIN')).body.baseDTO,
    ).toMatchObject({
      whitelistOnly: true,
    });
    expect((await context.withdraw(ann, bitcoinIntent('0.1'))).state).toBe('APPROVED');
    const other = bitcoinIntent('0.1', { destinationWalletAddress: OTHER_BITCOIN });
    expect((await context.sendCode(ann, other)).body.message).toBe('ADDRESS_NOT_ALLOWED');
    // A code sent before the whitelist was turned on doesn't help.
    expect((await context.request(ann, other, held)).body.message).toBe('ADDRESS_NOT_ALLOWED');
    const until = (await save(ann, { address: OTHER_BITCOIN })).body.baseDTO.usableFromDateTime;
    expect(new Date(until).getTime()).toBe(context.clock.now() + DAY);
    expect((await context.sendCode(ann, other)).body).toMatchObject({
      message: 'ADDRESS_NOT_ALLOWED',
      data: { until },
    });
    await context.withdraw(ann, tomanIntent('200000'));
    await later(DAY);
    expect((await context.withdraw(ann, other)).destinationWalletAddress).toBe(OTHER_BITCOIN);
  });

  it('compares the tag too', async () => {
    await context.give(ann.id, 'RIPPLE', '1000');
    await save(ann, { relatedCoin: 'RIPPLE', tokenType: 'RIPPLE', address: RIPPLE, tag: '1' });
    await whitelist(ann, true);
    ann.token = await context.newSession(ann);
    const xrp = { amount: '100', relatedCoin: 'RIPPLE', destinationWalletAddress: RIPPLE, tag: '1' };
    expect((await context.sendCode(ann, xrp)).status).toBe(200);
    expect((await context.sendCode(ann, { ...xrp, tag: '2' })).body.message).toBe('ADDRESS_NOT_ALLOWED');
    const { tag: _tag, ...untagged } = xrp;
    expect((await context.sendCode(ann, untagged)).body.message).toBe('ADDRESS_NOT_ALLOWED');
  });

  it('holds all withdrawals for a day when it is turned off, and notifies the user', async () => {
    await whitelist(ann, true);
    ann.token = await context.newSession(ann);
    const off = (await whitelist(ann, false)).body.baseDTO;
    const until = new Date(context.clock.now() + DAY).toISOString();
    expect(off).toEqual({ on: false, withdrawalHoldUntil: until });
    expect((await context.sendCode(ann, bitcoinIntent('0.1'))).body).toMatchObject({
      message: 'WITHDRAWAL_HOLD',
      data: { until },
    });
    expect((await context.sendCode(ann, tomanIntent('200000'))).body.message).toBe('WITHDRAWAL_HOLD');
    // Turning it on and off again doesn't shorten the hold, and repeating a request changes nothing.
    await later(DAY / 2);
    expect((await whitelist(ann, false)).body.baseDTO).toEqual(off);
    await whitelist(ann, true);
    ann.token = await context.newSession(ann);
    const again = (await whitelist(ann, false)).body.baseDTO.withdrawalHoldUntil;
    expect(new Date(again).getTime()).toBe(context.clock.now() + DAY);
    await later(DAY + 1);
    expect((await context.withdraw(ann, bitcoinIntent('0.1'))).state).toBe('APPROVED');
    const notices = (await context.notices(ann.email)).map(({ subject }) => subject);
    expect(notices.filter((subject) => subject === 'برداشت به هر آدرس باز شد')).toHaveLength(2);
  });
});
