/**
 * A day at the bank: identity, ledger, withdrawals, batches and deposits are real; the statement is written by the
 * test's bank.
 */
import { formatAmount, HOUR_MS, parseTrustedDecimal } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { findViolationsIn, INVARIANTS } from '../src/audit/index.ts';
import { createPayout, type Payout } from '../src/payout/index.ts';
import { newId } from '../src/platform/ids.ts';
import { createRuleBook } from '../src/rules/index.ts';
import { getOrCreateIdentifier } from '../src/wallet/bank-deposits/bank-deposit-store.ts';
import { createWallet, type Wallet } from '../src/wallet/index.ts';
import { asAttacker } from './forged-books.ts';
import { NAMES } from './names.ts';
import { inOwnersTransaction } from './owner.ts';
import {
  createWithdrawalFixture,
  type Person,
  SHEBA,
  tomanIntent,
  type WithdrawalFixture,
} from './withdrawal.ts';

const OWN_SHEBA = '060170000000000000000000';
const OPENING_BALANCE = 500_000_000n;

let context: WithdrawalFixture;
let wallet: Wallet;
let payout: Payout;
let ann: Person;
let admin: Person;
let one: Person;
let two: Person;
let three: Person;
const halts: string[] = [];

beforeAll(async () => {
  context = await createWithdrawalFixture();
  const { db, clock, http, deps, identity, messaging, bus, ledger, secrets } = context;
  const rules = await createRuleBook({ db, clock, log: deps.log, emailsOf: async () => new Map() });
  wallet = createWallet({
    ...{ secrets, db, ledger, clock, bus, rules, log: deps.log, people: identity.people },
    config: {
      PUBLIC_URL: 'http://sarraf.test',
      SECRET_KEY: Buffer.alloc(32, 7),
      sandbox: true,
      BANK_ALARM_HOURS: 72,
      BANK_STOP_TOMAN: 900_000,
    },
    names: () => NAMES,
    gateways: [],
    market: { tomanValue: (_, amount) => amount, coin: () => ({}) },
    notify: messaging.notify,
    bankAccount: { sheba: OWN_SHEBA, owner: 'صرافی نمونه' },
    halt: async (reason) => void halts.push(reason),
    coinDeposits: async () => [],
    coinDeposit: async () => null,
    verifiedCards: async () => [],
    verifiedShebas: async (userId) => context.shebas.get(userId) ?? [],
  });
  wallet.routes(http);
  payout = createPayout({
    ...{ db, clock, log: deps.log, rules, people: identity.people },
    sources: [context.withdrawal, wallet.refunds],
    stopped: context.custody.stopped,
  });
  payout.routes(http);
  ann = await context.createFundedPerson();
  [admin, one, two, three] = await Promise.all([
    context.person(['admin']),
    context.person(['treasury']),
    context.person(['treasury']),
    context.person(['treasury']),
  ]);
  // A Monday, 08:00 in Tehran.
  await advanceTo(Date.parse('2026-12-07T04:30:00Z'));
});
afterEach(() => context.expectSoundBooks());
afterAll(() => context.close());

async function advanceTo(time: number): Promise<void> {
  context.clock.advance(time - context.clock.now());
  for (const who of [ann, admin, one, two, three]) who.token = await context.newSession(who);
}

interface Line {
  at: string;
  reference: string;
  identifier: string;
  amountRial: string;
  balanceRial: string;
  sheba: string;
  name: string;
}

let references = 0;
/** Writes the bank's statement: each line with the balance after it. */
function buildStatement(opening: bigint, lines: (Partial<Line> & { rial: bigint })[]) {
  let balance = opening;
  const written = lines.map(({ rial, ...more }): Line => {
    balance += rial;
    references += 1;
    return {
      at: new Date(context.clock.now()).toISOString(),
      reference: `BANK-${references}`,
      ...{ identifier: '', sheba: '', name: '' },
      amountRial: String(rial),
      balanceRial: String(balance),
      ...more,
    };
  });
  return { sheba: OWN_SHEBA, openingRial: String(opening), closingRial: String(balance), lines: written };
}

