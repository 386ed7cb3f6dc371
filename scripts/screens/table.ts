/** The screens of the table in docs/screens.md, in its order: viewer, address, and the steps to reach it. */
import type { Page } from 'playwright-core';
import { DEMO_PASSWORD } from '../../server/test/running-server.ts';
import { codeFor } from '../guide-walk.ts';
import { DEMO_EMAILS, type Life, type Looker } from './life.ts';

/** A browser that shows a screen. */
export interface Viewer {
  page: Page;
  url: string;
  language: 'fa' | 'en';
  /** Returns a text of the dictionary as a pattern in which figures and names match anything. */
  saying(path: string, values?: Record<string, string>): RegExp;
}

export interface TableScreen {
  /** Name of its picture. */
  name: string;
  by: Looker;
  address(life: Life, language: 'fa' | 'en'): string;
  act?(viewer: Viewer): Promise<void>;
}

/** The example address of EIP-55. */
const DESTINATION = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const tetherIn = (language: 'fa' | 'en') => (language === 'fa' ? 'تتر' : 'Tether');
const dialogIn = ({ page }: Viewer) => page.getByRole('dialog').last();

async function openCoin(viewer: Viewer, kind: 'deposit' | 'withdraw'): Promise<void> {
  const name = viewer.saying(`wallet.coins.${kind}Coin`, { coin: tetherIn(viewer.language) });
  await viewer.page.getByRole('button', { name }).first().click();
}

async function confirmItIsThem(viewer: Viewer): Promise<void> {
  const { page, url, saying } = viewer;
  const dialog = dialogIn(viewer);
  const code = dialog.getByLabel(saying('auth.code.label'));
  // A user who has just logged in isn't asked for a code.
  const isAsked = await code.waitFor({ timeout: 5_000 }).then(
    () => true,
    () => false,
  );
  if (!isAsked) return;
  const password = dialog.getByLabel(saying('auth.confirm.password'));
  if ((await password.count()) > 0) await password.first().fill(DEMO_PASSWORD);
  // The mail may come after the form that asks for its code.
  await page.waitForTimeout(2_000);
  await code.fill(await codeFor(url, DEMO_EMAILS.customer));
  await dialog.waitFor({ state: 'hidden' });
}

/** Waits for the chart, which is loaded after its page and rendered in a frame of its own, to have content. */
async function untilChartDrawn({ page }: Viewer): Promise<void> {
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

const to = (address: string) => () => address;

export const TABLE: readonly TableScreen[] = [
  { name: 'home', by: 'visitor', address: to('/') },
  { name: 'markets', by: 'visitor', address: to('/markets') },
  {
    name: 'coin',
    by: 'visitor',
    address: (_, language) => `/market/BITCOIN/${language === 'fa' ? 'TOMAN' : 'TETHER'}`,
    act: untilChartDrawn,
  },
  {
    name: 'quick-trade',
    by: 'customer',
    address: to('/profile/otc'),
    act: async ({ page, language, saying }) =>
      page
        .getByLabel(saying('trade.box.pay'))
        .first()
        .fill(language === 'fa' ? '20000000' : '250'),
  },
  {
    name: 'trading',
    by: 'customer',
    address: (_, language) => `/profile/trade/${language === 'fa' ? 'TOMAN' : 'TETHER'}/BITCOIN`,
    act: untilChartDrawn,
  },
  { name: 'wallet', by: 'customer', address: to('/profile/wallet') },
  {
    name: 'deposit',
    by: 'customer',
    address: to('/profile/wallet'),
    async act(viewer) {
      await openCoin(viewer, 'deposit');
      await dialogIn(viewer).getByText('TRC20').first().click();
      await dialogIn(viewer).getByText(viewer.saying('coinDeposit.address')).first().waitFor();
    },
  },
  {
    name: 'withdrawal',
    by: 'customer',
    address: to('/profile/wallet'),
    async act(viewer) {
      await openCoin(viewer, 'withdraw');
      const dialog = dialogIn(viewer);
      await dialog.getByText('ERC20').first().click();
      await dialog.getByRole('textbox').first().fill('120');
      await dialog.getByLabel(viewer.saying('withdraw.address')).first().fill(DESTINATION);
      await dialog.getByRole('button', { name: viewer.saying('withdraw.next') }).waitFor();
    },
  },
  { name: 'movements', by: 'customer', address: to('/profile/wallet/movements') },
  { name: 'dashboard', by: 'customer', address: to('/profile') },
  { name: 'recurring', by: 'customer', address: to('/profile/recurring') },
  {
    name: 'statement',
    by: 'customer',
    address: ({ statementId }) => `/profile/history/statements/${statementId}`,
    act: confirmItIsThem,
  },
  {
    name: 'payer',
    by: 'visitor',
    address: ({ payerLink }) => payerLink,
    act: ({ page, saying }) => page.getByLabel(saying('company.payer.card')).first().fill('6037701689095443'),
  },
  { name: 'store', by: 'store', address: to('/profile/company') },
  { name: 'developers', by: 'visitor', address: to('/developers') },
  { name: 'settings', by: 'customer', address: to('/profile/settings') },
  { name: 'log-in', by: 'visitor', address: to('/login') },
  { name: 'verification', by: 'newcomer', address: to('/profile/account') },
  { name: 'notices', by: 'customer', address: to('/profile/notices') },
  {
    name: 'search',
    by: 'customer',
    address: to('/profile/history'),
    async act(viewer) {
      await viewer.page.keyboard.press('Control+KeyK');
      const dialog = dialogIn(viewer);
      await dialog.getByRole('combobox').fill(viewer.language === 'fa' ? 'بیت' : 'bitc');
      await dialog.getByRole('option').first().waitFor();
    },
  },
  { name: 'staff-now', by: 'staff', address: to('/backoffice') },
  {
    name: 'staff-person',
    by: 'staff',
    address: ({ personId }) => `/backoffice/people/${personId}`,
    async act({ page, language, saying }) {
      const reason = language === 'fa' ? 'پیگیری تیکت مشتری' : 'Following up a ticket';
      await page.getByLabel(saying('backoffice.reason.field')).fill(reason);
      await page.getByRole('button', { name: saying('backoffice.reason.action') }).click();
      await page.getByRole('heading', { name: saying('staffFigures.money.wallets') }).waitFor();
    },
  },
  {
    name: 'staff-money',
    by: 'staff',
    address: to('/backoffice/withdrawals'),
    async act({ page, saying }) {
      const approve = page.getByRole('button', { name: saying('treasury.withdrawals.approve') }).first();
      // Without pending withdrawals, the page says so.
      const empty = page.getByText(saying('treasury.withdrawals.emptyTitle'));
      await approve.or(empty).first().waitFor();
      if ((await empty.count()) > 0) return;
      await approve.click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
