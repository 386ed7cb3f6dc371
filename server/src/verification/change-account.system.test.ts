import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityFixture, type IdentityFixture } from '../../test/identity.ts';
import {
  APPROVE,
  createApprovedPerson,
  createBankAccount,
  createPng,
  type Form,
  readAccount,
  submitDocument,
  submitUpdate,
} from '../../test/verification.ts';
import { WIDE_LIMITS } from '../identity/codes/limits.ts';

let context: IdentityFixture;
let staffId: string;
beforeAll(async () => {
  context = await createIdentityFixture({ limits: WIDE_LIMITS });
  staffId = (await context.verification.createDemoPeople())['staff@sarraf.test'] ?? '';
});
afterAll(() => context.close());

const choose = (token: string, scenario: string) =>
  context.call('POST', '/sandbox/identity-provider', { token, body: { scenario } });
const cards = async (token: string) =>
  (await context.call('GET', '/users/verified-bank-accounts', { token })).body.content;
/** Sends a PUT with the existing accounts and these. */
async function setAccounts(token: string, added: object[], removed: string[] = []) {
  const { bankAccounts } = await readAccount(context, token);
  const remainingAccounts = bankAccounts.filter(({ id }: { id: string }) => !removed.includes(id));
  const list = [...remainingAccounts.map(({ id }: { id: string }) => ({ id })), ...added];
  return submitUpdate(context, token, { bankAccountsString: JSON.stringify(list) });
}