const importStatement = (body: object, by = one) =>
  context.send(by, 'POST', '/backoffice/bank-statements', body);
const explainLine = (by: Person, id: string, decision: string, cause: string) =>
  context.send(by, 'POST', `/backoffice/bank-lines/${id}`, { decision, cause, reason: 'as the bank says' });
const discardStatement = (by: Person, id: string) =>
  context.send(by, 'POST', `/backoffice/bank-statements/${id}/discard`, { reason: 'another account' });
const readLines = async (id: string) =>
  (await context.send(one, 'GET', `/backoffice/bank-lines?size=100&statement=${id}`)).body.content;
const listUnexplainedLines = async () =>
  (await context.send(one, 'GET', '/backoffice/bank-lines?size=100')).body.content;
const runSweep = async () => {
  for (const { name, run } of wallet.jobs) if (/bank/.test(name)) await run({});
};
async function countHoldings() {
  await wallet.countingJobs[0]?.run({});
  return (await context.send(one, 'GET', '/backoffice/bank-check')).body.baseDTO;
}
const closingBalanceOf = async () => {
  const { body } = await context.send(one, 'GET', '/backoffice/house-bank-accounts');
  return parseTrustedDecimal(body.content[0].closing, 1);
};

/** Creates a day's batch that `two` took to the bank; returns the payments in Rial. */
async function createPayoutFor(...amounts: string[]) {
  const ids: string[] = [];
  for (const amount of amounts) ids.push((await context.withdraw(ann, tomanIntent(amount))).id);
  await advanceTo(context.clock.now() + 3 * HOUR_MS);
  await payout.jobs.find(({ name }) => name === 'make-payout')?.run({});
  const { body } = await context.send(two, 'GET', '/backoffice/payouts');
  const id = body.content[0].id as string;
  const file = await context.http.app.inject({
    method: 'POST',
    url: `/api/backoffice/payouts/${id}/file`,
    headers: { authorization: `Bearer ${two.token}` },
  });
  expect(file.statusCode).toBe(200);
  const rial = new Map(
    file.body
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((row) => row.split(','))
      .map(([, amount = '', , line = '']) => [line, BigInt(amount)]),
  );
  return { id, ids, rialOf: (line = '') => rial.get(line) ?? 0n };
}

it('a statement belongs to an account that an admin adds, and its first one is imported by another staff member', async () => {
  const addBankAccount = (by: Person) =>
    context.send(by, 'POST', '/backoffice/house-bank-accounts', { sheba: `IR${OWN_SHEBA}`, name: 'Melli' });
  expect((await addBankAccount(one)).status).toBe(403);
  expect((await importStatement(buildStatement(OPENING_BALANCE, []))).body.message).toBe('NOT_FOUND');
  expect((await addBankAccount(admin)).body.baseDTO).toMatchObject({ sheba: OWN_SHEBA, closing: null });
  expect((await addBankAccount(admin)).body.message).toBe('CONFLICT');
  expect((await importStatement(buildStatement(OPENING_BALANCE, []), admin)).body.message).toBe(
    'SECOND_PERSON_NEEDED',
  );
  const { rows } = await sql<{ id: string }>`select id from house_bank_accounts`.execute(context.db);
  await expect(
    sql`insert into bank_statements (id, account_id, opening, closing, lines, state, imported_by, created_at)
      values (${newId()}, ${rows[0]?.id}, 0, 0, 0, 'KEPT', ${admin.id}, now())`.execute(context.db),
  ).rejects.toThrow('can not import its first statement');
  expect(await countHoldings()).toBe(null);
});

