/** Statistics and users in the back office: earnings, the list of users, and settings of one user by an admin. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { callServer, readPublishedPrice, signIn } from '../server/test/running-server.ts';
import { saveDownload } from './files.ts';
import { DEFAULT_LOOKS, type Screen } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import { closeDialog, findDialog, signInWithoutForm, waitForButtonError } from './steps.ts';

const STAFF = 'staff@sarraf.test';
const DEMO = 'demo@sarraf.test';
const REASON = 'ticket 4711';

async function checkStatistics(screen: Screen): Promise<void> {
  const { page } = screen;
  await page.goto('/backoffice/figures');
  await page.getByRole('heading', { name: screen.say('staffFigures.figures.group.queues') }).waitFor();
  const fees = page.getByRole('article', {
    name: screen.say('staffFigures.figures.figure.fees'),
    exact: true,
  });
  await expect.poll(() => fees.textContent()).toMatch(/[1-9۱-۹]/);
  await page
    .getByText(screen.saying('staffFigures.figures.asOf'))
    .or(page.getByText(screen.saying('staffFigures.figures.asOfPart')))
    .first()
    .waitFor();
  await screen.examine('backoffice-figures');
  await page.getByRole('radio', { name: screen.say('staffFigures.figures.MONTH') }).click();
  await page.getByRole('heading', { name: screen.say('staffFigures.figures.table.MONTH') }).waitFor();
  await screen.examine('backoffice-figures-months');
}

/** The staff's API document is accessible to staff only, from any of their pages. */
async function checkApiDocument(screen: Screen): Promise<void> {
  const { name, bytes } = await saveDownload(screen, () => screen.button('backoffice.apiDocument').click());
  expect(name).toBe('backoffice-openapi.json');
  expect(Object.keys(JSON.parse(bytes.toString()).paths)).toContain('/api/backoffice/people');
}

async function checkFees(screen: Screen): Promise<void> {
  const { page } = screen;
  await page.goto('/backoffice/reports');
  await page.getByRole('heading', { name: screen.say('staffFigures.reports.totalOf') }).waitFor();
  await page.getByRole('cell').first().waitFor();
  await screen.examine('backoffice-fees');
  await page.getByRole('radio', { name: screen.say('staffFigures.reports.MARKET') }).click();
  await page.getByText(screen.say('staffFigures.reports.source.OTC')).first().waitFor();
  await page.getByLabel(screen.say('staffFigures.reports.period'), { exact: true }).click();
  await page.getByRole('option', { name: screen.say('staffFigures.reports.preset.CUSTOM') }).click();
  await page.getByLabel(screen.say('staffFigures.reports.to'), { exact: true }).fill('2020-01-01');
  await page.getByText(screen.say('staffFigures.reports.order')).waitFor();
  await screen.examine('backoffice-fees-custom');
  await page.getByLabel(screen.say('staffFigures.reports.from'), { exact: true }).fill('2020-01-01');
  await page.getByText(screen.say('staffFigures.reports.emptyTitle')).waitFor();
  await page.goto('/backoffice/reports');
  const coming = page.waitForEvent('download');
  await screen.button('staffFigures.reports.file').click();
  await page.getByRole('menuitem', { name: screen.say('staffFigures.reports.csv') }).click();
  expect((await coming).suggestedFilename()).toMatch(/^fees-.*\.csv$/);
}

/** From the list by a filter to the user's page. */
async function openPerson(screen: Screen, id: string): Promise<void> {
  const { page } = screen;
  await page.goto('/backoffice/people');
  await page.getByRole('tab', { name: screen.say('staffFigures.list.FILTER') }).click();
  await page.getByText(screen.say('staffFigures.list.startTitle')).waitFor();
  await screen.examine('backoffice-people-start');
  const phone = screen.look.width < 720;
  if (phone) await screen.button('staffFigures.list.filters').click();
  await page.getByLabel(screen.say('staffFigures.list.state'), { exact: true }).click();
  await page.getByRole('option', { name: screen.say('backoffice.state.AUTHORIZED'), exact: true }).click();
  if (phone) await screen.button('staffFigures.list.show').click();
  await page.locator(`a[href="/backoffice/people/${id}"]`).waitFor();
  await screen.examine('backoffice-people-list');
  await page.locator(`a[href="/backoffice/people/${id}"]`).click();
  await page.getByLabel(screen.say('backoffice.reason.field')).fill(REASON);
  await screen.button('backoffice.reason.action').click();
  await page.getByRole('heading', { name: screen.say('staffFigures.money.wallets') }).waitFor();
  await screen.examine('backoffice-person-money');
}

async function setLimits(screen: Screen): Promise<void> {
  const { page } = screen;
  await screen.button('staffFigures.money.setLimits').click();
  const dialog = findDialog(screen);
  await waitForButtonError(screen, 'staffFigures.money.needDay');
  await dialog.getByLabel(screen.say('staffFigures.money.dayToman')).fill('5000000');
  await dialog.getByLabel(screen.say('staffFigures.money.monthToman')).fill('1000000');
  await waitForButtonError(screen, 'staffFigures.money.monthLess');
  await screen.examine('backoffice-person-limits');
  await dialog.getByLabel(screen.say('staffFigures.money.monthToman')).fill('20000000');
  const until = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel(screen.say('staffFigures.money.untilDay')).fill(until);
  await dialog.getByLabel(screen.say('treasury.reason')).fill(REASON);
  await dialog.getByRole('button', { name: screen.say('staffFigures.money.set'), exact: true }).click();
  await page.getByText(screen.saying('staffFigures.money.ofPerson')).waitFor();
  await screen.examine('backoffice-person-limited');
  await screen.button('staffFigures.money.make').click();
  await waitForButtonError(screen, 'treasury.reasonNeeded');
  await screen.examine('backoffice-person-supervisor');
  await closeDialog(screen);
}

describe.each(DEFAULT_LOOKS.map((look) => ({ name: lookName(look), look })))('$name', ({ look }) => {
  const stage = useTestServer();

  it('shows the earnings, and the users behind them', async () => {
    const demo = await signIn(stage.url, DEMO);
    const bought = await callServer(stage.url, 'POST', '/exchange/buy', {
      token: demo,
      body: {
        marketType: 'TETHER_TOMAN',
        amount: '50',
        unitPrice: await readPublishedPrice(stage.url, 'TETHER', 'buy'),
      },
      key: 'backoffice-people',
    });
    expect(bought.status).toBe(200);
    await sql`select graphile_worker.add_job('fold-figures', '{}'::json)`.execute(stage.db);
    await expect
      .poll(
        async () =>
          (
            await sql`select from daily_sums, daily_figures where kind = 'FEE' and looked_at is not null`.execute(
              stage.db,
            )
          ).rows.length,
      )
      .toBeGreaterThan(0);
    const { rows } = await sql<{ id: string }>`select id from users where email = ${DEMO}`.execute(stage.db);
    const id = rows[0]?.id ?? '';
    const screen = await stage.open(look);
    await signInWithoutForm(screen, stage.url, STAFF);
    await checkStatistics(screen);
    await checkApiDocument(screen);
    await checkFees(screen);
    await openPerson(screen, id);
    await setLimits(screen);
    const terms = await callServer(stage.url, 'GET', '/wallets/withdrawal-terms?relatedCoin=TOMAN', {
      token: demo,
    });
    expect(terms.body.baseDTO).toMatchObject({ leftToday: '5000000', leftThisMonth: '20000000' });
    await screen.close();
  });
});
