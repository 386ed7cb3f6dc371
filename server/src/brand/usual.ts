import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeAccent } from '@sarraf/domain';
import { Brand } from '@sarraf/domain/contracts';
import { Value } from 'typebox/value';

const FILE = join(import.meta.dirname, '../../../brand.json');

/** brand.json, which holds where staff has set nothing. @throws where it isn't a brand, or can't be read by everybody. */
export function usualBrand(file = FILE): Brand {
  const brand: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Value.Check(Brand, brand)) {
    const [fault] = Value.Errors(Brand, brand);
    throw new Error(`brand.json: ${fault?.instancePath ?? ''} ${fault?.message ?? 'is wrong'}`);
  }
  const faults = accentFaults(brand.accent);
  if (faults.length > 0) throw new Error(`brand.json: too little contrast: ${faults.join(', ')}`);
  return brand;
}

/** What can't be read with these accents: `accent.dark.ON_ACCENT`. */
export const accentFaults = (accent: Brand['accent']): string[] =>
  (['dark', 'light'] as const).flatMap((theme) =>
    judgeAccent(accent[theme], theme)
      .filter(({ passes }) => !passes)
      .map(({ check }) => `accent.${theme}.${check}`),
  );
