import { expect, it } from 'vitest';
import { wrapLines } from './wrap-lines.ts';

it('breaks a text too long for the picture into lines of similar length without losing characters', () => {
  const txid = 'f'.repeat(32) + 'a'.repeat(32);
  const lines = wrapLines([{ key: 'txid', label: 'Id', value: txid, latin: true }]);
  expect(lines.map(({ label }) => label)).toEqual(['Id', '', '']);
  expect(lines.map(({ value }) => value).join('')).toBe(txid);
  expect(lines.every(({ value }) => value.length <= 26)).toBe(true);
  expect(new Set(lines.map(({ key }) => key)).size).toBe(3);
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
