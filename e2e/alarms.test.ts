/**
 * Something is wrong with the exchange: the back office shows an alarm, a staff member acknowledges it, and it
 * clears automatically.
 */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newId } from '../server/src/platform/ids.ts';
import { addPerson, addSession } from '../server/test/people.ts';
import { LOOKS } from './screen.ts';
import { useTestServer } from './stage.ts';
import { findDialog } from './steps.ts';

// With the signer, without which the exchange raises an alarm of its own.
const stage = useTestServer({ signer: true });

/** Inserts the result of a check that isn't repeated, so that it lasts until the test ends it. */
async function insertAlarm(
  kind: string,
  subject: string,
  figure: number | null,
  severity: string,
): Promise<string> {
  const id = newId();
  const now = stage.now();
  await sql`insert into alarms (id, kind, subject, found_by, figure, severity, seen_at, last_seen_at, raised_at,
      next_step_at)
    values (${id}, ${kind}, ${subject}, 'e2e', ${figure}, ${severity}, ${now}, ${now}, ${now}, ${now})`.execute(
    stage.db,
  );
  return id;
}

describe.each(LOOKS)('alarms ($language, $theme, $width px)', (look) => {
  const email = `keeper-${look.language}-${look.theme}-${look.width}@sarraf.test`;

  it('an alarm is sent by e-mail, acknowledged with a note, and cleared', async () => {
    const staff = await addPerson(stage.db, {
      email,
      roles: ['admin'],
      mobile: `+98912000001${LOOKS.indexOf(look)}`,
    });
    const screen = await stage.open(look);
    const { page } = screen;
    const value = encodeURIComponent(`Bearer ${await addSession(stage.db, staff)}`);
    await page.context().addCookies([{ name: 'sarraf_token', value, url: stage.url }]);
    await page.goto('/backoffice/alarms');
    await page.getByText(screen.say('staffAlarms.emptyTitle')).waitFor();
    await screen.examine('alarms-none');

    await screen.button('staffAlarms.goOn').click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: screen.saying('staffAlarms.goOn') })
      .click();
    await screen.button('staffAlarms.goOff').waitFor();

    const urgent = await insertAlarm('RESERVE_SHORT', 'TETHER TRC20', null, 'PAGE');
    const lesser = await insertAlarm('DISK_FULL', 'DATA_DIR', 81, 'TICKET');
    const countSentMessages = async () =>
      (
        await sql<{ sent: number }>`select count(*)::int as sent from alarm_messages
          where user_id = ${staff} and sent_at is not null and alarm_id in (${urgent}, ${lesser})`.execute(
          stage.db,
        )
      ).rows[0]?.sent;
    // The urgent one by e-mail and SMS, the lesser one by e-mail.
    await expect.poll(countSentMessages).toBe(3);
    await page.reload();
    const alarm = page.getByRole('article').filter({ hasText: '(TRC20)' }).first();
    await alarm.waitFor();
    await alarm.locator('summary').click();
    // By e-mail and by SMS.
    await expect.poll(() => alarm.getByText(email).count()).toBe(2);
    await screen.examine('alarms-open');

    await alarm.getByRole('button', { name: screen.saying('staffAlarms.acknowledge') }).click();
    const dialog = findDialog(screen);
    const note = look.language === 'fa' ? 'گره ترون را از نو می‌خوانم' : 'I resync the node';
    await dialog.getByRole('textbox').fill(note);
    await screen.examine('alarms-take-on');
    await dialog.getByRole('button', { name: screen.saying('staffAlarms.acknowledge') }).click();
    await alarm.getByText(note).waitFor();
    // An open dialog hides the page, with its buttons.
    await dialog.waitFor({ state: 'hidden' });
    expect(await alarm.getByRole('button', { name: screen.saying('staffAlarms.acknowledge') }).count()).toBe(
      0,
    );
    await screen.examine('alarms-taken-on');

    await sql`update alarms set cleared_at = ${stage.now()}, next_step_at = null
      where id = any(${[urgent, lesser]}::uuid[])`.execute(stage.db);
    await page.getByText(screen.say('staffAlarms.emptyTitle')).waitFor();
    await screen.examine('alarms-over');
    await sql`delete from alarm_duty`.execute(stage.db);
    await sql`delete from staff where user_id = ${staff}`.execute(stage.db);
  });
});
