/** The staff's part of a store: finding it, comparing what it shows, and giving a payment back. */
import { expect } from 'vitest';
import type { Screen } from './screen.ts';
import { dialogOf, waitForFault } from './steps.ts';

interface Act {
  button: string;
  said: string;
  reason: string;
  shot?: string;
}

/** Gives the reason that the open dialog asks for, and confirms. */
async function confirm(screen: Screen, { button, said, reason, shot }: Act): Promise<void> {
  const dialog = dialogOf(screen);
  await waitForFault(screen, 'treasury.reasonNeeded');
  await dialog.getByLabel(screen.say('treasury.reason')).fill(reason);
  if (shot) await screen.examine(shot);
  await dialog.getByRole('button', { name: screen.say(button), exact: true }).click();
  await screen.page.getByText(screen.say(said)).first().waitFor();
  await dialog.waitFor({ state: 'hidden' });
}

/** By the payment link that a customer sends to support; then its page. */
export async function findStore(screen: Screen, url: string, shop: string, email: string): Promise<void> {
  const { page } = screen;
  await page.goto('/backoffice/companies');
  await page.getByText(email).first().waitFor();
  await screen.examine('desk-companies');
  const field = page.getByLabel(screen.say('companyDesk.find'));
  await field.fill('nobody@sarraf.test');
  await screen.button('companyDesk.search').click();
  await page.getByText(screen.say('companyDesk.unknownTitle')).waitFor();
  await screen.examine('desk-companies-none');
  await field.fill(`${url}/company-deposit/?id=${shop}`);
  await screen.button('companyDesk.search').click();
  await page.getByText(email).first().waitFor();
  await page.locator(`a[href="/backoffice/companies/${shop}"]`).click();
  await page.getByRole('heading', { name: screen.say('companyDesk.store.money') }).waitFor();
}

export interface Settled {
  number: string;
  description: string;
  amount: string;
  address: string;
  txid: string;
}

/** The payment with its settlement's number, and the settlement with its transaction. */
export async function compareStore(screen: Screen, settled: Settled): Promise<void> {
  const { page } = screen;
  const payment = page.getByRole('row').filter({ hasText: settled.description });
  await payment.getByText(settled.amount).first().waitFor();
  await payment.getByText(screen.say('companyDesk.payments.settled', { number: settled.number })).waitFor();
  await screen.examine('desk-company');
  await page.getByRole('tab', { name: screen.say('companyDesk.store.settlements') }).click();
  const row = page.getByRole('row').filter({ hasText: settled.number });
  await row.getByText(screen.say('company.settlements.DONE')).waitFor();
  await row.getByText(settled.amount).first().waitFor();
  await row.getByText(settled.txid.slice(0, 15)).waitFor();
  expect(await row.locator('bdi').last().textContent()).toBe(settled.address);
  await screen.examine('desk-company-settlements');
}

/** Nobody can pay it meanwhile. */
export async function blockAndOpen(screen: Screen, whileBlocked: () => Promise<void>): Promise<void> {
  await screen.button('companyDesk.store.block').click();
  await confirm(screen, {
    button: 'companyDesk.store.block',
    said: 'companyDesk.store.blocked',
    reason: 'fraud report',
    shot: 'desk-company-block',
  });
  await screen.page.getByText('fraud report').first().waitFor();
  await screen.examine('desk-company-blocked');
  await whileBlocked();
  await screen.button('companyDesk.store.unblock').click();
  await confirm(screen, {
    button: 'companyDesk.store.unblock',
    said: 'companyDesk.store.unblocked',
    reason: 'cleared',
  });
}

/** The first of the staff proposes and may not pay. */
export async function proposeRefund(screen: Screen, shop: string, description: string): Promise<void> {
  const { page } = screen;
  await page.goto(`/backoffice/companies/${shop}`);
  const row = page.getByRole('row').filter({ hasText: description });
  await row.getByRole('button', { name: screen.saying('companyDesk.payments.refundOf') }).click();
  await confirm(screen, {
    button: 'companyDesk.refunds.ask',
    said: 'companyDesk.refunds.asked',
    reason: 'sold out',
    shot: 'desk-refund-ask',
  });
  await row.getByText(screen.say('companyDesk.payments.refundAsked')).waitFor();
  await page.getByRole('tab', { name: screen.say('companyDesk.store.refunds') }).click();
  await screen.button('companyDesk.refunds.ownAsk').waitFor();
  await screen.examine('desk-company-refunds');
}

/** The second one writes down what the bank says. */
export async function payRefund(screen: Screen, reference: string): Promise<void> {
  const { page } = screen;
  await page.goto('/backoffice/companies?list=refundList');
  await page.getByText('sold out').waitFor();
  await screen.examine('desk-refunds');
  await screen.button('companyDesk.refunds.pay').click();
  await waitForFault(screen, 'companyDesk.refunds.referenceNeeded');
  const dialog = dialogOf(screen);
  await dialog.getByLabel(screen.say('companyDesk.refunds.reference')).fill(reference);
  await screen.examine('desk-refund-pay');
  await dialog.getByRole('button', { name: screen.say('companyDesk.refunds.pay'), exact: true }).click();
  await page.getByText(screen.say('companyDesk.refunds.paid')).first().waitFor();
  await page.getByText(screen.say('companyDesk.refunds.emptyTitle.ASKED')).waitFor();
  await screen.examine('desk-refunds-none');
}
