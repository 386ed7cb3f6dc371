import { type BrandCheckResult, checkAccentContrast } from '@sarraf/domain';
import type { BodyOf, Brand, saveBrand } from '@sarraf/domain/contracts';

export interface BrandForm {
  nameFa: string;
  nameEn: string;
  accentDark: string;
  accentLight: string;
  mark: string;
}

export const MAX_NAME = 24;

export const toBrandForm = ({ name, accent, mark }: Brand): BrandForm => ({
  nameFa: name.fa,
  nameEn: name.en,
  accentDark: accent.dark,
  accentLight: accent.light,
  mark,
});

export type BrandFormError = 'NEED_NAME_FA' | 'NEED_NAME_EN' | 'NAME' | 'COLOUR' | 'CONTRAST' | 'SAME';

export const isColourText = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** Parses a colour typed with or without the hash, in either case. */
export const parseColour = (text: string): string => {
  const colour = text.trim().toLowerCase();
  return /^[0-9a-f]{6}$/.test(colour) ? `#${colour}` : colour;
};

export const checkReadability = ({ accentDark, accentLight }: BrandForm): BrandCheckResult[] => [
  ...checkAccentContrast(accentDark, 'dark'),
  ...checkAccentContrast(accentLight, 'light'),
];

/** Returns the first reason why the form can't be saved. */
export function validateBrandForm(form: BrandForm, saved: Brand): BrandFormError | null {
  if (form.nameFa.trim() === '') return 'NEED_NAME_FA';
  if (form.nameEn.trim() === '') return 'NEED_NAME_EN';
  if (/[<>&"']/.test(form.nameFa + form.nameEn)) return 'NAME';
  if (![form.accentDark, form.accentLight, form.mark].every(isColourText)) return 'COLOUR';
  if (!checkReadability(form).every(({ passes }) => passes)) return 'CONTRAST';
  return JSON.stringify(form) === JSON.stringify(toBrandForm(saved)) ? 'SAME' : null;
}

export const toBrandBody = (form: BrandForm, version: number): BodyOf<typeof saveBrand> => ({
  version,
  name: { fa: form.nameFa.trim(), en: form.nameEn.trim() },
  accent: { dark: form.accentDark, light: form.accentLight },
  mark: form.mark,
});