describe('an approved user', () => {
  it('adds a bank account that the bank confirms, and stays approved', async () => {
    const { token, userId } = await createApprovedPerson(context, staffId, 'adds@mail.test');
    const answer = await setAccounts(token, [createBankAccount()]);
    expect([answer.status, answer.body.baseDTO.authenticationType]).toEqual([200, 'AUTHORIZED']);
    expect(await cards(token)).toHaveLength(2);
    const checks = await context.verification.listChecks(userId);
    const { id } = answer.body.baseDTO.bankAccounts[1];
    expect(checks.filter(({ bankAccountId }) => bankAccountId === id)).toHaveLength(2);
  });

  it('waits for staff after adding one that the bank attributes to another person', async () => {
    const { token, userId } = await createApprovedPerson(context, staffId, 'other@mail.test');
    await choose(token, 'BANK_MISMATCH');
    const answer = await setAccounts(token, [createBankAccount()]);
    expect(answer.body.baseDTO).toMatchObject({
      authenticationType: 'INFORMATION_CHANGED_PENDING',
      authorized: false,
    });
    expect(await cards(token)).toHaveLength(1);
    expect((await setAccounts(token, [createBankAccount()])).body.message).toBe('NOT_EDITABLE');
    await context.verification.decide(staffId, userId, APPROVE);
    expect(await cards(token)).toHaveLength(2);
    expect((await readAccount(context, token)).authenticationType).toBe('AUTHORIZED');
  });

  it('may undo a refused change and submit again', async () => {
    const { token, userId } = await createApprovedPerson(context, staffId, 'takes-back@mail.test');
    await choose(token, 'BANK_MISMATCH');
    const { body } = await setAccounts(token, [createBankAccount()]);
    const reasons = ['BANK_ACCOUNT_NOT_OWN'] as const;
    await context.verification.decide(staffId, userId, { decision: 'REFUSE', reasons, note: '' });
    expect(await readAccount(context, token)).toMatchObject({
      authenticationType: 'INFORMATION_CHANGED',
      refusalReasons: ['BANK_ACCOUNT_NOT_OWN'],
    });
    const again = await setAccounts(token, [], [body.baseDTO.bankAccounts[1].id]);
    expect(again.body.baseDTO).toMatchObject({
      authenticationType: 'INFORMATION_CHANGED_PENDING',
      bankAccounts: [{ verified: true }],
    });
  });

  it('loses nothing while the bank is unreachable', async () => {
    const { token } = await createApprovedPerson(context, staffId, 'outage@mail.test');
    await choose(token, 'UNAVAILABLE');
    const answer = await setAccounts(token, [createBankAccount()]);
    expect([answer.status, answer.body.message]).toEqual([503, 'IDENTITY_PROVIDER_UNAVAILABLE']);
    expect(await readAccount(context, token)).toMatchObject({ authorized: true, bankAccounts: [{}] });
  });

  it('must keep one verified bank account', async () => {
    const { token } = await createApprovedPerson(context, staffId, 'last@mail.test');
    const [first] = (await readAccount(context, token)).bankAccounts;
    for (const added of [[], [createBankAccount()]])
      expect((await setAccounts(token, added, [first.id])).body.errors).toEqual(['bankAccounts.REQUIRED']);
    await setAccounts(token, [createBankAccount()]);
    const answer = await setAccounts(token, [], [first.id]);
    expect(answer.body.baseDTO).toMatchObject({ authenticationType: 'AUTHORIZED', bankAccounts: [{}] });
  });

  it('may send the whole form again, but change none of the personal data', async () => {
    const { token, form } = await createApprovedPerson(context, staffId, 'read-only@mail.test');
    const own = await readAccount(context, token);
    const { countryName, firstName, lastName, email, mobileNumber, nationalCode } = own;
    const { birthDay, state, city, address, postalCode, telephone, customerKind, idFormatType } = own;
    const same = {
      ...{ countryName, firstName, lastName, email, mobileNumber, nationalCode },
      ...{ birthDay, state, city, address, postalCode, telephone, customerKind, idFormatType },
    };
    expect((await submitUpdate(context, token, same)).body.baseDTO).toEqual(own);
    const changes: Form[] = [
      { firstName: 'دیگری' },
      { nationalCode: '0499370899' },
      { birthDay: '1990-01-01' },
      { mobileNumber: '09351234567' },
      { email: 'else@mail.test' },
      { city: 'شیراز' },
      { customerKind: 'COMPANY' },
      { countryName: 'Germany' },
      { companyName: 'نو' },
    ];
    for (const change of changes) {
      const answer = await submitUpdate(context, token, { ...same, ...change });
      expect([answer.status, answer.body.message]).toEqual([409, 'NOT_EDITABLE']);
    }
    expect((await submitDocument(context, token, 'image', await createPng())).body.message).toBe(
      'NOT_EDITABLE',
    );
    expect(form.nationalCode).not.toBe(nationalCode);
    expect(await readAccount(context, token)).toEqual(own);
  });

  it('changes the profile picture', async () => {
    const { token } = await createApprovedPerson(context, staffId, 'picture@mail.test');
    const { body } = await submitDocument(context, token, 'profileImage', await createPng());
    const answer = await submitUpdate(context, token, { profileImage: body.baseDTO.id });
    expect(answer.body.baseDTO).toMatchObject({
      authenticationType: 'AUTHORIZED',
      profileImage: body.baseDTO.id,
    });
  });

  it('submits unchanged data again after a change of e-mail or mobile', async () => {
    const { token, userId } = await createApprovedPerson(context, staffId, 'moved@mail.test');
    await context.identity.people.update(context.db, userId, { authenticationType: 'INFORMATION_CHANGED' });
    context.identity.people.publishUserChange(userId);
    const answer = await submitUpdate(context, token, {});
    expect(answer.body.baseDTO.authenticationType).toBe('INFORMATION_CHANGED_PENDING');
    const { rows } = await context.verification.listWaiting({ state: 'INFORMATION_CHANGED_PENDING' });
    expect(rows.map(({ id }) => id)).toContain(userId);
  });

  it('authorised by the sandbox’s button, without a form, can add accounts', async () => {
    const token = await context.signIn('new@sarraf.test', {}, 'Sarraf-demo-1');
    await context.call('POST', '/sandbox/authorize', { token });
    // There is no name for the bank to compare: the simulator returns the user's own.
    const answer = await setAccounts(token, [createBankAccount()]);
    expect([answer.status, answer.body.baseDTO.authenticationType]).toEqual([200, 'AUTHORIZED']);
  });
});
