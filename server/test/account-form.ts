/** The account form as a browser sends it to a running server. */
import {
  createBankAccount,
  createForeignForm,
  createIranianForm,
  createMobile,
  createNationalCode,
  createPng,
} from './verification.ts';

export interface Identifiers {
  mobileNumber: string;
  nationalCode: string;
  cardNumber: string;
  shebaCode: string;
}

/** Identifiers of a user in Iran that no other account has. */
export const createIdentifiers = (): Identifiers => ({
  mobileNumber: createMobile(),
  nationalCode: createNationalCode(),
  ...createBankAccount(),
});

export const createPhoto = (): Promise<Buffer> => createPng();

/** A complete first submission of a user in Iran. */
export const createForm = (email: string, { cardNumber, shebaCode, ...own }: Identifiers) =>
  createIranianForm({ email, ...own, bankAccountsString: JSON.stringify([{ cardNumber, shebaCode }]) });

/** A user abroad: no bank account, and no step at the provider. */
export const createFormAbroad = (email: string) => createForeignForm({ email, idFormatType: 'PASSPORT' });

// biome-ignore lint/suspicious/noExplicitAny: tests read any field of a response.
type JsonBody = any;

/** Sends a multipart form; `files` are pictures by the name of their part. */
export async function sendForm(
  url: string,
  path: string,
  token: string,
  fields: Record<string, string>,
  files: Record<string, Buffer> = {},
): Promise<{ status: number; body: JsonBody }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, bytes] of Object.entries(files))
    form.set(name, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'picture.png');
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return { status: response.status, body: await response.json() };
}
