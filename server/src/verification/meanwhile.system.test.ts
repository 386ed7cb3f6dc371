import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityFixture, type IdentityFixture } from '../../test/identity.ts';
import {
  APPROVE,
  createApprovedPerson,
  createBankAccount,
  createMobile,
  createNationalCode,
  createPendingPerson,
  createPng,
  createUnidentifiedPerson,
  readAccount,
  requestProviderCode,
  submitDocument,
  submitProviderCode,
  submitUpdate,
} from '../../test/verification.ts';
import { waitForLockWaiter } from '../../test/waiting.ts';
import { WIDE_LIMITS } from '../identity/codes/limits.ts';
import { deleteInactiveDocuments } from './documents/document-store.ts';
import type { IdentityProvider } from './ports.ts';

let context: IdentityFixture;
let staffId: string;
beforeAll(async () => {
  context = await createIdentityFixture({ limits: WIDE_LIMITS });
  staffId = (await context.verification.createDemoPeople())['staff@sarraf.test'] ?? '';
});
afterAll(() => context.close());

const stateOf = async (token: string) => (await readAccount(context, token)).authenticationType;
async function changeMobile(token: string): Promise<string> {
  const { mobileNumber } = await readAccount(context, token);
  const newMobileNumber = createMobile();
  const body = { oldMobileNumber: mobileNumber, newMobileNumber };
  const reply = await context.callProved('POST', '/users/change-mobile', { token, body });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  const otp = await context.codeFor(newMobileNumber);
  const { status } = await context.callProved('POST', '/users/change-mobile-otp', { token, body: { otp } });
  expect(status).toBe(200);
  return newMobileNumber;
}

describe('a number changed during the review', () => {
  it('must be confirmed by the provider before staff can approve it', async () => {
    const { token, userId } = await createPendingPerson(context, 'first@mail.test');
    const waiting = await context.verification.countWaiting();
    const mobile = await changeMobile(token);
    expect(await stateOf(token)).toBe('UNIDENTIFIED');
    await expect(context.verification.decide(staffId, userId, APPROVE)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await context.verification.countWaiting()).toBe(waiting - 1);
    expect(
      (await submitProviderCode(context, token, await requestProviderCode(context, token, mobile))).status,
    ).toBe(200);
    expect(await stateOf(token)).toBe('PENDING');
    expect(await context.verification.countWaiting()).toBe(waiting);
    await context.verification.decide(staffId, userId, APPROVE);
    expect(await stateOf(token)).toBe('AUTHORIZED');
  });

  it('can’t be used to block a national code for its owner', async () => {
    const { token } = await createPendingPerson(context, 'keeper@mail.test');
    await changeMobile(token);
    const nationalCode = createNationalCode();
    expect((await submitUpdate(context, token, { nationalCode })).body.message).toBe('Verification Needed');
    const owner = await createPendingPerson(context, 'owner@mail.test', { nationalCode });
    expect(await stateOf(owner.token)).toBe('PENDING');
  });

  it('must be submitted again by an approved user', async () => {
    const { token, userId } = await createApprovedPerson(context, staffId, 'second@mail.test');
    await changeMobile(token);
    expect(await stateOf(token)).toBe('INFORMATION_CHANGED');
    await submitUpdate(context, token, {});
    expect(await stateOf(token)).toBe('INFORMATION_CHANGED_PENDING');
    await changeMobile(token);
    expect(await stateOf(token)).toBe('INFORMATION_CHANGED');
    await expect(context.verification.decide(staffId, userId, APPROVE)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await submitUpdate(context, token, {});
    await context.verification.decide(staffId, userId, APPROVE);
    expect(await stateOf(token)).toBe('AUTHORIZED');
  });
});

it('a document activated while the clean-up runs is not deleted', async () => {
  const { token, userId } = await createUnidentifiedPerson(context, 'late@mail.test');
  const { id } = (await submitDocument(context, token, 'profileImage', await createPng('plum'))).body.baseDTO;
  const { cleaned } = await context.db.transaction().execute(async (tx) => {
    await sql`update documents set in_force = true where id = ${id}`.execute(tx);
    const cleaned = deleteInactiveDocuments(context.db, new Date(context.clock.now() + 1));
    await waitForLockWaiter(context.db);
    return { cleaned };
  });
  expect(await cleaned).toEqual([]);
  expect(await context.verification.readDocument(userId, 'profileImage')).not.toBeNull();
});

describe('a bank account removed while the bank is queried', () => {
  const CODE = '12345';
  const match = async () => ({ outcome: 'MATCH', detail: '', errorCode: null }) as const;
  const owner = async () => ({ found: false, why: 'nobody' }) as const;

  it('does not affect the step, and the bank’s reply is stored', async () => {
    let meanwhile: () => Promise<unknown> = owner;
    const provider: IdentityProvider = {
      name: 'BANK',
      sendConsentCode: async () => ({ reference: 'one' }),
      confirmConsent: async () => ({ token: 'one' }),
      matchMobile: match,
      matchIdentity: match,
      findShebaOwner: owner,
      async findCardOwner() {
        await meanwhile();
        return owner();
      },
    };
    const slow = await createIdentityFixture({ limits: WIDE_LIMITS, provider });
    try {
      const { token, userId } = await createUnidentifiedPerson(slow, 'removed@mail.test');
      const bankAccountsString = JSON.stringify([createBankAccount()]);
      meanwhile = () => submitUpdate(slow, token, { bankAccountsString });
      await slow.call('POST', '/finnotech/send-sms-to-customer', { token, body: {} });
      expect((await submitProviderCode(slow, token, CODE)).body.message).toBe('identity confirmed');
      const checks = await slow.verification.listChecks(userId);
      expect(checks.map(({ check, bankAccountId }) => [check, bankAccountId])).toContainEqual(['CARD', null]);
    } finally {
      await slow.close();
    }
  });
});
