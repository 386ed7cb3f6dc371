/** Toman in by card and by bank transfer, out by the bank's daily batch, and what then holds coins back. */
import { formatReceiptNumber, groupBankNumber, maskCard, maskSheba } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callServer, DEMO_PASSWORD } from '../server/test/running-server.ts';
import { createBankAccount } from '../server/test/verification.ts';
import { formatDisplayTime, formatGroupedAmount, formatTehranInput, formatTomanAmount } from './figures.ts';
import { parseCsvRows, parseSheetRows, saveDownload } from './files.ts';
import { A5, printToPdf } from './paper.ts';
import { DEFAULT_LOOKS, type Screen } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import {
  closeDialog,
  confirmChange,
  confirmWithCode,
  findDialog,
  PASSWORD,
  readNewestCode,
  showAllCoins,
  signInWithoutForm,
  waitForButtonError,
  waitForNextCode,
} from './steps.ts';
import {
  assignDepositOwner,
  chooseDepositState,
  closeBatch,
  confirmOwner,
  exportBatch,
  findDepositCard,
  holdAfterDeposit,
  importStatement,
  proposeCredit,
  proposeRefundTo,
  proposeReturn,
  refuseCredit,
  releaseRefund,
} from './toman-backoffice.ts';

const DEMO = 'demo@sarraf.test';
const STRANGER = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';
/** Another person's card. */
const FOREIGN_CARD = '6273 53** **** 0001';
const FOREIGN_CARD_NUMBER = '6273531000000001';
const FOREIGN_SHEBA = '790610000000700796858044';
const FOREIGN_PAYEE = 'پرداخت‌کننده دیگر';
const BANKS_REASON = 'حساب بسته است';
const TETHER = { fa: 'تتر', en: 'Tether' };

interface ListedRow {
  id: string;
  createdAtDateTime: string;
}

const FILE_TEXTS = {
  fa: {
    withdrawals: ['تاریخ', 'شماره', 'مقدار', 'کارمزد', 'دریافتی', 'حساب بانکی', 'وضعیت'],
    deposits: ['تاریخ', 'شماره', 'مقدار', 'حساب بانکی', 'وضعیت'],
    paid: 'پرداخت‌شده',
    failed: 'ناموفق',
    done: 'انجام‌شده',
    returned: 'برگشت‌خورده',
  },
  en: {
    withdrawals: ['Date (Tehran)', 'Number', 'Amount', 'Fee', 'Net amount', 'Bank account', 'Status'],
    deposits: ['Date (Tehran)', 'Number', 'Amount', 'Bank account', 'Status'],
    paid: 'Paid',
    failed: 'Failed',
    done: 'Done',
    returned: 'Returned',
  },
};

