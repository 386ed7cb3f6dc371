// `npm run guide-pictures [name…]`: takes the guide's pictures (web/public/guide/{fa,en}/<name>.webp), those named
// or all, by using the product as a customer. It starts a sandbox of its own and leaves nothing behind; with
// SARRAF_URL it uses a running one that is unused.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { callServer, readPublishedPrice } from '../server/test/running-server.ts';
import { messages as en } from '../web/src/framework/i18n/en/index.ts';
import { messages as fa } from '../web/src/framework/i18n/fa/index.ts';
import { CHROMIUM_ARGS, findChromiumPath } from './browser.ts';
import {
  type Device,
  expectOk,
  GUIDE_FOLDER,
  GuideWalk,
  type PictureVariant,
  readSandboxCode,
  signInThroughApi,
} from './guide-walk.ts';
import { runWithSandbox } from './screens/sandbox.ts';

const DEMO = 'demo@sarraf.test';
const PASSWORD = 'Copper-River-48';
const LAPTOP_DEVICE: Device = { osType: 'WINDOWS', deviceType: 'DESKTOP', browser: 'FIREFOX' };
/** The example address of EIP-55. */
const DESTINATION = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SAVED_ADDRESSES = [
  { address: DESTINATION, label: { fa: 'کیف پول خودم', en: 'My own wallet' } },
  {
    address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    label: { fa: 'حساب خارجی', en: 'Account abroad' },
  },
];

const COMPANY = 'company@sarraf.test';
const SOLD_ITEMS = [
  ['4850000', 'سفارش ۱۰۲'],
  ['1290000', 'سفارش ۱۰۳'],
] as const;

const PICTURE_VARIANTS: readonly PictureVariant[] = [
  { language: 'fa', theme: 'dark', quote: 'TOMAN', newcomer: 'sara@example.com', pays: '20000000' },
  { language: 'en', theme: 'light', quote: 'TETHER', newcomer: 'sarah@example.com', pays: '250' },
];

async function signUp(walk: GuideWalk): Promise<void> {
  const { page, look, url } = walk;
  await page.goto('/sign-up');
  await walk.field('auth.email').fill(look.newcomer);
  await walk.field('auth.password').fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await walk.takePicture('sign-up', page.getByRole('heading', { level: 1 }));
  await walk.button('auth.signUp.submit').click();
  await page.waitForURL('**/sign-up/email-verification');
  await walk.takePicture('sign-up-code', page.getByRole('heading', { level: 1 }));
  await walk.field('auth.code.label').fill(await readSandboxCode(url, look.newcomer));
  await page.waitForURL('**/profile/account');
}

async function verifyIdentity(walk: GuideWalk): Promise<void> {
  const { page, look } = walk;
  await walk.dialog.waitFor();
  await walk.closeDialog();
  await walk.button('account.country.open').click();
  await walk.dialog
    .getByText(look.language === 'fa' ? 'ایران' : 'Iran', { exact: true })
    .first()
    .click();
  await walk.button('account.country.confirm').click();
  const name = walk.field('account.field.firstName');
  await name.fill(look.language === 'fa' ? 'سارا' : 'Sara');
  await walk.field('account.field.lastName').fill(look.language === 'fa' ? 'رضایی' : 'Rezaei');
  await walk.takePicture('verify-identity', page.getByText(walk.textPattern('account.part.person')).first());
}

async function takeSettings(walk: GuideWalk): Promise<void> {
  const { page } = walk;
  await page.goto('/profile/settings');
  await walk.takePicture(
    'two-step',
    page.getByRole('heading', { name: walk.textPattern('settings.twoStep.title') }),
  );
  await walk.takePicture(
    'devices',
    page.getByRole('heading', { name: walk.textPattern('settings.sessions.title') }),
  );
}

async function depositToman(walk: GuideWalk): Promise<void> {
  const { page } = walk;
  await page.goto('/profile/wallet');
  await walk.button('wallet.toman.deposit').click();
  await walk.dialog.getByLabel(walk.textPattern('wallet.deposit.amount')).first().fill('10000000');
  await walk.nameGateway();
  await walk.takeDialog('deposit-toman');
  await walk.button('wallet.deposit.submit').click();
  await walk.button('sandbox.bank.pay').click();
  await page.waitForURL('**/redirect-from-banks**');
  await page.getByText(walk.textPattern('wallet.bankReturn.PAID.title')).first().waitFor();
  await walk.nameGateway();
  await walk.takePicture('deposit-toman-paid');
}

