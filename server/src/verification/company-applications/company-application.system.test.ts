import { AppError } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityFixture, type IdentityFixture } from '../../../test/identity.ts';
import {
  companyFields,
  createApprovedPerson,
  createCompanyId,
  createCompanyImages,
  createJpeg,
  createPendingPerson,
  type Form,
  omitFields,
  postParts,
  readAccount,
} from '../../../test/verification.ts';
import { WIDE_LIMITS } from '../../identity/codes/limits.ts';

const PATH = '/users/company-application';
let context: IdentityFixture;
let ids: Record<string, string>;
let staffId: string;
let otherId: string;
let papers: Record<string, Buffer>;
beforeAll(async () => {
  context = await createIdentityFixture({ limits: WIDE_LIMITS });
  ids = await context.verification.createDemoPeople();
  staffId = ids['staff@sarraf.test'] ?? '';
  otherId = ids['staff2@sarraf.test'] ?? '';
  papers = await createCompanyImages();
});
afterAll(() => context.close());

const company = (more: Form = {}): Form => ({
  ...omitFields(companyFields, 'customerKind'),
  companyNationalId: createCompanyId(),
  ...more,
});
const person = (name: string) => createApprovedPerson(context, staffId, `${name}@mail.test`);
const ask = (token: string, fields: Form = company(), files = papers) =>
  postParts(context, PATH, token, fields, files);
const read = async (token: string) => (await context.call('GET', PATH, { token })).body.baseDTO;
const APPROVE = { decision: 'APPROVE', reasons: [], note: '' } as const;
const REFUSE = { decision: 'REFUSE', reasons: ['COMPANY_DATA_MISMATCH'], note: 'نام شرکت' } as const;
const decide = (
  by: string,
  id: string,
  version: number,
  decision: typeof APPROVE | typeof REFUSE = APPROVE,
) => context.verification.decideCompany(by, id, { ...decision, version });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'OK',
    (error: unknown) => (error instanceof AppError ? [error.code, ...error.errors].join(' ') : error),
  );
const actsOf = async (userId: string) => {
  const { rows } = await sql<{
    actor: string;
    action: string;
  }>`select actor_id as actor, action from audit_log
    where subject_id = ${userId} and action like 'company%' order by number`.execute(context.db);
  return rows;
};

