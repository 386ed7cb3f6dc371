import { maskSheba } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendWaitingNotices } from '../../../test/notices.ts';
import { addPerson } from '../../../test/people.ts';
import { createWalletFixture, parseStartedPayment, type WalletFixture } from '../../../test/wallet.ts';
import { newId } from '../../platform/ids.ts';
import { createIdentifier, parseIdentifier } from './deposit-identifier.ts';

const SHEBA = '550570022080013447370101';
const OTHER_SHEBA = '790610000000700796858044';
const THIRD_SHEBA = '820540102680020817909002';

describe('a payment identifier', () => {
  const identifier = createIdentifier(100_001n);
  it('has twelve digits, and may be written with Persian digits and blanks', () => {
    expect(identifier).toMatch(/^0000100001\d\d$/);
    expect(parseIdentifier(identifier)).toBe(identifier);
    expect(parseIdentifier(` ${identifier.slice(0, 4)} ${identifier.slice(4)} `)).toBe(identifier);
    expect(parseIdentifier([...identifier].map((d) => '۰۱۲۳۴۵۶۷۸۹'[Number.parseInt(d, 10)]).join(''))).toBe(
      identifier,
    );
  });

  it('never becomes another user’s by one wrong digit or two swapped ones', () => {
    for (let i = 0; i < identifier.length; i += 1) {
      for (const digit of '0123456789') {
        const wrong = identifier.slice(0, i) + digit + identifier.slice(i + 1);
        expect(parseIdentifier(wrong)).toBe(wrong === identifier ? identifier : null);
      }
      const swapped =
        identifier.slice(0, i) + (identifier[i + 1] ?? '') + (identifier[i] ?? '') + identifier.slice(i + 2);
      if (i + 1 < identifier.length && swapped !== identifier) expect(parseIdentifier(swapped)).toBeNull();
    }
    expect(parseIdentifier(identifier.slice(1))).toBeNull();
    expect(parseIdentifier('')).toBeNull();
  });
});

let context: WalletFixture;
let ann: string;
let one: string;
let two: string;
let references = 0;

beforeAll(async () => {
  context = await createWalletFixture();
  ann = await context.createKnownPerson('ann@sarraf.test', SHEBA);
  one = await addPerson(context.db, { email: 'one@sarraf.test', roles: ['treasury'] });
  two = await addPerson(context.db, { email: 'two@sarraf.test', roles: ['treasury'] });
});
afterEach(async () => {
  await context.expectSoundBooks();
  // Every bank transfer is in the ledger once, in the account of its state.
  const { rows } = await sql`select d.id, d.state from bank_deposits d
    left join transfers t on t.reference = d.id
    left join accounts c on c.id = t.credit_account left join accounts b on b.id = t.debit_account
    group by d.id having
      count(t.id) filter (where b.owner = 'outside:bank') <> 1
      or count(t.id) filter (where c.kind = 'spendable') <> (d.state = 'MATCHED')::int
      or count(t.id) filter (where c.owner = 'outside:bank') <> (d.state = 'RETURNED')::int
      or max(t.amount) <> d.amount`.execute(context.db);
  expect(rows).toEqual([]);
});
afterAll(() => context.close());

const identifierOf = async (userId: string): Promise<string> =>
  (await context.call('GET', '/wallets/toman-terms', userId)).body.baseDTO.identified.identifier;
const line = async (changes: Record<string, unknown> = {}) => {
  references += 1;
  return {
    reference: `REF-${references}`,
    identifier: await identifierOf(ann),
    sheba: `IR${SHEBA}`,
    name: 'آن نمونه',
    amountRial: '10000000',
    paidAt: new Date(context.clock.now()).toISOString(),
    ...changes,
  };
};
const importLines = (lines: object[], by = one) =>
  context.call('POST', '/backoffice/bank-deposits', `treasury:${by}`, { body: { lines } });
const waiting = async () =>
  (await context.call('GET', '/backoffice/bank-deposits?size=100', `treasury:${one}`)).body.content;
