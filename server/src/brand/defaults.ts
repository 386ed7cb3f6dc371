import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkAccentContrast } from '@sarraf/domain';
import { type Brand, BrandFile, type ExchangeInfoText } from '@sarraf/domain/contracts';
import { Value } from 'typebox/value';

const FILE = join(import.meta.dirname, '../../../brand.json');

/**
 * Reads brand.json, which applies where staff has set nothing. @throws if it is invalid, or its contrast is too
 * low.
 */
export function readDefaultBrand(file = FILE): Brand {
  const { name, accent, mark, logo } = readBrandFile(file);
  const contrastProblems = findContrastProblems(accent);
  if (contrastProblems.length > 0)
    throw new Error(`brand.json: too little contrast: ${contrastProblems.join(', ')}`);
  return { name, accent, mark, logo };
}

/** Returns company and contact data of brand.json; empty where it has none. */
export function readDefaultInfo(language: 'fa' | 'en', file = FILE): Partial<ExchangeInfoText> {
  const { company, contact, social } = readBrandFile(file);
  const { telegram = '', instagram = '', twitter = '', linkedin = '' } = social ?? {};
  return {
    ...(company && { ...company, legalName: company.legalName[language] }),
    ...(contact && { ...contact, address: contact.address[language] }),
    ...(social && { telegram, instagram, twitter, linkedin }),
  };
}

/** Issuer of a sandbox's documents, which can't be mistaken for a real company. */
export const sandboxIssuerOf = (
  language: 'fa' | 'en',
): Pick<ExchangeInfoText, 'legalName' | 'registrationNumber' | 'nationalId'> => ({
  legalName: { fa: 'شرکت ساختگی صراف (آزمایشی)', en: 'Sarraf Make-Believe Company (sandbox)' }[language],
  registrationNumber: '000000',
  nationalId: '12345678906',
});

function readBrandFile(file: string): BrandFile {
  const brand: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (Value.Check(BrandFile, brand)) return brand;
  const [firstError] = Value.Errors(BrandFile, brand);
  throw new Error(`brand.json: ${firstError?.instancePath ?? ''} ${firstError?.message ?? 'is wrong'}`);
}

/** Returns the accents with too little contrast: `accent.dark.ON_ACCENT`. */
export const findContrastProblems = (accent: Brand['accent']): string[] =>
  (['dark', 'light'] as const).flatMap((theme) =>
    checkAccentContrast(accent[theme], theme)
      .filter(({ passes }) => !passes)
      .map(({ check }) => `accent.${theme}.${check}`),
  );
