import { expect, test } from 'vitest';
import { addPaymentToUrl, validateCallbackUrl } from './callback-url.ts';

const SITE = 'https://sarraf.example:8443';

test.each([
  ['/redirect-from-banks', `${SITE}/redirect-from-banks`],
  ['/profile/wallet?tab=toman&next=%2Fotc#top', `${SITE}/profile/wallet?tab=toman&next=%2Fotc#top`],
  ['/', `${SITE}/`],
  [`${SITE}/redirect-from-banks?x=1`, `${SITE}/redirect-from-banks?x=1`],
  [SITE, `${SITE}/`],
  ['/profile/../otc', `${SITE}/otc`],
])('%s is accepted as our own page', (text, url) => {
  expect(validateCallbackUrl(text, SITE)).toBe(url);
});

test.each([
  '//evil.example',
  '///evil.example',
  '\\evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  '/\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  '%2f%2fevil.example',
  '/%2f%2fevil.example',
  '/%2Fevil.example',
  '/%252f%252fevil.example',
  '/%5cevil.example',
  '/%25255Cevil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/profile//evil.example',
  'evil.example',
  'redirect-from-banks',
  '',
  '?payment=1',
  '#x',
  'https://evil.example/',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'HTTPS://evil.example',
  'https://sarraf.example/',
  'https://sarraf.example:8444/',
  'http://sarraf.example:8443/',
  'https://sarraf.example:8443@evil.example/',
  'https://sarraf.example:8443.evil.example/',
  'https://user@sarraf.example:8443/',
  'https://user:pass@sarraf.example:8443/',
  'https://sarraf.example:8443//evil.example',
  'https://sarraf.example:8443\\@evil.example',
  'https://evil.example/https://sarraf.example:8443/',
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://sarraf.example:8443/',
  '/api/users/logout',
  '/API',
  '/x/../api/users/logout',
  '/redirect\u0000',
  '／／evil.example',
])('%j is refused', (text) => {
  expect(() => validateCallbackUrl(text, SITE)).toThrow('CALLBACK_NOT_ALLOWED');
});

test('the payment id is added to the existing query', () => {
  expect(addPaymentToUrl(`${SITE}/a?x=1#top`, 'id')).toBe(`${SITE}/a?x=1&payment=id#top`);
  expect(addPaymentToUrl(`${SITE}/a?payment=forged`, 'id')).toBe(`${SITE}/a?payment=id`);
});
