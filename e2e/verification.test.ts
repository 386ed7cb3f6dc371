/** From sign-up to AUTHORIZED by the staff's decision, and refused input on the way. */
import { beforeAll, describe, expect, it } from 'vitest';
import { callServer } from '../server/test/running-server.ts';
import {
  createBankAccount,
  createCompanyId,
  createJpeg,
  createMobile,
  createNationalCode,
} from '../server/test/verification.ts';
import { DEFAULT_LOOKS, type Screen } from './screen.ts';
import { lookName, useTestServer } from './stage.ts';
import { logIn, readNewestCode, signUp } from './steps.ts';

const stage = useTestServer({ shared: true });

let photo: Buffer;

beforeAll(async () => {
  photo = await createJpeg('slategray', 900, 560);
});

interface Applicant {
  email: string;
  lastName: string;
  kind: 'REAL' | 'COMPANY';
  country: 'Iran' | 'Germany';
}

const PERSIAN_DIGITS = { Iran: 'ایران', Germany: 'آلمان' };

async function chooseCountry(screen: Screen, country: Applicant['country']): Promise<void> {
  const { page } = screen;
  const dialog = page.getByRole('dialog');
  await dialog.getByText(screen.say('account.country.title')).waitFor();
  await screen.examine('country');
  const name = screen.look.language === 'fa' ? PERSIAN_DIGITS[country] : country;
  await dialog.getByRole('combobox').fill(name);
  await dialog.getByRole('option', { name }).first().click();
  await dialog
    .getByRole('button', { name: screen.say('account.country.confirm', { country: name }) })
    .click();
  await page.getByRole('form', { name: screen.say('account.form.label') }).waitFor();
}

/** The form field with the contract's name. */
const findField = ({ page }: Screen, name: string) => page.locator(`form [name="${name}"]`);

async function pickOption(screen: Screen, name: string, option: string): Promise<void> {
  const { page } = screen;
  await page.locator(`[data-field="${name}"]`).getByRole('combobox').click();
  const popup = page.getByRole('dialog');
  await popup.getByRole('combobox').fill(option);
  await popup.getByRole('option', { name: option, exact: true }).click();
}

async function chooseOption(screen: Screen, label: string, option: string): Promise<void> {
  const { page } = screen;
  await page.getByLabel(screen.say(label), { exact: true }).click();
  await page.getByRole('option', { name: screen.say(option) }).click();
}

const attachFile = async ({ page }: Screen, kind: string): Promise<void> => {
  await page
    .locator(`[data-field="${kind}"] input[type=file]`)
    .setInputFiles({ name: `${kind}.jpg`, mimeType: 'image/jpeg', buffer: photo });
};

