import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8');
const AA = 4.5;
const GROUNDS = ['ground', 'surface', 'raised', 'sunken', 'field'];
const TEXTS = ['text', 'text-2', 'text-3', 'accent-strong', 'up', 'down', 'warn'];

type Colour = [number, number, number, number];

function theme(name: 'dark' | 'light'): Map<string, string> {
  const block = css.slice(css.indexOf(`[data-theme="${name}"]`));
  const lines = block.slice(0, block.indexOf('}')).matchAll(/--([\w-]+): (#[0-9a-f]+);/g);
  return new Map([...lines].map((line) => [line[1] ?? '', line[2] ?? '']));
}

function colour(hex: string): Colour {
  const part = (i: number) => Number.parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16);
  return [part(0), part(1), part(2), hex.length > 7 ? part(3) / 255 : 1];
}

function over([r, g, b, a]: Colour, [r2, g2, b2]: Colour): Colour {
  const mix = (top: number, under: number) => top * a + under * (1 - a);
  return [mix(r, r2), mix(g, g2), mix(b, b2), 1];
}

function luminance([r, g, b]: Colour): number {
  const linear = (v: number) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

function contrast(a: Colour, b: Colour): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

for (const name of ['dark', 'light'] as const) {
  const tokens = theme(name);
  const of = (token: string): Colour => colour(tokens.get(token) ?? '');

  test(`${name}: every text colour is readable on every background`, () => {
    for (const text of TEXTS) {
      for (const ground of GROUNDS) {
        expect(contrast(of(text), of(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(AA);
      }
    }
  });

  test(`${name}: text on its own soft background and on the accent is readable`, () => {
    expect(contrast(of('on-accent'), of('accent'))).toBeGreaterThanOrEqual(AA);
    expect(contrast(of('on-accent'), of('accent-hover'))).toBeGreaterThanOrEqual(AA);
    for (const [text, soft] of [
      ['up', 'up-soft'],
      ['up', 'up-hover'],
      ['down', 'down-soft'],
      ['down', 'down-hover'],
      ['warn', 'warn-soft'],
      ['warn', 'warn-hover'],
      ['accent-strong', 'accent-soft'],
      ['text-3', 'hover'],
    ] as const) {
      for (const ground of GROUNDS) {
        const on = over(of(soft), of(ground));
        expect(contrast(of(text), on), `${text} on ${soft} over ${ground}`).toBeGreaterThanOrEqual(AA);
      }
    }
  });

  test(`${name}: the border of a control is visible`, () => {
    for (const ground of GROUNDS)
      expect(contrast(of('control-line'), of(ground)), ground).toBeGreaterThanOrEqual(3);
  });
}
