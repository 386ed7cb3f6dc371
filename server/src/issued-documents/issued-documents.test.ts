/**
 * Codes of receipts for real orders: verification shows the issued content, whatever is changed in the tables
 * since.
 */
import { encodeDocumentCode, parseDocumentCode } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrdersFixture, type OrdersFixture } from '../../test/orders.ts';
import { createNamedRandom } from '../../test/random.ts';
import type { Caller } from '../platform/http/http.ts';
import { newId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { createSecrets } from '../platform/secrets/secrets.ts';
import { listOrdersByIds } from '../trading/index.ts';
import type { IssuedDocumentsDeps } from './deps.ts';
import { issueReceiptDocument } from './issue.ts';
import { verifyCode } from './verify-code.ts';

const PRICE = '10000000000';
const NAME = 'سارا احمدی';
let context: OrdersFixture;
let deps: IssuedDocumentsDeps;
let ann: Caller;
let bob: Caller;

beforeAll(async () => {
  context = await createOrdersFixture();
  const { db, clock } = context;
  deps = {
    db,
    config: { PUBLIC_URL: 'https://sarraf.test' },
    clock,
    log: createLog('silent'),
    secrets: createSecrets([Buffer.alloc(32, 7)]),
    subjects: {
      TRADE: async (userId, id) => (await listOrdersByIds(db, userId, [id]))[0] ?? null,
      DEPOSIT: async () => null,
      WITHDRAWAL: async () => null,
    },
    nameOf: async () => NAME,
  };
  [ann, bob] = [context.person(), context.person()];
  for (const { userId } of [ann, bob])
    await sql`insert into users (id, email, referral_code, email_verified_at, created_at)
      values (${userId}, ${`${userId}@issued.test`}, ${userId}, now(), now())`.execute(db);
  for (const caller of [ann, bob]) {
    await context.give(caller, 'TOMAN', '100000000000');
    await context.give(caller, 'BITCOIN', '10');
  }
});
afterAll(async () => {
  await context.clear();
  await context.expectSound();
  await context.close();
});

const issued = async (order: Order, caller = ann): Promise<string> =>
  (await issueReceiptDocument(deps, caller.userId, { kind: 'TRADE', id: order.id })).code;
const standing = async (code: string) => (await verifyCode(deps, code)).standing;

async function filled(): Promise<Order> {
  await context.limit(bob, 'sell', '0.002', PRICE);
  const order = await context.limit(ann, 'buy', '0.002', PRICE);
  expect(order.orderStatus).toBe('IS_CLOSED');
  return order;
}

describe('a receipt', () => {
  it('is verified with its numbers by its code, and reveals nothing else', async () => {
    const order = await filled();
    const code = await issued(order);
    expect(await issued(order)).toBe(code);
    const { qrCode, link } = await issueReceiptDocument(deps, ann.userId, { kind: 'TRADE', id: order.id });
    expect([link, qrCode.length > 200]).toEqual([`https://sarraf.test/verify/${code}`, true]);
    const result = await verifyCode(deps, code.toLowerCase().replaceAll('-', ' '));
    expect(result).toMatchObject({
      ...{ code, standing: 'CONFIRMED', kind: 'TRADE', number: order.number, holder: 'س. ا.', newerAt: null },
      figures: expect.arrayContaining([
        { figure: 'EXECUTED', amount: order.executedAmount, asset: 'BITCOIN', of: null },
        { figure: 'TOTAL', amount: order.totalPrice, asset: 'TOMAN', of: null },
      ]),
    });
    const text = JSON.stringify(result);
    for (const secret of [order.id, ann.userId, NAME, 'احمدی']) expect(text).not.toContain(secret);
    const { rows } = await sql<{ text: string }>`select d::text from issued_documents d`.execute(deps.db);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it("of another person's or of no order is not issued", async () => {
    const order = await filled();
    for (const id of [newId(), 'nothing'])
      await expect(issueReceiptDocument(deps, ann.userId, { kind: 'TRADE', id })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    await expect(
      issueReceiptDocument(deps, bob.userId, { kind: 'TRADE', id: order.id }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('requested twenty times concurrently has one code and one record', async () => {
    const order = await filled();
    const codes = await Promise.all(Array.from({ length: 20 }, () => issued(order)));
    expect(new Set(codes).size).toBe(1);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from issued_documents
      where subject = ${order.id}`.execute(deps.db);
    expect(rows[0]?.count).toBe(1);
  });

  it('of an order that trades on is superseded by its later state', async () => {
    const order = await context.limit(ann, 'buy', '0.003', '9000000000');
    const first = await issued(order);
    expect(await standing(first)).toBe('CONFIRMED');
    context.clock.advance(1_000);
    await context.limit(bob, 'sell', '0.001', '9000000000');
    expect([await standing(first), (await verifyCode(deps, first)).newerAt]).toEqual(['SUPERSEDED', null]);
    const second = await issued(order);
    expect(second).not.toBe(first);
    expect([await standing(first), await standing(second)]).toEqual(['SUPERSEDED', 'CONFIRMED']);
    expect((await verifyCode(deps, first)).newerAt).not.toBeNull();
    // The first one still shows its content.
    expect((await verifyCode(deps, first)).figures[1]?.amount).toBe(order.executedAmount);
  });
});

describe('a forgery', () => {
  it('with a guessed or altered code, or one made with another key, is unknown', async () => {
    const code = await issued(await filled());
    const random = createNamedRandom('guessed codes');
    const guesses = Array.from({ length: 200 }, () =>
      encodeDocumentCode(Uint8Array.from({ length: 14 }, () => Math.floor(random() * 256))),
    );
    const swapped = `${code.slice(0, 4) === 'AAAA' ? 'BBBB' : 'AAAA'}${code.slice(4)}`;
    expect(parseDocumentCode(swapped)).toBeNull();
    for (const guess of [...guesses, swapped, newId(), ''])
      await expect(verifyCode(deps, guess)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const other = { ...deps, secrets: createSecrets([Buffer.alloc(32, 8)]) };
    await expect(verifyCode(other, code)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('by changing the order in the database is not confirmed, and shows the issued content', async () => {
    const order = await filled();
    const code = await issued(order);
    const { rows } = await sql<{
      total: string;
    }>`select total::text from orders where id = ${order.id}`.execute(deps.db);
    await sql`update orders set total = total * 10 where id = ${order.id}`.execute(deps.db);
    const result = await verifyCode(deps, code);
    expect(result.standing).toBe('DIFFERS');
    expect(result.figures.find(({ figure }) => figure === 'TOTAL')?.amount).toBe(order.totalPrice);
    await sql`update orders set total = ${rows[0]?.total ?? '0'}::numeric where id = ${order.id}`.execute(
      deps.db,
    );
    expect(await standing(code)).toBe('CONFIRMED');
  });

  it('by changing, swapping or re-addressing records is unknown', async () => {
    const [mine, other] = [await filled(), await filled()];
    const [code, otherCode] = [await issued(mine), await issued(other)];
    const write = (column: string, of: Order, from: Order) =>
      sql`update issued_documents set ${sql.ref(column)} = (select ${sql.ref(column)} from issued_documents
        where subject = ${from.id}) where subject = ${of.id}`.execute(deps.db);
    const { rows } = await sql<{ content: Buffer }>`select content_encrypted as content from issued_documents
      where subject = ${mine.id}`.execute(deps.db);
    const sealed = rows[0]?.content ?? Buffer.alloc(0);
    const unknown = () => expect(verifyCode(deps, code)).rejects.toMatchObject({ code: 'NOT_FOUND' });

    // Another document's content under this code.
    await write('content_encrypted', mine, other);
    await unknown();
    const flipped = Buffer.from(sealed);
    flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1;
    for (const content of [flipped, sealed]) {
      await sql`update issued_documents set content_encrypted = ${content} where subject = ${mine.id}`.execute(
        deps.db,
      );
      if (content !== sealed) await unknown();
    }
    expect(await standing(code)).toBe('CONFIRMED');

    // This code on another document's row, which decrypts as that one's.
    await sql`delete from issued_documents where subject = ${mine.id}`.execute(deps.db);
    await unknown();
    await sql`update issued_documents set code_digest = ${deps.secrets.blindIndex('document code', code)}
      where subject = ${other.id}`.execute(deps.db);
    await unknown();
    await expect(verifyCode(deps, otherCode)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
