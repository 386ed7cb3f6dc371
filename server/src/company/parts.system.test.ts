/** A period of several purchases, receipts held by the rules, and the statement parsed again. */
import { parseTrustedDecimal, scaleOf } from '@sarraf/domain';
import type { Settlement } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  CARD,
  type CompanyFixture,
  DAY,
  OTHER_CARD,
  startCompanies,
  type TestCompany,
} from '../../test/company.ts';
import { expectSameCells, parseCsv, readWorkbook } from '../../test/workbook.ts';

const HOUR = 3_600_000;
let t: CompanyFixture;
beforeAll(async () => {
  t = await startCompanies();
});
afterAll(() => t.close(), 30_000);
afterEach(() => t.expectSound());

const toman = (text: string | null): bigint => parseTrustedDecimal(text ?? '0', scaleOf('TOMAN'));

async function toNextPeriod(company: TestCompany): Promise<void> {
  const { next } = await t.read(company);
  await t.moveClock(Date.parse(next?.dueAtDateTime ?? '') - t.clock.now() + 120_000, company);
}

/** Returns the oldest first. */
const partsOf = (rows: readonly Settlement[]) => [...rows].reverse();

it('a period above the level’s daily limit is sent in parts, over several days', async () => {
  const company = await t.company();
  await t.setUp(company);
  await sql`update withdrawal_level_limits set per_day = ${toman('10000000')} where level = 'BRONZE'`.execute(
    t.db,
  );
  try {
    await t.pay(company, '14000000');
    await t.pay(company, '11000000', { cardNumber: OTHER_CARD });
    await toNextPeriod(company);
    // The first part is sent immediately; the second is bought, and waits for the daily limit.
    let rows = await t.settle(
      company,
      (all) =>
        all.length >= 2 && all.some(({ state, waits }) => state === 'BOUGHT' && waits === 'DAILY_LIMIT'),
    );
    expect(partsOf(rows)[0]).toMatchObject({ state: 'SENT', receipts: '25000000', carriedIn: '0' });
    const done = (all: readonly Settlement[]) =>
      all.length >= 3 && all.every(({ state }) => state === 'SENT' || state === 'CARRIED');
    for (let day = 0; day < 3 && !done(rows); day += 1) {
      await t.moveClock(DAY + HOUR, company);
      rows = await t.settle(
        company,
        (all) => done(all) || all.filter(({ state }) => state === 'SENT').length > day + 1,
      );
    }
    const parts = partsOf(rows).filter(({ state }) => state === 'SENT');
    expect(parts.length).toBe(3);
    for (const [at, part] of parts.entries()) {
      // Nine tenths of the daily limit at most, and each takes over the previous remainder.
      expect(toman(part.spent)).toBeLessThanOrEqual(toman('9000000'));
      if (at > 0) expect([part.receipts, part.carriedIn]).toEqual(['0', parts[at - 1]?.carriedOut]);
      expect([part.fromDateTime, part.toDateTime]).toEqual([parts[0]?.fromDateTime, parts[0]?.toDateTime]);
    }
    expect(
      parts.reduce((sum, { spent }) => sum + toman(spent), 0n) + toman(parts[2]?.carriedOut ?? null),
    ).toBe(toman('25000000'));
    expect(parts.map(({ payments }) => payments)).toEqual([2, 0, 0]);
    const { body } = await t.as(company, 'GET', '/wallets/withdrawal-requests');
    expect(body.content.length).toBe(3);
    const { rows: numbers } = await sql<{ part: number }>`select part from company_settlements
      where company_id = ${company.id} and amount is not null order by number`.execute(t.db);
    expect(numbers.map(({ part }) => part)).toEqual([0, 1, 2]);
  } finally {
    await sql`update withdrawal_level_limits set per_day = ${toman('500000000')} where level = 'BRONZE'`.execute(
      t.db,
    );
  }
});

it('bought coins are held after the last receipt of their period for as long as the rules require', async () => {
  const company = await t.company();
  await t.setUp(company);
  await t.setRules({ depositHoldHours: 72 });
  try {
    await t.pay(company, '3000000');
    const paidAt = t.clock.now();
    await toNextPeriod(company);
    const [held] = await t.settle(company, ([first]) => first?.waits === 'DEPOSIT_HOLD');
    expect(held?.state).toBe('BOUGHT');
    expect((await t.as(company, 'GET', '/wallets/withdrawal-requests')).body.content).toEqual([]);
    // A company with payments every day still gets its earlier receipts.
    await t.pay(company, '1000000', { cardNumber: OTHER_CARD });
    await t.moveClock(paidAt + 72 * HOUR - t.clock.now() - HOUR, company);
    await t.run('settle-companies');
    expect((await t.settlements(company)).find(({ id }) => id === held?.id)?.state).toBe('BOUGHT');
    await t.moveClock(HOUR + 60_000, company);
    const rows = await t.settle(company, (all) => all.find(({ id }) => id === held?.id)?.state === 'SENT');
    expect(rows.find(({ receipts }) => receipts === '1000000')?.state).not.toBe('SENT');
  } finally {
    await t.setRules({ depositHoldHours: 0 });
  }
});

