/** Access to other users' data on a whole server; S15 is server/test/access-matrix.test.ts. */

import type { StepUpChange } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/platform/config/config.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { newId } from '../../src/platform/ids.ts';
import { describeEndpoint, endpoints } from '../access-table.ts';
import { createForm, createFormAbroad, createIdentifiers, createPhoto, sendForm } from '../account-form.ts';
import { TEST_AUDIT_KEY } from '../keys.ts';
import { addPerson, addSession } from '../people.ts';
import { startReady } from '../ready-server.ts';
import { callServer, findFreePort, readPublishedPrice } from '../running-server.ts';
import { createStartedDatabase, type StartedDatabase } from '../started-sandbox.ts';
import { pollUntil } from '../waiting.ts';

let test: StartedDatabase;
let database: Database;
let url: string;
let stop: () => Promise<void>;
let picture: Buffer;

beforeAll(async () => {
  test = await createStartedDatabase();
  database = openDatabase(test.url, 2, TEST_AUDIT_KEY);
  picture = await createPhoto();
  const settings = {
    ...test.settings,
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'silent',
  };
  ({ url, stop } = await startReady(loadConfig(settings)));
});

afterAll(async () => {
  await stop();
  await database.close();
  await test.drop();
});

const findUserId = async (email: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select id from users where email = ${email}`.execute(
    database.db,
  );
  return rows[0]?.id ?? '';
};
const createSession = async (email: string, proved?: StepUpChange) =>
  addSession(database.db, await findUserId(email), proved && { proved });
const createNewUser = async (email: string) => {
  const id = await addPerson(database.db, { email });
  return { id, email, token: await addSession(database.db, id) };
};

describe('S16: another user’s data is not found', () => {
  it('has a case below for every customer endpoint that names something by its id', () => {
    const endpointNames = endpoints
      .filter(({ access, params }) => ['user', 'verified', 'authorized'].includes(access) && params)
      .map(describeEndpoint);
    expect(endpointNames.sort()).toEqual([
      'DELETE /alerts/:id',
      'DELETE /company/keys/:id',
      'DELETE /company/requests/:id',
      'DELETE /orders/:id',
      'DELETE /orders/by-client-id/:clientOrderId',
      'DELETE /recurring/:id',
      'DELETE /users/api-keys/:id',
      'DELETE /users/passkeys/:id',
      'DELETE /users/sessions/:id',
      'DELETE /wallets/address-book/:id',
      'DELETE /wallets/withdrawal-requests/:id',
      'GET /company/settlements/:id',
      'GET /company/settlements/:id/statement',
      'GET /company/webhook/events/:id/deliveries',
      'GET /orders/:id',
      'GET /orders/by-client-id/:clientOrderId',
      'GET /orders/by-idempotency-key/:key',
      'GET /statements/:id',
      'GET /statements/:id/file',
      'GET /support/tickets/:id',
      'GET /users/documents/:document',
      'GET /wallets/deposit/:id',
      'GET /wallets/withdrawal-requests/:id',
      'POST /alerts/:id/arm',
      'POST /company/instructions/:id/approve',
      'POST /company/instructions/:id/refuse',
      'POST /company/settlements/:id/to-wallet',
      'POST /company/webhook/events/:id/resend',
      'POST /payments/:id/drop',
      'POST /recurring/:id/pause',
      'POST /recurring/:id/resume',
      'POST /support/tickets/:id/close',
      'POST /support/tickets/:id/messages',
      // A kind, no id.
      'POST /users/documents/:document',
      'PUT /company/keys/:id/permissions',
      'PUT /orders/:id',
      'PUT /recurring/:id',
      'PUT /users/api-keys/:id',
      'PUT /users/passkeys/:id',
    ]);
  });

  it('responds NOT_FOUND for another user’s passkey, renamed or removed', async () => {
    const owner = await createNewUser('passkey-owner@sarraf.test');
    const other = await createNewUser('passkey-other@sarraf.test');
    const id = newId();
    await sql`insert into passkeys (id, user_id, credential_id, key_encrypted, name, kind, sign_count, created_at)
      values (${id}, ${owner.id}, ${Buffer.from(id)}, ${Buffer.from('sealed')}, 'Telephone', 'DEVICE', 0, now())`.execute(
      database.db,
    );
    for (const [method, body] of [
      ['PUT', { name: 'mine' }],
      ['DELETE', undefined],
    ] as const) {
      const createOtherSession = async () => addSession(database.db, other.id, { proved: 'PASSKEY' });
      const callWith = async (of: string) =>
        callServer(url, method, `/users/passkeys/${of}`, {
          token: await createOtherSession(),
          ...(body && { body }),
        });
      const refusal = await callWith(id);
      const unknown = await callWith(crypto.randomUUID());
      expect([refusal.status, refusal.body]).toEqual([404, unknown.body]);
    }
    expect((await callServer(url, 'GET', '/users/passkeys', { token: other.token })).body.content).toEqual(
      [],
    );
    const { body } = await callServer(url, 'GET', '/users/passkeys', { token: owner.token });
    expect(body.content).toMatchObject([{ id, name: 'Telephone' }]);
  });

  it('responds NOT_FOUND for another user’s API key, renamed or revoked', async () => {
    const owner = await createNewUser('key-owner@sarraf.test');
    const other = await createNewUser('key-other@sarraf.test');
    await sql`update users set authentication_type = 'AUTHORIZED'
      where email in ('key-owner@sarraf.test', 'key-other@sarraf.test')`.execute(database.db);
    const token = await addSession(database.db, owner.id, { proved: 'API_KEY' });
    const body = { label: 'bot', kind: 'HMAC', permissions: ['READ'] };
    const reply = await callServer(url, 'POST', '/users/api-keys', { token, body });
    expect(reply.status).toBe(200);
    const { id } = reply.body.baseDTO.apiKey;
    for (const [method, change] of [
      ['PUT', { label: 'mine' }],
      ['DELETE', undefined],
    ] as const) {
      const callKeyEndpoint = async (of: string) =>
        callServer(url, method, `/users/api-keys/${of}`, {
          token: await addSession(database.db, other.id, { proved: 'API_KEY' }),
          ...(change && { body: change }),
        });
      const refusal = await callKeyEndpoint(id);
      const unknown = await callKeyEndpoint(crypto.randomUUID());
      expect([refusal.status, refusal.body]).toEqual([404, unknown.body]);
    }
    expect((await callServer(url, 'GET', '/users/api-keys', { token: other.token })).body.content).toEqual(
      [],
    );
    const { body: list } = await callServer(url, 'GET', '/users/api-keys', { token: owner.token });
    expect(list.content).toMatchObject([{ id, label: 'bot' }]);
  });

  it('responds NOT_FOUND for another user’s order', async () => {
    const owner = await createSession('demo@sarraf.test');
    const other = await createSession('company@sarraf.test');
    const price = BigInt(await readPublishedPrice(url, 'BITCOIN', 'buy'));
    const unitPrice = (((price * 11n) / 10n / 1_000n) * 1_000n).toString();
    const own = { marketType: 'BITCOIN_TOMAN', orderType: 'LIMITED_SELL', amount: '0.001', unitPrice };
    const body = { ...own, clientOrderId: 'mine-1' };
    const placed = await callServer(url, 'POST', '/orders', { token: owner, body });
    expect([placed.status, placed.body.baseDTO?.orderStatus]).toEqual([200, 'IS_OPEN']);
    const { id } = placed.body.baseDTO;
    for (const method of ['GET', 'DELETE']) {
      const refusal = await callServer(url, method, `/orders/${id}`, { token: other });
      const unknown = await callServer(url, method, `/orders/${crypto.randomUUID()}`, { token: other });
      expect([refusal.status, refusal.body]).toEqual([404, unknown.body]);
      // The owner's client id means nothing to another user.
      const called = await callServer(url, method, '/orders/by-client-id/mine-1', { token: other });
      expect([called.status, called.body]).toEqual([404, unknown.body]);
    }
    const changeOrder = (id: string) =>
      callServer(url, 'PUT', `/orders/${id}`, { token: other, body: { amount: '0.0005' } });
    expect((await changeOrder(id)).body).toEqual((await changeOrder(crypto.randomUUID())).body);
    expect((await changeOrder(id)).status).toBe(404);
    // "All orders" means all of the caller's own.
    expect((await callServer(url, 'DELETE', '/orders?all=true', { token: other })).body.count).toBe(0);
    const still = await callServer(url, 'GET', `/orders/${id}`, { token: owner });
    expect(still.body.baseDTO.orderStatus).toBe('IS_OPEN');
    expect((await callServer(url, 'DELETE', `/orders/${id}`, { token: owner })).status).toBe(200);
  });

  it('responds NOT_FOUND for another user’s payment at the bank, abandoned', async () => {
    const owner = await createSession('demo@sarraf.test');
    const other = await createSession('company@sarraf.test');
    const { body: cards } = await callServer(url, 'GET', '/users/verified-bank-accounts', { token: owner });
    const body = {
      amount: '100000',
      paymentGateway: 'SANDBOX',
      cardNumber: cards.content[0].cardNumber,
      callBackURL: `${url}/redirect-from-banks`,
    };
    const reply = await callServer(url, 'POST', '/wallets/deposit-toman', { token: owner, body });
    const id = reply.body.baseDTO.id;
    const refusal = await callServer(url, 'POST', `/payments/${id}/drop`, { token: other });
    const unknown = await callServer(url, 'POST', `/payments/${crypto.randomUUID()}/drop`, { token: other });
    expect([refusal.status, refusal.body]).toEqual([404, unknown.body]);
    expect((await callServer(url, 'GET', `/payments/${id}`)).body.baseDTO.stage).toBe('AT_BANK');
    expect((await callServer(url, 'POST', `/payments/${id}/drop`, { token: owner })).status).toBe(200);
  });

  it('responds NOT_FOUND for another user’s ticket, read, replied to or closed', async () => {
    const owner = await createNewUser('ticket-owner@sarraf.test');
    const other = await createNewUser('ticket-other@sarraf.test');
    const ticketBody = { subject: 'Where is my deposit?', message: 'It left yesterday.' };
    const opened = await callServer(url, 'POST', '/support/tickets', {
      token: owner.token,
      body: ticketBody,
    });
    const { id } = opened.body.baseDTO;
    for (const [method, end, body] of [
      ['GET', '', undefined],
      ['POST', '/messages', { message: 'mine' }],
      ['POST', '/close', {}],
    ] as const) {
      const more = { token: other.token, ...(body && { body }) };
      const refusal = await callServer(url, method, `/support/tickets/${id}${end}`, more);
      const unknown = await callServer(url, method, `/support/tickets/${crypto.randomUUID()}${end}`, more);
      expect([refusal.status, refusal.body]).toEqual([404, unknown.body]);
    }
    expect((await callServer(url, 'GET', '/support/tickets', { token: other.token })).body.content).toEqual(
      [],
    );
    const { body } = await callServer(url, 'GET', `/support/tickets/${id}`, { token: owner.token });
    expect([body.baseDTO.ticket.state, body.baseDTO.messages.length]).toEqual(['WAITING', 1]);
  });

  it('responds NOT_FOUND for another user’s price alert, switched on or removed', async () => {
    const owner = await createNewUser('alert-owner@sarraf.test');
    const other = await createNewUser('alert-other@sarraf.test');
    const body = { marketType: 'TETHER_TOMAN', direction: 'ABOVE', threshold: '900000', repeat: 'ONCE' };
    const reply = await callServer(url, 'POST', '/alerts', { token: owner.token, body });
    expect(reply.status).toBe(200);
    const { id } = reply.body.baseDTO;
    for (const [method, end] of [
      ['POST', '/arm'],
      ['DELETE', ''],
    ] as const) {
      const refusal = await callServer(url, method, `/alerts/${id}${end}`, { token: other.token });
      const unknown = await callServer(url, method, `/alerts/${crypto.randomUUID()}${end}`, {
        token: other.token,
      });
      expect([refusal.status, refusal.body]).toEqual([404, unknown.body]);
    }
    expect((await callServer(url, 'GET', '/alerts', { token: other.token })).body.content).toEqual([]);
    const { body: own } = await callServer(url, 'GET', '/alerts', { token: owner.token });
    expect(own.content).toEqual([reply.body.baseDTO]);
  });

  it('responds NOT_FOUND for another user’s recurring purchase, changed, paused or ended', async () => {
    const owner = await createSession('demo@sarraf.test');
    const other = await createSession('company@sarraf.test');
    const terms = { amount: '500000', rhythm: 'WEEKLY', day: 1, hour: 9 };
    const reply = await callServer(url, 'POST', '/recurring', {
      token: owner,
      body: { coin: 'TETHER', ...terms },
    });
    expect([reply.status, reply.body.message]).toEqual([200, 'OK']);
    const { id } = reply.body.baseDTO;
    const listPlans = async (token: string) =>
      (await callServer(url, 'GET', '/recurring', { token })).body.content;
    const own = (await listPlans(owner)).find((plan: { id: string }) => plan.id === id);
    for (const [method, end, body] of [
      ['PUT', '', { ...terms, amount: '600000' }],
      ['POST', '/pause', {}],
      ['POST', '/resume', {}],
      ['DELETE', '', undefined],
    ] as const) {
      const more = { token: other, ...(body && { body }) };
      const refusal = await callServer(url, method, `/recurring/${id}${end}`, more);
      const unknown = await callServer(url, method, `/recurring/${crypto.randomUUID()}${end}`, more);
      expect([refusal.status, refusal.body]).toEqual([404, unknown.body]);
    }
    expect(await listPlans(other)).toEqual([]);
    expect((await listPlans(owner)).find((plan: { id: string }) => plan.id === id)).toEqual(own);
    expect((await callServer(url, 'DELETE', `/recurring/${id}`, { token: owner })).status).toBe(200);
  });

  it('responds NOT_FOUND for the data of another store', async () => {
    const owner = await createSession('company@sarraf.test');
    const stranger = await addPerson(database.db, { email: 'other-store@sarraf.test', state: 'AUTHORIZED' });
    await sql`update users set customer_kind = 'COMPANY' where id = ${stranger}`.execute(database.db);
    const other = await addSession(database.db, stranger);
    const reply = await callServer(url, 'POST', '/company/requests', {
      token: owner,
      body: { amount: '50000', orderNumber: 'A-1' },
    });
    const key = await callServer(url, 'POST', '/company/keys', { token: owner, body: { label: 'shop' } });
    const company = (await callServer(url, 'GET', '/company', { token: owner })).body.baseDTO.id;
    const [settlement, event] = [crypto.randomUUID(), crypto.randomUUID()];
    await sql`insert into company_settlements (id, company_id, number, kind, period_from, period_to, receipts, payments,
        state, carried_in, spent, carried_out, created_at)
      values (${settlement}, ${company}, 1, 'WALLET', now(), now(), 0, 0, 'MOVED', 0, 0, 0, now())`.execute(
      database.db,
    );
    await sql`insert into company_events (id, company_id, kind, body, created_at)
      values (${event}, ${company}, 'settlement.sent', ${JSON.stringify({ subject: settlement })}::jsonb, now())`.execute(
      database.db,
    );
    const instruction = crypto.randomUUID();
    await sql`insert into company_instructions (id, company_id, key_id, kind, amount, reason, idempotency_key,
        request_digest, state, created_at, expires_at)
      values (${instruction}, ${company}, ${key.body.baseDTO.apiKey.id}, 'SETTLE', 0, '', 'key-0001', '', 'WAITING', now(),
        now() + interval '1 day')`.execute(database.db);
    for (const [method, path, id] of [
      ['POST', '/company/instructions/:id/approve', instruction],
      ['POST', '/company/instructions/:id/refuse', instruction],
      ['DELETE', '/company/requests/:id', reply.body.baseDTO.id],
      ['DELETE', '/company/keys/:id', key.body.baseDTO.apiKey.id],
      ['GET', '/company/settlements/:id', settlement],
      ['GET', '/company/settlements/:id/statement?format=csv&lang=en', settlement],
      ['GET', '/company/payments?settlement=:id', settlement],
      ['POST', '/company/settlements/:id/to-wallet', settlement],
      ['POST', '/company/webhook/events/:id/resend', event],
      ['GET', '/company/webhook/events/:id/deliveries', event],
    ] as const) {
      const refusal = await callServer(url, method, path.replace(':id', id), { token: other });
      const unknown = await callServer(url, method, path.replace(':id', crypto.randomUUID()), {
        token: other,
      });
      expect([path, refusal.status, refusal.body]).toEqual([path, 404, unknown.body]);
    }
    const grant = { token: other, body: { permissions: ['SETTLE'] } };
    const granted = await callServer(
      url,
      'PUT',
      `/company/keys/${key.body.baseDTO.apiKey.id}/permissions`,
      grant,
    );
    expect([granted.status, granted.body.message]).toEqual([404, 'NOT_FOUND']);
    for (const path of [
      '/company/requests',
      '/company/keys',
      '/company/settlements',
      '/company/webhook/events',
      '/company/instructions',
    ])
      expect((await callServer(url, 'GET', path, { token: other })).body.content).toEqual([]);
    // The key opens its own store only.
    const programme = { token: key.body.baseDTO.key };
    expect((await callServer(url, 'GET', '/company-api/requests/A-1', programme)).body.baseDTO.amount).toBe(
      '50000',
    );
    expect((await callServer(url, 'GET', '/company', programme)).status).toBe(401);
    expect((await callServer(url, 'GET', '/company-api/requests/A-1', { token: other })).body.message).toBe(
      'INVALID_API_KEY',
    );
    const ended = await callServer(url, 'DELETE', `/company/keys/${key.body.baseDTO.apiKey.id}`, {
      token: owner,
    });
    expect(ended.status).toBe(200);
    expect((await callServer(url, 'GET', '/company-api/requests/A-1', programme)).body.message).toBe(
      'INVALID_API_KEY',
    );
  });

  it('responds NOT_FOUND for another user’s yearly statement, as a document or a file', async () => {
    const owner = await createSession('demo@sarraf.test');
    const other = await createSession('company@sarraf.test');
    const { years } = (await callServer(url, 'GET', '/statements', { token: owner })).body;
    const body = { calendar: 'JALALI', year: years[0].years[0], lang: 'fa' };
    const { id } = (await callServer(url, 'POST', '/statements', { token: owner, body })).body.baseDTO;
    const downloadReceipt = async (token: string, which: string) =>
      Promise.all(
        ['', '/file?format=csv', '/file?format=xlsx'].map((path) =>
          fetch(`${url}/api/statements/${which}${path}`, {
            headers: { authorization: `Bearer ${token}` },
          }).then(async (answer) => [answer.status, answer.status === 200 ? '' : await answer.text()]),
        ),
      );
    await pollUntil(
      async () => (await downloadReceipt(owner, id)).every(([status]) => status === 200),
      60_000,
    );
    const unknown = await downloadReceipt(other, crypto.randomUUID());
    expect(unknown.map(([status]) => status)).toEqual([404, 404, 404]);
    expect(await downloadReceipt(other, id)).toEqual(unknown);
    expect((await callServer(url, 'GET', '/statements', { token: other })).body.content).toEqual([]);
  });

  it('responds NOT_FOUND for another user’s session', async () => {
    const owner = await createNewUser('session-owner@sarraf.test');
    const other = await createNewUser('session-other@sarraf.test');
    const { body } = await callServer(url, 'GET', '/users/sessions', { token: owner.token });
    const { id } = body.content[0];
    const refusal = await callServer(url, 'DELETE', `/users/sessions/${id}`, { token: other.token });
    const unknown = await callServer(url, 'DELETE', `/users/sessions/${crypto.randomUUID()}`, {
      token: other.token,
    });
    expect([refusal.status, refusal.body]).toEqual([404, unknown.body]);
    expect((await callServer(url, 'GET', '/users/sessions', { token: owner.token })).status).toBe(200);
  });

  it('responds NOT_FOUND for another user’s coin deposit', async () => {
    const owner = await findUserId('demo@sarraf.test');
    await sql`insert into coin_deposits (id, chain, txid, output_index, asset, token_type, address, amount, user_id, state,
        needed_confirmations, created_at)
      values (gen_random_uuid(), 'BITCOIN', ${'a'.repeat(64)}, 0, 'BITCOIN', 'BITCOIN', 'somewhere', 1000, ${owner}, 'PENDING',
        3, now())`.execute(database.db);
    const lists = await Promise.all(
      ['demo@sarraf.test', 'maker@sarraf.test'].map(async (email) => {
        const path = '/wallets/deposit?excludedRelatedCoin=TOMAN';
        const { body } = await callServer(url, 'GET', path, { token: await createSession(email) });
        return body.content.length;
      }),
    );
    expect(lists).toEqual([1, 0]);
    const { rows } = await sql<{ id: string }>`select id from coin_deposits where user_id = ${owner}`.execute(
      database.db,
    );
    await expectOwnOnly(`/wallets/deposit/${rows[0]?.id}`, { kind: 'DEPOSIT', id: rows[0]?.id ?? '' });
  });

  /**
   * Read by its owner (demo), it has a receipt with a code that anyone can verify; for another user it doesn't
   * exist.
   */
  async function expectOwnOnly(path: string, body: { kind: string; id: string }): Promise<void> {
    const [demo, maker] = [await createSession('demo@sarraf.test'), await createSession('maker@sarraf.test')];
    expect((await callServer(url, 'GET', path, { token: demo })).body.baseDTO.id).toBe(body.id);
    const refusal = await callServer(url, 'GET', path, { token: maker });
    const unknown = await callServer(url, 'GET', path.replace(/[^/]+$/, crypto.randomUUID()), {
      token: maker,
    });
    expect([refusal.status, refusal.body]).toEqual([404, unknown.body]);
    const issued = await callServer(url, 'POST', '/issued-documents', { token: demo, body });
    const { code, link } = issued.body.baseDTO;
    expect(link).toMatch(new RegExp(`/verify/${code}$`));
    expect((await callServer(url, 'POST', '/issued-documents', { token: maker, body })).status).toBe(404);
    const { body: confirmed } = await callServer(url, 'GET', `/issued-documents/${code}`, {});
    expect(confirmed.baseDTO).toMatchObject({ kind: body.kind, standing: 'CONFIRMED' });
    const confirmedText = JSON.stringify(confirmed);
    for (const secret of [body.id, 'demo@sarraf.test', await findUserId('demo@sarraf.test'), 'somewhere'])
      expect(confirmedText).not.toContain(secret);
  }

  it('responds NOT_FOUND for another user’s document, read or submitted', async () => {
    const owner = await createNewUser('document-owner@sarraf.test');
    const other = await createNewUser('document-other@sarraf.test');
    const { body } = await sendForm(url, '/users/documents/image', owner.token, {}, { file: picture });
    const { id } = body.baseDTO;
    const readDocument = (token: string, which: string) =>
      fetch(`${url}/api/users/documents/${which}`, { headers: { authorization: `Bearer ${token}` } });
    expect((await readDocument(owner.token, id)).status).toBe(200);
    const refusal = await readDocument(other.token, id);
    const unknown = await readDocument(other.token, crypto.randomUUID());
    expect([refusal.status, await refusal.json()]).toEqual([404, await unknown.json()]);

    await callServer(url, 'POST', '/users/set-country', {
      token: other.token,
      body: { countryName: 'Germany' },
    });
    const handedIn = await callServer(url, 'PUT', '/users/account', {
      token: other.token,
      body: { ...createFormAbroad(other.email), image: id },
    });
    expect(handedIn.status).not.toBe(200);
    const { rows } = await sql`select 1 from documents where user_id = ${other.id}`.execute(database.db);
    expect(rows).toEqual([]);
  });

  it('does not let another user’s bank account be kept, removed or paid from', async () => {
    const demo = await createSession('demo@sarraf.test');
    const { body } = await callServer(url, 'GET', '/users/account', { token: demo });
    const theirs = body.baseDTO.bankAccounts[0].id;
    const other = await createNewUser('bank-other@sarraf.test');
    const mine = createIdentifiers();
    const pictures = { image: picture, backImage: picture };
    const form = {
      ...createForm(other.email, mine),
      bankAccountsString: JSON.stringify([
        { id: theirs },
        { cardNumber: mine.cardNumber, shebaCode: mine.shebaCode },
      ]),
    };
    const reply = await sendForm(url, '/users/account', other.token, form, pictures);
    expect([reply.status, reply.body.message]).toEqual([400, 'ACCOUNT_INVALID']);
    // Omitted from the list, which removes only the caller's own.
    const submitted = await sendForm(
      url,
      '/users/account',
      other.token,
      createForm(other.email, mine),
      pictures,
    );
    expect(submitted.status).toBe(200);
    const after = await callServer(url, 'GET', '/users/account', { token: demo });
    expect(after.body.baseDTO.bankAccounts).toEqual(body.baseDTO.bankAccounts);
    const maker = await createSession('maker@sarraf.test');
    const deposit = await callServer(url, 'POST', '/wallets/deposit-toman', {
      token: maker,
      body: {
        amount: '1000000',
        paymentGateway: 'SANDBOX',
        cardNumber: '6037701689095443',
        callBackURL: '/redirect-from-banks?from=wallet',
      },
    });
    expect([deposit.status, deposit.body.message]).toEqual([400, 'CARD_NOT_VERIFIED']);
  });

  it('responds NOT_FOUND for another user’s withdrawal, and saved address', async () => {
    const demo = await createSession('demo@sarraf.test');
    const maker = await createSession('maker@sarraf.test');
    const { body: account } = await callServer(url, 'GET', '/users/account', { token: demo });
    const intent = {
      amount: '100000',
      relatedCoin: 'TOMAN',
      destinationWalletAddress: account.baseDTO.bankAccounts[0].shebaCode,
    };
    const prompt = await callServer(url, 'POST', '/users/send-code', { token: demo, body: intent });
    expect(prompt.body).toMatchObject({ status: 'OK' });
    const { body: outbox } = await callServer(url, 'GET', '/sandbox/outbox?to=demo@sarraf.test');
    const reply = await callServer(url, 'POST', '/wallets/withdrawal-request', {
      token: demo,
      body: { ...intent, code: outbox[0].code },
    });
    expect(reply.body).toMatchObject({ status: 'OK' });
    await sql`insert into book_addresses (id, user_id, asset, token_type, address, label, created_at, usable_from)
      values (${crypto.randomUUID()}, ${await findUserId('demo@sarraf.test')}, 'EOS', 'EOS', 'satoshis1234', 'x', now(),
        now())`.execute(database.db);
    const { body: book } = await callServer(url, 'GET', '/wallets/address-book', { token: demo });
    const { id } = reply.body.baseDTO;
    await expectOwnOnly(`/wallets/withdrawal-requests/${id}`, { kind: 'WITHDRAWAL', id });
    for (const path of [
      `/wallets/withdrawal-requests/${reply.body.baseDTO.id}`,
      `/wallets/address-book/${book.content[0].id}`,
    ]) {
      const refusal = await callServer(url, 'DELETE', path, { token: maker });
      const nowhere = path.replace(/[^/]+$/, crypto.randomUUID());
      const unknown = await callServer(url, 'DELETE', nowhere, { token: maker });
      expect([refusal.status, refusal.body]).toEqual([404, unknown.body]);
      expect((await callServer(url, 'DELETE', path, { token: demo })).status).toBe(200);
    }
    for (const path of ['/wallets/withdrawal-requests', '/wallets/address-book'])
      expect((await callServer(url, 'GET', path, { token: maker })).body.content).toEqual([]);
  });

  it('returns nothing of another user’s when their row is used as a cursor', async () => {
    const demo = await createSession('demo@sarraf.test');
    const unitPrice = await readPublishedPrice(url, 'TETHER', 'buy');
    const bought = await callServer(url, 'POST', '/exchange/buy', {
      token: demo,
      body: { marketType: 'TETHER_TOMAN', amount: '2', unitPrice },
    });
    expect(bought.status).toBe(200);
    const maker = await createSession('maker@sarraf.test');
    const past = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
    for (const path of [
      '/orders',
      '/trades',
      '/wallets/deposit',
      '/wallets/withdrawal-requests',
      '/users/login-history',
    ]) {
      for (const cursor of [past, bought.body.baseDTO.id]) {
        const { status, body } = await callServer(url, 'GET', `${path}?cursor=${cursor}`, { token: maker });
        expect([status, body.content]).toEqual([200, []]);
      }
    }
  });

  it('has ids that can’t be enumerated', async () => {
    const { token } = await createNewUser('ids@sarraf.test');
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { body } = await sendForm(url, '/users/documents/image', token, {}, { file: picture });
      ids.push(body.baseDTO.id);
    }
    // 62 bits of each are random.
    const ends = ids.map((id) => BigInt(`0x${id.slice(-12)}`));
    for (const [at, end] of ends.entries()) {
      const next = ends[at + 1] ?? (ends[0] as bigint);
      expect(end > next ? end - next : next - end).toBeGreaterThan(1_000n);
    }
  });
});

it('charges the fee of a trade by the level, whatever the request says', async () => {
  const token = await createSession('demo@sarraf.test');
  const unitPrice = await readPublishedPrice(url, 'TETHER', 'buy');
  const trade = { marketType: 'TETHER_TOMAN', amount: '3', unitPrice };
  const plain = await callServer(url, 'POST', '/exchange/buy', { token, body: trade });
  const bold = await callServer(url, 'POST', '/exchange/buy', {
    token,
    // The fields that the specification's clients send; any other is refused by its name.
    body: { ...trade, wage: '0', totalPrice: '1' },
  });
  expect([plain.status, bold.status]).toEqual([200, 200]);
  const { wage, totalPrice } = bold.body.baseDTO;
  expect({ wage, totalPrice }).toEqual({
    wage: plain.body.baseDTO.wage,
    totalPrice: plain.body.baseDTO.totalPrice,
  });
  expect(Number(wage)).toBeGreaterThan(0);
  const { rows } = await sql`select level, (select count(*)::int from staff where user_id = u.id) as roles
    from users u where email = 'demo@sarraf.test'`.execute(database.db);
  expect(rows).toEqual([{ level: 'BRONZE', roles: 0 }]);
});