// One story: each part continues with the wallet of the previous one.
describe.each(DEFAULT_LOOKS.map((look) => ({ look, name: lookName(look) })))('Toman ($name)', ({ look }) => {
  // Each look has its own server: a day has one batch, and rules apply to all users.
  const stage = useTestServer({ signer: true, bankDay: true });
  /** A second account of the user; their first one is always masked. */
  const second = createBankAccount();
  let [person, staff, colleague] = [] as unknown as [Screen, Screen, Screen];
  let token: string;

  beforeAll(async () => {
    [person, staff, colleague] = await Promise.all([stage.open(look), stage.open(look), stage.open(look)]);
    token = await signInWithoutForm(person, stage.url, DEMO);
    await signInWithoutForm(staff, stage.url, 'staff@sarraf.test');
    await signInWithoutForm(colleague, stage.url, 'staff2@sarraf.test');
    const { body } = await callServer(stage.url, 'GET', '/users/account', { token });
    const currentAccounts = body.baseDTO.bankAccounts.map(({ id }: ListedRow) => ({ id }));
    const change = { bankAccountsString: JSON.stringify([...currentAccounts, second]) };
    const { status } = await callServer(stage.url, 'PUT', '/users/account', { token, body: change });
    expect(status).toBe(200);
  });
  afterAll(() => Promise.all([person, staff, colleague].map((screen) => screen?.close())));

  const openWalletDialog = async (kind: 'deposit' | 'withdraw') => {
    await person.page.goto('/profile/wallet');
    await person.button(`wallet.toman.${kind}`).click();
    await findAmountField().waitFor();
  };
  const findAmountField = () => findDialog(person).getByLabel(person.say('wallet.deposit.amount')).first();
  const chooseAccount = (number: string) => findDialog(person).getByText(number).click();
  const findRow = (amount: number) =>
    person.page.getByRole('row').filter({ hasText: formatGroupedAmount(person, amount) });
  const waitForBalance = (page: Page, amount: number) =>
    page
      .getByRole('region', { name: person.say('wallet.toman.title') })
      .getByText(formatGroupedAmount(person, amount), { exact: true })
      .waitFor();

  /** Requirements §5.8, deposit. */
  async function checkDepositErrors(): Promise<void> {
    const expectButtonError = (error: string, limit = 0) =>
      waitForButtonError(person, `wallet.deposit.error.${error}`, {
        limit: formatGroupedAmount(person, limit),
      });
    await openWalletDialog('deposit');
    await expectButtonError('EMPTY');
    await findAmountField().fill('49999');
    await expectButtonError('BELOW', 50_000);
    await findAmountField().fill('25000001');
    await expectButtonError('ABOVE', 25_000_000);
    await findAmountField().fill('1000000');
    await expectButtonError('NO_CARD');
    await person.examine('toman-deposit-refused');
  }

  async function payAtBank(amount: number): Promise<void> {
    await findAmountField().fill(String(amount));
    await chooseAccount(second.cardNumber.slice(-4));
    await person.button('wallet.deposit.submit', { amount: formatGroupedAmount(person, amount) }).click();
    await person.page.waitForURL('**/sandbox/bank/**');
    await person.button('sandbox.bank.pay', { amount: formatGroupedAmount(person, amount) }).waitFor();
  }

  async function returnFromBank(by: 'pay' | 'payOther' | 'cancel', expectedText: string): Promise<void> {
    await person.button(`sandbox.bank.${by}`).click();
    await person.page.waitForURL('**/redirect-from-banks**');
    await person.page.getByText(person.say(expectedText)).first().waitFor();
  }

  it('is deposited by card: refused, cancelled, not with another person’s card, paid', async () => {
    const { page } = person;
    await checkDepositErrors();
    await payAtBank(1_000_000);
    await returnFromBank('cancel', 'wallet.payment.reason.CANCELLED');
    await person.examine('bank-return-cancelled');

    await page.getByRole('link', { name: person.say('wallet.bankReturn.FAILED.again') }).click();
    await payAtBank(2_000_000);
    await returnFromBank('payOther', 'wallet.payment.reason.CARD_MISMATCH');
    await page.getByText(person.say('wallet.bankReturn.FAILED.refund.WAITING')).waitFor();
    await person.examine('bank-return-foreign-card');

    const beside = await page.context().newPage();
    await beside.goto('/profile/wallet');
    await waitForBalance(beside, 500_000_000);
    await openWalletDialog('deposit');
    await payAtBank(20_000_000);
    await returnFromBank('pay', 'wallet.bankReturn.PAID.title');
    await waitForBalance(beside, 520_000_000);
    await beside.close();

    await openWalletDialog('deposit');
    await findAmountField().fill('10000000');
    await waitForButtonError(person, 'wallet.deposit.error.LEFT', {
      limit: formatGroupedAmount(person, 5_000_000),
    });
    await page.goto('/profile/history?tab=toman');
    await findRow(20_000_000).getByText(person.say('wallet.payment.state.PAID')).waitFor();
    await findRow(1_000_000).getByText(person.say('wallet.payment.state.FAILED')).waitFor();
    await person.examine('history-toman-deposits');
    await findRow(2_000_000).getByRole('button').click();
    await findDialog(person).getByText(person.say('wallet.payment.reason.CARD_MISMATCH')).waitFor();
    await person.examine('history-toman-failed');
  });

  /** Returns the payment identifier for the bank transfer. */
  async function readIdentifier(): Promise<string> {
    await openWalletDialog('deposit');
    const dialog = findDialog(person);
    await dialog.getByRole('radio', { name: person.say('wallet.deposit.ways.identified') }).check();
    await dialog.getByText(person.say('wallet.identified.mustTitle')).waitFor();
    await person.examine('toman-deposit-identified');
    const identifier = await dialog
      .getByText(/^\d{12}$/)
      .first()
      .textContent();
    await closeDialog(person);
    return identifier ?? '';
  }

  it('is deposited by bank transfer: assigned by one staff member, credited by another', async () => {
    const identifier = await readIdentifier();
    const own = [second.shebaCode, 'سارا رضایی'];
    const lines = [
      ['OWN-0001', identifier, ...own, '600000000'],
      ['LOST-0002', '000000000000', ...own, '300000000'],
      ['ALIEN-0003', identifier, createBankAccount().shebaCode, 'کاوه نادری', '50000000'],
    ];
    await importStatement(staff, lines, stage.now());
    await findDepositCard(staff, 'ALIEN-0003').waitFor();
    await staff.examine('backoffice-bank-deposits');
    const { rows } = await sql<{ id: string }>`select id from users where email = ${DEMO}`.execute(stage.db);
    await assignDepositOwner(staff, 'LOST-0002', rows[0]?.id ?? '');
    await proposeReturn(staff, 'ALIEN-0003');
    await chooseDepositState(staff, 'PROPOSED');
    await findDepositCard(staff, 'OWN-0001')
      .getByRole('button', { name: staff.say('treasury.incoming.ownProposal') })
      .waitFor();

    await colleague.page.goto('/backoffice/incoming?kind=bank');
    await chooseDepositState(colleague, 'PROPOSED');
    await findDepositCard(colleague, 'LOST-0002').waitFor();
    await colleague.examine('backoffice-bank-proposed');
    await waitForBalance(person.page, 520_000_000);
    await confirmOwner(colleague, 'OWN-0001', 'backoffice-bank-confirm');
    await waitForBalance(person.page, 580_000_000);
    await confirmOwner(colleague, 'LOST-0002');
    await waitForBalance(person.page, 610_000_000);

    await person.page.goto('/profile/history?tab=toman');
    for (const amount of [60_000_000, 30_000_000])
      await findRow(amount).getByText(person.say('wallet.payment.state.PAID')).waitFor();
    await findRow(60_000_000).getByRole('button').click();
    await findDialog(person).getByText(person.say('wallet.payment.account')).waitFor();
    await person.examine('history-bank-deposit');
  });

  /** What the user sees of the payment by another card. */
  async function readForeignPayment(stageOfRefund: 'WAITING' | 'RELEASED' | 'PAID_OUT'): Promise<void> {
    await findRow(2_000_000).getByRole('button').click();
    await findDialog(person)
      .getByText(person.say(`wallet.bankReturn.FAILED.refund.${stageOfRefund}`))
      .waitFor();
    await closeDialog(person);
  }

  it('is refunded to another card that paid, by two staff members', async () => {
    await proposeRefundTo(staff, { sheba: FOREIGN_SHEBA, payee: FOREIGN_PAYEE });
    await person.page.goto('/profile/history?tab=toman');
    await readForeignPayment('WAITING');
    await releaseRefund(colleague);
    await person.page.goto('/profile/history?tab=toman');
    await readForeignPayment('RELEASED');
  });

  /** Requirements §5.8, withdrawal. */
  async function checkWithdrawalErrors(): Promise<void> {
    const expectButtonError = (error: string, limit = 0) =>
      waitForButtonError(person, `withdraw.error.${error}`, { limit: formatTomanAmount(person, limit) });
    await openWalletDialog('withdraw');
    await expectButtonError('NO_AMOUNT');
    await findAmountField().fill('610000001');
    await expectButtonError('NOT_ENOUGH');
    await findAmountField().fill('500000001');
    await expectButtonError('ABOVE', 500_000_000);
    await findAmountField().fill('99999');
    await expectButtonError('BELOW', 100_000);
    await findAmountField().fill('6000000');
    await expectButtonError('NO_SHEBA');
    await person.examine('toman-withdraw-refused');
  }

  async function withdrawToman(amount: number): Promise<void> {
    await findAmountField().fill(String(amount));
    await chooseAccount(`${maskSheba(second.shebaCode).slice(0, 4)} •••• ${second.shebaCode.slice(-4)}`);
    await person.button('withdraw.next').click();
    await confirmWithCode(person, stage.url, DEMO);
    await closeDialog(person);
  }

  it('is withdrawn by the daily batch: paid, and returned by the bank', async () => {
    await checkWithdrawalErrors();
    await withdrawToman(6_000_000);
    await openWalletDialog('withdraw');
    await findAmountField().fill('495000000');
    await waitForButtonError(person, 'withdraw.error.LEFT', {
      limit: formatTomanAmount(person, 494_000_000),
    });
    await withdrawToman(7_000_000);
    await waitForBalance(person.page, 597_000_000);

    const { rows, address } = await exportBatch(staff, stage.now());
    const own = [`IR${second.shebaCode}`, 'سارا رضایی'];
    // Without the bank's fee, in Rial; the payment by another card is refunded completely.
    const [head, ...lines] = rows.map(([sheba, rial, name]) => [sheba, name, rial]);
    expect(head).toEqual(['sheba', 'name', 'amount_rial']);
    expect(lines.toSorted((one, other) => Number(one[2]) - Number(other[2]))).toEqual([
      [`IR${FOREIGN_SHEBA}`, FOREIGN_PAYEE, '20000000'],
      [...own, '59960000'],
      [...own, '69960000'],
    ]);
    await closeBatch(colleague, address, { amount: 6_996_000, reason: BANKS_REASON });
    await waitForBalance(person.page, 604_000_000);
    await person.page.goto('/profile/history?tab=toman');
    await readForeignPayment('PAID_OUT');
  });

  it('is listed and exported: receipts, CSV, Excel', async () => {
    await person.page.goto('/profile/history?tab=toman&kind=withdraw');
    await findRow(6_000_000).getByText(person.say('history.state.DONE')).waitFor();
    await findRow(7_000_000).getByText(person.say('history.state.RETURNED')).waitFor();
    await person.examine('history-toman-withdrawals-closed');
    await findRow(7_000_000).getByRole('button').click();
    await findDialog(person).getByText(BANKS_REASON).waitFor();
    await person.examine('history-toman-returned');
    await saveReceipt();
    await closeDialog(person);
    await openFromMovements();
    if (look.width < 720) await checkPhoneFilters();
    await exportLists();
  });

  it('is credited when the card that paid turns out to be the user’s own, by the same two', async () => {
    const { page } = person;
    await openWalletDialog('deposit');
    await payAtBank(3_000_000);
    await returnFromBank('payOther', 'wallet.payment.reason.CARD_MISMATCH');
    await refuseCredit(staff);
    const { body } = await callServer(stage.url, 'GET', '/users/account', { token });
    const currentAccounts = body.baseDTO.bankAccounts.map(({ id }: ListedRow) => ({ id }));
    const third = { ...createBankAccount(), cardNumber: FOREIGN_CARD_NUMBER };
    const change = { bankAccountsString: JSON.stringify([...currentAccounts, third]) };
    expect((await callServer(stage.url, 'PUT', '/users/account', { token, body: change })).status).toBe(200);
    await proposeCredit(staff);
    await page.goto('/profile/wallet');
    await waitForBalance(page, 604_000_000);
    await releaseRefund(colleague, 'backoffice-suspense-release-credit');
    await waitForBalance(page, 607_000_000);
    await page.goto('/profile/history?tab=toman');
    await findRow(3_000_000).getByText(person.say('wallet.payment.state.PAID')).waitFor();
    await person.examine('history-toman-credited');
    await page.goto('/profile/notices');
    const sum = formatGroupedAmount(person, 3_000_000);
    await page.getByText(sum).first().waitFor();
  });

  /** The receipts of deposits and withdrawals open from the movements too, and anyone can verify their code. */
  async function openFromMovements(): Promise<void> {
    const { page } = person;
    for (const [kind, title] of [
      ['DEPOSIT', 'history.receipt.deposit'],
      ['WITHDRAWAL', 'history.receipt.withdrawal'],
    ] as const) {
      await page.goto(`/profile/wallet/movements?kind=${kind}`);
      await page
        .getByRole('button', { name: person.saying('wallet.movements.open') })
        .first()
        .click();
      const dialog = findDialog(person);
      await dialog.getByRole('heading', { name: person.say(title) }).waitFor();
      await dialog.locator('[data-verification] a').click();
      await page.waitForURL('**/verify/**');
      await page.getByRole('heading', { name: person.say('verify.standing.CONFIRMED') }).waitFor();
      await page.getByText(person.say(`verify.kind.${kind}`)).waitFor();
    }
    await page.goto('/profile/history?tab=toman&kind=withdraw');
  }

  /**
   * The filters of the movements open with one button there, keep the typed text, and each active one can be
   * removed separately.
   */
  async function checkPhoneFilters(): Promise<void> {
    const { page } = person;
    await page.goto('/profile/wallet/movements?kind=DEPOSIT');
    const word = person.say('wallet.movements.filters');
    const filters = page.locator('main button[aria-haspopup=dialog]', { hasText: word });
    const from = page.getByLabel(person.say('wallet.movements.from'), { exact: true });
    await filters.click();
    await from.pressSequentially('1405/0');
    await person.examine('movements-filters');
    await closeDialog(person);
    await filters.click();
    await from.press('End');
    await from.pressSequentially('1/02');
    await page.waitForURL((url) => url.searchParams.get('from') === '2026-03-22');
    await findDialog(person)
      .getByRole('button', { name: person.say('wallet.movements.show') })
      .click();
    const kind = person.say('wallet.movements.kind.DEPOSIT');
    await page.getByRole('button', { name: person.say('wallet.movements.remove', { what: kind }) }).click();
    await page.waitForURL((url) => !url.searchParams.has('kind') && url.searchParams.has('from'));
    expect(await filters.evaluate((button) => button === document.activeElement)).toBe(true);
    await person.examine('movements-filtered');
    await page.goto('/profile/history?tab=toman&kind=withdraw');
  }

  /** Saves the visible receipt as a picture, and as the printed sheet. */
  async function saveReceipt(): Promise<void> {
    const { page } = person;
    const picture = await saveDownload(person, () => person.button('trade.receipt.image').click());
    expect(picture.name).toMatch(/^sarraf-.+\.png$/);
    expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG');
    await page.evaluate(() => {
      // The browser would open its print dialog.
      window.print = () => {};
    });
    await person.button('trade.receipt.pdf').click();
    await page.emulateMedia({ media: 'print' });
    const paper = page.locator('[data-receipt-paper]');
    await paper.getByText(person.say('history.fact.back')).waitFor();
    await paper.getByText(person.say('history.state.RETURNED')).waitFor();
    await paper.locator('[data-verification] img').waitFor();
    await paper.locator('[data-issuer]').waitFor();
    expect(await printToPdf(page)).toEqual({ count: 1, size: A5 });
    await person.takePicture('receipt-paper');
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await paper.waitFor({ state: 'detached' });
  }

  /** Exports the lists as files for a spreadsheet. */
  async function exportLists(): Promise<void> {
    const { page } = person;
    const { withdrawals, deposits, paid, failed, done, returned } = FILE_TEXTS[look.language];
    const account = groupBankNumber(maskSheba(second.shebaCode));
    const card = groupBankNumber(maskCard(second.cardNumber));
    const exportList = async (path: string): Promise<ListedRow[]> =>
      (await callServer(stage.url, 'GET', path, { token })).body.content;
    const formatExportKey = ({ id, createdAtDateTime }: ListedRow) => [
      formatTehranInput(new Date(createdAtDateTime), look.language),
      formatReceiptNumber(id),
    ];
    const exportAs = (format: 'csv' | 'xlsx') =>
      saveDownload(person, async () => {
        await person.button('history.export.label').click();
        await page.getByRole('menuitem', { name: person.say(`history.export.${format}`) }).click();
      });

    const sheet = await exportAs('xlsx');
    expect(sheet.name).toBe('sarraf-toman-withdrawals.xlsx');
    const [back, gone] = (await exportList('/wallets/withdrawal-requests?relatedCoin=TOMAN')).map(
      formatExportKey,
    );
    expect(parseSheetRows(sheet)).toEqual([
      withdrawals,
      [...(back ?? []), '7000000', '4000', '6996000', account, returned],
      [...(gone ?? []), '6000000', '4000', '5996000', account, done],
    ]);

    await page.goto('/profile/history?tab=toman');
    const file = await exportAs('csv');
    expect(file.name).toBe('sarraf-toman-deposits.csv');
    const places = (await exportList('/wallets/deposit?relatedCoin=TOMAN')).map(formatExportKey);
    const rest = [
      ['30000000', account, paid],
      ['60000000', account, paid],
      ['20000000', card, paid],
      ['2000000', FOREIGN_CARD, failed],
      ['1000000', card, failed],
    ];
    expect(parseCsvRows(file)).toEqual([
      deposits,
      ...rest.map((cells, at) => [...(places[at] ?? []), ...cells]),
    ]);
  }

  async function openTetherPage(): Promise<void> {
    await person.page.goto('/profile/wallet');
    await showAllCoins(person);
    await person.button('wallet.coins.withdrawCoin', { coin: TETHER[look.language] }).click();
    await findDialog(person).getByText('ERC20').click();
  }

  async function changePassword(): Promise<void> {
    const { page } = person;
    await page.goto('/profile/settings');
    await page.getByLabel(person.say('settings.password.current')).fill(DEMO_PASSWORD);
    await page.getByLabel(person.say('auth.newPassword.password'), { exact: true }).fill(PASSWORD);
    await page.getByLabel(person.say('auth.newPassword.repeat')).fill(PASSWORD);
    const last = await readNewestCode(stage.url, DEMO);
    await person.button('settings.password.submit').click();
    await confirmChange(person, { code: () => waitForNextCode(last, stage.url, DEMO) });
    await page.getByText(person.say('settings.password.changed')).waitFor();
  }

  const readHoldEnd = async (): Promise<string | null> => {
    const query = 'relatedCoin=TETHER&tokenType=ERC20';
    const { body } = await callServer(stage.url, 'GET', `/wallets/withdrawal-terms?${query}`, { token });
    return body.baseDTO.heldUntil;
  };

  it('holds coins for a day after a deposit, and everything after a new password', async () => {
    const dialog = findDialog(person);
    await openTetherPage();
    await dialog.getByLabel(person.say('withdraw.amount')).first().fill('20');
    await dialog.getByLabel(person.say('withdraw.address')).fill(STRANGER);
    await dialog.getByRole('button', { name: person.say('withdraw.next') }).waitFor();
    await holdAfterDeposit(staff, stage.now());
    await expect.poll(readHoldEnd).not.toBeNull();
    const until = formatDisplayTime(person, new Date((await readHoldEnd()) ?? 0));
    // The form was filled in before: the server's reply closes it.
    await person.button('withdraw.next').click();
    await dialog.getByText(person.say('error.DEPOSIT_HOLD'), { exact: true }).waitFor();
    await waitForButtonError(person, 'withdraw.error.HELD', { until });
    await dialog.getByText(until, { exact: true }).waitFor();
    await person.examine('withdraw-deposit-hold');

    // Toman itself can be withdrawn, and a notice is shown before a deposit.
    await openWalletDialog('withdraw');
    await waitForButtonError(person, 'withdraw.error.NO_AMOUNT');
    await openWalletDialog('deposit');
    await dialog
      .getByText(person.say('wallet.deposit.hold', { hours: formatGroupedAmount(person, 24) }))
      .waitFor();
    await person.examine('toman-deposit-hold');

    await changePassword();
    await openWalletDialog('withdraw');
    await waitForButtonError(person, 'withdraw.error.HELD');
    await person.examine('toman-withdraw-held');
    await openTetherPage();
    await dialog.getByText(person.saying('withdraw.hold.WITHDRAWAL_HOLD')).waitFor();
    await waitForButtonError(person, 'withdraw.error.HELD');
    await person.examine('coin-withdraw-held');
  });
});
