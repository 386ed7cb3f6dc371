import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IdentityKit, identityKit } from '../../test/identity.ts';
import { newBankAccount, pngImage, turnIn, unidentified, update, upload } from '../../test/verification.ts';
import { untilWaiting } from '../../test/waiting.ts';
import { WIDE_LIMITS } from '../identity/limits.ts';
import { deleteRested } from './document-store.ts';
import type { IdentityProvider } from './ports.ts';

let kit: IdentityKit;
beforeAll(async () => {
  kit = await identityKit({ limits: WIDE_LIMITS });
});
afterAll(() => kit.close());

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