/** Fills in all fields that apply to this user; returns the mobile number with its prefix. */
async function fillForm(screen: Screen, person: Applicant): Promise<string> {
  const { page } = screen;
  const inIran = person.country === 'Iran';
  const mobile = inIran ? createMobile() : '15112345678';
  // The button names the first missing field.
  await screen.button('account.error.REQUIRED', { field: screen.say('account.field.firstName') }).waitFor();
  await screen.examine('account-empty');
  if (person.kind === 'COMPANY')
    await chooseOption(screen, 'account.field.customerKind', 'account.kinds.COMPANY');
  if (!inIran) await chooseOption(screen, 'account.field.idFormatType', 'account.idFormats.PASSPORT');
  await findField(screen, 'firstName').fill(inIran ? 'نگار' : 'Anna');
  await findField(screen, 'lastName').fill(person.lastName);
  if (inIran) {
    await findField(screen, 'nationalCode').fill('1234567890');
    await screen.button('account.error.nationalCode').waitFor();
    await screen.examine('account-wrong');
  }
  await findField(screen, 'nationalCode').fill(inIran ? createNationalCode() : `C${createNationalCode()}`);
  await findField(screen, 'birthDay').fill(screen.look.language === 'fa' ? '۱۳۷۰/۰۱/۰۲' : '1991/03/22');
  await findField(screen, 'mobileNumber').fill(mobile);
  if (inIran) {
    await pickOption(screen, 'state', 'تهران');
    await pickOption(screen, 'city', 'تهران');
  } else {
    await findField(screen, 'state').fill('Bayern');
    await findField(screen, 'city').fill('München');
  }
  await findField(screen, 'address').fill(inIran ? 'خیابان آزادی، پلاک ۱' : 'Hauptstraße 1');
  await findField(screen, 'postalCode').fill(inIran ? '1969833114' : '80331');
  if (inIran) await findField(screen, 'telephone').fill('02188776655');
  if (person.kind === 'COMPANY') {
    await findField(screen, 'companyName').fill('شرکت نمونه');
    await findField(screen, 'companyNationalId').fill(createCompanyId());
    await findField(screen, 'companyPhone').fill('02188776600');
    await findField(screen, 'companyAddress').fill('خیابان آزادی، پلاک ۲');
  }
  if (inIran) {
    const { cardNumber, shebaCode } = createBankAccount();
    await page.getByLabel(screen.say('account.bank.card')).fill(cardNumber);
    await page.getByLabel(screen.say('account.bank.sheba')).fill(shebaCode);
  }
  await attachFile(screen, 'image');
  if (inIran) await attachFile(screen, 'backImage');
  if (person.kind === 'COMPANY') {
    await attachFile(screen, 'warranty');
    await attachFile(screen, 'businessLicense');
  }
  await screen.button('account.form.submit').waitFor();
  await screen.examine('account-filled');
  return inIran ? mobile.replace(/^0/, '+98') : `+49${mobile}`;
}

/** The provider's step: wrong first, then right. */
async function confirmCode(screen: Screen, mobile: string): Promise<void> {
  const { page } = screen;
  await page.waitForURL('**/profile/fino-verifying');
  const code = page.getByLabel(screen.say('account.fino.code'));
  await screen.button('account.fino.needCode').waitFor();
  await screen.examine('fino');
  // It is being sent while the page explains how to request it.
  await expect.poll(() => readNewestCode(stage.url, mobile)).toMatch(/^\d{5}$/);
  const right = await readNewestCode(stage.url, mobile);
  await code.fill(right === '11111' ? '22222' : '11111');
  await page.getByText(screen.say('error.INCORRECT_OTP')).first().waitFor();
  await page.getByRole('button', { name: screen.say('action.understood') }).click();
  await code.fill(right);
  await page.waitForURL('**/profile/account');
}

async function submitForm(screen: Screen, person: Applicant): Promise<void> {
  const { page } = screen;
  await signUp(screen, stage.url, person.email);
  await chooseCountry(screen, person.country);
  const mobile = await fillForm(screen, person);
  await screen.button('account.form.submit').click();
  if (person.country === 'Iran') await confirmCode(screen, mobile);
  else await page.waitForURL(`${stage.url}/`);
  await page.goto('/profile/account');
  await page.getByText(screen.say('account.state.PENDING.title')).first().waitFor();
  await screen.examine('account-pending');
}

async function openPersonPage(staff: Screen, person: Applicant): Promise<void> {
  const { page } = staff;
  await page.goto('/backoffice/reviews');
  await staff.page.getByRole('heading', { level: 1, name: staff.say('backoffice.reviews.title') }).waitFor();
  await page.getByRole('link', { name: person.lastName }).waitFor();
  await staff.examine('backoffice-queue');
  await page.getByRole('link', { name: person.lastName }).click();
  await staff.button('backoffice.decision.approve').waitFor();
  await page
    .getByRole('button', { name: staff.say('backoffice.documents.show') })
    .first()
    .click();
  await page
    .getByRole('img', { name: staff.saying('backoffice.documents.alt') })
    .first()
    .waitFor();
  await staff.examine('backoffice-person');
}

