import { expect, it } from 'vitest';
import { parseStoreQuery } from './find.ts';

const ID = '0193a6d1-7c00-7abc-8def-0123456789ab';

it('parseStoreQuery takes the store from a payment link, and a payment from its receipt link', () => {
  expect(parseStoreQuery(` https://sarraf.test/company-deposit/?id=${ID} `)).toBe(ID);
  expect(parseStoreQuery(`https://sarraf.test/company-deposit/result?payment=${ID.toUpperCase()}`)).toBe(ID);
});

it('parseStoreQuery takes an id or an address, with digits of any keyboard', () => {
  expect(parseStoreQuery(ID)).toBe(ID);
  expect(parseStoreQuery(' Shop۱۲@Example.com ')).toBe('shop12@example.com');
});

it('parseStoreQuery passes any other text unchanged to the server', () => {
  expect(parseStoreQuery(' کافه ')).toBe('کافه');
});