it('a statement matches each line of a day with one cause, and agrees with the ledger to the unit', async () => {
  const { ids, rialOf } = await createPayoutFor('1000000', '700007');
  const settlement = {
    ...{
      gateway: 'ZARINPAL',
      reference: 'PAYA-9',
      paidDay: '2026-12-07',
      fromDay: '2026-12-06',
      toDay: '2026-12-06',
    },
    ...{ grossRial: '5000000', feeRial: '20000', lines: [] },
  };
  expect((await context.send(two, 'POST', '/backoffice/gateway-settlements', settlement)).status).toBe(200);
  const identifier = await getOrCreateIdentifier(context.db, ann.id);
  const before = await context.readBalances(ann, 'TOMAN');
  const day = buildStatement(OPENING_BALANCE, [
    { rial: 10_000_000n, identifier, sheba: `IR${SHEBA}`, name: 'آن نمونه', reference: 'DEP-1' },
    { rial: -rialOf(ids[0]), identifier: ids[0]?.toUpperCase() ?? '' },
    // This payout differs by one Rial, so it is not matched.
    { rial: -rialOf(ids[1]) - 1n, identifier: ids[1] ?? '' },
    { rial: 4_980_000n, reference: 'paya-9' },
    { rial: -12_000n },
    { rial: 777_770n },
  ]);
  // Twenty concurrent imports of the same statement store it once.
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => importStatement(day, at % 2 ? one : three)),
  );
  expect(answers.map(({ body }) => body.message).sort()).toEqual([
    'OK',
    ...Array(19).fill('OPENING_DIFFERS'),
  ]);
  const done = answers.find(({ status }) => status === 200)?.body.baseDTO;
  expect(done).toMatchObject({ lines: 6, unexplained: 3, matched: 1, unmatched: 0 });
  const lines = await readLines(done.id);
  expect(lines.map(({ cause }: { cause: string }) => cause)).toEqual([
    ...['DEPOSIT', 'PAYOUT', 'UNEXPLAINED', 'SETTLEMENT', 'UNEXPLAINED', 'UNEXPLAINED'],
  ]);
  expect(await context.readBalances(ann, 'TOMAN')).toEqual([
    String(BigInt(before[0]) + 1_000_000n),
    before[1],
  ]);

  // Not recorded as paid yet: the bank is ahead of the ledger.
  const paidRial = rialOf(ids[0]);
  const rial = (amount: bigint) => formatAmount(amount * 100_000n, 'TOMAN');
  const unexplained = -rialOf(ids[1]) - 1n - 12_000n + 777_770n;
  const terms = {
    closing: rial(await closingBalanceOf()),
    openings: rial(OPENING_BALANCE),
    settlements: rial(4_980_000n),
  };
  expect(await countHoldings()).toMatchObject({
    ...{ ...terms, books: '1000000', unexplained: rial(unexplained), unbookedPayouts: rial(paidRial) },
    ...{
      fees: '0',
      capital: '0',
      unseenPayouts: '0',
      unseenDeposits: '0',
      difference: '0',
      differsSince: null,
    },
  });
  const [{ id: payoutId }] = (await context.send(one, 'GET', '/backoffice/payouts')).body.content;
  expect((await context.send(three, 'POST', `/backoffice/payouts/${payoutId}/paid`)).status).toBe(200);
  const closed = await countHoldings();
  expect(closed).toMatchObject({ ...terms, unbookedPayouts: '0', difference: '0' });
  const { rows } = await sql<{ id: string; receives: bigint }>`select id, amount - fee as receives
    from withdrawals`.execute(context.db);
  const receiveTransfer = (id = '') => rows.find((row) => row.id === id)?.receives ?? 0n;
  expect(closed.unseenPayouts).toBe(formatAmount(receiveTransfer(ids[1]), 'TOMAN'));
  // No bank pays a fraction of a Rial.
  expect(closed.fractions).toBe(formatAmount(receiveTransfer(ids[0]) - paidRial * 100_000n, 'TOMAN'));
});

