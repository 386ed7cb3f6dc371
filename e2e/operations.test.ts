/**
 * Staff operates the exchange: maintenance, which is announced to all users without a reload, and running, waiting
 * and failed jobs.
 */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { callServer } from '../server/test/running-server.ts';
import { LOOKS } from './screen.ts';
import { useTestServer } from './stage.ts';
import { findDialog, holdRequests, signInWithoutForm } from './steps.ts';

// With the signer, without which jobs fail by themselves.
const stage = useTestServer({ signer: true });
const TEXT = { fa: 'دیسک تازه‌ای نصب می‌شود.', en: 'A new disk is built in.' };

/** A job with an unknown name, which no worker runs. */
async function insertDeadJob(name: string): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, '{}'::json)`.execute(stage.db);
  await sql`update graphile_worker._private_jobs j set attempts = max_attempts,
      last_error = 'the mail server answered 550' || chr(10) || 'at send'
    from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = ${name}`.execute(
    stage.db,
  );
}

describe.each(LOOKS)('operations ($language, $theme, $width px)', (look) => {
  it('begins and ends maintenance; a user who is typing keeps their text', async () => {
    const person = await stage.open(look);
    await person.page.goto('/contact-us');
    const subject = person.page.locator('main form [name="subject"]');
    await subject.fill('Where is my coin?');

    const staff = await stage.open(look);
    await signInWithoutForm(staff, stage.url, 'staff@sarraf.test');
    await staff.page.goto('/backoffice/operations');
    await staff.page.getByText(staff.say('staffOperations.off')).waitFor();
    await staff.button('staffOperations.begin').click();
    const suggested = look.language === 'fa' ? 'staffOperations.textFaLabel' : 'staffOperations.textEnLabel';
    expect(await findDialog(staff).getByLabel(staff.say(suggested)).inputValue()).toBe(
      staff.say('staffOperations.suggestion'),
    );
    await findDialog(staff).getByLabel(staff.say('staffOperations.textFaLabel')).fill(TEXT.fa);
    await findDialog(staff).getByLabel(staff.say('staffOperations.textEnLabel')).fill(TEXT.en);
    await findDialog(staff).getByRole('textbox').last().fill('a new disk');
    await staff.examine('operations-begin');
    await findDialog(staff)
      .getByRole('button', { name: staff.say('staffOperations.begin') })
      .click();
    await staff.page.getByText(staff.say('staffOperations.on')).waitFor();
    await staff.page.getByText(staff.say('maintenance.title')).waitFor();

    await person.page.getByText(person.say('maintenance.title')).waitFor();
    await person.page.getByText(TEXT[look.language]).waitFor();
    expect(await subject.inputValue()).toBe('Where is my coin?');
    await person.examine('maintenance-strip');
    const { body } = await callServer(stage.url, 'POST', '/contact-messages', { body: {} });
    expect(body.message).toBe('MAINTENANCE');

    const visitor = await stage.open(look);
    await visitor.page.goto('/');
    await visitor.page.getByText(visitor.say('maintenance.title')).waitFor();
    await visitor.examine('maintenance-home');
    await visitor.close();

    // Whether a job waits just now depends on chance.
    await staff.examine('operations-on', { picture: false });
    await staff.button('staffOperations.end').click();
    await findDialog(staff).getByRole('textbox').last().fill('it is over');
    await findDialog(staff)
      .getByRole('button', { name: staff.say('staffOperations.end') })
      .click();
    await staff.page.getByText(staff.say('staffOperations.off')).waitFor();
    await person.page.getByText(person.say('maintenance.title')).waitFor({ state: 'detached' });
    expect(await subject.inputValue()).toBe('Where is my coin?');
    await person.close();
    await staff.close();
  });

  it('shows the running processes and retries a failed job', async () => {
    const job = `job-of-${look.language}-${look.theme}-${look.width}`;
    await insertDeadJob(job);
    const staff = await stage.open(look);
    const { page } = staff;
    await signInWithoutForm(staff, stage.url, 'staff@sarraf.test');
    const release = await holdRequests(page, '**/api/backoffice/operations');
    await page.goto('/backoffice/operations');
    await page.getByRole('heading', { name: staff.say('staffOperations.title') }).waitFor();
    await staff.examine('operations-loading');
    await release();
    await page.getByText(staff.say('staffOperations.settles'), { exact: true }).waitFor();
    const failed = page.getByRole('main').getByText(job);
    await failed.waitFor();
    await page.getByText(staff.say('staffOperations.drillState.NOT_EXPECTED')).waitFor();
    await staff.examine('operations');
    // Others may have failed as well, and wait for their next attempt.
    const row = failed.locator('xpath=ancestor::*[.//button][1]');
    await row.getByRole('button', { name: staff.say('staffOperations.retry') }).click();
    await findDialog(staff).getByRole('textbox').last().fill('the mail server is back');
    await findDialog(staff)
      .getByRole('button', { name: staff.say('staffOperations.retry') })
      .click();
    await failed.waitFor({ state: 'detached' });
    const { rows } = await sql<{ attempts: number }>`select attempts from graphile_worker.jobs
      where task_identifier = ${job}`.execute(stage.db);
    expect(rows).toEqual([{ attempts: 0 }]);
    const audited = await sql<{ detail: string }>`select detail from audit_log where action = 'job retried'
      order by number desc limit 1`.execute(stage.db);
    expect(JSON.parse(audited.rows[0]?.detail ?? '{}')).toMatchObject({
      job,
      reason: 'the mail server is back',
    });
    await staff.close();
  });
});
