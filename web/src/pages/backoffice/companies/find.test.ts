import { expect, it } from 'vitest';
import { readFind } from './find.ts';

const ID = '0193a6d1-7c00-7abc-8def-0123456789ab';

it('takes the store out of a payment link, and a payment out of its receipt', () => {
  expect(readFind(` https://sarraf.test/company-deposit/?id=${ID} `)).toBe(ID);
  expect(readFind(`https://sarraf.test/company-deposit/result?payment=${ID.toUpperCase()}`)).toBe(ID);
});

it('takes an id and an address as they are, in digits of any keyboard', () => {
  expect(readFind(ID)).toBe(ID);
  expect(readFind(' Shop۱۲@Example.com ')).toBe('shop12@example.com');
});

it('leaves the rest as it is, for the server to find nothing', () => {
  expect(readFind(' کافه ')).toBe('کافه');
});
