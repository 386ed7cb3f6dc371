/** Our signatures, verified with third-party libraries and with the code of our guide. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { afterAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../test/remove-folder.ts';
import { buildSignatureHeaders } from './sign-event.ts';
import { generateSecret } from './webhook-secrets.ts';

const GUIDE = new URL('../../../../web/src/pages/company-docs/examples.ts', import.meta.url).href;
const ID = '01900000-0000-7000-8000-000000000001';
const BODY = '{"id":"01900000-0000-7000-8000-000000000001","type":"payment.paid","data":{"name":"قهوه"}}';
const now = () => Math.floor(Date.now() / 1000);
const signed = (secrets: readonly string[], { seconds = now(), body = BODY } = {}) =>
  buildSignatureHeaders(secrets, { id: ID, seconds, body });

type Reader = (body: string, headers: Record<string, string>, secret: string) => unknown;
interface Guide {
  CHECK: string;
  LIBRARIES: { standard: string; stripe: string };
}

// ES modules like the guide's, in a folder from which packages resolve.
const root = join(import.meta.dirname, '../../../..');
mkdirSync(join(root, '.cache'), { recursive: true });
const folder = mkdtempSync(join(root, '.cache/guide-'));
afterAll(() => removeFolder(folder));
async function moduleOf<M>(name: string, text: string): Promise<M> {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, text);
  return import(pathToFileURL(path).href) as Promise<M>;
}
const guide = async () => (await import(GUIDE)) as Guide;

const READERS: [string, () => Promise<Reader>][] = [
  ['standardwebhooks', async () => (body, headers, secret) => new Webhook(secret).verify(body, headers)],
  [
    'stripe',
    async () => (body, headers, secret) =>
      Stripe.webhooks.constructEvent(body, headers['sarraf-signature'] ?? '', secret),
  ],
  [
    'standardwebhooks as in the guide',
    async () =>
      (await moduleOf<{ readEvent: Reader }>('standard', (await guide()).LIBRARIES.standard)).readEvent,
  ],
  [
    'stripe as in the guide',
    async () => (await moduleOf<{ readEvent: Reader }>('stripe', (await guide()).LIBRARIES.stripe)).readEvent,
  ],
  [
    'the check of the guide',
    async () => {
      const { isOurs } = await moduleOf<{
        isOurs: (header: string, body: string, secret: string) => boolean;
      }>('check', (await guide()).CHECK);
      return (body, headers, secret) => {
        if (!isOurs(headers['sarraf-signature'] ?? '', body, secret)) throw new Error('not ours');
        return JSON.parse(body);
      };
    },
  ],
];

describe.each(READERS)('%s', (_name, reader) => {
  it('accepts an event signed with either of two secrets', async () => {
    const read = await reader();
    // Many events: plain base64 has characters that other alphabets lack.
    for (let round = 0; round < 50; round += 1) {
      const [secret, old] = [generateSecret(), generateSecret()];
      expect(read(BODY, signed([secret]), secret)).toEqual(JSON.parse(BODY));
      for (const held of [secret, old])
        expect(read(BODY, signed([secret, old]), held)).toEqual(JSON.parse(BODY));
    }
  });

  it.each<[string, (secret: string) => [string, Record<string, string>]]>([
    ['another secret', () => [BODY, signed([generateSecret()])]],
    ['another body', (secret) => [BODY.replace('paid', 'back'), signed([secret])]],
    ['an old time', (secret) => [BODY, signed([secret], { seconds: now() - 3_600 })]],
  ])('refuses %s', async (_what, buildEvent) => {
    const read = await reader();
    const secret = generateSecret();
    const [body, headers] = buildEvent(secret);
    expect(() => read(body, headers, secret)).toThrow();
  });
});

it('of Standard Webhooks commits to the event', () => {
  const secret = generateSecret();
  const headers = { ...signed([secret]), 'webhook-id': ID.replace('1', '2') };
  expect(() => new Webhook(secret).verify(BODY, headers)).toThrow();
});

it('signs with earlier secrets, which had another alphabet', () => {
  const old = 'whsec_abc-_abc-_abc-_abc-_abc-_abc-_ab';
  const headers = signed([old]);
  expect(Stripe.webhooks.constructEvent(BODY, headers['sarraf-signature'] ?? '', old)).toEqual(
    JSON.parse(BODY),
  );
  const plain = old.replaceAll('-', '+').replaceAll('_', '/').replace('whsec/', 'whsec_');
  expect(new Webhook(plain).verify(BODY, headers)).toEqual(JSON.parse(BODY));
});