it('a bank fee and a transfer of own money are proposed by one staff member and confirmed by another, in the database too', async () => {
  const [off, fee, own] = await listUnexplainedLines();
  const [importer] = [one, three].filter(({ email }) => email === fee.importedBy);
  const other = importer === one ? three : one;
  if (!importer) throw new Error('nobody brought it in');
  expect((await explainLine(two, own.id, 'SAY', 'FEE')).body.message).toBe('CONFLICT');
  expect((await explainLine(two, fee.id, 'CONFIRM', 'FEE')).body.message).toBe('CONFLICT');
  expect((await explainLine(two, fee.id, 'SAY', 'FEE')).body.baseDTO).toMatchObject({
    ...{ cause: 'UNEXPLAINED', said: 'FEE', saidBy: two.email },
  });
  for (const by of [two, importer])
    expect((await explainLine(by, fee.id, 'CONFIRM', 'FEE')).body.message).toBe('SECOND_PERSON_NEEDED');
  expect((await explainLine(other, fee.id, 'CONFIRM', 'CAPITAL')).body.message).toBe('CONFLICT');
  for (const by of [two.id, importer.id])
    await expect(
      sql`update bank_lines set cause = 'FEE', confirmed_by = ${by} where id = ${fee.id}`.execute(context.db),
    ).rejects.toThrow('bank_lines_check');
  await expect(
    sql`update bank_lines set cause = 'FEE' where id = ${fee.id}`.execute(context.db),
  ).rejects.toThrow('bank_lines_check');
  expect((await explainLine(other, fee.id, 'CONFIRM', 'FEE')).body.baseDTO.cause).toBe('FEE');
  expect((await explainLine(two, own.id, 'SAY', 'CAPITAL')).status).toBe(200);
  expect((await explainLine(other, own.id, 'CONFIRM', 'CAPITAL')).body.baseDTO.cause).toBe('CAPITAL');
  expect((await listUnexplainedLines()).map(({ id }: { id: string }) => id)).toEqual([off.id]);
  expect(await countHoldings()).toMatchObject({ fees: '-1200', capital: '77777', difference: '0' });
});

it('a statement is rejected if it doesn’t continue the last one, doesn’t add up, or repeats a reference', async () => {
  const opening = await closingBalanceOf();
  const importRefusal = async (body: object) => {
    const answer = (await importStatement(body)).body;
    return [answer.message, ...(answer.errors ?? [])];
  };
  const two = [{ rial: 5_000n }, { rial: -3_000n }];
  const altered = buildStatement(opening, two);
  Object.assign(altered.lines[1] ?? {}, { amountRial: '-3001' });
  expect(await importRefusal(buildStatement(opening + 1n, two))).toEqual(['OPENING_DIFFERS']);
  expect(await importRefusal(altered)).toEqual(['BALANCE_DIFFERS', 'lines.1']);
  expect(await importRefusal({ ...buildStatement(opening, two), closingRial: '1' })).toEqual([
    'CLOSING_DIFFERS',
  ]);
  const doubled = two.map((line) => ({ ...line, reference: 'SAME-1' }));
  expect(await importRefusal(buildStatement(opening, doubled))).toEqual(['REFERENCE_TWICE', 'lines.1']);
  expect(await importRefusal(buildStatement(opening, [{ rial: 5_000n, reference: 'dep-1' }]))).toEqual([
    'REFERENCE_TWICE',
  ]);
  expect(await importRefusal(buildStatement(opening, [{ rial: 0n }]))).toEqual([
    'BAD_REQUEST',
    'lines.0.amountRial',
  ]);
});

