import { expect, it } from 'vitest';
import { parseColour, toBrandBody, toBrandForm, validateBrandForm } from './form.ts';

const SAVED = {
  name: { fa: 'صرّاف', en: 'Sarraf' },
  accent: { dark: '#5b8cff', light: '#2557e0' },
  mark: '#f2b84b',
  logo: null,
};
const form = toBrandForm(SAVED);

it('validateBrandForm returns the first error', () => {
  expect(validateBrandForm(form, SAVED)).toBe('SAME');
  expect(validateBrandForm({ ...form, nameFa: ' ', nameEn: '' }, SAVED)).toBe('NEED_NAME_FA');
  expect(validateBrandForm({ ...form, nameEn: '' }, SAVED)).toBe('NEED_NAME_EN');
  expect(validateBrandForm({ ...form, nameEn: 'A & B' }, SAVED)).toBe('NAME');
  expect(validateBrandForm({ ...form, mark: 'red' }, SAVED)).toBe('COLOUR');
  expect(validateBrandForm({ ...form, accentLight: '#ffe000' }, SAVED)).toBe('CONTRAST');
  expect(validateBrandForm({ ...form, nameEn: 'Neeko' }, SAVED)).toBeNull();
});

it('parseColour accepts colours in every notation', () => {
  expect(['5B8CFF', ' #5b8cff ', '#12', 'red'].map(parseColour)).toEqual([
    '#5b8cff',
    '#5b8cff',
    '#12',
    'red',
  ]);
});

it('toBrandBody contains the version that was shown', () => {
  expect(toBrandBody({ ...form, nameFa: ' نیکو ' }, 3)).toEqual({
    version: 3,
    name: { fa: 'نیکو', en: 'Sarraf' },
    accent: SAVED.accent,
    mark: SAVED.mark,
  });
});
