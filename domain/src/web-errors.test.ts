import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extractFrames, getWebRoute, redactWebError, WEB_FRAME, WEB_ROUTE } from './web-errors.ts';

const clean = (message: string) => redactWebError({ name: 'Error', message }).message;

test.each([
  [
    "Cannot read properties of undefined (reading 'split')",
    "Cannot read properties of undefined (reading 'split')",
  ],
  [
    'Unexpected token \'A\', "Ali Rezaei"... is not valid JSON',
    "Unexpected token 'A', …... is not valid JSON",
  ],
  ['Unexpected identifier "Ali', 'Unexpected identifier …'],
  ['no wallet for ali@mail.test', 'no wallet for …'],
  ['1,250,000.50 is too much', '# is too much'],
  ['کد ملی ۰۰۱۲۳ is wrong', '… is wrong'],
  ['at https://sarraf.test/?token=abc failed', 'at … failed'],
  ['bad key eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9', 'bad key …'],
  ['bad address 0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F', 'bad address …'],
  ["'Ali Rezaei' is not a function", '… is not a function'],
  [
    "Cannot destructure property 'id' of 'object null' as it is null.",
    "Cannot destructure property 'id' of 'object null' as it is null.",
  ],
  ['Minified React error #418; visit https://react.dev/errors/418?args[]=Ali', 'Minified React error #418'],
])('removes user data: of %s keeps %s', (message, expected) => {
  expect(clean(message)).toBe(expected);
});

test('reduces a name to a word, and is idempotent', () => {
  expect(redactWebError({ name: 'TypeError', message: '' }).name).toBe('TypeError');
  expect(redactWebError({ name: 'ali@mail.test', message: '' }).name).toBe('Error');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (message) => {
      const once = clean(message);
      expect(clean(once)).toBe(once);
      expect(once.length).toBeLessThanOrEqual(160);
      expect(once).not.toMatch(/@|\d{2}|[^\x20-\x7e…]/);
    }),
  );
});

test('keeps only the positions of a stack in our own scripts', () => {
  const stack = `TypeError: ali@mail.test
    at name (https://sarraf.test/assets/trade-Ab12_d34.js:1:2345)
    at https://elsewhere.test/x.js?token=1:1:2
    at chrome-extension://abc/content.js:3:4
    at https://sarraf.test/assets/react-C1iE8mnY.js:9:88`;
  expect(extractFrames(stack)).toEqual(['assets/trade-Ab12_d34.js:1:2345', 'assets/react-C1iE8mnY.js:9:88']);
  expect(extractFrames(stack).every((frame) => WEB_FRAME.test(frame))).toBe(true);
  expect(extractFrames('assets/a-12345678.js:1:2 '.repeat(50))).toHaveLength(8);
});

test.each([
  ['/', '/'],
  ['/profile/walletEx', '/profile/walletEx'],
  ['/market/BITCOIN_CASH/TOMAN', '/market/BITCOIN_CASH/TOMAN'],
  ['/backoffice/people/0192f0c1-aaaa-7bbb-8ccc-123456789abc', '/backoffice/people/:'],
  ['/sandbox/google/dGhpcyBpcyBhIHN0YXRlIG9mIGEgc2lnbi1pbg', '/sandbox/google/:'],
  ['/blog/%D8%A8%DB%8C%D8%AA', '/blog/:'],
])('the route of %s is %s', (pathname, route) => {
  expect(getWebRoute(pathname)).toBe(route);
  expect(WEB_ROUTE.test(route)).toBe(true);
});
