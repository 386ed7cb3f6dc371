/** Data that users submit: forms, images, bank accounts; and the steps from a form to the staff's decision. */
import { randomInt } from 'node:crypto';
import { isCardNumber, isCompanyId, isNationalCode, isSheba } from '@sarraf/domain';
import sharp from 'sharp';
import type { IdentityFixture } from './identity.ts';

export type Form = Record<string, string>;

let createdCount = 0;
const findCheckDigit = (head: string, fits: (text: string) => boolean): string => {
  for (let digit = 0; digit < 10; digit += 1) if (fits(head + digit)) return head + digit;
  throw new Error('one of ten digits always fits');
};

/** A different one each time. */
export function createNationalCode(): string {
  createdCount += 1;
  return findCheckDigit((300_000_000 + createdCount).toString(), isNationalCode);
}
export function createCompanyId(): string {
  createdCount += 1;
  return findCheckDigit((1_038_028_000 + createdCount).toString(), isCompanyId);
}
export function createMobile(): string {
  createdCount += 1;
  return `0935${(1_000_000 + createdCount).toString()}`;
}
export function createBankAccount(): { cardNumber: string; shebaCode: string } {
  createdCount += 1;
  const cardNumber = findCheckDigit(`603799${createdCount.toString().padStart(9, '0')}`, isCardNumber);
  for (let check = 2; check < 99; check += 1) {
    const shebaCode = `${check.toString().padStart(2, '0')}017${createdCount.toString().padStart(19, '0')}`;
    if (isSheba(shebaCode)) return { cardNumber, shebaCode };
  }
  throw new Error('one of these always fits');
}

/** A new user in Iran. */
export const createIranianForm = (more: Form = {}): Form => ({
  customerKind: 'REAL',
  firstName: 'نگار',
  lastName: 'ملکی',
  nationalCode: createNationalCode(),
  birthDay: '1991-03-22',
  mobileNumber: createMobile(),
  countryName: 'Iran',
  state: 'تهران',
  city: 'تهران',
  address: 'خیابان آزادی، پلاک ۱',
  postalCode: '1969833114',
  telephone: '02188776655',
  idFormatType: 'ID_CARD',
  bankAccountsString: JSON.stringify([createBankAccount()]),
  ...more,
});

export const createForeignForm = (more: Form = {}): Form => ({
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

const createPixels = (color: string, width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: color } });
export const createPng = (color = 'teal', width?: number, height?: number): Promise<Buffer> =>
  createPixels(color, width, height).png().toBuffer();
export const createJpeg = (color = 'teal', width?: number, height?: number): Promise<Buffer> =>
  createPixels(color, width, height).jpeg().toBuffer();

/** Both sides of an identity card. */
export const createCardImages = async (): Promise<Record<string, Buffer>> => ({
  image: await createPng(),
  backImage: await createJpeg('olive'),
});

/** Encodes a multipart body like a browser. */
export async function encodeMultipart(fields: Form, files: Record<string, Buffer>) {
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
  const { payload, headers } = await encodeMultipart(fields, files);
  const answer = await context.http.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { ...headers, authorization: `Bearer ${token}` },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** Makes the first submission. */
export const submitFirst = async (
  context: IdentityFixture,
  token: string,
  form: Form,
  files?: Record<string, Buffer>,
) => postParts(context, '/users/account', token, form, files ?? (await createCardImages()));

export const submitDocument = async (context: IdentityFixture, token: string, kind: string, file: Buffer) =>
  postParts(context, `/users/documents/${kind}`, token, {}, { file });

export const submitUpdate = (context: IdentityFixture, token: string, form: Form) =>
  context.call('PUT', '/users/account', { token, body: form });

export const readAccount = async (context: IdentityFixture, token: string) =>
  (await context.call('GET', '/users/account', { token })).body.baseDTO;

/** Requests the provider's code; returns it from the sandbox's outbox. */
export async function requestProviderCode(
  context: IdentityFixture,
  token: string,
  mobile: string,
): Promise<string> {
  const reply = await context.call('POST', '/finnotech/send-sms-to-customer', { token, body: {} });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return context.codeFor(mobile);
}

export const submitProviderCode = (context: IdentityFixture, token: string, otp: string) =>
  context.call('POST', '/finnotech/otp', { token, body: { otp } });

/** Creates a user whose account waits for the provider's step. */
export async function createUnidentifiedPerson(context: IdentityFixture, email: string, more: Form = {}) {
  const token = await context.signUp(email);
  const form = createIranianForm(more);
  const images = {
    ...(await createCardImages()),
    ...(form.customerKind === 'COMPANY' && (await createCompanyImages())),
  };
  const { status, body } = await submitFirst(context, token, form, images);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { token, form, email, userId: body.baseDTO.id as string };
}

export const createCompanyImages = async (): Promise<Record<string, Buffer>> => ({
  warranty: await createJpeg('navy'),
  businessLicense: await createJpeg('maroon'),
});

/** Creates a user who waits for staff. */
export async function createPendingPerson(context: IdentityFixture, email: string, more: Form = {}) {
  const person = await createUnidentifiedPerson(context, email, more);
  const code = await requestProviderCode(context, person.token, person.form.mobileNumber ?? '');
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

export const omitFields = (form: Form, ...names: string[]): Form =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !names.includes(name)));
