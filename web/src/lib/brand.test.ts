import { readFileSync } from 'node:fs';
import {
  BACKGROUND_COLORS,
  buildBrandStyles,
  checkAccentContrast,
  PRODUCT_BRAND as defaults,
  deriveAccentTokens,
} from '@sarraf/domain';
import { afterEach, expect, test } from 'vitest';
import { messages as en } from '../framework/i18n/en/index.ts';
import { messages as fa } from '../framework/i18n/fa/index.ts';
import { getBrand, hydrateBrand, setBrand, withBrandName } from './brand.ts';

const css = readFileSync(`${import.meta.dirname}/../ui/tokens.css`, 'utf8');
const THEMES = ['dark', 'light'] as const;

function token(theme: 'dark' | 'light', name: string): string {
  const block = css.slice(css.indexOf(`[data-theme="${theme}"]`));
  return new RegExp(`--${name}: (#[0-9a-f]+);`).exec(block.slice(0, block.indexOf('}')))?.[1] ?? '';
}

afterEach(() => setBrand(defaults));

test('the default brand has the values of tokens.css and the dictionaries', () => {
  for (const theme of THEMES) {
    expect(defaults.accent[theme]).toBe(token(theme, 'accent'));
    expect(BACKGROUND_COLORS[theme]).toEqual(
      ['ground', 'surface', 'raised', 'sunken'].map((name) => token(theme, name)),
    );
    expect(checkAccentContrast(defaults.accent[theme], theme).every(({ passes }) => passes)).toBe(true);
    const { accent, ...derived } = deriveAccentTokens(defaults.accent[theme], theme);
    expect(derived['on-accent']).toBe(token(theme, 'on-accent'));
    expect(derived['accent-soft']).toBe(token(theme, 'accent-soft'));
  }
  expect(defaults.mark).toBe(token('dark', 'mark'));
  expect([fa.app.name, en.app.name]).toEqual([defaults.name.fa, defaults.name.en]);
});

test('reports which colours have too little contrast in a theme, and where', () => {
  const failing = (accent: string, theme: 'dark' | 'light') =>
    checkAccentContrast(accent, theme)
      .filter(({ passes }) => !passes)
      .map(({ check }) => check);
  expect(failing('#ffe000', 'light')).toEqual(['ACCENT_TEXT', 'CONTROL']);
  expect(failing('#101a2c', 'dark')).toEqual(['ACCENT_TEXT', 'CONTROL']);
  // A middle grey has too little contrast with both black and white text.
  expect(failing('#757575', 'light')).not.toContain('CONTROL');
  expect(failing('no colour', 'dark')).toEqual(['ON_ACCENT', 'ACCENT_TEXT', 'CONTROL']);
});

test('adds no style rules for the default colours', () => {
  expect(buildBrandStyles(defaults, defaults)).toBe('');
  const own = { ...defaults, accent: { ...defaults.accent, light: '#0a6b4f' } };
  expect(buildBrandStyles(own, defaults)).toMatch(
    /^\[data-theme="light"\]\{--accent:#0a6b4f;--accent-hover:#\w{6};/,
  );
  expect(buildBrandStyles({ ...defaults, mark: '#ff8800' }, defaults)).toBe(
    ':root,[data-theme="dark"]{--mark:#ff8800;}[data-theme="light"]{--mark:#ff8800;}',
  );
});

test('replaces the product’s name with the exchange’s, and nothing else', () => {
  expect(withBrandName(fa, 'fa')).toBe(fa);
  setBrand({ ...defaults, name: { fa: 'نیکو', en: 'Neeko' } });
  const texts = { fa: JSON.stringify(withBrandName(fa, 'fa')), en: JSON.stringify(withBrandName(en, 'en')) };
  expect(texts.fa).not.toMatch(/صرّاف(?![\p{L}\p{M}])/u);
  expect(texts.en).not.toMatch(/\bSarraf\b(?!-)/);
  expect(texts.fa).toContain('چرا نیکو');
  expect(withBrandName({ a: ['در ', ['who'], ' صرّافی و صرّاف'] }, 'fa')).toEqual({
    a: ['در ', ['who'], ' صرّافی و نیکو'],
  });
});

test('hydrates the brand that was sent along with a page', () => {
  hydrateBrand({ status: 'OK', baseDTO: { ...defaults, mark: '#00ff00' } });
  expect(getBrand().mark).toBe('#00ff00');
  hydrateBrand(undefined);
  expect(getBrand().mark).toBe('#00ff00');
});