async function quickTrade(walk: GuideWalk): Promise<void> {
  const { page, look } = walk;
  await page.goto('/profile/otc');
  const box = walk.page
    .locator(`[aria-label="${look.language === 'fa' ? fa.trade.box.label : en.trade.box.label}"]`)
    .first();
  await walk.field('trade.box.pay').fill(look.pays);
  await walk.button('trade.action.buy').waitFor();
  await walk.takePicture('buy', box);
  await walk.button('trade.action.buy').click();
  await walk.dialog.getByText(walk.textPattern('trade.confirm.buyTitle')).waitFor();
  await walk.takeDialog('buy-confirm');
  await walk.closeDialog();
  await box.getByRole('radio', { name: walk.textPattern('trade.box.sell') }).check();
  await walk.field('trade.box.give').fill('0.05');
  await walk.button('trade.action.sell').waitFor();
  await walk.takePicture('sell', box);
}

async function limitOrders(walk: GuideWalk): Promise<void> {
  const { page, look } = walk;
  await page.goto(`/profile/trade/${look.quote}/BITCOIN`);
  await page.getByRole('tab', { name: walk.textPattern('exchange.views.book') }).click();
  await page.getByText(walk.textPattern('exchange.book.spread')).first().waitFor();
  await walk.takePicture('order-book', page.getByRole('tablist').first());
  await page
    .getByRole('button', { name: walk.textPattern('exchange.form.buy'), exact: true })
    .last()
    .click();
  await walk.dialog
    .getByRole('button', { name: walk.textPattern('exchange.form.best', '') })
    .first()
    .click();
  await walk.dialog.getByLabel(walk.textPattern('exchange.form.amount')).first().fill('0.002');
  await walk.takeDialog('order-form');
  await walk.closeDialog();
}

async function takeCoinPages(walk: GuideWalk): Promise<void> {
  const { page, look } = walk;
  const tether = look.language === 'fa' ? 'تتر' : 'Tether';
  const openDialog = async (kind: 'deposit' | 'withdraw') => {
    await page.goto('/profile/wallet');
    await page
      .getByRole('button', { name: patternWithCoin(walk, `wallet.coins.${kind}Coin`, tether) })
      .first()
      .click();
  };
  await openDialog('deposit');
  await walk.dialog.getByText('TRC20').first().click();
  await walk.dialog.getByText(walk.textPattern('coinDeposit.address')).first().waitFor();
  // Crops the number of confirmations, which is smaller in the sandbox.
  await walk.takePicture('deposit-coin', walk.dialog, 64);

  await openDialog('withdraw');
  await walk.dialog.getByText('ERC20').first().click();
  await walk.dialog.getByRole('textbox').first().fill('120');
  await walk.dialog.getByLabel(walk.textPattern('withdraw.address')).first().fill(DESTINATION);
  await walk.button('withdraw.next').waitFor();
  await walk.takeDialog('withdraw-coin');
  await walk.button('withdraw.next').click();
  await walk.dialog.getByLabel(walk.textPattern('auth.code.label')).waitFor();
  await walk.takeDialog('withdraw-code');
  await walk.closeDialog();
}

const patternWithCoin = (walk: GuideWalk, path: string, coin: string) =>
  new RegExp(walk.textPattern(path).source.replace('.+', coin));

async function saveAddresses(walk: GuideWalk, token: string): Promise<void> {
  const { page, look, url } = walk;
  for (const { address, label } of SAVED_ADDRESSES) {
    const body = { label: label[look.language], relatedCoin: 'TETHER', tokenType: 'ERC20', address };
    await expectOk(callServer(url, 'POST', '/wallets/address-book', { token, body }));
  }
  await page.goto('/profile/wallet');
  await page.getByText(SAVED_ADDRESSES[0]?.label[look.language] ?? '').waitFor();
  await walk.takePicture(
    'addresses',
    page.getByRole('heading', { name: walk.textPattern('withdraw.addressBook.title') }),
  );
  const { body: book } = await callServer(url, 'GET', '/wallets/address-book', { token });
  for (const { id } of book.content)
    await expectOk(callServer(url, 'DELETE', `/wallets/address-book/${id}`, { token }));
}

