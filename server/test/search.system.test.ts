/** Global search: other users' data is never found, and staff finds what their role may see. */
import { encodeDocumentCode, formatReceiptNumber } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../src/platform/config/config.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { newId } from '../src/platform/ids.ts';
import { createForm, createIdentifiers, createPhoto, sendForm } from './account-form.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { addPerson, addSession } from './people.ts';
import { startReady } from './ready-server.ts';
import { callServer, findFreePort, readPublishedPrice } from './running-server.ts';
import { createStartedDatabase, type StartedDatabase } from './started-sandbox.ts';

let test: StartedDatabase;
let database: Database;
let url: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  test = await createStartedDatabase();
  database = openDatabase(test.url, 2, TEST_AUDIT_KEY);
  const settings = {
    ...test.settings,
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'silent',
  };
  ({ url, stop } = await startReady(loadConfig(settings)));
  owner = await findPerson('demo@sarraf.test');
  other = await findPerson('company@sarraf.test');
  order = await placeOrder();
  await createTransfers();
  for (const role of ['support', 'kyc', 'treasury'] as const) {
    const id = await addPerson(database.db, { email: `finds-${role}@sarraf.test`, roles: [role] });
    staff[role] = { id, token: await addSession(database.db, id) };
  }
});

afterAll(async () => {
  await stop();
  await database.close();
  await test.drop();
});

interface Person {
  id: string;
  token: string;
}
let owner: Person;
let other: Person;
let order: string;
const staff = {} as Record<'support' | 'kyc' | 'treasury', Person>;

const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const [SENT_TXID, RECEIVED_TXID, OLD_TXID] = ['5e'.repeat(32), 'CA'.repeat(32), '01'.repeat(32)];
const withdrawal = newId();
const deposits: string[] = [];

async function findPerson(email: string): Promise<Person> {
  const { rows } = await sql<{ id: string }>`select id from users where email = ${email}`.execute(
    database.db,
  );
  const id = rows[0]?.id ?? '';
  return { id, token: await addSession(database.db, id) };
}

async function placeOrder(): Promise<string> {
  const price = BigInt(await readPublishedPrice(url, 'BITCOIN', 'buy'));
  const unitPrice = (((price * 11n) / 10n / 1_000n) * 1_000n).toString();
  const body = {
    ...{ marketType: 'BITCOIN_TOMAN', orderType: 'LIMITED_SELL', amount: '0.001', unitPrice },
    clientOrderId: 'robot-77',
  };
  const { body: reply } = await callServer(url, 'POST', '/orders', { token: owner.token, body });
  return reply.baseDTO.id;
}

/** Makes a withdrawal that was sent, an old deposit, and many recent ones. */
async function createTransfers(): Promise<void> {
  const { db } = database;
  const [transaction, payment] = [newId(), newId()];
  await sql`insert into withdrawals (id, user_id, asset, token_type, address, tag, amount, fee, state, created_at, done_at)
    values (${withdrawal}, ${owner.id}, 'BITCOIN', 'BITCOIN', ${ADDRESS}, '', 500000, 1000, 'DONE', now(), now())`.execute(
    db,
  );
  await sql`insert into chain_transactions (id, payment_id, chain, txid, raw, state, created_at)
    values (${transaction}, ${payment}, 'BITCOIN', ${SENT_TXID}, '00', 'DONE', now())`.execute(db);
  await sql`insert into outgoing (id, kind, chain, asset, token_type, address, tag, amount, user_id, withdrawal_id, fee,
      seal, state, transaction_id, next_try_at, created_at, done_at)
    values (${newId()}, 'WITHDRAWAL', 'BITCOIN', 'BITCOIN', 'BITCOIN', ${ADDRESS}, '', 499000, ${owner.id}, ${withdrawal}, 1000,
      '\\x00', 'DONE', ${transaction}, now(), now(), now())`.execute(db);
  const rows = [
    OLD_TXID,
    ...Array.from({ length: 120 }, (_, n) => n.toString(16).padStart(3, '0').padStart(64, '7')),
    RECEIVED_TXID,
  ];
  for (const txid of rows) {
    const id = newId();
    deposits.push(id);
    await sql`insert into coin_deposits (id, chain, txid, output_index, asset, token_type, address, amount, user_id, state,
        needed_confirmations, created_at)
      values (${id}, 'RIPPLE', ${txid}, 0, 'RIPPLE', 'RIPPLE', ${`r${txid.slice(0, 30)}`}, 7000000, ${owner.id}, 'PENDING', 3, now())`.execute(
      db,
    );
  }
}

const searchOwn = async (by: Person, q: string) =>
  (await callServer(url, 'GET', `/search?q=${encodeURIComponent(q)}`, { token: by.token })).body.baseDTO;
