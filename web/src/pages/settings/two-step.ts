import type { Account } from '@sarraf/domain/contracts';
import type { TwoStep } from '../../access/two-step.ts';

/** The recommended method first. */
export const OFFERED_METHODS: readonly TwoStep[] = ['GOOGLE_AUTHENTICATOR', 'SMS', 'EMAIL'];

/** Returns why SMS can't be chosen; null if it can. */
export function getSmsProblem(
  { mobileVerified }: Pick<Account, 'mobileVerified'>,
  options: { sms: boolean } | undefined,
): 'needMobile' | 'noSms' | null {
  if (options && !options.sms) return 'noSms';
  return mobileVerified ? null : 'needMobile';
}

/** Returns the text to print or download with the recovery codes. */
export function formatRecoveryCodes(
  texts: { title: string; account: string; date: string; note: string },
  codes: readonly string[],
): string {
  const { title, account, date, note } = texts;
  return `${[title, account, date, '', ...codes, '', note].join('\n')}\n`;
}
