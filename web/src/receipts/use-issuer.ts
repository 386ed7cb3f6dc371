import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { exchangeInfoQuery } from '../lib/queries/queries.ts';

export interface Issuer {
  name: string;
  /** Its registration numbers in one line; empty if none are set. */
  numbers: string;
  address: string;
}

/** Returns the company that issues documents; null if its name isn't set, or while it is loading (`waits`). */
export function useIssuer(): { issuer: Issuer | null; waits: boolean } {
  const t = useTranslations('verify.issuer');
  const { language, digits } = useFormat();
  const { data, isPending } = useQuery(exchangeInfoQuery(language));
  if (!data?.legalName) return { issuer: null, waits: isPending };
  const numbers = [
    data.registrationNumber && t('registration', { number: digits(data.registrationNumber) }),
    data.nationalId && t('nationalId', { id: digits(data.nationalId) }),
  ];
  return {
    issuer: { name: data.legalName, numbers: numbers.filter(Boolean).join(' · '), address: data.address },
    waits: false,
  };
}