const listIds = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe('a user’s own data', () => {
  it.each([
    ['a coin in Persian, typed on an Arabic keyboard', () => 'بيت كوين'],
    ['the beginning of its id', () => order.slice(0, 13)],
    ['its whole id, in capitals', () => order.toUpperCase()],
    ['the number on its receipt', () => formatReceiptNumber(order)],
    [
      'the beginning of that, without dashes',
      () => formatReceiptNumber(order).replaceAll('-', '').slice(0, 7),
    ],
    ['the name its owner’s program gave it', () => 'robot-77'],
  ])('an order is found by %s, and by no other user', async (_, typed) => {
    const results = await searchOwn(owner, typed());
    expect(listIds(results.orders)).toContain(order);
    expect(results.orders.length).toBeLessThanOrEqual(5);
    expect(listIds((await searchOwn(other, typed())).orders)).not.toContain(order);
  });

  it.each([
    ['its txid', () => SENT_TXID ?? ''],
    ['its txid as another tool writes it', () => `0x${SENT_TXID?.toUpperCase()}`],
    ['a part of its address', () => 'xfkvy5l6'],
    ['its id', () => withdrawal],
    ['the number on its receipt', () => formatReceiptNumber(withdrawal)],
  ])('a withdrawal is found by %s, and by no other user', async (_, typed) => {
    const results = await searchOwn(owner, typed());
    expect(listIds(results.withdrawals)).toContain(withdrawal);
    expect(results.withdrawals[0]).toMatchObject({ relatedCoin: 'BITCOIN', state: 'DONE', txid: SENT_TXID });
    expect(await searchOwn(other, typed())).toEqual({ orders: [], withdrawals: [], deposits: [] });
  });

  it('a deposit is found by its txid however old it is, and by a part of it only among the newest', async () => {
    const [oldest, newest] = [deposits[0], deposits.at(-1)];
    expect(listIds((await searchOwn(owner, OLD_TXID ?? '')).deposits)).toEqual([oldest]);
    expect(listIds((await searchOwn(owner, (OLD_TXID ?? '').slice(0, 40))).deposits)).toEqual([]);
    expect(listIds((await searchOwn(owner, oldest ?? '')).deposits)).toEqual([oldest]);
    expect(
      listIds((await searchOwn(owner, (RECEIVED_TXID ?? '').toLowerCase().slice(0, 12))).deposits),
    ).toEqual([newest]);
    expect((await searchOwn(owner, 'ripple')).deposits).toHaveLength(5);
    expect((await searchOwn(owner, 'ripple')).deposits[0]).toEqual({
      ...{ id: newest, relatedCoin: 'RIPPLE', amount: '7', state: 'PENDING', txid: RECEIVED_TXID },
      createdAtDateTime: expect.any(String),
    });
    for (const typed of [OLD_TXID, RECEIVED_TXID, oldest, newest]) {
      expect((await searchOwn(other, typed ?? '')).deposits).toEqual([]);
      // Nor by staff in the customer search.
      expect((await searchOwn(staff.treasury, typed ?? '')).deposits).toEqual([]);
    }
  });

  it('nothing is found by meaningless text, and an unknown one is refused', async () => {
    for (const typed of ['  ', '%%', '__', "' or true --", '\u0000x', '--------'])
      expect(await searchOwn(owner, typed)).toEqual({ orders: [], withdrawals: [], deposits: [] });
    const requestSearch = (query: string) =>
      callServer(url, 'GET', `/search${query}`, { token: owner.token });
    for (const query of ['', '?q=a', `?q=${'a'.repeat(255)}`])
      expect((await requestSearch(query)).status).toBe(400);
    for (const query of [`?q=btc&userId=${other.id}`, '?q=btc&size=1000']) {
      const { status, body } = await requestSearch(query);
      expect([status, body.message]).toEqual([400, 'UNKNOWN_FIELD']);
    }
    expect((await callServer(url, 'GET', '/search?q=btc')).status).toBe(401);
  });
});

