/** A verified user requests a company account, staff refuses and then approves, and the store exists. */
import { beforeAll, describe, expect, it } from 'vitest';
import { callServer } from '../server/test/running-server.ts';
import { createCompanyId, createJpeg } from '../server/test/verification.ts';
import { LOOKS, type Screen } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import { findDialog, signInWithoutForm } from './steps.ts';

const PERSON = 'demo@sarraf.test';
const STAFF = 'staff@sarraf.test';
const NAME = 'بازرگانی مهر';
const NEW_NAME = 'بازرگانی مهر ایرانیان';

let photo: Buffer;
beforeAll(async () => {
  photo = await createJpeg('slategray', 900, 560);
});

const findField = ({ page }: Screen, name: string) => page.locator(`form [name="${name}"]`);
const pageTitle = (screen: Screen, key: string) =>
  screen.page.getByRole('heading', { name: screen.say(`company.apply.${key}`) });

async function fillForm(screen: Screen): Promise<void> {
  const { page } = screen;
  const missingButton = (name: string) =>
    screen.button('account.error.REQUIRED', { field: screen.say(`account.field.${name}`) }).waitFor();
  await missingButton('companyName');
  await screen.examine('company-apply-empty');
  await findField(screen, 'companyName').fill(NAME);
  await findField(screen, 'companyNationalId').fill('10380284791');
  await findField(screen, 'companyPhone').fill('02188776600');
  await findField(screen, 'companyAddress').fill('خیابان آزادی، پلاک ۲');
  const id = screen.say('account.field.companyNationalId');
  await page
    .getByText(screen.say('account.error.INVALID', { field: id }), { exact: true })
    .first()
    .waitFor();
  await screen.examine('company-apply-wrong');
  await findField(screen, 'companyNationalId').fill(createCompanyId());
  for (const paper of ['warranty', 'businessLicense']) {
    await missingButton(paper);
    const file = { name: `${paper}.jpg`, mimeType: 'image/jpeg', buffer: photo };
    await page.locator(`[data-field="${paper}"] input[type=file]`).setInputFiles(file);
  }
  await screen.button('company.apply.send').waitFor();
  await screen.examine('company-apply-filled');
}

async function submitApplication(screen: Screen): Promise<void> {
  await fillForm(screen);
  await screen.button('company.apply.send').click();
  await pageTitle(screen, 'waitingTitle').waitFor();
}

async function withdrawApplication(screen: Screen): Promise<void> {
  await screen.button('company.apply.withdraw').click();
  const question = screen.page.getByRole('alertdialog');
  await question.getByText(screen.say('company.apply.withdrawText')).waitFor();
  await screen.examine('company-apply-withdraw');
  await question.getByRole('button', { name: screen.say('company.apply.withdrawConfirm') }).click();
  await screen.button('account.error.REQUIRED', { field: screen.say('account.field.companyName') }).waitFor();
}

async function changeApplication(screen: Screen): Promise<void> {
  await screen.button('company.apply.edit').click();
  await findField(screen, 'companyName').fill(NEW_NAME);
  await screen.button('company.apply.save').click();
  await pageTitle(screen, 'waitingTitle').waitFor();
  await screen.page.getByText(NEW_NAME).waitFor();
}

/** Opens the user's page from the queue. */
async function openPersonPage(staff: Screen): Promise<void> {
  const { page } = staff;
  await page.goto('/backoffice/reviews?state=COMPANY');
  await page.getByText(staff.say('backoffice.reviews.asksCompany')).first().waitFor();
  await staff.examine('backoffice-company-queue');
  await page.getByRole('link', { name: 'رضایی' }).click();
  await page.getByRole('heading', { name: staff.say('backoffice.company.title') }).waitFor();
}

