import type { Country } from '@sarraf/domain/contracts';
import { countries as source } from 'countries-list';

const persian = new Intl.DisplayNames('fa', { type: 'region' });
const english = new Intl.Collator('en');

const sortedCountries: readonly Country[] = Object.entries(source)
  .map(([code, { name, phone }]) => ({
    countryName: name,
    persianName: persian.of(code) ?? name,
    countryPhoneCode: `+${phone[0]}`,
    code,
  }))
  .sort((a, b) => english.compare(a.countryName, b.countryName));

export const isIran = (country: Country): boolean => country.code === 'IR';

/** Iran first, then by English name. Source: the package countries-list; Persian names from CLDR. */
export const COUNTRIES: readonly Country[] = [
  ...sortedCountries.filter(isIran),
  ...sortedCountries.filter((country) => !isIran(country)),
];

const BY_NAME = new Map(COUNTRIES.map((country) => [country.countryName, country]));

/** By its English name in the list. */
export const findCountry = (name: string): Country | null => BY_NAME.get(name) ?? null;