it('receipts taken to the wallet are held from that moment on, like any deposit', async () => {
  const company = await t.company();
  await t.setRules({ depositHoldHours: 72 });
  try {
    const terms = async () =>
      (await t.as(company, 'GET', '/wallets/withdrawal-terms?relatedCoin=LITE_COIN&tokenType=LITE_COIN')).body
        .baseDTO;
    await t.pay(company, '3000000');
    await t.moveClock(10 * HOUR, company);
    // As receipts they hold nothing else.
    expect(await terms()).toMatchObject({ holdReason: null });
    expect((await t.as(company, 'POST', '/company/to-wallet')).status).toBe(200);
    const { holdReason, heldUntil } = await terms();
    expect(holdReason).toBe('DEPOSIT_HOLD');
    expect(Math.abs(Date.parse(heldUntil) - t.clock.now() - 72 * HOUR)).toBeLessThan(60_000);
    await t.moveClock(72 * HOUR + 60_000, company);
    expect(await terms()).toMatchObject({ holdReason: null });
  } finally {
    await t.setRules({ depositHoldHours: 0 });
  }
});

it('a statement has the figures of the settlement and every payment, as CSV and as Excel, in both languages', async () => {
  const company = await t.company();
  await t.setUp(company);
  // A description that a spreadsheet would evaluate, and one that CSV has to quote.
  const described = { '3000000': '=1+1', '2000000': 'چای، "دو" لیوان' };
  const [one, two] = Object.entries(described);
  await t.pay(company, one?.[0] ?? '', { cardNumber: CARD, description: one?.[1] });
  await t.pay(company, two?.[0] ?? '', { cardNumber: OTHER_CARD, description: two?.[1] });
  await toNextPeriod(company);
  const [row] = await t.settle(company, ([first]) => first?.state === 'SENT');
  const file = async (format: string, lang: string) => {
    const answer = await fetch(
      `${t.url}/api/company/settlements/${row?.id}/statement?format=${format}&lang=${lang}`,
      { headers: { authorization: `Bearer ${company.token}` } },
    );
    expect(answer.headers.get('content-disposition')).toContain(`settlement-${row?.number}.${format}`);
    return Buffer.from(await answer.arrayBuffer());
  };
  for (const lang of ['fa', 'en']) {
    const csv = parseCsv((await file('csv', lang)).toString('utf8'));
    const [excel = []] = [...readWorkbook(await file('xlsx', lang)).values()];
    // A quote mark marks text that begins like a formula; Excel's own file has a text type. The transaction, and
    // with it the status, may change between the two.
    const stays = ([label = '']: string[]) =>
      !['شناسه تراکنش', 'Transaction ID', 'وضعیت', 'Status'].includes(label);
    expectSameCells(
      excel.filter(stays),
      csv.filter(stays).map((cells) => cells.map((cell) => cell.replace(/^'=/, '='))),
    );
    const facts = new Map(csv.map(([label = '', value = '']) => [label, value]));
    const word = (fa: string, en: string) => facts.get(lang === 'fa' ? fa : en);
    expect({
      company: word('فروشگاه', 'Store'),
      number: word('شماره تسویه', 'Settlement'),
      receipts: word('دریافتی دوره (تومان)', 'Received (Toman)'),
      spent: word('تسویه‌شده (تومان)', 'Settled (Toman)'),
      carriedOut: word('مانده برای دوره بعد (تومان)', 'Carried over (Toman)'),
      bought: word('مقدار خرید', 'Bought'),
      unitPrice: word('قیمت هر واحد (تومان)', 'Unit price (Toman)'),
      fee: word('کارمزد خرید (تومان)', 'Fee (Toman)'),
      address: word('آدرس مقصد', 'Address'),
      coin: word('رمزارز', 'Coin'),
    }).toEqual({
      company: 'کافه نمونه',
      number: String(row?.number),
      receipts: '5000000',
      spent: row?.spent,
      carriedOut: row?.carriedOut,
      bought: row?.bought,
      unitPrice: row?.unitPrice,
      fee: row?.fee,
      address: row?.walletAddress,
      coin: 'LTC',
    });
    const payments = excel.slice(-2);
    expect(Object.fromEntries(payments.map((cells) => [cells.at(-1), cells.at(-4)]))).toEqual(described);
    // Cards are never whole.
    expect(JSON.stringify(excel)).not.toContain(CARD);
    expect(payments[0]?.[0]).toMatch(
      lang === 'fa' ? /^14\d\d\/\d\d\/\d\d \d\d:\d\d$/ : /^20\d\d-\d\d-\d\d \d\d:\d\d$/,
    );
  }
});