async function refuseApplication(staff: Screen): Promise<void> {
  const { page } = staff;
  await openPersonPage(staff);
  await page.getByText(NEW_NAME).waitFor();
  await page.getByRole('tab', { name: staff.say('backoffice.documents.kind.warranty') }).click();
  await staff.button('backoffice.documents.show').click();
  await page.getByRole('img', { name: staff.saying('backoffice.documents.alt') }).waitFor();
  await staff.examine('backoffice-company-application');
  await staff.button('backoffice.decision.refuse').click();
  const dialog = findDialog(staff);
  await dialog.getByText(staff.say('backoffice.refusal.COMPANY_DOCUMENT_MISSING')).click();
  await staff.examine('backoffice-company-refuse');
  await dialog.getByRole('button', { name: staff.say('backoffice.decision.refuseConfirm') }).click();
  await page.getByText(staff.say('backoffice.decision.doneREFUSE')).waitFor();
}

/** A decision from a page that was opened before the user changed the request is refused. */
async function decideOutdated(staff: Screen, meanwhile: () => Promise<void>): Promise<void> {
  await openPersonPage(staff);
  await meanwhile();
  await staff.button('backoffice.decision.approve').click();
  await staff.page
    .getByRole('alertdialog')
    .getByRole('button', { name: staff.say('backoffice.decision.approveConfirm') })
    .click();
  await staff.page.getByText(staff.say('backoffice.decision.conflict')).first().waitFor();
}

async function approveApplication(staff: Screen): Promise<void> {
  await openPersonPage(staff);
  await staff.button('backoffice.decision.approve').click();
  const dialog = staff.page.getByRole('alertdialog');
  await dialog.getByText(staff.say('backoffice.company.approveText', { company: NAME })).waitFor();
  // What the page read is listed on it, in the order in which the requests happened to arrive.
  await staff.examine('backoffice-company-approve', { picture: false });
  await dialog.getByRole('button', { name: staff.say('backoffice.decision.approveConfirm') }).click();
  await staff.page.getByText(staff.say('backoffice.decision.doneAPPROVE')).waitFor();
}

describe.each(LOOKS.map((look) => [lookName(look), look] as const))('%s', (_name, look) => {
  const stage = useTestServer();

  it('a user requests a company account, is refused, requests it again, and gets a store', async () => {
    const [screen, staff] = await Promise.all([stage.open(look), stage.open(look)]);
    const token = await signInWithoutForm(screen, stage.url, PERSON);
    await signInWithoutForm(staff, stage.url, STAFF);
    const { page } = screen;
    await page.goto('/profile/account');
    await page.getByRole('link', { name: screen.say('company.apply.card.open') }).click();
    await submitApplication(screen);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    await screen.examine('company-apply-waiting');
    await withdrawApplication(screen);
    await submitApplication(screen);
    await changeApplication(screen);
    const readAccount = async () =>
      (await callServer(stage.url, 'GET', '/users/account', { token })).body.baseDTO;
    expect(await readAccount()).toMatchObject({ authenticationType: 'AUTHORIZED', customerKind: 'REAL' });

    await refuseApplication(staff);
    // Without a reload.
    await pageTitle(screen, 'refusedTitle').waitFor();
    await page.getByText(screen.say('account.reasons.COMPANY_DOCUMENT_MISSING')).waitFor();
    await screen.examine('company-apply-refused');
    await screen.button('company.apply.sendAgain').click();
    await pageTitle(screen, 'waitingTitle').waitFor();

    await decideOutdated(staff, async () => {
      await screen.button('company.apply.edit').click();
      await findField(screen, 'companyName').fill(NAME);
      await screen.button('company.apply.save').click();
      await pageTitle(screen, 'waitingTitle').waitFor();
    });
    expect(await readAccount()).toMatchObject({ customerKind: 'REAL' });
    await approveApplication(staff);
    await page.getByText(screen.say('company.next.none')).waitFor();
    await screen.examine('company-apply-store');
    expect(await readAccount()).toMatchObject({
      authenticationType: 'AUTHORIZED',
      customerKind: 'COMPANY',
      companyName: NAME,
    });
    await Promise.all([screen.close(), staff.close()]);
  });
});
