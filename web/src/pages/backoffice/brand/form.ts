import { type BrandVerdict, judgeAccent } from '@sarraf/domain';
import type { BodyOf, Brand, saveBrand } from '@sarraf/domain/contracts';

export interface BrandForm {
  nameFa: string;
  nameEn: string;
  accentDark: string;
  accentLight: string;
  mark: string;
}

export const MAX_NAME = 24;

export const brandFormOf = ({ name, accent, mark }: Brand): BrandForm => ({
  nameFa: name.fa,
  nameEn: name.en,
  accentDark: accent.dark,
  accentLight: accent.light,
  mark,
});

export type BrandFault = 'NEED_NAME_FA' | 'NEED_NAME_EN' | 'NAME' | 'COLOUR' | 'CONTRAST' | 'SAME';

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** Parses a colour typed with or without the hash, in either case. */
export const readColour = (text: string): string => {
  const colour = text.trim().toLowerCase();
  return /^[0-9a-f]{6}$/.test(colour) ? `#${colour}` : colour;
};

export const verdictsOf = ({ accentDark, accentLight }: BrandForm): BrandVerdict[] => [
  ...judgeAccent(accentDark, 'dark'),
  ...judgeAccent(accentLight, 'light'),
];

/** Returns the first reason why the form can't be saved. */
export function brandFault(form: BrandForm, saved: Brand): BrandFault | null {
  if (form.nameFa.trim() === '') return 'NEED_NAME_FA';
  if (form.nameEn.trim() === '') return 'NEED_NAME_EN';
  if (/[<>&"']/.test(form.nameFa + form.nameEn)) return 'NAME';
  if (![form.accentDark, form.accentLight, form.mark].every(isColour)) return 'COLOUR';
  if (!verdictsOf(form).every(({ passes }) => passes)) return 'CONTRAST';
  return JSON.stringify(form) === JSON.stringify(brandFormOf(saved)) ? 'SAME' : null;
}

export const brandBody = (form: BrandForm, version: number): BodyOf<typeof saveBrand> => ({
  version,
  name: { fa: form.nameFa.trim(), en: form.nameEn.trim() },
  accent: { dark: form.accentDark, light: form.accentLight },
  mark: form.mark,
});