it('a statement matches a whole batch by its sum, returned payouts, and deposits imported by their own form', async () => {
  await advanceTo(Date.parse('2026-12-14T04:30:00Z'));
  const { id, ids, rialOf } = await createPayoutFor('300000', '400000', '500000');
  const sum = ids.reduce((all, line) => all + rialOf(line), 0n);
  const identifier = await getOrCreateIdentifier(context.db, ann.id);
  const form = {
    ...{ reference: 'DEP-2', identifier, sheba: `IR${SHEBA}`, name: 'آن نمونه', amountRial: '2000000' },
    paidAt: new Date(context.clock.now()).toISOString(),
  };
  expect((await context.send(two, 'POST', '/backoffice/bank-deposits', { lines: [form] })).status).toBe(200);
  expect(await countHoldings()).toMatchObject({ unseenDeposits: '200000', difference: '0', lateDeposits: 0 });
  const opening = await closingBalanceOf();
  const day = buildStatement(opening, [
    { rial: -sum },
    { rial: rialOf(ids[1]), identifier: ids[1] ?? '' },
    { rial: 2_000_000n, reference: 'dep-2', identifier, sheba: `IR${SHEBA}`, name: 'آن نمونه' },
  ]);
  const { body } = await importStatement(day);
  expect(body.baseDTO).toMatchObject({ unexplained: 0, matched: 0, unmatched: 0 });
  const causes = (await readLines(body.baseDTO.id)).map(({ cause }: { cause: string }) => cause);
  expect(causes).toEqual(['BATCH', 'PAYOUT_BACK', 'DEPOSIT']);
  expect((await context.send(three, 'POST', `/backoffice/payouts/${id}/paid`)).status).toBe(200);
  // The ledger has all three as paid, and one of them was returned.
  expect(await countHoldings()).toMatchObject({ difference: '0', unseenDeposits: '0', unbookedPayouts: '0' });
  expect((await countHoldings()).payoutsBack).toBe(formatAmount(rialOf(ids[1]) * 100_000n, 'TOMAN'));
  const back = `/backoffice/payouts/${id}/lines/${ids[1]}/return`;
  expect((await context.send(admin, 'POST', back, { reason: 'account closed' })).status).toBe(200);
  expect(await countHoldings()).toMatchObject({ difference: '0', payoutsBack: '0', unbookedPayouts: '0' });

  // Another staff member discards it: everything it matched is unmatched, and it may be imported again.
  expect((await discardStatement(one, body.baseDTO.id)).body.message).toBe('SECOND_PERSON_NEEDED');
  await expect(
    sql`update bank_statements set state = 'DISCARDED', discarded_by = imported_by, discarded_at = now()
      where id = ${body.baseDTO.id}`.execute(context.db),
  ).rejects.toThrow('bank_statements_check');
  expect((await discardStatement(two, body.baseDTO.id)).body.baseDTO).toMatchObject({ state: 'DISCARDED' });
  expect(await countHoldings()).toMatchObject({ difference: '0', unseenDeposits: '200000' });
  expect((await importStatement(day)).body.baseDTO).toMatchObject({ unexplained: 0 });
  expect(await countHoldings()).toMatchObject({ difference: '0', unseenDeposits: '0' });
});

it('lines are matched by later items, each item with one line, with concurrent runs', async () => {
  const { body } = await importStatement(
    buildStatement(await closingBalanceOf(), [
      { rial: 990_000n, reference: 'PAYA-10' },
      { rial: 990_000n, identifier: 'PAYA-10' },
    ]),
  );
  expect(body.baseDTO.unexplained).toBe(2);
  const settlement = {
    ...{
      gateway: 'ZARINPAL',
      reference: 'PAYA-10',
      paidDay: '2026-12-13',
      fromDay: '2026-12-12',
      toDay: '2026-12-12',
    },
    ...{ grossRial: '1000000', feeRial: '10000', lines: [] },
  };
  const answer = await context.send(two, 'POST', '/backoffice/gateway-settlements', settlement);
  await Promise.all([runSweep(), runSweep(), runSweep()]);
  // Two lines match equally well, so none is matched.
  expect((await readLines(body.baseDTO.id)).map(({ cause }: { cause: string }) => cause)).toEqual([
    ...['UNEXPLAINED', 'UNEXPLAINED'],
  ]);
  const [, twin] = await readLines(body.baseDTO.id);
  await explainLine(two, twin.id, 'SAY', 'CAPITAL');
  await Promise.all([runSweep(), explainLine(three, twin.id, 'CONFIRM', 'CAPITAL'), runSweep()]);
  await runSweep();
  const causes = async () => (await readLines(body.baseDTO.id)).map(({ cause }: { cause: string }) => cause);
  expect(await causes()).toEqual(['SETTLEMENT', 'CAPITAL']);
  // A discarded settlement no longer explains the line.
  const discardPath = `/backoffice/gateway-settlements/${answer.body.baseDTO.id}`;
  expect(
    (await context.send(one, 'POST', discardPath, { decision: 'DISCARD', reason: 'not ours at all' })).status,
  ).toBe(200);
  await runSweep();
  expect(await causes()).toEqual(['UNEXPLAINED', 'CAPITAL']);
  expect((await countHoldings()).difference).toBe('0');
});

