import { isCompanyId, linkKind, toLatinDigits } from '@sarraf/domain';
import type { ExchangeInfoText, StaffExchangeInfo } from '@sarraf/domain/contracts';

export const infoKey = (language: StaffExchangeInfo['language']): string => `info/${language}`;

/** Data of the company on documents; empty values are omitted. */
export const ISSUER = ['legalName', 'registrationNumber', 'nationalId'] as const;
export const CONTACT = ['address', 'email', 'number'] as const;
export const SOCIAL = ['telegram', 'instagram', 'linkedin', 'twitter', 'appAndroid', 'appIOS'] as const;

type Field = keyof ExchangeInfoText;
export type InfoFault =
  | 'address'
  | 'email'
  | 'number'
  | 'link'
  | 'privacyPolicy'
  | 'registrationNumber'
  | 'nationalId';

/** Returns the error of each field, by the server's rules. */
export function infoFaults(text: ExchangeInfoText): Partial<Record<Field, InfoFault>> {
  const faults: Partial<Record<Field, InfoFault>> = {};
  for (const name of SOCIAL) {
    const link = text[name].trim();
    if (link !== '' && linkKind(link) !== 'foreign') faults[name] = 'link';
  }
  if (text.address.trim() === '') faults.address = 'address';
  if (!/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(text.email.trim())) faults.email = 'email';
  if (!/^\+?[0-9][0-9 -]{4,24}$/.test(text.number.trim())) faults.number = 'number';
  if (!/^\d{0,12}$/.test(toLatinDigits(text.registrationNumber.trim())))
    faults.registrationNumber = 'registrationNumber';
  const nationalId = toLatinDigits(text.nationalId.trim());
  if (nationalId !== '' && !isCompanyId(nationalId)) faults.nationalId = 'nationalId';
  if (text.privacyPolicy.trim() === '') faults.privacyPolicy = 'privacyPolicy';
  return faults;
}
