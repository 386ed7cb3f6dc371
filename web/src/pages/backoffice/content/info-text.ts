import { classifyLink, isCompanyId, toLatinDigits } from '@sarraf/domain';
import type { ExchangeInfoText, StaffExchangeInfo } from '@sarraf/domain/contracts';

export const getInfoKey = (language: StaffExchangeInfo['language']): string => `info/${language}`;

/** Data of the company on documents; empty values are omitted. */
export const ISSUER_FIELDS = ['legalName', 'registrationNumber', 'nationalId'] as const;
export const CONTACT_FIELDS = ['address', 'email', 'number'] as const;
export const SOCIAL_FIELDS = [
  'telegram',
  'instagram',
  'linkedin',
  'twitter',
  'appAndroid',
  'appIOS',
] as const;

type InfoField = keyof ExchangeInfoText;
export type InfoError =
  | 'address'
  | 'email'
  | 'number'
  | 'link'
  | 'privacyPolicy'
  | 'registrationNumber'
  | 'nationalId';

/** Returns the error of each field, by the server's rules. */
export function validateInfo(text: ExchangeInfoText): Partial<Record<InfoField, InfoError>> {
  const errors: Partial<Record<InfoField, InfoError>> = {};
  for (const name of SOCIAL_FIELDS) {
    const link = text[name].trim();
    if (link !== '' && classifyLink(link) !== 'foreign') errors[name] = 'link';
  }
  if (text.address.trim() === '') errors.address = 'address';
  if (!/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(text.email.trim())) errors.email = 'email';
  if (!/^\+?[0-9][0-9 -]{4,24}$/.test(text.number.trim())) errors.number = 'number';
  if (!/^\d{0,12}$/.test(toLatinDigits(text.registrationNumber.trim())))
    errors.registrationNumber = 'registrationNumber';
  const nationalId = toLatinDigits(text.nationalId.trim());
  if (nationalId !== '' && !isCompanyId(nationalId)) errors.nationalId = 'nationalId';
  if (text.privacyPolicy.trim() === '') errors.privacyPolicy = 'privacyPolicy';
  return errors;
}