async function withdrawToman(walk: GuideWalk): Promise<void> {
  const { page } = walk;
  await page.goto('/profile/wallet');
  await walk.button('wallet.toman.withdraw').click();
  await walk.dialog.getByLabel(walk.textPattern('withdraw.toman.amount')).first().fill('15000000');
  await walk.button('withdraw.next').waitFor();
  await walk.takeDialog('withdraw-toman');
  await walk.closeDialog();
  await page.goto('/profile/history');
  await walk.button('wallet.history.receiptOf').waitFor();
  await walk.takePicture('history', page.getByRole('heading', { level: 1 }));
}

/** A company with two received payments. */
async function takeStorePages(walk: GuideWalk): Promise<void> {
  const { page, url } = walk;
  const token = await walk.logIn(COMPANY);
  const { body } = await callServer(url, 'GET', '/company', { token });
  if (body.baseDTO.lastTransfer === '0') await payStore(url, body.baseDTO.id);
  await page.goto('/profile/company');
  const title = page.getByRole('heading', { level: 1 });
  await page.getByText(walk.textPattern('company.glance.balance')).first().waitFor();
  // Hides the sandbox's address.
  await page
    .locator('bdi', { hasText: '…' })
    .first()
    .evaluate((element) => {
      element.textContent = 'sarraf.example/…';
    });
  await walk.takePicture('company', title);
}

async function payStore(url: string, companyId: string): Promise<void> {
  for (const [amount, description] of SOLD_ITEMS) {
    const body = {
      amount,
      cardNumber: '6037701689095443',
      description,
      companyId,
      paymentGateway: 'SANDBOX',
      callBackURL: '/company-deposit/result',
    };
    const payment = await callServer(url, 'POST', '/wallets/transfer-toman-to-company', { body });
    const authority = payment.body.baseDTO.redirectSite.split('/').at(-1);
    const response = await callServer(url, 'POST', `/sandbox/bank/${authority}`, {
      body: { decision: 'PAY' },
    });
    await fetch(response.body.baseDTO.redirectSite, { redirect: 'manual' });
  }
}

/** Makes some trades of the demo person, so that the history has content, and another device of theirs. */
async function createDemoActivity(url: string): Promise<void> {
  const token = await signInThroughApi(url, DEMO, LAPTOP_DEVICE);
  const trades = [
    { coin: 'ETHEREUM', side: 'buy', amount: '0.25' },
    { coin: 'TETHER', side: 'buy', amount: '200' },
    { coin: 'ETHEREUM', side: 'sell', amount: '0.1' },
    { coin: 'BITCOIN', side: 'buy', amount: '0.004' },
  ] as const;
  for (const { coin, side, amount } of trades) {
    const unitPrice = await readPublishedPrice(url, coin, side);
    const body = { marketType: `${coin}_TOMAN`, amount, unitPrice };
    await expectOk(callServer(url, 'POST', `/exchange/${side}`, { token, body }));
  }
}

async function takeAllPictures(url: string): Promise<void> {
  await createDemoActivity(url);
  const browser = await chromium.launch({ executablePath: await findChromiumPath(), args: CHROMIUM_ARGS });
  try {
    for (const variant of PICTURE_VARIANTS) {
      await mkdir(join(GUIDE_FOLDER, variant.language), { recursive: true });
      const newUserWalk = await GuideWalk.open(browser, variant, url);
      await signUp(newUserWalk);
      await verifyIdentity(newUserWalk);
      await newUserWalk.end();
      const customerWalk = await GuideWalk.open(browser, variant, url);
      const token = await customerWalk.logIn(DEMO);
      await takeSettings(customerWalk);
      await depositToman(customerWalk);
      await quickTrade(customerWalk);
      await limitOrders(customerWalk);
      await takeCoinPages(customerWalk);
      await saveAddresses(customerWalk, token);
      await withdrawToman(customerWalk);
      await expectOk(callServer(url, 'POST', '/users/logout', { token }));
      await customerWalk.end();
      const screen = await GuideWalk.open(browser, variant, url);
      await takeStorePages(screen);
      await screen.end();
    }
  } finally {
    await browser.close();
  }
}

await runWithSandbox(takeAllPictures);
