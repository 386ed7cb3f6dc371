import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkAudit } from '../../src/platform/database/audit-log.ts';
import { createFormAbroad, createPhoto, sendForm } from '../account-form.ts';
import { type BackofficeFixture, createBackofficeFixture, type SignedInUser } from '../backoffice.ts';
import { asOwner } from '../owner.ts';

let context: BackofficeFixture;
let url: string;
let picture: Buffer;
let support: SignedInUser;
let kyc: SignedInUser;
let admin: SignedInUser;
let count = 0;

beforeAll(async () => {
  context = await createBackofficeFixture();
  support = await context.staff('support@sarraf.test', 'support');
  kyc = await context.staff('kyc@sarraf.test', 'kyc');
  admin = await context.staff('admin@sarraf.test', 'admin');
  picture = await createPhoto();
  url = await context.http.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => context.close());

/** A user abroad who has submitted the form and waits. */
async function createWaitingUser(): Promise<SignedInUser & { form: Record<string, string> }> {
  count += 1;
  const person = await context.person({ email: `person${count}@abroad.test` });
  const form = createFormAbroad(person.email);
  await context.call('POST', '/users/set-country', { token: person.token, body: { countryName: 'Germany' } });
  const reply = await sendForm(url, '/users/account', person.token, form, { image: picture });
  expect([reply.status, reply.body.baseDTO?.authenticationType]).toEqual([200, 'PENDING']);
  return { ...person, form };
}

const readPerson = (by: SignedInUser, id: string, query = '?reason=review') =>
  context.get(by, `/people/${id}${query}`);
const readDocument = (by: SignedInUser, id: string, query = '?reason=review') =>
  fetch(`${url}/api/backoffice/people/${id}/documents/image${query}`, {
    headers: { authorization: `Bearer ${by.token}` },
  });
const countReads = async (id: string) =>
  (await context.listAuditEntries(id)).filter(
    ({ action }) => action.endsWith(' read') || action.endsWith(' searched'),
  );

describe('S35: reading a user’s data', () => {
  it('needs a reason, and is audited with it', async () => {
    const { id, email } = await createWaitingUser();
    for (const query of ['', '?reason=', '?reason=no', `?reason=${'x'.repeat(201)}`]) {
      expect((await readPerson(kyc, id, query)).body.errors).toEqual(['reason']);
      expect((await readDocument(kyc, id, query)).status).toBe(400);
    }
    expect(await countReads(id)).toEqual([]);
    expect((await readPerson(support, id, '?reason=calls%20about%20a%20login')).status).toBe(200);
    const { body } = await readPerson(kyc, id);
    const document = await readDocument(kyc, id);
    await context.get(support, `/people?query=${email}`);
    expect(document.status).toBe(200);
    expect(await countReads(id)).toEqual([
      { actorId: support.id, action: 'person read', detail: { reason: 'calls about a login' } },
      { actorId: kyc.id, action: 'person read', detail: { reason: 'review' } },
      { actorId: kyc.id, action: 'document read', detail: { kind: 'image', reason: 'review' } },
      { actorId: support.id, action: 'person searched', detail: {} },
    ]);
    // The read itself is the newest of the listed events.
    expect(body.baseDTO.events[0]).toMatchObject({ action: 'person read', actor: kyc.email });
    expect(body.baseDTO.events.at(-1)).toMatchObject({ action: 'account submitted', actor: '' });
  });

  it('returns nothing if the audit entry can’t be written', async () => {
    const { id } = await createWaitingUser();
    await asOwner(context.db, sql`alter table audit_head rename to audit_head_away`);
    const person = await readPerson(kyc, id);
    const document = await readDocument(kyc, id);
    const search = await context.get(kyc, `/people?query=${id}`);
    await asOwner(context.db, sql`alter table audit_head_away rename to audit_head`);
    for (const { status } of [person, document, search]) expect(status).toBe(500);
    expect(person.body).not.toHaveProperty('baseDTO');
    expect(document.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await countReads(id)).toEqual([]);
  });

  it('gives support no national code, birthday, address or document, and the reviewer what is needed', async () => {
    const { id, form } = await createWaitingUser();
    const person = (await readPerson(support, id)).body.baseDTO;
    const text = JSON.stringify(person);
    for (const field of ['nationalCode', 'birthDay', 'address', 'postalCode'])
      expect(text).not.toContain(form[field]);
    const { nationalCode, birthDay, address, postalCode, state, city, image, backImage } = person.account;
    expect({ nationalCode, birthDay, address, postalCode, state, city, image, backImage }).toEqual({
      nationalCode: '',
      birthDay: '',
      address: '',
      postalCode: '',
      state: '',
      city: '',
      image: null,
      backImage: null,
    });
    expect(person.account).toMatchObject({ firstName: 'Anna', email: form.email });
    const refusal = await readDocument(support, id);
    expect([refusal.status, await refusal.json()]).toEqual([
      403,
      { status: 'FORBIDDEN', message: 'FORBIDDEN', errors: [] },
    ]);
    const full = (await readPerson(kyc, id)).body.baseDTO.account;
    expect(full).toMatchObject({
      nationalCode: form.nationalCode,
      birthDay: form.birthDay,
      address: form.address,
      image: expect.any(String),
    });
  });

  it('returns a document as a download that is not executed or cached', async () => {
    const { id } = await createWaitingUser();
    const response = await readDocument(kyc, id);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="image.jpg"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const other = await fetch(`${url}/api/backoffice/people/${id}/documents/warranty?reason=review`, {
      headers: { authorization: `Bearer ${kyc.token}` },
    });
    expect(other.status).toBe(404);
  });

  it('returns NOT_FOUND for an unknown user', async () => {
    for (const id of [crypto.randomUUID(), 'nobody']) {
      expect((await readPerson(kyc, id)).status).toBe(404);
      expect((await readDocument(kyc, id)).status).toBe(404);
      expect((await context.act(kyc, `/people/${id}/checks`, { check: 'SHAHKAR' })).status).toBe(404);
      expect((await context.act(kyc, `/people/${id}/decision`, { decision: 'APPROVE' })).status).toBe(404);
    }
  });
});

describe('S47: the audit log of the staff', () => {
  it('stores typed text as the text of one entry', async () => {
    const { id } = await createWaitingUser();
    const reason = 'x"}\n{"action":"person unblocked","actorId":null}\r\n\u2028\\';
    expect((await readPerson(kyc, id, `?reason=${encodeURIComponent(reason)}`)).status).toBe(200);
    const { body } = await context.get(admin, '/audit?size=1');
    expect(body.content).toMatchObject([{ action: 'person read', detail: JSON.stringify({ reason }) }]);
    expect(body.content[0].detail).not.toMatch(/[\n\r]/);
    expect(await checkAudit(context.db)).toBeNull();
  });

  it('is one unbroken chain with concurrent writers', async () => {
    const people = await Promise.all([
      context.person({ email: 'chain1@x.test' }),
      context.person({ email: 'chain2@x.test' }),
    ]);
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => readPerson(n % 2 ? kyc : admin, people[n % 2]?.id ?? '')),
    );
    expect(await checkAudit(context.db)).toBeNull();
    expect(await countReads(people[0]?.id ?? '')).toHaveLength(10);
  });
});

