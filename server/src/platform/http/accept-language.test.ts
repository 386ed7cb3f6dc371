import { expect, it } from 'vitest';
import { choosePreferredLanguage } from './accept-language.ts';

it.each([
  ['de-DE,de;q=0.9,en;q=0.8', 'en'],
  ['de-DE,de;q=0.9,en-GB;q=0.8,fa;q=0.7', 'en'],
  ['en;q=0.3, fa-IR;q=0.7', 'fa'],
  ['EN-us', 'en'],
  ['en', 'en'],
  ['en;q=0', 'fa'],
  ['fa;q=0.5,en', 'en'],
  ['english', 'fa'],
  ['*', 'fa'],
  ['fa;q=0', 'en'],
  ['en;q=0.3', 'en'],
  ['en,fa', 'en'],
  ['fa,en', 'fa'],
  ['fa;q=0, *;q=0.5', 'en'],
  ['*;q=0.5, fa;q=0.4', 'en'],
  ['*, en;q=0.5', 'fa'],
  ['fa-IR;q=0, fa;q=0.5, en;q=0.4', 'fa'],
  ['de', 'fa'],
  ['en;q=x', 'fa'],
  ['', 'fa'],
  [undefined, 'fa'],
])('the header %j prefers %s of Persian and English', (header, language) => {
  expect(choosePreferredLanguage(header, ['fa', 'en'])).toBe(language);
});

it('chooses Arabic if it is offered and preferred to English', () => {
  expect(choosePreferredLanguage('ku,ar;q=0.9,en;q=0.8', ['fa', 'en', 'ar'])).toBe('ar');
  expect(choosePreferredLanguage('ku,ar;q=0.9,en;q=0.8', ['fa', 'en'])).toBe('en');
});