const decide = (id: string, decision: string, by: string, more: object = {}) =>
  context.call('POST', `/backoffice/bank-deposits/${id}`, `treasury:${by}`, { body: { decision, ...more } });
/** Imports a line and returns its deposit, which waits for the staff. */
const waitsAfter = async (changes: Record<string, unknown>) => {
  const entry = await line(changes);
  expect((await importLines([entry])).body.baseDTO).toEqual({ matched: 0, unmatched: 1, known: 0 });
  const waitingRow = (await waiting()).find(
    (row: { reference: string }) => row.reference === entry.reference,
  );
  return waitingRow as { id: string; reason: string | null; person: { id: string } | null; state: string };
};

describe('Toman deposit terms', () => {
  it('name the gateways, bounds, the remaining daily limit and the user’s own identifier', async () => {
    const person = context.person();
    const terms = async () => (await context.call('GET', '/wallets/toman-terms', person)).body.baseDTO;
    const first = await terms();
    expect(first).toMatchObject({
      gateways: ['SANDBOX'],
      minAmount: '50000',
      maxAmount: '25000000',
      leftToday: '25000000',
      holdHours: 0,
      identified: { sheba: 'IR060170000000000000000000', owner: 'صرافی نمونه', maxPerDay: '200000000' },
    });
    expect(first.identified.bankName).toBe('بانک ملی ایران');
    expect(parseIdentifier(first.identified.identifier)).toBe(first.identified.identifier);
    expect((await terms()).identified.identifier).toBe(first.identified.identifier);
    expect(await identifierOf(context.person())).not.toBe(first.identified.identifier);
    await context.deposit(person, { amount: '1000000' });
    expect((await terms()).leftToday).toBe('24000000');
  });

  it('create one identifier for a user with ten concurrent requests', async () => {
    const person = context.person();
    const identifiers = await Promise.all(Array.from({ length: 10 }, () => identifierOf(person)));
    expect(new Set(identifiers).size).toBe(1);
  });
});