it('a statement can’t be altered, and a law of the ledger reports an alteration', async () => {
  for (const statement of [
    sql`update bank_statements set closing = closing + 1`,
    sql`delete from bank_statements`,
    sql`update bank_lines set amount = amount + 1`,
    sql`update bank_lines set cause = 'UNEXPLAINED', cause_id = null where cause = 'PAYOUT'`,
    sql`update bank_lines set cause = 'DISCARDED', cause_id = null`,
    sql`delete from bank_lines`,
    sql`delete from bank_line_payouts`,
    sql`update bank_checks set difference = 0`,
    sql`update house_bank_accounts set created_by = gen_random_uuid()`,
  ])
    await expect(statement.execute(context.db)).rejects.toThrow();
  const laws = INVARIANTS.filter(({ name }) => name.startsWith('each bank statement'));
  expect(laws).toHaveLength(1);
  const altered = [
    sql`update bank_lines set amount = amount - 1, balance = balance - 1 where reference = 'DEP-1'`,
    sql`update bank_lines set balance = balance + 1 where reference = 'DEP-1'`,
    sql`update bank_statements set closing = closing + 1 where previous_id is null`,
    sql`update bank_lines set cause_id = (select id from bank_deposits where reference = 'DEP-2') where reference = 'DEP-1'`,
    sql`delete from bank_line_payouts where withdrawal_id = (select cause_id from bank_lines where cause = 'PAYOUT')`,
  ];
  const undone = new Error('undone');
  for (const [number, statement] of altered.entries()) {
    const work = inOwnersTransaction(context.db, async (tx) => {
      await asAttacker(tx);
      if (number === 3) await sql`drop index bank_lines_once`.execute(tx);
      await statement.execute(tx);
      expect([number, (await findViolationsIn(tx, 'all', laws)).length > 0]).toEqual([number, true]);
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
  }
});

it('a long-unexplained line raises an alarm, and stops withdrawals once, only above the limit', async () => {
  const listTroubles = () => wallet.countOverdueBankItems(new Date(context.clock.now() - 72 * HOUR_MS));
  // The settlement of the first day has been open since then.
  expect(await listTroubles()).toEqual({ differsSince: null, unexplained: 1, settlements: 1, suspended: 0 });
  expect(halts).toEqual([]);
  const invented = {
    ...{
      reference: 'INVENTED-1',
      identifier: await getOrCreateIdentifier(context.db, ann.id),
      sheba: `IR${SHEBA}`,
    },
    ...{ name: 'آن نمونه', amountRial: '2000000', paidAt: new Date(context.clock.now()).toISOString() },
  };
  expect((await context.send(two, 'POST', '/backoffice/bank-deposits', { lines: [invented] })).status).toBe(
    200,
  );
  await advanceTo(context.clock.now() + 73 * HOUR_MS);
  const counted = await countHoldings();
  expect(counted).toMatchObject({ unseenDeposits: '200000', difference: '0', lateDeposits: 1 });
  // Two unmatched lines, and the invented deposit.
  expect(await listTroubles()).toEqual({ differsSince: null, unexplained: 3, settlements: 1, suspended: 0 });
  expect(halts).toEqual(['BANK_STOP_TOMAN']);
  await countHoldings();
  expect(halts).toEqual(['BANK_STOP_TOMAN']);
});
