/** Recurring purchases: from a receipt to a plan, a turn that buys, one that is skipped, a pause and the end. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { callServer } from '../server/test/running-server.ts';
import { LOOKS } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import { closeDialog, findDialog, signInWithoutForm, waitForButtonError } from './steps.ts';

describe.each(LOOKS.map((look) => [lookName(look), look] as const))('%s', (_name, look) => {
  const stage = useTestServer();

  it('a purchase is made automatically, and its owner sees the outcome', async () => {
    const screen = await stage.open(look);
    const { page } = screen;
    const token = await signInWithoutForm(screen, stage.url, 'demo@sarraf.test');
    await page.goto('/profile/recurring');
    await page.getByText(screen.say('recurring.emptyTitle')).waitFor();
    await screen.examine('recurring-empty');
    // The link of a receipt.
    await page.goto('/profile/recurring?coin=TETHER&amount=1000000');
    const dialog = findDialog(screen);
    await dialog.getByText(screen.saying('recurring.form.first')).waitFor();
    const amount = dialog.getByLabel(screen.say('recurring.form.amount'));
    await amount.fill('');
    await waitForButtonError(screen, 'recurring.error.NEED_AMOUNT');
    await amount.fill(look.language === 'fa' ? '۲۰۰۰۰۰۰' : '2000000');
    await screen.examine('recurring-form');
    await dialog.getByRole('radio', { name: screen.say('recurring.form.rhythms.WEEKLY') }).check();
    await dialog.getByText(screen.say('recurring.form.weekday'), { exact: true }).waitFor();
    await dialog.getByRole('radio', { name: screen.say('recurring.form.rhythms.DAILY') }).check();
    await dialog.getByRole('button', { name: screen.say('recurring.form.create') }).click();
    await page.getByText(screen.say('recurring.form.made')).waitFor();
    const rows = page.getByRole('list', { name: screen.say('recurring.label') }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByText(screen.say('recurring.noTurns')).waitFor();

    // A second one, above the balance.
    const more = { coin: 'BITCOIN', amount: '50000000', rhythm: 'MONTHLY', day: 31, hour: 9 };
    const reply = await callServer(stage.url, 'POST', '/recurring', { token, body: more });
    expect(reply.status).toBe(200);
    await sql`update recurring_plans set budget = 90000000000000000 where coin = 'BITCOIN'`.execute(stage.db);
    // The hour comes, and the job runs within a minute.
    await sql`update recurring_plans set next_at = now() - interval '1 minute'`.execute(stage.db);
    await sql`select graphile_worker.add_job('recurring-purchases', '{}'::json)`.execute(stage.db);
    const listTurns = async () =>
      (await callServer(stage.url, 'GET', '/recurring/turns', { token })).body.content;
    await expect
      .poll(async () => (await listTurns()).map(({ state }: { state: string }) => state).sort(), {
        timeout: 120_000,
      })
      .toEqual(['BOUGHT', 'SKIPPED']);
    await expect
      .poll(async () => {
        const { rows: plans } = await sql<{ count: number }>`select purchases as count from recurring_plans
          where coin = 'TETHER'`.execute(stage.db);
        return plans[0]?.count;
      })
      .toBe(1);
    await page.goto('/profile/recurring');
    await page.getByText(screen.say('recurring.turnState.BOUGHT'), { exact: true }).waitFor();
    await page.getByText(screen.saying('recurring.average')).waitFor();
    await screen.examine('recurring-list');
    await page
      .getByRole('button', { name: screen.saying('recurring.receiptOf') })
      .first()
      .click();
    await dialog.getByText(screen.say('trade.receipt.number')).waitFor();
    await closeDialog(screen);

    const tether = rows.filter({ hasText: look.language === 'fa' ? 'تتر' : 'Tether' });
    await tether.getByRole('button', { name: screen.say('recurring.pause'), exact: true }).click();
    await page.getByText(screen.say('recurring.paused')).waitFor();
    await tether.getByRole('button', { name: screen.say('recurring.resume'), exact: true }).waitFor();
    await tether.getByRole('button', { name: screen.say('recurring.end'), exact: true }).click();
    const confirmation = page.getByRole('alertdialog');
    await confirmation.getByText(screen.say('recurring.endText')).waitFor();
    await screen.examine('recurring-end');
    await confirmation.getByRole('button', { name: screen.say('recurring.endConfirm') }).click();
    await page.getByText(screen.say('recurring.ended')).waitFor();
    await tether.getByText(screen.say('recurring.state.ENDED'), { exact: true }).waitFor();

    // The lists show it as a trade, labelled as recurring.
    await page.goto('/profile/history?tab=trades');
    await page
      .getByRole('main')
      .getByText(screen.say('wallet.history.mode.RECURRING'), { exact: true })
      .first()
      .waitFor();
    await page.goto('/profile/notices');
    await page
      .getByText(look.language === 'fa' ? 'خرید دوره‌ای شما انجام شد' : 'Your recurring purchase is done')
      .first()
      .waitFor();
    await screen.close();
  });
});
