import { type Asset, amountOf } from '@sarraf/domain';
import type { Order, WithdrawalRow } from '@sarraf/domain/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../../test/invariants.ts';
import { createWalletFixture, type WalletFixture } from '../../test/wallet.ts';
import { parseCsv, readZip } from '../../test/workbook.ts';
import {
  type Account,
  houseAccount,
  outsideAccount,
  type TransferKind,
  userAccount,
} from '../ledger/index.ts';
import { newId } from '../platform/ids.ts';

let context: WalletFixture;
beforeAll(async () => {
  context = await createWalletFixture();
});
// Deposits here belong to nothing: only the ledger's own laws can hold.
afterEach(async () => expect(await checkLedger(context.db)).toBeNull());
afterAll(() => context.close());

const move = (debit: Account, credit: Account, amount: bigint, kind: TransferKind) =>
  context.writer.submit({
    accounts: [debit, credit],
    decide: () => ({
      transfers: [{ debit, credit, amount: amountOf(amount), kind, reference: newId() }],
      reply: '',
    }),
  });
const from = (asset: Asset) => outsideAccount('test', asset);
const totals = async (userId: string) => (await context.call('GET', '/wallets/totals', userId)).body.baseDTO;
const fold = async () => {
  for (const follower of context.followers) while (await follower.step());
};
const TOMAN = 1_000_000n;
const ZEROS = {
  deposits: '0',
  withdrawals: '0',
  remaining: '0',
  reward: '0',
  tomanWallet: '0',
  inTrade: '0',
  cashable: '0',
};

describe('wallet totals', () => {
  it('are zeros for a person without money', async () => {
    expect(await totals(context.person())).toEqual(ZEROS);
  });

  it('add deposits at their value then, and balances at their value now', async () => {
    const ann = context.person();
    const bob = context.person();
    // In this test's market a smallest unit of any coin is worth two of Toman, and EOS has no price.
    await move(from('TOMAN'), userAccount(ann, 'TOMAN'), 5n * TOMAN, 'deposit');
    await move(from('TETHER'), userAccount(ann, 'TETHER'), 3n * TOMAN, 'deposit');
    await move(from('EOS'), userAccount(ann, 'EOS'), 10_000n, 'deposit');
    await move(from('TOMAN'), houseAccount('TOMAN', 'fee'), 10n * TOMAN, 'seed');
    await move(houseAccount('TOMAN', 'fee'), userAccount(ann, 'TOMAN'), 2n * TOMAN, 'referral');
    // Neither seeds nor trades count as deposits.
    await move(from('TOMAN'), userAccount(ann, 'TOMAN'), 7n * TOMAN, 'seed');
    await move(from('TOMAN'), userAccount(bob, 'TOMAN'), 1n * TOMAN, 'deposit');
    // Blocked money: four are a pending withdrawal, the rest is for orders.
    await move(userAccount(ann, 'TOMAN'), userAccount(ann, 'TOMAN', 'blocked'), 7n * TOMAN, 'hold');
    context.elsewhere.withdrawal.leaving = async () => new Map([['TOMAN', 4n * TOMAN]]);
    context.elsewhere.withdrawal.worthOf = async () => 9n * TOMAN;
    await Promise.all([fold(), fold(), fold()]);
    await fold();
    expect(await totals(ann)).toEqual({
      deposits: '11',
      withdrawals: '9',
      remaining: '20',
      reward: '2',
      tomanWallet: '14',
      inTrade: '3',
      cashable: '13',
    });
    context.elsewhere.withdrawal.leaving = async () => new Map();
    context.elsewhere.withdrawal.worthOf = async () => 0n;
    expect((await totals(bob)).deposits).toBe('1');
  });

  it('subtract a deposit that was reverted by a chain reorganisation', async () => {
    const cid = context.person();
    await move(from('TETHER'), userAccount(cid, 'TETHER'), 5n * TOMAN, 'deposit');
    await fold();
    expect((await totals(cid)).deposits).toBe('10');
    await move(userAccount(cid, 'TETHER'), from('TETHER'), 5n * TOMAN, 'correction');
    await fold();
    expect(await totals(cid)).toEqual(ZEROS);
  });

  it('stay the same however often they are folded', async () => {
    const dan = context.person();
    for (let i = 0; i < 20; i += 1) await move(from('TOMAN'), userAccount(dan, 'TOMAN'), TOMAN, 'deposit');
    await Promise.all(Array.from({ length: 4 }, fold));
    await fold();
    expect((await totals(dan)).deposits).toBe('20');
  });
});

const exported = async (userId: string, query: string) => {
  const answer = await context.http.app.inject({
    method: 'GET',
    url: `/api/wallets/export?${query}`,
    headers: { authorization: `Bearer ${userId}` },
  });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, bytes: answer.rawPayload };
};

