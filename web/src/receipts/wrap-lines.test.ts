import { expect, it } from 'vitest';
import { wrapLines } from './wrap-lines.ts';

it('breaks a code too long for the picture into lines of similar length without losing characters', () => {
  const memo = 'f'.repeat(32) + 'a'.repeat(32);
  const lines = wrapLines([{ key: 'tag', label: 'Memo', value: memo, latin: true }]);
  expect(lines.map(({ label }) => label)).toEqual(['Memo', '', '']);
  expect(lines.map(({ value }) => value).join('')).toBe(memo);
  expect(lines.every(({ value }) => value.length <= 26)).toBe(true);
  expect(new Set(lines.map(({ key }) => key)).size).toBe(3);
});

it('writes a transaction id and an address in groups of four, and breaks them between groups alone', () => {
  const txid = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
  expect(
    wrapLines([{ key: 'txid', label: 'Id', value: txid, latin: true }]).map(({ value }) => value),
  ).toEqual(['4a5e 1e4b aab8 9f3a 3251 8a88', 'c31b c87f 618f 7667 3e2c c77a', 'b212 7b7a fded a33b']);
  const address = { key: 'to', label: 'To', value: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf', latin: true };
  expect(wrapLines([address]).map(({ value }) => value)).toEqual([
    'TXYZ opYR dj2D 9XRt bG41',
    '1XZZ 3kM5 VkAe Bf',
  ]);
});

it('leaves words and short codes unchanged', () => {
  const lines = [
    {
      key: 'state',
      label: 'State',
      value: 'a sentence that is longer than any line of a receipt has room for',
    },
    { key: 'tag', label: 'Tag', value: '123', latin: true },
  ];
  expect(wrapLines(lines)).toEqual(lines);
});
