/** A staff member's pending decisions: one list over the queues, navigated by keys, and the menu's groups. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../server/src/platform/ids.ts';
import { asOwner } from '../server/test/owner.ts';
import { signIn } from '../server/test/running-server.ts';
import { setReviewThreshold } from '../server/test/withdrawal-limits.ts';
import { DEFAULT_LOOKS, type Screen } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import { closeDialog, findDialog, requestTetherWithdrawal, signInWithoutForm } from './steps.ts';

const STAFF = 'staff@sarraf.test';
const DEMO = 'demo@sarraf.test';
const stage = useTestServer({ signer: true });
const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

beforeAll(async () => {
  const { db, url } = stage;
  await setReviewThreshold(db, 1n);
  const id = await requestTetherWithdrawal(url, DEMO, await signIn(url, DEMO), '1250');
  // As the owner, since the terms of a withdrawal, of which its time is one, can't be changed.
  await asOwner(db, sql`alter table withdrawals disable trigger withdrawals_keep_terms`);
  await sql`update withdrawals set created_at = ${daysAgo(2)} where id = ${id}`.execute(db);
  await asOwner(db, sql`alter table withdrawals enable trigger withdrawals_keep_terms`);
  for (const [days, number, topic] of [
    [3, 40_000_001, 'DEPOSIT'],
    [0.01, 40_000_002, 'TRADE'],
  ] as const)
    await sql`insert into tickets (id, number, user_id, language, subject_encrypted, topic, since, created_at, updated_at)
      select ${newId()}, ${number}, id, 'fa', ''::bytea, ${topic}, ${daysAgo(days)}, ${daysAgo(days)}, ${daysAgo(days)}
      from users where email = ${DEMO}`.execute(db);
});

async function walkQueues(screen: Screen): Promise<void> {
  const { page } = screen;
  await signInWithoutForm(screen, stage.url, STAFF);
  await page.goto('/backoffice');
  const items = page.locator('ol[data-queue] > li');
  await items.nth(2).waitFor();
  // Longest waiting first.
  await expect.poll(() => items.first().textContent()).toContain(screen.say('support.topic.DEPOSIT'));
  await expect
    .poll(() => items.first().textContent())
    .toContain(screen.say('backoffice.now.promise.WORKING_DAYS'));
  await screen.examine('backoffice-now');
  await page.keyboard.press('?');
  await findDialog(screen).getByText(screen.say('backoffice.keys.next')).waitFor();
  await screen.examine('backoffice-keys');
  await closeDialog(screen);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: screen.say('treasury.withdrawals.title') }).waitFor();
  await page.getByText(screen.say('treasury.withdrawals.why.LARGE')).first().waitFor();
  // By its whole name: on a phone the menu shows the number of waiting items.
  const refuse = screen.say('treasury.withdrawals.refuse');
  await page.getByRole('button', { name: refuse, exact: true }).first().click();
  // The amount, its owner and what happens to the fee.
  await findDialog(screen).getByText(screen.saying('treasury.withdrawals.refuseText')).waitFor();
  await screen.examine('backoffice-refuse-withdrawal');
}

/** Saves the current filters under a name, and restores them with one tap. */
async function saveFilters(screen: Screen): Promise<void> {
  const { page } = screen;
  await page.goto('/backoffice/withdrawals?state=DONE');
  await screen.button('backoffice.savedFilters.save').click();
  await page.getByLabel(screen.say('backoffice.savedFilters.name')).fill('Sent lately');
  await screen.button('backoffice.savedFilters.keep').click();
  await page.goto('/backoffice/withdrawals');
  await page.getByRole('button', { name: 'Sent lately', exact: true }).click();
  await expect.poll(() => page.url()).toContain('state=DONE');
  await page.getByRole('button', { name: 'Sent lately', exact: true, pressed: true }).waitFor();
  await screen.examine('backoffice-saved-filters');
}

describe.each(DEFAULT_LOOKS)('the pending decisions, %o', (look) => {
  it(`are one list, navigated by keys (${lookName(look)})`, async () => {
    const screen = await stage.open(look);
    await walkQueues(screen);
    await saveFilters(screen);
    await screen.close();
  });
});