describe('importing a bank statement', () => {
  it('credits a transfer from the user’s own account, once, and notifies them', async () => {
    const entry = await line();
    const before = await context.balance(ann);
    expect((await importLines([entry])).body.baseDTO).toEqual({ matched: 1, unmatched: 0, known: 0 });
    expect(before).toBe('0');
    expect(await context.balance(ann)).toBe('1000000');
    const again = await importLines([entry, { ...(await line()), reference: entry.reference }]);
    expect(again.body.baseDTO).toEqual({ matched: 0, unmatched: 0, known: 2 });
    expect(await context.balance(ann)).toBe('1000000');
    const { rows } = await sql<{ kind: string }>`select kind from notices`.execute(context.db);
    expect(rows.map(({ kind }) => kind)).toEqual(['DEPOSIT_CREDITED']);
    await sendWaitingNotices(context.url, context.messaging.jobs);

    const [deposit] = (await context.call('GET', '/wallets/deposit?relatedCoin=TOMAN', ann)).body.content;
    expect(deposit).toMatchObject({
      amount: '1000000',
      state: 'PAID',
      isDone: true,
      bankAccount: maskSheba(SHEBA),
    });
  });

  it('twice concurrently counts each reference once', async () => {
    const before = await context.balance(ann);
    const lines = await Promise.all(Array.from({ length: 5 }, () => line()));
    const answers = await Promise.all([
      importLines(lines),
      importLines([...lines].reverse(), two),
      importLines(lines),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await context.sweep();
    const sum = (name: string) => answers.reduce((all, { body }) => all + body.baseDTO[name], 0);
    expect(sum('known')).toBe(10);
    expect(await context.balance(ann)).toBe(String(Number.parseInt(before, 10) + 5_000_000));
  });

  it.each([
    ['an identifier nobody has', { identifier: '000010000199' }, 'UNKNOWN_IDENTIFIER', false],
    ['no identifier', { identifier: '' }, 'UNKNOWN_IDENTIFIER', false],
    ['somebody else’s account', { sheba: OTHER_SHEBA }, 'NOT_OWN_ACCOUNT', true],
    ['more than a day’s limit', { amountRial: '2000000010' }, 'DAILY_LIMIT', true],
  ])('puts a transfer with %s into suspense', async (_name, changes, reason, isKnownPerson) => {
    const suspense = await context.balance('house', 'suspense');
    const waitingRow = await waitsAfter(changes);
    expect(waitingRow).toMatchObject({ state: 'UNMATCHED', reason, proposedBy: null });
    expect(waitingRow.person?.id ?? null).toBe(isKnownPerson ? ann : null);
    expect(await context.balance('house', 'suspense')).not.toBe(suspense);
    expect((await decide(waitingRow.id, 'RETURN', one, { reason: 'back to the payer' })).status).toBe(200);
    expect(await context.balance('house', 'suspense')).toBe(suspense);
  });

  it('counts a reference once, however it is typed', async () => {
    const before = await context.balance(ann);
    const entry = await line({ reference: 'ref-Melli-77' });
    expect((await importLines([entry])).body.baseDTO.matched).toBe(1);
    const again = ['REF-MELLI-77', ' ref-melli-77 '].map((reference) => ({ ...entry, reference }));
    expect((await importLines(again, two)).body.baseDTO).toEqual({ matched: 0, unmatched: 0, known: 2 });
    expect(await context.balance(ann)).toBe(String(Number.parseInt(before, 10) + 1_000_000));
    const typed = sql`insert into bank_deposits select (jsonb_populate_record(d, jsonb_build_object(
      'id', gen_random_uuid(), 'reference', 'Ref - melli-77'))).* from bank_deposits d where reference = 'ref-Melli-77'`;
    await expect(typed.execute(context.db)).rejects.toThrow('bank_deposits_reference');
  });

  it('credits no user who is not verified', async () => {
    const ben = await context.createKnownPerson('ben@sarraf.test', THIRD_SHEBA);
    await sql`update users set authentication_type = 'INFORMATION_CHANGED' where id = ${ben}`.execute(
      context.db,
    );
    const waitingRow = await waitsAfter({ identifier: await identifierOf(ben), sheba: THIRD_SHEBA });
    expect(waitingRow.reason).toBe('NOT_VERIFIED');
  });

  it('counts the daily limit of a Sheba by the day in Tehran, also for concurrent imports', async () => {
    const cid = await context.createKnownPerson('cid@sarraf.test', OTHER_SHEBA);
    await context.setRules({ identifiedDepositPerDay: '20000000' });
    const entry = (paidAt: string, amountRial: string) => ({ paidAt, amountRial, sheba: OTHER_SHEBA });
    const identifier = await identifierOf(cid);
    const lines = await Promise.all(
      ['2026-01-10T20:29:00Z', '2026-01-10T19:00:00Z', '2026-01-10T10:00:00Z', '2026-01-10T20:31:00Z'].map(
        (at) => line({ ...entry(at, '90000000'), identifier }),
      ),
    );
    // The third of one day exceeds the limit; the fourth is on the next day in Tehran.
    const answers = await Promise.all(lines.map((part) => importLines([part])));
    await context.sweep();
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const { rows } = await sql<{
      state: string;
      day: string;
    }>`select state, paid_day::text as day from bank_deposits
      where identifier = ${identifier} order by paid_day, state`.execute(context.db);
    expect(rows.map(({ state, day }) => `${day} ${state}`)).toEqual([
      '2026-01-10 MATCHED',
      '2026-01-10 MATCHED',
      '2026-01-10 UNMATCHED',
      '2026-01-11 MATCHED',
    ]);
    expect(await context.balance(cid)).toBe('27000000');
    await context.setRules({ identifiedDepositPerDay: '200000000' });
  });

  it.each([
    ['sheba', { sheba: `IR${SHEBA.slice(0, -1)}2` }],
    ['amountRial', { amountRial: '0' }],
    ['amountRial', { amountRial: '1.5' }],
    ['paidAt', { paidAt: 'yesterday' }],
    ['reference', { reference: 'with blanks inside' }],
  ])('is rejected completely for a wrong %s', async (field, changes) => {
    const answer = await importLines([await line(), await line(changes)]);
    expect([answer.status, answer.body.errors]).toEqual([400, [`lines.1.${field}`]]);
    expect(
      (await importLines([await line({ reference: `REF-${references - 1}` })])).body.baseDTO.matched,
    ).toBe(1);
  });

  it('that was interrupted after the import, or before the ledger’s reply, is finished by the sweep', async () => {
    const before = await context.balance(ann);
    context.outage.commands = 1;
    expect((await importLines([await line()])).body.baseDTO).toMatchObject({ matched: 0, unmatched: 1 });
    expect(await context.balance(ann)).toBe(before);
    await Promise.all([context.sweep(), context.sweep()]);
    expect(await context.balance(ann)).toBe(String(Number.parseInt(before, 10) + 1_000_000));
  });
});

describe('a transfer imported by a staff member', () => {
  const importOf = async (person: string, sheba: string, amountRial: string, by = one) => {
    const entry = await line({ identifier: await identifierOf(person), sheba, amountRial });
    const { body } = await importLines([entry], by);
    const waitingRow = (await waiting()).find(
      (row: { reference: string }) => row.reference === entry.reference,
    );
    return { counts: body.baseDTO, waitingRow };
  };

  it('is never credited to themselves, however small', async () => {
    const own = await addPerson(context.db, {
      email: 'own@sarraf.test',
      state: 'AUTHORIZED',
      roles: ['treasury'],
    });
    context.shebas.set(own, [{ id: newId(), masked: '', number: THIRD_SHEBA }]);
    const { counts, waitingRow } = await importOf(own, THIRD_SHEBA, '10000000', own);
    expect(counts).toEqual({ matched: 0, unmatched: 1, known: 0 });
    expect(waitingRow).toMatchObject({ state: 'UNMATCHED', reason: 'OWN_IMPORT', person: { id: own } });
    expect(await context.balance(own)).toBe('0');
    // An import by another staff member is credited as usual.
    expect((await importOf(own, THIRD_SHEBA, '10000000')).counts.matched).toBe(1);
    await expect(
      sql`update bank_deposits set state = 'MATCHED', user_id = imported_by, settled_at = now()
        where id = ${waitingRow.id}`.execute(context.db),
    ).rejects.toThrow();
  });

  it('is credited up to 50,000,000 Toman a day; above that it is proposed, and another staff member confirms', async () => {
    const pia = await context.createKnownPerson('pia@sarraf.test', OTHER_SHEBA);
    expect((await importOf(pia, OTHER_SHEBA, '300000000')).counts.matched).toBe(1);
    expect((await importOf(pia, OTHER_SHEBA, '200000000')).counts.matched).toBe(1);
    // Splitting the amount doesn't circumvent the limit.
    const { counts, waitingRow } = await importOf(pia, OTHER_SHEBA, '10000000');
    expect(counts).toEqual({ matched: 0, unmatched: 1, known: 0 });
    expect(waitingRow).toMatchObject({
      state: 'PROPOSED',
      reason: 'LARGE',
      person: { id: pia },
      proposedBy: 'one@sarraf.test',
    });
    expect(await context.balance(pia)).toBe('50000000');
    expect((await decide(waitingRow.id, 'CONFIRM', one, { userId: pia })).body.message).toBe(
      'SECOND_PERSON_NEEDED',
    );
    expect((await decide(waitingRow.id, 'CONFIRM', two, { userId: pia })).status).toBe(200);
    expect(await context.balance(pia)).toBe('51000000');
    context.clock.advance(86_400_001);
    const large = await importOf(pia, OTHER_SHEBA, '500000010');
    expect(large.waitingRow).toMatchObject({ state: 'PROPOSED', reason: 'LARGE' });
    expect((await importOf(pia, OTHER_SHEBA, '500000000')).counts.matched).toBe(1);
    expect((await decide(large.waitingRow.id, 'RETURN', two, { reason: 'not at the bank' })).status).toBe(
      200,
    );
    expect(await context.balance(pia)).toBe('101000000');
  });

  it('counts against the day’s limit of the Sheba when it is only proposed', async () => {
    const paul = await context.createKnownPerson('paul@sarraf.test', OTHER_SHEBA);
    context.clock.advance(5 * 86_400_000);
    const { waitingRow } = await importOf(paul, OTHER_SHEBA, '1500000000');
    expect(waitingRow.state).toBe('PROPOSED');
    expect((await importOf(paul, OTHER_SHEBA, '500000010')).waitingRow.reason).toBe('DAILY_LIMIT');
  });
});

describe('deciding about bank deposits', () => {
  it('credits the user whom one staff member proposes and another confirms', async () => {
    const { id } = await waitsAfter({ identifier: '' });
    const before = await context.balance(ann);
    expect((await decide(id, 'CONFIRM', two, { userId: ann })).body.message).toBe('CONFLICT');
    const proposed = await decide(id, 'PROPOSE', one, { userId: ann });
    expect(proposed.body.baseDTO).toMatchObject({
      state: 'PROPOSED',
      person: { id: ann },
      proposedBy: 'one@sarraf.test',
    });
    expect((await decide(id, 'CONFIRM', one, { userId: ann })).body.message).toBe('SECOND_PERSON_NEEDED');
    expect(await context.balance(ann)).toBe(before);
    const answers = await Promise.all([
      decide(id, 'CONFIRM', two, { userId: ann }),
      decide(id, 'CONFIRM', two, { userId: ann }),
      decide(id, 'CONFIRM', two, { userId: ann }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await context.balance(ann)).toBe(String(Number.parseInt(before, 10) + 1_000_000));
    expect((await waiting()).some((row: { id: string }) => row.id === id)).toBe(false);
    expect((await decide(id, 'RETURN', two, { reason: 'too late' })).body.message).toBe('CONFLICT');
  });

  it('credits the user that the confirming staff member saw, and no user proposed since', async () => {
    const { id } = await waitsAfter({ identifier: '' });
    const accomplice = await context.createKnownPerson('accomplice@sarraf.test', THIRD_SHEBA);
    const before = await context.balance(ann);
    await decide(id, 'PROPOSE', one, { userId: ann });
    await decide(id, 'PROPOSE', one, { userId: accomplice });
    expect((await decide(id, 'CONFIRM', two, { userId: ann })).body.message).toBe('CONFLICT');
    expect([await context.balance(ann), await context.balance(accomplice)]).toEqual([before, '0']);
    await decide(id, 'RETURN', two, { reason: 'not theirs' });
  });

  it('returns a deposit once, and never also credits it', async () => {
    const { id } = await waitsAfter({ identifier: '' });
    await decide(id, 'PROPOSE', one, { userId: ann });
    const before = await context.balance(ann);
    const answers = await Promise.all([
      decide(id, 'RETURN', two, { reason: 'not theirs' }),
      decide(id, 'CONFIRM', two, { userId: ann }),
      decide(id, 'RETURN', one, { reason: 'not theirs' }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const credited = (await context.balance(ann)) !== before;
    const { rows } = await sql<{ state: string }>`select state from bank_deposits where id = ${id}`.execute(
      context.db,
    );
    expect(rows[0]?.state).toBe(credited ? 'MATCHED' : 'RETURNED');
  });

  it('is refused to staff for their own money', async () => {
    const { id } = await waitsAfter({ identifier: '' });
    expect((await decide(id, 'PROPOSE', one, { userId: one })).body.message).toBe('SECOND_PERSON_NEEDED');
    await decide(id, 'PROPOSE', one, { userId: two });
    expect((await decide(id, 'CONFIRM', two, { userId: two })).body.message).toBe('SECOND_PERSON_NEEDED');
    await expect(
      sql`update bank_deposits set decision = 'CREDIT', decided_by = proposed_by where id = ${id}`.execute(
        context.db,
      ),
    ).rejects.toThrow();
  });

  it('rejects invalid decisions', async () => {
    const { id } = await waitsAfter({ identifier: '' });
    expect((await decide(id, 'PROPOSE', one)).status).toBe(400);
    expect((await decide(id, 'PROPOSE', one, { userId: newId() })).status).toBe(404);
    expect((await decide(id, 'CONFIRM', two)).body.errors).toEqual(['userId']);
    expect((await decide(id, 'RETURN', one)).status).toBe(400);
    expect((await decide(newId(), 'RETURN', one, { reason: 'nobody' })).status).toBe(404);
  });

  it('is finished by the sweep when the money was not moved', async () => {
    const { id } = await waitsAfter({ identifier: '' });
    const before = await context.balance(ann);
    await decide(id, 'PROPOSE', one, { userId: ann });
    context.outage.commands = 1;
    expect((await decide(id, 'CONFIRM', two, { userId: ann })).status).toBe(503);
    expect(await context.balance(ann)).toBe(before);
    await Promise.all([context.sweep(), context.sweep()]);
    expect(await context.balance(ann)).toBe(String(Number.parseInt(before, 10) + 1_000_000));
  });

  it('records in the audit log who decided what', async () => {
    const { rows } = await sql<{ action: string }>`select distinct action from audit_log
      where action like 'bank %' order by action`.execute(context.db);
    expect(rows.map(({ action }) => action)).toEqual([
      'bank deposit credited',
      'bank deposit proposed',
      'bank deposit returned',
      'bank deposits listed',
      'bank statement imported',
    ]);
  });

  it('records each read in the audit log', async () => {
    const looks = async () =>
      (
        await sql<{ actor: string; detail: string }>`select actor_id as actor, detail from audit_log
          where action = 'bank deposits listed' order by number`.execute(context.db)
      ).rows;
    const before = await looks();
    await context.call('GET', '/backoffice/bank-deposits?size=2&state=MATCHED', `treasury:${two}`);
    expect((await looks()).slice(before.length)).toEqual([
      { actor: two, detail: JSON.stringify({ state: 'MATCHED', shown: 2 }) },
    ]);
  });

  it('needs the treasury role', async () => {
    expect((await context.call('GET', '/backoffice/bank-deposits', ann)).status).toBe(403);
  });
});

describe('the hold on coins after a deposit', () => {
  it('exists only if a rule sets it, and counts from the last deposit by gateway or bank transfer', async () => {
    const dan = await context.createKnownPerson('dan@sarraf.test', THIRD_SHEBA);
    expect(await context.depositHold(dan)).toBeNull();
    await importLines([await line({ identifier: await identifierOf(dan), sheba: THIRD_SHEBA })]);
    expect(await context.balance(dan)).toBe('1000000');
    expect(await context.depositHold(dan)).toBeNull();
    await context.setRules({ depositHoldHours: 72 });
    const paidAt = context.clock.now();
    const hour = 3_600_000;
    expect((await context.depositHold(dan))?.getTime()).toBe(paidAt + 72 * hour);
    context.clock.advance(72 * hour - 1);
    expect(await context.depositHold(dan)).not.toBeNull();
    context.clock.advance(1);
    expect(await context.depositHold(dan)).toBeNull();

    const eve = context.person();
    const { authority } = parseStartedPayment(await context.deposit(eve));
    expect(await context.depositHold(eve)).toBeNull();
    await context.returnFromBank(await context.decideAtBank(authority));
    expect((await context.depositHold(eve))?.getTime()).toBe(context.clock.now() + 72 * hour);
  });
});

describe('the rule of the daily gateway limit', () => {
  it('replaces the coin’s own limit from its start on', async () => {
    const fay = context.person();
    await context.setRules({ tomanDepositPerDay: '2000000' });
    expect((await context.deposit(fay, { amount: '2000000' })).statusCode).toBe(200);
    expect((await context.deposit(fay, { amount: '50000' })).json().message).toBe('DAILY_LIMIT');
    await context.setRules({ tomanDepositPerDay: '25000000' });
    expect((await context.deposit(fay, { amount: '50000' })).statusCode).toBe(200);
  });
});