describe('the review queue', () => {
  it('lists waiting users, longest waiting first, masked, page by page', async () => {
    const { id } = await createWaitingUser();
    const rows: { id: string; email: string; submittedAtDateTime: string }[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await context.get(
        kyc,
        `/reviews?size=2&state=PENDING${cursor && `&cursor=${cursor}`}`,
      );
      rows.push(...body.content);
      cursor = body.nextCursor;
    }
    expect(rows.at(-1)).toMatchObject({ id, email: 'p***@abroad.test', name: 'Anna Weber' });
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    const { body } = await context.get(kyc, '/me');
    expect(body.baseDTO.waiting.reviews).toBe(rows.length);
    expect((await context.get(kyc, '/reviews?state=INFORMATION_CHANGED_PENDING')).body.content).toEqual([]);
  });
});

describe('a review decision', () => {
  const decideReview = (by: SignedInUser, id: string, body: object) =>
    context.act(by, `/people/${id}/decision`, body);

  it('is made once by concurrent deciders', async () => {
    const { id, email, token } = await createWaitingUser();
    const answers = await Promise.all([
      decideReview(kyc, id, { decision: 'APPROVE' }),
      decideReview(admin, id, { decision: 'REFUSE', reasons: ['OTHER'], note: 'x' }),
      decideReview(kyc, id, { decision: 'APPROVE' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await context.notices(email)).toHaveLength(1);
    const approved = answers[1]?.status !== 200;
    const { body } = await context.call('GET', '/users/account', { token });
    expect(body.baseDTO.authenticationType).toBe(approved ? 'AUTHORIZED' : 'UNAUTHORIZED');
  });

  it('of refusal has reasons, which are shown to the user', async () => {
    const { id, token } = await createWaitingUser();
    const without = await decideReview(kyc, id, { decision: 'REFUSE' });
    expect([without.status, without.body.errors]).toEqual([400, ['reasons']]);
    const reasons = ['IMAGE_UNREADABLE', 'NAME_MISMATCH', 'IMAGE_UNREADABLE'];
    const reply = await decideReview(kyc, id, {
      decision: 'REFUSE',
      reasons,
      note: ' the left half is cut off ',
    });
    expect(reply.status).toBe(200);
    const { body } = await context.call('GET', '/users/account', { token });
    expect(body.baseDTO).toMatchObject({
      authenticationType: 'UNAUTHORIZED',
      refusalReasons: ['IMAGE_UNREADABLE', 'NAME_MISMATCH'],
      refusalNote: 'the left half is cut off',
    });
  });

  it('S40: is refused to staff about themselves', async () => {
    const { id, email, token } = await createWaitingUser();
    await context.identity.people.addStaffRole(context.db, id, 'admin');
    context.identity.people.publishUserChange(id);
    const own = await decideReview({ id, email, token }, id, { decision: 'APPROVE' });
    expect([own.status, own.body.message]).toEqual([403, 'SECOND_PERSON_NEEDED']);
  });
});