describe('the staff’s search', () => {
  const searchStaff = async (by: Person, q: string) =>
    (await callServer(url, 'GET', `/backoffice/search?q=${encodeURIComponent(q)}`, { token: by.token })).body
      .baseDTO;
  const NO_FINDINGS = { people: [], orders: [], withdrawals: [], deposits: [], stores: [], tickets: [] };
  /** Returns the audit entries of one search. */
  const readAuditEntries = async (by: Person, q: string) => {
    const last = async () =>
      (
        await sql<{ number: bigint }>`select coalesce(max(number), 0) as number from audit_log`.execute(
          database.db,
        )
      ).rows[0]?.number ?? 0n;
    const before = await last();
    await searchStaff(by, q);
    const { rows } = await sql<{ action: string; subject: string | null; detail: string }>`
      select action, subject_id as subject, detail from audit_log
      where number > ${before} and actor_id = ${by.id} order by number`.execute(database.db);
    for (const { detail } of rows) expect(detail).not.toContain(q);
    return rows.map(({ action, subject }) => [action, subject]);
  };

  it('transfers by txid and id are found by support and the treasury, and their owners are audited', async () => {
    for (const by of [staff.support, staff.treasury]) {
      expect(listIds((await searchStaff(by, SENT_TXID ?? '')).withdrawals)).toEqual([withdrawal]);
      expect((await searchStaff(by, withdrawal)).withdrawals[0]).toMatchObject({
        userId: owner.id,
        state: 'DONE',
      });
      expect((await searchStaff(by, (RECEIVED_TXID ?? '').toLowerCase())).deposits[0]).toMatchObject({
        ...{ id: deposits.at(-1), userId: owner.id, relatedCoin: 'RIPPLE', amount: '7' },
      });
      expect((await searchStaff(by, order)).orders[0]).toMatchObject({
        ...{ id: order, userId: owner.id, marketType: 'BITCOIN_TOMAN', amount: '0.00100000' },
      });
    }
    for (const typed of [SENT_TXID ?? '', RECEIVED_TXID ?? '', withdrawal, order])
      expect(await searchStaff(staff.kyc, typed)).toEqual(NO_FINDINGS);
    expect(await readAuditEntries(staff.treasury, SENT_TXID ?? '')).toEqual([['person searched', owner.id]]);
    expect(await readAuditEntries(staff.support, order)).toEqual([['person searched', owner.id]]);
  });

  it('transfers and trades by a receipt’s number and code are found by support and the treasury, in any spelling', async () => {
    const addDocument = async (kind: string, id: string): Promise<string> =>
      (await callServer(url, 'POST', '/issued-documents', { token: owner.token, body: { kind, id } })).body
        .baseDTO.code;
    const withPersianDigits = (text: string) =>
      text.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)] ?? '');
    const listSpellings = (text: string) => [
      text,
      text.toLowerCase().replaceAll('-', ''),
      withPersianDigits(text.replaceAll('-', ' ')),
    ];
    const deposit = deposits[7] ?? '';
    const bare = { people: [], stores: [], tickets: [] };
    const searchFor = async (by: Person, typed: string) => {
      const all = await searchStaff(by, typed);
      expect(all).toMatchObject(bare);
      return [listIds(all.orders), listIds(all.withdrawals), listIds(all.deposits)];
    };
    // A trade's number is found once its receipt was opened; that of a transfer immediately.
    expect(await searchFor(staff.support, formatReceiptNumber(order))).toEqual([[], [], []]);
    const codes = {
      order: await addDocument('TRADE', order),
      withdrawal: await addDocument('WITHDRAWAL', withdrawal),
      deposit: await addDocument('DEPOSIT', deposit),
    };
    for (const by of [staff.support, staff.treasury]) {
      for (const typed of [...listSpellings(formatReceiptNumber(order)), ...listSpellings(codes.order)])
        expect(await searchFor(by, typed), typed).toEqual([[order], [], []]);
      for (const typed of [
        ...listSpellings(formatReceiptNumber(withdrawal)),
        ...listSpellings(codes.withdrawal),
      ])
        expect(await searchFor(by, typed), typed).toEqual([[], [withdrawal], []]);
      for (const typed of [...listSpellings(formatReceiptNumber(deposit)), ...listSpellings(codes.deposit)])
        expect(await searchFor(by, typed), typed).toEqual([[], [], [deposit]]);
    }
    for (const typed of [
      formatReceiptNumber(order),
      formatReceiptNumber(withdrawal),
      codes.deposit,
      codes.order,
    ])
      expect(await searchStaff(staff.kyc, typed), typed).toEqual(NO_FINDINGS);
    expect(await readAuditEntries(staff.treasury, formatReceiptNumber(withdrawal))).toEqual([
      ['person searched', owner.id],
    ]);
    expect(await readAuditEntries(staff.support, codes.order)).toEqual([['person searched', owner.id]]);
    // An unknown code: a code can't be a word, so the search is audited.
    expect(await readAuditEntries(staff.support, encodeDocumentCode(new Uint8Array(14)))).toEqual([
      ['person searched', null],
    ]);
    expect(await readAuditEntries(staff.support, formatReceiptNumber(newId()))).toEqual([]);
    const { rows } = await database.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      return sql<{ 'QUERY PLAN': string }>`explain
        select id from withdrawals where right(replace(id::text, '-', ''), 15) = '000000000000000'
        union select id from coin_deposits where right(replace(id::text, '-', ''), 15) = '000000000000000'
        union select id from bank_deposits where right(replace(id::text, '-', ''), 15) = '000000000000000'
        union select id from payments where right(replace(id::text, '-', ''), 15) = '000000000000000'
        union select id from issued_documents
          where right(replace(subject, '-', ''), 15) = '000000000000000' and kind <> 'STATEMENT'`.execute(tx);
    });
    const plan = JSON.stringify(rows);
    for (const table of ['withdrawals', 'coin_deposits', 'bank_deposits', 'payments', 'issued_documents'])
      expect(plan).toContain(`${table}_by_number`);
  });

  it('a user is found by a whole identifier; by a name or a national code only by reviewers', async () => {
    const { db } = database;
    const own = createIdentifiers();
    const id = await addPerson(db, { email: 'found-by-code@sarraf.test' });
    const token = await addSession(db, id);
    const picture = await createPhoto();
    const reply = await sendForm(url, '/users/account', token, createForm('found-by-code@sarraf.test', own), {
      image: picture,
      backImage: picture,
    });
    expect(reply.status).toBe(200);
    await sql`update profiles set held = true where user_id = ${id}`.execute(db);
    await sql`update users set first_name = 'كيان', last_name = 'پورنامجو' where id = ${id}`.execute(db);
    const { kyc, support, treasury } = staff;
    for (const by of [kyc, support, treasury])
      expect(listIds((await searchStaff(by, 'Found-By-Code@sarraf.test')).people)).toEqual([id]);
    for (const typed of ['کیان', 'کيان  پورنام', 'پورنامجو', own.nationalCode]) {
      expect(listIds((await searchStaff(kyc, typed)).people), typed).toEqual([id]);
      for (const by of [support, treasury]) expect((await searchStaff(by, typed)).people, typed).toEqual([]);
    }
    for (const typed of ['پو', 'نامجو', '%%%', 'found-by-code@sarraf', own.nationalCode.slice(0, 9)])
      expect((await searchStaff(kyc, typed)).people, typed).toEqual([]);
    expect(await readAuditEntries(kyc, 'پورنامجو')).toEqual([['person searched', id]]);
    // A search for an unknown user is audited too, a word that matches no user isn't.
    expect(await readAuditEntries(support, 'nobody@sarraf.test')).toEqual([['person searched', null]]);
    expect(await readAuditEntries(support, 'پورنامجو')).toEqual([]);
    const { rows } = await db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      return sql<{ 'QUERY PLAN': string }>`explain select id from users
        where translate(lower(last_name), 'يك', 'یک') ^@ 'پورنامجو'::text`.execute(tx);
    });
    expect(JSON.stringify(rows)).toContain('users_by_last_name');
  });

  it('tickets by number and subject are found by support, stores by all roles', async () => {
    const body = { subject: 'واریز ریپل من کجاست؟', message: 'دیروز فرستادم.' };
    const opened = await callServer(url, 'POST', '/support/tickets', { token: other.token, body });
    const { id, number } = opened.body.baseDTO;
    for (const typed of [number, `#${number}`, 'ریپل من', 'كجاست'])
      expect(listIds((await searchStaff(staff.support, typed)).tickets), typed).toContain(id);
    for (const by of [staff.kyc, staff.treasury]) expect((await searchStaff(by, number)).tickets).toEqual([]);
    await callServer(url, 'GET', '/company', { token: other.token });
    const { rows } = await sql<{ id: string }>`select id from companies where user_id = ${other.id}`.execute(
      database.db,
    );
    const store = rows[0]?.id ?? '';
    for (const by of Object.values(staff)) {
      const [storeResult] = (await searchStaff(by, store)).stores;
      expect(storeResult).toMatchObject({ id: store, userId: other.id, blocked: false });
      expect(listIds((await searchStaff(by, storeResult.name)).stores)).toContain(store);
    }
    expect(await readAuditEntries(staff.support, store)).toEqual([['company searched', other.id]]);
  });

  it('an admin finds everything, a customer nothing', async () => {
    const admin = await findPerson('staff@sarraf.test');
    const results = await searchStaff(admin, withdrawal);
    expect([listIds(results.withdrawals), results.people]).toEqual([[withdrawal], []]);
    expect(listIds((await searchStaff(admin, 'demo@sarraf.test')).people)).toEqual([owner.id]);
    const reply = await callServer(url, 'GET', '/backoffice/search?q=demo', { token: owner.token });
    expect([reply.status, reply.body.message]).toEqual([403, 'FORBIDDEN']);
    const unknown = await callServer(url, 'GET', '/backoffice/search?q=demo&roles=admin', {
      token: staff.support.token,
    });
    expect([unknown.status, unknown.body.message]).toEqual([400, 'UNKNOWN_FIELD']);
  });
});