describe('a verified user', () => {
  it('applies for a company account, and stays verified as a person in the meantime', async () => {
    const { token, userId } = await person('asks');
    expect(await read(token)).toBeNull();
    const fields = company();
    const { status, body } = await ask(token, fields);
    expect([status, body.baseDTO]).toEqual([
      200,
      {
        ...fields,
        id: expect.any(String),
        version: 1,
        state: 'PENDING',
        warranty: expect.any(String),
        businessLicense: expect.any(String),
        submittedAtDateTime: new Date(context.clock.now()).toISOString(),
        decidedAtDateTime: null,
        reasons: [],
        note: '',
      },
    ]);
    expect(await read(token)).toEqual(body.baseDTO);
    expect(await readAccount(context, token)).toMatchObject({
      authenticationType: 'AUTHORIZED',
      authorized: true,
      customerKind: 'REAL',
      companyName: '',
    });
    expect((await context.verification.listWaiting({ state: 'COMPANY' })).rows.map(({ id }) => id)).toEqual([
      userId,
    ]);
    // The stored data contains no company name.
    const { rows } = await sql<{
      row: string;
    }>`select company_applications::text as row from company_applications
      where user_id = ${userId}`.execute(context.db);
    expect(rows[0]?.row).not.toContain(fields.companyNationalId);
    expect(await actsOf(userId)).toEqual([{ actor: userId, action: 'company account asked for' }]);
    await decide(staffId, body.baseDTO.id, 1, REFUSE);
  });

  it.each([
    ['name', { companyName: ' ' }, 'companyName.REQUIRED'],
    ['national id', { companyNationalId: '10380284791' }, 'companyNationalId.INVALID'],
    ['telephone', { companyPhone: '12' }, 'companyPhone.INVALID'],
    ['address', { companyAddress: '' }, 'companyAddress.REQUIRED'],
  ])('gets an error if the %s of the company is missing or invalid', async (name, wrong, error) => {
    const { token } = await person(`wrong-${name.replace(' ', '-')}`);
    const { status, body } = await ask(token, company(wrong));
    expect([status, body.message, body.errors]).toEqual([400, 'ACCOUNT_INVALID', [error]]);
    expect(await read(token)).toBeNull();
  });

  it('must send both documents as images', async () => {
    const { token } = await person('papers');
    const some = await ask(token, company(), { warranty: await createJpeg() });
    expect(some.body.errors).toEqual(['businessLicense.REQUIRED']);
    const text = { ...papers, warranty: Buffer.from('no picture') };
    expect((await ask(token, company(), text)).body.message).toBe('INVALID_IMAGE');
    expect(await read(token)).toBeNull();
  });

  it('can’t apply for a company that has an account', async () => {
    const { token } = await person('taken');
    const { body } = await ask(token, company({ companyNationalId: '14012345679' }));
    expect([body.message, body.errors]).toEqual(['USER_IDENTITY_DATA', ['NATIONAL_CODE_IS_INCORRECT']]);
  });

  it('can apply ten times a day at most', async () => {
    const { token } = await person('often');
    for (let i = 0; i < 10; i += 1) {
      // A withdrawn document is kept for a day, and ten of them at most.
      const { status } = await ask(token, company(), i === 0 ? papers : {});
      expect(status).toBe(200);
      const { id, version } = await read(token);
      await decide(staffId, id, version, REFUSE);
    }
    expect((await ask(token, company(), {})).body.message).toBe('TOO_MANY_REQUESTS');
  });

  it('changes a pending application by the version that was read, keeping its position in the queue', async () => {
    const { token, userId } = await person('changes');
    const { id, version, ...before } = (await ask(token)).body.baseDTO;
    expect((await ask(token)).body.message).toBe('CONFLICT');
    const renamedForm = { ...company(), companyName: 'نام تازه', version: String(version) };
    const changed = await ask(token, renamedForm, { warranty: await createJpeg('red') });
    expect(changed.body.baseDTO).toMatchObject({
      id,
      version: version + 1,
      companyName: 'نام تازه',
      businessLicense: before.businessLicense,
      submittedAtDateTime: before.submittedAtDateTime,
    });
    expect(changed.body.baseDTO.warranty).not.toBe(before.warranty);
    // Another tab still has the first version.
    expect((await ask(token, renamedForm, {})).body.message).toBe('CONFLICT');
    expect((await actsOf(userId)).at(-1)?.action).toBe('company application changed');
    await decide(staffId, id, version + 1, REFUSE);
  });

  it('withdraws an application: staff can no longer decide it, and its documents are deleted', async () => {
    const { token, userId, email } = await person('withdraws');
    const { id, version, warranty } = (await ask(token)).body.baseDTO;
    expect((await context.call('DELETE', PATH, { token })).status).toBe(200);
    expect(await read(token)).toBeNull();
    expect(await codeOf(decide(staffId, id, version))).toBe('CONFLICT');
    expect((await context.call('DELETE', PATH, { token })).body.message).toBe('CONFLICT');
    expect((await actsOf(userId)).at(-1)?.action).toBe('company application withdrawn');
    context.clock.advance(25 * 3_600_000);
    for (const job of context.verification.jobs) await job.run({} as never);
    const { rows } = await sql`select from documents where id = ${warranty}`.execute(context.db);
    expect(rows).toEqual([]);
    expect(await context.verification.readDocument(userId, 'businessLicense')).toBeNull();
    // A later application is a separate one.
    const later = await context.signIn(email);
    expect((await ask(later)).body.baseDTO.version).toBe(version + 1);
    await context.call('DELETE', PATH, { token: later });
  });
});

