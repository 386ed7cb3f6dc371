import type { Province } from '@sarraf/domain/contracts';
import provinces from 'iran-cities-json/ostan.json' with { type: 'json' };
import cities from 'iran-cities-json/shahr.json' with { type: 'json' };
import { normalizeLetters } from './review/match-names.ts';

const byAlphabet = new Intl.Collator('fa').compare;

/**
 * Corrects the list's spelling: it joins an «و» to the next word and brackets to the previous one, and numbers
 * Tabriz's districts.
 */
const correctSpelling = (name: string): string =>
  name
    .replace(/ و(بختیاری|بلوچستان|بویراحمد)$/, ' و $1')
    .replace(/\d-$/, '')
    .replace(/(\S)\(/, '$1 (')
    .trim();

/** Sorted in Persian. Source: the package iran-cities-json (ahmadazizi/iran-cities). */
export const PROVINCES: readonly Province[] = provinces
  .map(({ id, name }) => ({
    name: correctSpelling(name),
    cities: [
      ...new Set(cities.filter(({ ostan }) => ostan === id).map((city) => correctSpelling(city.name))),
    ].sort(byAlphabet),
  }))
  .sort((a, b) => byAlphabet(a.name, b.name));

/**
 * Returns the list's own spelling of a province and its city, from any spelling of Persian letters; null: not in
 * the list.
 */
export function findCity(state: string, city: string): { state: string; city: string | null } | null {
  const isSameName = (a: string, b: string) => normalizeLetters(a) === normalizeLetters(b);
  const province = PROVINCES.find(({ name }) => isSameName(name, state));
  if (!province) return null;
  return { state: province.name, city: province.cities.find((name) => isSameName(name, city)) ?? null };
}
