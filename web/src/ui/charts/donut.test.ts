import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sliceColour } from './donut.tsx';

const css = readFileSync(`${import.meta.dirname}/../tokens.css`, 'utf8');

test('sliceColour returns twelve different defined colours and then starts again', () => {
  const values = Array.from({ length: 12 }, (_, index) => {
    const token = /^var\((--c-\d+)\)$/.exec(sliceColour(index))?.[1];
    return new RegExp(`${token}: (#[0-9a-f]{6});`).exec(css)?.[1];
  });
  expect(values).not.toContain(undefined);
  expect(new Set(values).size).toBe(12);
  expect(sliceColour(12)).toBe(sliceColour(0));
});
