import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IdentityKit, identityKit } from '../../test/identity.ts';
import {
  APPROVE,
  approved,
  askCode,
  newBankAccount,
  newMobile,
  newNationalCode,
  pending,
  pngImage,
  readAccount,
  turnIn,
  unidentified,
  update,
  upload,
} from '../../test/verification.ts';
import { untilWaiting } from '../../test/waiting.ts';
import { WIDE_LIMITS } from '../identity/limits.ts';
import { deleteRested } from './document-store.ts';
import type { IdentityProvider } from './ports.ts';

let kit: IdentityKit;
let staffId: string;
beforeAll(async () => {
  kit = await identityKit({ limits: WIDE_LIMITS });
  staffId = (await kit.verification.createDemoPeople())['staff@sarraf.test'] ?? '';
});
afterAll(() => kit.close());

const stateOf = async (token: string) => (await readAccount(kit, token)).authenticationType;
async function changeMobile(token: string): Promise<string> {
  const { mobileNumber } = await readAccount(kit, token);
  const newMobileNumber = newMobile();
  const body = { oldMobileNumber: mobileNumber, newMobileNumber };
  const asked = await kit.call('POST', '/users/change-mobile', { token, body });
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
  const otp = await kit.codeFor(newMobileNumber);
  const { status } = await kit.call('POST', '/users/change-mobile-otp', { token, body: { otp } });
  expect(status).toBe(200);
  return newMobileNumber;
}

describe('a number that is changed while staff is to decide', () => {
  it('is compared by the provider too, before anybody can approve it', async () => {
    const { token, userId } = await pending(kit, 'first@mail.test');
    const waiting = await kit.verification.countWaiting();
    const mobile = await changeMobile(token);
    expect(await stateOf(token)).toBe('UNIDENTIFIED');
    await expect(kit.verification.decide(staffId, userId, APPROVE)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await kit.verification.countWaiting()).toBe(waiting - 1);
    expect((await turnIn(kit, token, await askCode(kit, token, mobile))).status).toBe(200);
    expect(await stateOf(token)).toBe('PENDING');
    expect(await kit.verification.countWaiting()).toBe(waiting);
    await kit.verification.decide(staffId, userId, APPROVE);
    expect(await stateOf(token)).toBe('AUTHORIZED');
  });

  it('is no way to keep another national code from its owner', async () => {
    const { token } = await pending(kit, 'keeper@mail.test');
    await changeMobile(token);
    const nationalCode = newNationalCode();
    expect((await update(kit, token, { nationalCode })).body.message).toBe('Verification Needed');
    const owner = await pending(kit, 'owner@mail.test', { nationalCode });
    expect(await stateOf(owner.token)).toBe('PENDING');
  });

  it('is handed in again by who was approved before', async () => {
    const { token, userId } = await approved(kit, staffId, 'second@mail.test');
    await changeMobile(token);
    expect(await stateOf(token)).toBe('INFORMATION_CHANGED');
    await update(kit, token, {});
    expect(await stateOf(token)).toBe('INFORMATION_CHANGED_PENDING');
    await changeMobile(token);
    expect(await stateOf(token)).toBe('INFORMATION_CHANGED');
    await expect(kit.verification.decide(staffId, userId, APPROVE)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await update(kit, token, {});
    await kit.verification.decide(staffId, userId, APPROVE);
    expect(await stateOf(token)).toBe('AUTHORIZED');
  });
});

it('a document that comes into force while the clean-up runs is not taken away', async () => {
  const { token, userId } = await unidentified(kit, 'late@mail.test');
  const { id } = (await upload(kit, token, 'profileImage', await pngImage('plum'))).body.baseDTO;
  const { cleaned } = await kit.db.transaction().execute(async (tx) => {
    await sql`update documents set in_force = true where id = ${id}`.execute(tx);
    const cleaned = deleteRested(kit.db, new Date(kit.clock.now() + 1));
    await untilWaiting(kit.db);
    return { cleaned };
  });
  expect(await cleaned).toEqual([]);
  expect(await kit.verification.readDocument(userId, 'profileImage')).not.toBeNull();
});

describe('a bank account that is removed while the bank is asked about it', () => {
  const CODE = '12345';
  const match = async () => ({ outcome: 'MATCH', detail: '', fault: null }) as const;
  const owner = async () => ({ found: false, why: 'nobody' }) as const;

  it('leaves the step and what was said as they are', async () => {
    let meanwhile: () => Promise<unknown> = owner;
    const provider: IdentityProvider = {
      name: 'BANK',
      sendConsentCode: async () => ({ reference: 'one' }),
      confirmConsent: async () => ({ token: 'one' }),
      matchMobile: match,
      matchIdentity: match,
      ownerOfSheba: owner,
      async ownerOfCard() {
        await meanwhile();
        return owner();
      },
    };
    const slow = await identityKit({ limits: WIDE_LIMITS, provider });
    try {
      const { token, userId } = await unidentified(slow, 'removed@mail.test');
      const bankAccountsString = JSON.stringify([newBankAccount()]);
      meanwhile = () => update(slow, token, { bankAccountsString });
      await slow.call('POST', '/finnotech/send-sms-to-customer', { token, body: {} });
      expect((await turnIn(slow, token, CODE)).body.message).toBe('identity confirmed');
      const checks = await slow.verification.checks(userId);
      expect(checks.map(({ check, bankAccountId }) => [check, bankAccountId])).toContainEqual(['CARD', null]);
    } finally {
      await slow.close();
    }
  });
});