describe('a user who isn’t verified, or has a company already,', () => {
  it('can’t apply', async () => {
    const waiting = await createPendingPerson(context, 'not-yet@mail.test');
    expect((await ask(waiting.token)).body.message).toBe('NOT_AUTHORIZED');
    await context.verification.decide(staffId, waiting.userId, APPROVE);
    const company = await context.signIn('company@sarraf.test', {}, 'Sarraf-demo-1');
    expect((await ask(company)).body.message).toBe('CONFLICT');
  });
});

describe('staff', () => {
  it('has one queue of users who wait, longest first, by cursor and by kind', async () => {
    const first = await person('queue1');
    const { id, version } = (await ask(first.token)).body.baseDTO;
    const second = await createPendingPerson(context, 'queue2@mail.test');
    const third = await person('queue3');
    const later = (await ask(third.token)).body.baseDTO;
    const expectedRows = [
      [first.userId, 'COMPANY'],
      [second.userId, 'VERIFICATION'],
      [third.userId, 'COMPANY'],
    ];
    const describeRows = ({ rows }: Awaited<ReturnType<typeof context.verification.listWaiting>>) =>
      rows.map((row) => [row.id, row.asks]);
    const page = await context.verification.listWaiting({ size: 2 });
    expect(describeRows(page)).toEqual(expectedRows.slice(0, 2));
    expect(
      describeRows(await context.verification.listWaiting({ size: 2, cursor: page.nextCursor ?? '' })),
    ).toEqual(expectedRows.slice(2));
    expect(describeRows(await context.verification.listWaiting({ size: 1, page: 3 }))).toEqual(
      expectedRows.slice(2),
    );
    expect(describeRows(await context.verification.listWaiting({ state: 'PENDING' }))).toEqual([
      expectedRows[1],
    ]);
    expect(describeRows(await context.verification.listWaiting({ state: 'COMPANY' }))).toEqual([
      expectedRows[0],
      expectedRows[2],
    ]);
    expect(await context.verification.countWaiting()).toBe(3);
    await decide(staffId, id, version, REFUSE);
    await decide(staffId, later.id, later.version, REFUSE);
    await context.verification.decide(staffId, second.userId, APPROVE);
    expect(await context.verification.countWaiting()).toBe(0);
  });

  it('approves: the account becomes a company’s; user, cards and level stay', async () => {
    const { token, userId, email } = await person('approve');
    await context.identity.people.update(context.db, userId, { level: 'SILVER' });
    const before = await readAccount(context, token);
    const fields = company();
    const { id, version } = (await ask(token, fields)).body.baseDTO;
    await decide(staffId, id, version);
    const after = await readAccount(context, token);
    expect(after).toEqual({
      ...before,
      ...fields,
      customerKind: 'COMPANY',
      warranty: after.warranty,
      businessLicense: after.businessLicense,
    });
    expect(after).toMatchObject({ authenticationType: 'AUTHORIZED', userAccountLevel: 'SILVER' });
    expect(await read(token)).toMatchObject({ state: 'APPROVED', companyName: fields.companyName });
    expect(await context.notices(email)).toMatchObject([{ channel: 'EMAIL' }, { channel: 'EMAIL' }]);
    expect((await actsOf(userId)).at(-1)).toEqual({ actor: staffId, action: 'company account approved' });
    // No other account can have this company from now on.
    const other = await person('copies');
    expect((await ask(other.token, fields)).body.message).toBe('USER_IDENTITY_DATA');
  });

  it('refuses with reasons, and the user applies again with the existing documents', async () => {
    const { token, userId, email } = await person('refuse');
    const { id, version } = (await ask(token)).body.baseDTO;
    expect(await codeOf(decide(staffId, id, version, { ...REFUSE, reasons: [] as never }))).toBe(
      'BAD_REQUEST reasons',
    );
    await decide(staffId, id, version, REFUSE);
    expect(await read(token)).toMatchObject({
      state: 'REFUSED',
      reasons: REFUSE.reasons,
      note: REFUSE.note,
    });
    expect((await context.notices(email))[0]?.text).toContain('نام شرکت');
    expect((await readAccount(context, token)).customerKind).toBe('REAL');
    const again = await ask(token, company(), {});
    expect(again.body.baseDTO).toMatchObject({ version: version + 1, state: 'PENDING', reasons: [] });
    await decide(staffId, again.body.baseDTO.id, version + 1);
    expect((await readAccount(context, token)).customerKind).toBe('COMPANY');
    expect((await actsOf(userId)).map(({ action }) => action)).toEqual([
      'company account asked for',
      'company account refused',
      'company account asked for',
      'company account approved',
    ]);
  });

  it('decides only on the version that was displayed: a change or another decision in the meantime is a conflict', async () => {
    const { token } = await person('meanwhile');
    const { id, version } = (await ask(token)).body.baseDTO;
    await ask(token, { ...company(), version: String(version) }, {});
    expect(await codeOf(decide(staffId, id, version))).toBe('CONFLICT');
    const outcomes = await Promise.all([
      codeOf(decide(staffId, id, version + 1)),
      codeOf(decide(otherId, id, version + 1, REFUSE)),
    ]);
    expect(outcomes.toSorted()).toEqual(['CONFLICT', 'OK']);
    expect((await readAccount(context, token)).customerKind).toBe(outcomes[0] === 'OK' ? 'COMPANY' : 'REAL');
  });

  it('approves only one of two users with the same company', async () => {
    const fields = company();
    const people = [await person('twin1'), await person('twin2')];
    const requests = [];
    for (const { token } of people) requests.push((await ask(token, fields)).body.baseDTO);
    const outcomes = await Promise.all(
      requests.map(({ id, version }) => codeOf(decide(staffId, id, version))),
    );
    expect(outcomes.toSorted()).toEqual(['OK', 'USER_IDENTITY_DATA NATIONAL_CODE_IS_INCORRECT']);
    const kinds = [];
    for (const { token } of people) kinds.push((await readAccount(context, token)).customerKind);
    expect(kinds.toSorted()).toEqual(['COMPANY', 'REAL']);
  });

  it('can’t decide about themselves, nor approve a user who is no longer authorised', async () => {
    const { token, userId } = await person('state');
    const { id, version } = (await ask(token)).body.baseDTO;
    expect(await codeOf(decide(userId, id, version))).toBe('SECOND_PERSON_NEEDED');
    await context.identity.people.update(context.db, userId, {
      authenticationType: 'INFORMATION_CHANGED_PENDING',
    });
    context.identity.people.publishUserChange(userId);
    expect(await codeOf(decide(staffId, id, version))).toBe('CONFLICT');
    expect((await ask(token, { ...company(), version: String(version) })).body.message).toBe(
      'NOT_AUTHORIZED',
    );
    await decide(staffId, id, version, REFUSE);
    expect(await codeOf(decide(staffId, '00000000-0000-7000-8000-000000000000', 1))).toBe('NOT_FOUND');
    await expect(
      sql`update company_applications set state = 'APPROVED', decided_by = user_id where id = ${id}`.execute(
        context.db,
      ),
    ).rejects.toThrow('company_applications_check');
  });

  it('approves a company of a user whom the sandbox authorised without a form', async () => {
    const tokens = [await context.signUp('sandbox1@mail.test'), await context.signUp('sandbox2@mail.test')];
    for (const token of tokens) {
      await context.call('POST', '/sandbox/authorize', { token, body: {} });
      const { id, version } = (await ask(token)).body.baseDTO;
      await decide(staffId, id, version);
      expect((await readAccount(context, token)).customerKind).toBe('COMPANY');
    }
  });
});
