/** The screens of the table in docs/screens.md, in its order: viewer, address, and the steps to reach it. */
import type { Page } from 'playwright-core';
import { DEMO_PASSWORD } from '../../server/test/running-server.ts';
import { readSandboxCode } from '../guide-walk.ts';
import { DEMO_EMAILS, type DemoData, type PageViewer } from './life.ts';

/** A browser that shows a screen. */
export interface ScreenPage {
  page: Page;
  url: string;
  language: 'fa' | 'en';
  /** Returns a text of the dictionary as a pattern in which figures and names match anything. */
  textPattern(path: string, values?: Record<string, string>): RegExp;
}

export interface TableScreen {
  /** Name of its picture. */
  name: string;
  by: PageViewer;
  address(life: DemoData, language: 'fa' | 'en'): string;
  act?(viewer: ScreenPage): Promise<void>;
}

/** The example address of EIP-55. */
const DESTINATION = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const tetherName = (language: 'fa' | 'en') => (language === 'fa' ? 'تتر' : 'Tether');
const openDialogOf = ({ page }: ScreenPage) => page.getByRole('dialog').last();

async function openCoin(viewer: ScreenPage, kind: 'deposit' | 'withdraw'): Promise<void> {
  const name = viewer.textPattern(`wallet.coins.${kind}Coin`, { coin: tetherName(viewer.language) });
  await viewer.page.getByRole('button', { name }).first().click();
}

async function confirmIdentity(viewer: ScreenPage): Promise<void> {
  const { page, url, textPattern } = viewer;
  const dialog = openDialogOf(viewer);
  const code = dialog.getByLabel(textPattern('auth.code.label'));
  // A user who has just logged in isn't asked for a code.
  const isPrompted = await code.waitFor({ timeout: 5_000 }).then(
    () => true,
    () => false,
  );
  if (!isPrompted) return;
  const password = dialog.getByLabel(textPattern('auth.confirm.password'));
  if ((await password.count()) > 0) await password.first().fill(DEMO_PASSWORD);
  // The mail may come after the form that asks for its code.
  await page.waitForTimeout(2_000);
  await code.fill(await readSandboxCode(url, DEMO_EMAILS.customer));
  await dialog.waitFor({ state: 'hidden' });
}

/** Waits for the chart, which is loaded after its page and rendered in a frame of its own, to have content. */
async function waitForChart({ page }: ScreenPage): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('figure canvas')].some((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      if (width === 0 || height === 0) return false;
      const { data } =
        (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height) ?? {};
      return data?.some((value) => value !== 0) ?? false;
    }),
  );
}

const pathTo = (address: string) => () => address;

export const SCREEN_TABLE: readonly TableScreen[] = [
  { name: 'home', by: 'visitor', address: pathTo('/') },
  { name: 'markets', by: 'visitor', address: pathTo('/markets') },
  {
    name: 'coin',
    by: 'visitor',
    address: (_, language) => `/market/BITCOIN/${language === 'fa' ? 'TOMAN' : 'TETHER'}`,
    act: waitForChart,
  },
  {
    name: 'quick-trade',
    by: 'customer',
    address: pathTo('/profile/otc'),
    act: async ({ page, language, textPattern }) =>
      page
        .getByLabel(textPattern('trade.box.pay'))
        .first()
        .fill(language === 'fa' ? '20000000' : '250'),
  },
  {
    name: 'trading',
    by: 'customer',
    address: (_, language) => `/profile/trade/${language === 'fa' ? 'TOMAN' : 'TETHER'}/BITCOIN`,
    act: waitForChart,
  },
  { name: 'wallet', by: 'customer', address: pathTo('/profile/wallet') },
  {
    name: 'deposit',
    by: 'customer',
    address: pathTo('/profile/wallet'),
    async act(viewer) {
      await openCoin(viewer, 'deposit');
      await openDialogOf(viewer).getByText('TRC20').first().click();
      await openDialogOf(viewer).getByText(viewer.textPattern('coinDeposit.address')).first().waitFor();
    },
  },
  {
    name: 'withdrawal',
    by: 'customer',
    address: pathTo('/profile/wallet'),
    async act(viewer) {
      await openCoin(viewer, 'withdraw');
      const dialog = openDialogOf(viewer);
      await dialog.getByText('ERC20').first().click();
      await dialog.getByRole('textbox').first().fill('120');
      await dialog.getByLabel(viewer.textPattern('withdraw.address')).first().fill(DESTINATION);
      await dialog.getByRole('button', { name: viewer.textPattern('withdraw.next') }).waitFor();
    },
  },
  { name: 'movements', by: 'customer', address: pathTo('/profile/wallet/movements') },
  { name: 'dashboard', by: 'customer', address: pathTo('/profile') },
  { name: 'recurring', by: 'customer', address: pathTo('/profile/recurring') },
  {
    name: 'statement',
    by: 'customer',
    address: ({ statementId }) => `/profile/history/statements/${statementId}`,
    act: confirmIdentity,
  },
  {
    name: 'payer',
    by: 'visitor',
    address: ({ payerLink }) => payerLink,
    act: ({ page, textPattern }) =>
      page.getByLabel(textPattern('company.payer.card')).first().fill('6037701689095443'),
  },
  { name: 'store', by: 'store', address: pathTo('/profile/company') },
  { name: 'developers', by: 'visitor', address: pathTo('/developers') },
  { name: 'settings', by: 'customer', address: pathTo('/profile/settings') },
  { name: 'log-in', by: 'visitor', address: pathTo('/login') },
  { name: 'verification', by: 'newcomer', address: pathTo('/profile/account') },
  { name: 'notices', by: 'customer', address: pathTo('/profile/notices') },
  {
    name: 'search',
    by: 'customer',
    address: pathTo('/profile/history'),
    async act(viewer) {
      await viewer.page.keyboard.press('Control+KeyK');
      const dialog = openDialogOf(viewer);
      await dialog.getByRole('combobox').fill(viewer.language === 'fa' ? 'بیت' : 'bitc');
      await dialog.getByRole('option').first().waitFor();
    },
  },
  { name: 'staff-now', by: 'staff', address: pathTo('/backoffice') },
  {
    name: 'staff-person',
    by: 'staff',
    address: ({ personId }) => `/backoffice/people/${personId}`,
    async act({ page, language, textPattern }) {
      const reason = language === 'fa' ? 'پیگیری تیکت مشتری' : 'Following up a ticket';
      await page.getByLabel(textPattern('backoffice.reason.field')).fill(reason);
      await page.getByRole('button', { name: textPattern('backoffice.reason.action') }).click();
      await page.getByRole('heading', { name: textPattern('staffFigures.money.wallets') }).waitFor();
    },
  },
  {
    name: 'staff-money',
    by: 'staff',
    address: pathTo('/backoffice/withdrawals'),
    async act({ page, textPattern }) {
      const approve = page.getByRole('button', { name: textPattern('treasury.withdrawals.approve') }).first();
      // Without pending withdrawals, the page says so.
      const empty = page.getByText(textPattern('treasury.withdrawals.emptyTitle'));
      await approve.or(empty).first().waitFor();
      if ((await empty.count()) > 0) return;
      await approve.click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
