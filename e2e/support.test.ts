/** Support: a visitor writes to us, a customer opens a ticket, staff replies, the customer reads it. */
import { describe, expect, it } from 'vitest';
import { callServer } from '../server/test/running-server.ts';
import { LOOKS, type Screen } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import { signInWithoutForm } from './steps.ts';

const STAFF = 'staff@sarraf.test';

const findField = ({ page }: Screen, name: string) => page.locator(`main form [name="${name}"]`);

async function openTicketAsStaff(staff: Screen, subject: string): Promise<void> {
  const { page } = staff;
  await page.goto('/backoffice/tickets');
  await page.getByRole('heading', { level: 1, name: staff.say('staffSupport.title') }).waitFor();
  await page.getByRole('heading', { level: 2, name: subject }).waitFor();
  await staff.examine('backoffice-tickets');
  await page.getByRole('link', { name: `${staff.say('staffSupport.open')}: ${subject}` }).click();
  await page.getByRole('heading', { level: 1, name: subject }).waitFor();
}

describe.each(LOOKS)('support ($language, $theme, $width px)', (look) => {
  const stage = useTestServer();

  it('a visitor writes to us and staff replies by e-mail', async () => {
    const visitor = await stage.open(look);
    const { page } = visitor;
    const email = `visitor-${look.language}@mail.test`;
    const subject = `Opening hours ${lookName(look)}`;
    await page.goto('/contact-us');
    await findField(visitor, 'name').fill('Negar');
    // The button names the missing field.
    await visitor.button('support.error.NEED_EMAIL').waitFor();
    await findField(visitor, 'email').fill(email);
    await findField(visitor, 'subject').fill(subject);
    await findField(visitor, 'message').fill('When do you answer?');
    await visitor.examine('contact-form');
    await visitor.button('support.contact.send').click();
    await page.getByText(visitor.say('support.contact.sentTitle')).waitFor();
    await visitor.examine('contact-sent');

    const staff = await stage.open(look);
    await signInWithoutForm(staff, stage.url, STAFF);
    await openTicketAsStaff(staff, subject);
    await staff.examine('backoffice-ticket');
    await findField(staff, 'message').fill('Every day from 8 to 20.');
    await staff.button('staffSupport.thread.send').click();
    await staff.page.getByText(staff.say('staffSupport.thread.answered')).waitFor();
    const readNotices = async () =>
      (await callServer(stage.url, 'GET', `/sandbox/outbox?to=${email}`)).body.map(
        ({ text }: { text: string }) => text,
      );
    await expect.poll(async () => (await readNotices()).join('\n')).toContain('from 8 to 20');
    expect(await readNotices()).toHaveLength(2);
    await Promise.all([visitor.close(), staff.close()]);
  });

  it('a customer opens a ticket, staff replies, the customer reads it and closes it', async () => {
    const customer = await stage.open(look);
    const { page } = customer;
    await signInWithoutForm(
      customer,
      stage.url,
      look.language === 'fa' ? 'demo@sarraf.test' : 'company@sarraf.test',
    );
    await page.goto('/profile/support');
    await page.getByRole('heading', { name: customer.say('support.list.emptyTitle') }).waitFor();
    await customer.examine('support-empty');
    await page.getByRole('link', { name: customer.say('support.list.emptyAction') }).click();
    const subject = `Deposit ${lookName(look)}`;
    await findField(customer, 'subject').fill(subject);
    await customer.button('support.error.NEED_MESSAGE').waitFor();
    await findField(customer, 'message').fill('It left yesterday.\n\nWhere is it?');
    await customer.examine('support-new');
    await customer.button('support.form.send').click();
    await page.getByRole('heading', { level: 1, name: subject }).waitFor();
    await page.getByText('Where is it?').waitFor();
    await customer.examine('support-waiting');

    const staff = await stage.open(look);
    await signInWithoutForm(staff, stage.url, STAFF);
    await openTicketAsStaff(staff, subject);
    await staff.button('staffSupport.thread.take').click();
    await staff.button('staffSupport.thread.leave').waitFor();
    // The customer types on while staff replies.
    await findField(customer, 'message').fill('One more thing.');
    await customer.button('support.thread.send').click();
    // Until it is sent, the field has the same text.
    await expect.poll(() => findField(customer, 'message').inputValue()).toBe('');
    await page.getByText('One more thing.').waitFor();
    await findField(staff, 'message').fill('It has arrived.');
    await staff.button('staffSupport.thread.send').click();
    await staff.page.getByText(staff.say('staffSupport.thread.conflict')).waitFor();
    await staff.page.getByText('One more thing.').waitFor();
    await staff.examine('backoffice-conflict');
    await expect.poll(() => findField(staff, 'message').inputValue()).toBe('It has arrived.');
    await staff.button('staffSupport.thread.send').click();
    await staff.page.getByText(staff.say('staffSupport.thread.answered')).waitFor();

    await page.goto('/profile/support');
    await page.getByText(customer.say('support.list.unread'), { exact: true }).waitFor();
    await customer.examine('support-list');
    await page.getByRole('link', { name: subject }).click();
    await page.getByText('It has arrived.').waitFor();
    await customer.examine('support-answered');
    await customer.button('support.thread.close').click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: customer.say('support.thread.closeYes') })
      .click();
    await page.getByText(customer.say('support.thread.closedHint')).waitFor();
    await customer.examine('support-closed');
    await Promise.all([customer.close(), staff.close()]);
  });
});

describe('branding in the back office', () => {
  const stage = useTestServer();

  it('staff gives the exchange its own name and colours', async () => {
    for (const look of LOOKS) {
      const staff = await stage.open(look);
      const { page } = staff;
      await signInWithoutForm(staff, stage.url, STAFF);
      await page.goto('/backoffice/brand');
      await findField(staff, 'accentLight').fill('#ffe000');
      await staff.button('staffBrand.error.CONTRAST').waitFor();
      // Colours with too little contrast are previewed, so the page isn't examined now.
      const pale = page.getByRole('listitem').filter({ hasText: staff.say('staffBrand.fails') });
      await expect.poll(() => pale.count()).toBe(2);
      await findField(staff, 'accentLight').fill('#0a6b4f');
      await findField(staff, 'accentDark').fill('#3fb68b');
      await findField(staff, 'nameFa').fill('نیکو');
      await findField(staff, 'nameEn').fill('Neeko');
      await staff.button('staffBrand.save').click();
      const name = look.language === 'fa' ? 'نیکو' : 'Neeko';
      // The page around it shows the new name immediately.
      await page.getByRole('banner').getByText(name).waitFor();
      await staff.examine('backoffice-brand');
      const visitor = await stage.open(look);
      // The previously rendered page is served until it has been rendered again.
      const readBrandName = async () => {
        await visitor.page.goto('/contact-us');
        await visitor.page.getByRole('heading', { level: 1 }).waitFor();
        return visitor.page.getByRole('banner').getByText(name).count();
      };
      await expect.poll(readBrandName, { interval: 2_000 }).toBeGreaterThan(0);
      const accent = await visitor.page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--accent').trim(),
      );
      expect(accent).toBe(look.theme === 'dark' ? '#3fb68b' : '#0a6b4f');
      await visitor.examine('branded');
      await page.getByRole('button', { name: staff.say('staffBrand.reset') }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: staff.say('staffBrand.resetYes') })
        .click();
      await page.getByText(staff.say('staffBrand.resetDone')).waitFor();
      await Promise.all([staff.close(), visitor.close()]);
    }
  });
});
