/** Data that users submit: forms, images, bank accounts; and the steps from a form to the staff's decision. */
import { randomInt } from 'node:crypto';
import { isCardNumber, isCompanyId, isNationalCode, isSheba } from '@sarraf/domain';
import sharp from 'sharp';
import type { IdentityFixture } from './identity.ts';

export type Form = Record<string, string>;

let made = 0;
const lastDigit = (head: string, fits: (text: string) => boolean): string => {
  for (let digit = 0; digit < 10; digit += 1) if (fits(head + digit)) return head + digit;
  throw new Error('one of ten digits always fits');
};

/** A different one each time. */
export function newNationalCode(): string {
  made += 1;
  return lastDigit((300_000_000 + made).toString(), isNationalCode);
}
export function newCompanyId(): string {
  made += 1;
  return lastDigit((1_038_028_000 + made).toString(), isCompanyId);
}
export function newMobile(): string {
  made += 1;
  return `0935${(1_000_000 + made).toString()}`;
}
export function newBankAccount(): { cardNumber: string; shebaCode: string } {
  made += 1;
  const cardNumber = lastDigit(`603799${made.toString().padStart(9, '0')}`, isCardNumber);
  for (let check = 2; check < 99; check += 1) {
    const shebaCode = `${check.toString().padStart(2, '0')}017${made.toString().padStart(19, '0')}`;
    if (isSheba(shebaCode)) return { cardNumber, shebaCode };
  }
  throw new Error('one of these always fits');
}

/** A new user in Iran. */
export const iranianForm = (more: Form = {}): Form => ({
  customerKind: 'REAL',
  firstName: 'نگار',
  lastName: 'ملکی',
  nationalCode: newNationalCode(),
  birthDay: '1991-03-22',
  mobileNumber: newMobile(),
  countryName: 'Iran',
  state: 'تهران',
  city: 'تهران',
  address: 'خیابان آزادی، پلاک ۱',
  postalCode: '1969833114',
  telephone: '02188776655',
  idFormatType: 'ID_CARD',
  bankAccountsString: JSON.stringify([newBankAccount()]),
  ...more,
});

export const foreignForm = (more: Form = {}): Form => ({
  customerKind: 'REAL',
  firstName: 'Anna',
  lastName: 'Weber',
  nationalCode: `L0${randomInt(1e9)}X`,
  birthDay: '1985-07-01',
  mobileNumber: '15112345678',
  countryName: 'Germany',
  state: 'Bayern',
  city: 'München',
  address: 'Hauptstraße 1',
  postalCode: '80331',
  idFormatType: 'PASSPORT',
  ...more,
});

export const companyFields = {
  customerKind: 'COMPANY',
  companyName: 'بازرگانی نمونه',
  companyAddress: 'تهران، خیابان آزادی، پلاک ۲',
  companyPhone: '02166001122',
  companyNationalId: '10380284790',
};

const pixels = (color: string, width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: color } });
export const pngImage = (color = 'teal', width?: number, height?: number): Promise<Buffer> =>
  pixels(color, width, height).png().toBuffer();
export const jpegImage = (color = 'teal', width?: number, height?: number): Promise<Buffer> =>
  pixels(color, width, height).jpeg().toBuffer();

/** Both sides of an identity card. */
export const cardImages = async (): Promise<Record<string, Buffer>> => ({
  image: await pngImage(),
  backImage: await jpegImage('olive'),
});

/** Encodes a multipart body like a browser. */
export async function multipart(fields: Form, files: Record<string, Buffer>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, bytes] of Object.entries(files))
    form.append(name, new File([new Uint8Array(bytes)], `${name}.jpg`, { type: 'image/jpeg' }));
  const response = new Response(form);
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  };
}

export async function postParts(
  context: IdentityFixture,
  path: string,
  token: string,
  fields: Form,
  files: Record<string, Buffer>,
) {
  const { payload, headers } = await multipart(fields, files);
  const answer = await context.http.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { ...headers, authorization: `Bearer ${token}` },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** Makes the first submission. */
export const create = async (
  context: IdentityFixture,
  token: string,
  form: Form,
  files?: Record<string, Buffer>,
) => postParts(context, '/users/account', token, form, files ?? (await cardImages()));

export const upload = async (context: IdentityFixture, token: string, kind: string, file: Buffer) =>
  postParts(context, `/users/documents/${kind}`, token, {}, { file });

export const update = (context: IdentityFixture, token: string, form: Form) =>
  context.call('PUT', '/users/account', { token, body: form });

export const readAccount = async (context: IdentityFixture, token: string) =>
  (await context.call('GET', '/users/account', { token })).body.baseDTO;

/** Requests the provider's code; returns it from the sandbox's outbox. */
export async function askCode(context: IdentityFixture, token: string, mobile: string): Promise<string> {
  const sent = await context.call('POST', '/finnotech/send-sms-to-customer', { token, body: {} });
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
  return context.codeFor(mobile);
}

export const submitProviderCode = (context: IdentityFixture, token: string, otp: string) =>
  context.call('POST', '/finnotech/otp', { token, body: { otp } });

/** Creates a user whose account waits for the provider's step. */
export async function createUnidentifiedPerson(context: IdentityFixture, email: string, more: Form = {}) {
  const token = await context.signUp(email);
  const form = iranianForm(more);
  const images = { ...(await cardImages()), ...(form.customerKind === 'COMPANY' && (await companyImages())) };
  const { status, body } = await create(context, token, form, images);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { token, form, email, userId: body.baseDTO.id as string };
}

export const companyImages = async (): Promise<Record<string, Buffer>> => ({
  warranty: await jpegImage('navy'),
  businessLicense: await jpegImage('maroon'),
});

/** Creates a user who waits for staff. */
export async function createPendingPerson(context: IdentityFixture, email: string, more: Form = {}) {
  const person = await createUnidentifiedPerson(context, email, more);
  const code = await askCode(context, person.token, person.form.mobileNumber ?? '');
  const { status, body } = await submitProviderCode(context, person.token, code);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return person;
}

export const APPROVE = { decision: 'APPROVE', reasons: [], note: '' } as const;

/** Creates a user approved by staff. */
export async function createApprovedPerson(
  context: IdentityFixture,
  staffId: string,
  email: string,
  more: Form = {},
) {
  const person = await createPendingPerson(context, email, more);
  await context.verification.decide(staffId, person.userId, APPROVE);
  return person;
}

export const without = (form: Form, ...names: string[]): Form =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !names.includes(name)));