describe('an export', () => {
  it('filters movements as their list does, and refuses those filters for other kinds', async () => {
    const eve = context.person();
    await move(from('TOMAN'), userAccount(eve, 'TOMAN'), TOMAN, 'deposit');
    const all = await exported(eve, 'kind=MOVEMENTS&format=csv&lang=en');
    expect(all.headers['content-disposition']).toBe('attachment; filename="movements.csv"');
    const [head, row, rest] = parseCsv(all.text);
    expect(head?.slice(1, 5)).toEqual(['Movement', 'For', 'Coin', 'Change in available']);
    expect(row?.slice(1, 7)).toEqual(['Deposit', 'Other', 'TOMAN', '1', '0', '1']);
    expect(rest).toBeUndefined();
    const rowsOf = async (filter: string) =>
      parseCsv((await exported(eve, `kind=MOVEMENTS&format=csv&lang=en&${filter}`)).text).length - 1;
    expect(await rowsOf('movement=FEE')).toBe(0);
    expect(await rowsOf('movement=DEPOSIT&relatedCoin=TOMAN')).toBe(1);
    expect(await rowsOf('to=2020-01-01')).toBe(0);
    const refusal = await exported(eve, 'kind=MOVEMENTS&format=csv&lang=en&from=yesterday');
    expect([refusal.status, refusal.text]).toEqual([400, expect.stringContaining('"from"')]);
    const foreign = await exported(eve, 'kind=TRADES&format=csv&lang=en&relatedCoin=TOMAN');
    expect([foreign.status, foreign.text]).toEqual([400, expect.stringContaining('"relatedCoin"')]);
    expect(
      await parseCsv((await exported(context.person(), 'kind=MOVEMENTS&format=csv&lang=en')).text),
    ).toHaveLength(1);
  });

  it('of deposits is CSV with a byte order mark, Jalali dates and Persian headings', async () => {
    const ann = context.person();
    await context.deposit(ann, { amount: '1000000' });
    const file = await exported(ann, 'kind=TOMAN_DEPOSITS&format=csv&lang=fa');
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).toBe('attachment; filename="toman-deposits.csv"');
    expect(file.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [head, row, rest] = file.text.replace('\uFEFF', '').split('\r\n');
    expect(head).toBe('تاریخ,شماره,مقدار,حساب بانکی,وضعیت');
    expect(row).toMatch(
      /^14\d\d\/\d\d\/\d\d \d\d:\d\d,[0-9A-Z-]{14},1000000,6037 99\*\* \*\*\*\* 7893,در انتظار$/,
    );
    expect(rest).toBe('');
    const english = await exported(ann, 'kind=TOMAN_DEPOSITS&format=csv&lang=en');
    expect(english.text).toMatch(/Date \(Tehran\),Number,Amount,Bank account,Status\r\n20\d\d-\d\d-\d\d /);
    expect((await exported(context.person(), 'kind=TOMAN_DEPOSITS&format=csv&lang=en')).text).not.toContain(
      '1000000',
    );
  });

  it('reads withdrawals page by page, a year back, and escapes text that looks like a formula', async () => {
    const now = context.clock.now();
    const row = (at: number, n: number): WithdrawalRow => ({
      id: `id-${n}`,
      number: `N${n}`,
      relatedCoin: 'TETHER',
      tokenType: 'TRC20',
      amount: '10.00',
      fee: '1.00',
      receives: '9.00',
      destinationWalletAddress: '=HYPERLINK("http://evil")',
      tag: '@tag, with comma',
      label: null,
      bankAccount: null,
      state: 'DONE',
      transactionStatus: 'CONFIRMED',
      isDone: true,
      cancellable: false,
      message: 'DONE',
      txid: null,
      link: null,
      confirmations: null,
      neededConfirmations: null,
      promisedAtDateTime: null,
      createdAtDateTime: new Date(at).toISOString(),
      doneAtDateTime: null,
    });
    const rows = Array.from({ length: 250 }, (_, n) => row(now - n * 2 * 86_400_000, n));
    context.elsewhere.withdrawal.list = async (_userId, { except }, { before, limit }) => {
      const start = before === null ? 0 : rows.findIndex(({ id }) => id === before) + 1;
      return except === 'TOMAN' ? rows.slice(start, start + limit) : [];
    };
    const file = await exported(context.person(), 'kind=CRYPTO_WITHDRAWALS&format=csv&lang=en');
    const lines = file.text.trim().split('\r\n');
    // Every second day of 366: those of the last year, today included; and a line about older ones.
    expect(lines).toHaveLength(1 + 184 + 1);
    expect(lines.at(-1)).toContain('last twelve months');
    expect(lines[1]).toContain(
      `,TETHER,TRC20,10.00,1.00,9.00,"'=HYPERLINK(""http://evil"")","'@tag, with comma",,Done`,
    );
    expect(
      (await exported(context.person(), 'kind=TOMAN_WITHDRAWALS&format=csv&lang=en')).text
        .trim()
        .split('\r\n'),
    ).toHaveLength(1);
  });

  const trade = (): Order => ({
    id: newId(),
    number: 'ABCD-EFGH-JKMN',
    orderType: 'EXCHANGE_BUY',
    orderStatus: 'IS_CLOSED',
    marketType: 'BITCOIN_TOMAN',
    sourceCoin: 'TOMAN',
    destinationCoin: 'BITCOIN',
    amount: '0.1',
    unitPrice: '1',
    executedAmount: '0.10000000',
    executedPercent: 100,
    wholePrice: '1',
    executedPrice: '1',
    blocked: '0',
    endedBy: null,
    timeInForce: null,
    validUntil: null,
    postOnly: false,
    clientOrderId: null,
    selfTradePrevention: null,
    replaces: null,
    displayAmount: null,
    shownAmount: null,
    trigger: null,
    group: null,
    recurring: null,
    wage: '4000.4',
    totalPrice: '1004000.4',
    createdAtDateTime: new Date(context.clock.now()).toISOString(),
  });

  it('of trades is a right-to-left workbook with numeric amounts', async () => {
    context.elsewhere.trading.tradesOf = async () => [trade()];
    const file = await exported(context.person(), 'kind=TRADES&format=xlsx&lang=fa');
    expect(file.status).toBe(200);
    expect(file.headers['content-type']).toContain('spreadsheetml');
    const xml = readZip(file.bytes).get('xl/worksheets/sheet1.xml') ?? '';
    expect(xml).toContain('rightToLeft="1"');
    expect([...xml.matchAll(/<c s="\d"><v>([^<]*)<\/v>/g)].map(([, number]) => number)).toEqual([
      '0.1',
      '1',
      '1004000',
      '4000',
    ]);
  });

  it('of more trades than a file can hold says so in its last line', async () => {
    const page = Array.from({ length: 1_000 }, trade);
    context.elsewhere.trading.tradesOf = async () => page;
    const rows = parseCsv((await exported(context.person(), 'kind=TRADES&format=csv&lang=en')).text);
    expect(rows).toHaveLength(1 + 250_000 + 1);
    expect(rows.at(-1)?.[0]).toMatch(/^This file contains only the newest 250,000 rows/);
  });

  it('of fills contains all of them, without a limit of age or number', async () => {
    const fill = (n: number) => ({
      ...{ id: `BITCOIN_TOMAN-${n}`, number: `${n}`, marketType: 'BITCOIN_TOMAN', orderId: newId() },
      ...{ side: 'sell' as const, unitPrice: '2000', amount: '0.001', wholePrice: '2', wage: '0.008' },
      ...{ wageCoin: 'TOMAN', maker: true, createdAtDateTime: '2020-03-21T08:30:00.000Z' },
    });
    const requests: (string | undefined)[] = [];
    context.elsewhere.trading.fillsOf = async (_, { cursor }) => {
      requests.push(cursor);
      const page = Number.parseInt(cursor ?? '0', 10);
      // A page may be shorter than requested, and is not the last.
      const content = page === 0 ? [fill(501)] : Array.from({ length: 500 }, (_, n) => fill(n));
      const reply = { status: 'OK' as const, message: 'fills', completeUntil: '2020-03-21T08:31:00.000Z' };
      return { ...reply, content, nextCursor: page === 501 ? null : `${page + 1}` };
    };
    const rows = parseCsv((await exported(context.person(), 'kind=FILLS&format=csv&lang=en')).text);
    expect(rows).toHaveLength(1 + 1 + 501 * 500);
    expect(rows[1]?.slice(1)).toEqual(
      expect.arrayContaining(['501', 'BITCOIN_TOMAN', 'Sell', '0.001', '2000', '2', 'Maker']),
    );
    expect(requests.slice(0, 3)).toEqual([undefined, '1', '2']);
  });

  it('that fails reports its failure', async () => {
    context.elsewhere.trading.tradesOf = async () => {
      throw new Error('away');
    };
    const file = await exported(context.person(), 'kind=TRADES&format=xlsx&lang=fa');
    expect([file.status, JSON.parse(file.text).message]).toEqual([500, 'EXCEL_NOT_GENERATED']);
    expect((await exported(context.person(), 'kind=TRADES&format=pdf&lang=fa')).status).toBe(400);
  });
});
