import type { Account, Country, countries } from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Language, useLanguage } from '../../framework/i18n/language.ts';
import { call } from '../api/api.ts';

export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: ({ signal }) => call<typeof countries>('GET', '/country', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const countryName = (country: Country, language: Language): string =>
  language === 'fa' ? country.persianName : country.countryName;

/** Returns a function that translates a country's English name, by which the server identifies it. */
export function useCountryName(): (englishName: string) => string {
  const language = useLanguage();
  const { data } = useQuery({ ...countriesQuery, enabled: language !== 'en' });
  return (englishName) => {
    const listedCountry = data?.find((country) => country.countryName === englishName);
    return listedCountry ? countryName(listedCountry, language) : englishName;
  };
}

/** Whether the rules of Iran apply: with its phone prefix, and until a country is chosen. */
export const isIranian = (location: Account['location']): boolean =>
  location === null || location.countryPhoneCode === '+98';
