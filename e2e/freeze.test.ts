/** An intruder is in an account: a notice's link freezes it without a log-in, and its owner can in Settings. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addPerson, addSession } from '../server/test/people.ts';
import { callServer } from '../server/test/running-server.ts';
import { LOOKS, type Screen } from './screen.ts';
import { useTestServer } from './stage.ts';
import { confirmChange, findDialog, readNewestCode, signInWithoutForm, waitForNextCode } from './steps.ts';

const stage = useTestServer({ shared: true });

async function signInWithSession(screen: Screen, id: string): Promise<void> {
  const value = encodeURIComponent(`Bearer ${await addSession(stage.db, id)}`);
  await screen.page.context().addCookies([{ name: 'sarraf_token', value, url: stage.url }]);
}

/** As an intruder with a confirmed session, changes the account's address; returns the link that the old one got. */
async function changeEmailAsIntruder(id: string, email: string): Promise<string> {
  const token = await addSession(stage.db, id, { proved: 'EMAIL' });
  const newEmail = `thief-${email}`;
  await callServer(stage.url, 'POST', '/users/change-email', { token, body: { newEmail } });
  const otp = await readNewestCode(stage.url, newEmail);
  const { status } = await callServer(stage.url, 'POST', '/users/change-email-otp', { token, body: { otp } });
  expect(status).toBe(200);
  const findSentLink = async () => {
    const { body } = await callServer(stage.url, 'GET', `/sandbox/outbox?to=${encodeURIComponent(email)}`);
    return body.flatMap(({ text }: { text: string }) => /\/freeze#[\w-]+/.exec(text) ?? [])[0];
  };
  await expect.poll(findSentLink).toBeTruthy();
  return findSentLink();
}

describe.each(LOOKS)('freezing an account ($language, $theme, $width px)', (look) => {
  const email = `frozen-${look.language}-${look.theme}-${look.width}@sarraf.test`;
  const readFrozenBy = async () =>
    (
      await sql<{ by: string | null }>`select frozen_by as by from users where id = ${await id}`.execute(
        stage.db,
      )
    ).rows[0]?.by;
  let id: Promise<string>;

  it('with the link of a notice: one press, no log-in; staff unfreezes it', async () => {
    id = addPerson(stage.db, { email });
    const screen = await stage.open(look);
    const { page } = screen;
    const link = await changeEmailAsIntruder(await id, email);
    await page.goto(link);
    await screen.button('settings.freeze.link.freeze').waitFor();
    // Opening the page freezes nothing, since programs open links too.
    expect(await readFrozenBy()).toBeNull();
    await screen.examine('freeze-link');
    await screen.button('settings.freeze.link.freeze').click();
    await page.getByText(screen.say('settings.freeze.link.doneTitle')).waitFor();
    await screen.examine('freeze-link-done');
    expect(await readFrozenBy()).toBe('LINK');
    await page.goto('/freeze#nonsense');
    await page.reload();
    await screen.button('settings.freeze.link.freeze').click();
    await page.getByText(screen.say('settings.freeze.link.deadTitle')).waitFor();
    await screen.examine('freeze-link-dead');

    await signInWithSession(screen, await id);
    await page.goto('/profile/settings');
    await page.getByText(screen.say('settings.freeze.frozen')).first().waitFor();
    await page.getByText(screen.say('settings.freeze.byLink')).first().waitFor();
    await screen.examine('settings-frozen-link');
    await screen.close();

    const staff = await stage.open(look);
    await signInWithoutForm(staff, stage.url, 'staff@sarraf.test');
    await staff.page.goto(`/backoffice/people/${await id}`);
    await staff.page.getByLabel(staff.say('backoffice.reason.field')).fill('called us');
    await staff.button('backoffice.reason.action').click();
    await staff.button('backoffice.control.thaw').click();
    const dialog = findDialog(staff);
    await dialog.getByLabel(staff.say('backoffice.control.why')).fill('identified by video');
    await dialog.getByRole('button', { name: staff.say('backoffice.control.thaw') }).click();
    await staff.page.getByText(staff.say('backoffice.control.thawed')).first().waitFor();
    expect(await readFrozenBy()).toBeNull();
    await staff.close();
  });

  it('by its owner in Settings, who unfreezes it a day later', async () => {
    const own = `own-${email}`;
    id = addPerson(stage.db, { email: own });
    const screen = await stage.open(look);
    const { page } = screen;
    await signInWithSession(screen, await id);
    await page.goto('/profile/settings');
    await screen.button('settings.freeze.freeze').waitFor();
    await screen.examine('settings-freeze');
    await screen.button('settings.freeze.freeze').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(screen.say('settings.freeze.askTitle')).waitFor();
    await dialog.getByRole('button', { name: screen.say('settings.freeze.freeze') }).click();
    await page.waitForURL('**/login**');
    expect(await readFrozenBy()).toBe('OWNER');
    await signInWithSession(screen, await id);
    await page.goto('/profile/settings');
    const last = await readNewestCode(stage.url, own);
    await screen.button('settings.freeze.thaw').click();
    await findDialog(screen)
      .getByRole('button', { name: screen.say('settings.freeze.thaw') })
      .click();
    await confirmChange(screen, { code: () => waitForNextCode(last, stage.url, own) });
    await page.getByText(screen.say('settings.freeze.thawing')).first().waitFor();
    await page.getByText(screen.say('settings.freeze.opensSoon')).first().waitFor();
    await screen.examine('settings-thawing');
    await screen.close();
  });

  it('locks the settings for a time, and adds a phrase to our e-mails', async () => {
    const own = `locked-${email}`;
    id = addPerson(stage.db, { email: own });
    const screen = await stage.open(look);
    const { page } = screen;
    await signInWithSession(screen, await id);
    await page.goto('/profile/settings');
    await page.getByLabel(screen.say('settings.phrase.label'), { exact: true }).fill('a blue kettle');
    let last = await readNewestCode(stage.url, own);
    await screen.button('settings.phrase.set').click();
    await confirmChange(screen, { code: () => waitForNextCode(last, stage.url, own) });
    await page.getByText(screen.say('settings.phrase.isSet')).waitFor();
    const days = page.getByLabel(screen.say('settings.lock.days'));
    await days.fill('91');
    await page.getByRole('button', { name: screen.saying('settings.lock.range') }).waitFor();
    await days.fill('30');
    last = await readNewestCode(stage.url, own);
    await page.getByRole('button', { name: screen.say('settings.lock.lock'), exact: true }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: screen.say('settings.lock.lock'), exact: true }).click();
    await confirmChange(screen, { code: () => waitForNextCode(last, stage.url, own) });
    await page.getByText(screen.saying('settings.lock.until')).waitFor();
    await screen.examine('settings-locked');
    // A locked setting says so when a change is tried.
    await page.getByLabel(screen.say('settings.phrase.label'), { exact: true }).fill('a red kettle');
    await screen.button('settings.phrase.change').click();
    await page.getByText(screen.say('error.SETTINGS_LOCKED')).first().waitFor();
    await screen.close();
  });
});