async function approvePerson(staff: Screen, person: Applicant): Promise<void> {
  const { page } = staff;
  await openPersonPage(staff, person);
  await staff.button('backoffice.decision.approve').click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByText(staff.say('backoffice.decision.approveText')).waitFor();
  await staff.examine('backoffice-approve');
  await dialog.getByRole('button', { name: staff.say('backoffice.decision.approveConfirm') }).click();
  await page.getByText(staff.say('backoffice.decision.doneAPPROVE')).waitFor();
}

async function refusePerson(staff: Screen, person: Applicant): Promise<void> {
  const { page } = staff;
  await openPersonPage(staff, person);
  await staff.button('backoffice.decision.refuse').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(staff.say('backoffice.refusal.IMAGE_UNREADABLE')).click();
  await staff.examine('backoffice-refuse');
  await dialog.getByRole('button', { name: staff.say('backoffice.decision.refuseConfirm') }).click();
  await page.getByText(staff.say('backoffice.decision.doneREFUSE')).waitFor();
}

/** Opens what was closed before. */
async function openTrade(screen: Screen): Promise<void> {
  const { page } = screen;
  await page.goto('/profile/account');
  await page.getByText(screen.say('account.state.AUTHORIZED.title')).first().waitFor();
  await screen.examine('account-approved');
  await page.goto('/profile/otc');
  await page.getByLabel(screen.say('trade.box.pay')).first().waitFor();
}

describe.each(DEFAULT_LOOKS.map((look) => ({ look, name: lookName(look) })))(
  'verification ($name)',
  ({ look }) => {
    const mark = `${look.language}${look.theme}${look.width}`;

    it('leads a new user in Iran through a refusal to a trade', async () => {
      const [screen, staff] = await Promise.all([stage.open(look), stage.open(look)]);
      const email = `person-${mark}@sarraf.test`;
      const person: Applicant = { email, lastName: `ملکی${mark}`, kind: 'REAL', country: 'Iran' };
      await submitForm(screen, person);
      await logIn(staff, stage.url, 'staff@sarraf.test');
      await refusePerson(staff, person);
      const { page } = screen;
      await page.reload();
      await page.getByText(screen.say('account.state.UNAUTHORIZED.title')).first().waitFor();
      await page.getByText(screen.say('account.reasons.IMAGE_UNREADABLE')).waitFor();
      await screen.examine('account-refused');
      await attachFile(screen, 'image');
      await screen.button('account.form.resubmit').click();
      await page.waitForURL((url) => url.pathname !== '/profile/account');
      await page.goto('/profile/account');
      await page.getByText(screen.say('account.state.PENDING.title')).first().waitFor();
      await approvePerson(staff, person);
      await openTrade(screen);
      await Promise.all([screen.close(), staff.close()]);
    });

    const other: Pick<Applicant, 'kind' | 'country'> =
      look.language === 'fa' ? { kind: 'COMPANY', country: 'Iran' } : { kind: 'REAL', country: 'Germany' };
    it(`leads a new user to a trade: ${other.kind}, ${other.country}`, async () => {
      const [screen, staff] = await Promise.all([stage.open(look), stage.open(look)]);
      const person: Applicant = { email: `other-${mark}@sarraf.test`, lastName: `Weber${mark}`, ...other };
      await submitForm(screen, person);
      await logIn(staff, stage.url, 'staff2@sarraf.test');
      await approvePerson(staff, person);
      await openTrade(screen);
      await Promise.all([screen.close(), staff.close()]);
    });
  },
);

it('every read by staff is in the audit log, whose chain is intact', async () => {
  const { body: login } = await callServer(stage.url, 'POST', '/users/login', {
    body: { email: 'staff@sarraf.test', password: 'Sarraf-demo-1' },
  });
  expect(login.status).toBe('OK');
  const { body } = await callServer(stage.url, 'POST', '/users/check-otp-code', {
    body: { email: 'staff@sarraf.test', code: await readNewestCode(stage.url, 'staff@sarraf.test') },
  });
  const { body: log } = await callServer(stage.url, 'GET', '/backoffice/audit?size=100', {
    token: body.token,
  });
  const actions = log.content.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(expect.arrayContaining(['person read', 'document read']));
});
