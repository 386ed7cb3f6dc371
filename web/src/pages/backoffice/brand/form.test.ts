import { expect, it } from 'vitest';
import { brandBody, brandFault, brandFormOf, readColour } from './form.ts';

const SAVED = {
  name: { fa: 'صرّاف', en: 'Sarraf' },
  accent: { dark: '#5b8cff', light: '#2557e0' },
  mark: '#f2b84b',
  logo: null,
};
const form = brandFormOf(SAVED);

it('brandFault returns the first error', () => {
  expect(brandFault(form, SAVED)).toBe('SAME');
  expect(brandFault({ ...form, nameFa: ' ', nameEn: '' }, SAVED)).toBe('NEED_NAME_FA');
  expect(brandFault({ ...form, nameEn: '' }, SAVED)).toBe('NEED_NAME_EN');
  expect(brandFault({ ...form, nameEn: 'A & B' }, SAVED)).toBe('NAME');
  expect(brandFault({ ...form, mark: 'red' }, SAVED)).toBe('COLOUR');
  expect(brandFault({ ...form, accentLight: '#ffe000' }, SAVED)).toBe('CONTRAST');
  expect(brandFault({ ...form, nameEn: 'Neeko' }, SAVED)).toBeNull();
});

it('readColour accepts colours in every notation', () => {
  expect(['5B8CFF', ' #5b8cff ', '#12', 'red'].map(readColour)).toEqual(['#5b8cff', '#5b8cff', '#12', 'red']);
});

it('brandBody contains the version that was shown', () => {
  expect(brandBody({ ...form, nameFa: ' نیکو ' }, 3)).toEqual({
    version: 3,
    name: { fa: 'نیکو', en: 'Sarraf' },
    accent: SAVED.accent,
    mark: SAVED.mark,
  });
});
