import type { Account } from '@sarraf/domain/contracts';
import type { TwoStep } from '../../access/two-step.ts';

/** The one we recommend first. */
export const OFFERED: readonly TwoStep[] = ['GOOGLE_AUTHENTICATOR', 'SMS', 'EMAIL'];

/** Why SMS can't be chosen; null when it can. */
export function smsFault(
  { mobileVerified }: Pick<Account, 'mobileVerified'>,
  options: { sms: boolean } | undefined,
): 'needMobile' | 'noSms' | null {
  if (options && !options.sms) return 'noSms';
  return mobileVerified ? null : 'needMobile';
}

/** The paper that recovery codes are kept on. */
export function recoveryPaper(
  words: { title: string; account: string; date: string; note: string },
  codes: readonly string[],
): string {
  const { title, account, date, note } = words;
  return `${[title, account, date, '', ...codes, '', note].join('\n')}\n`;
}
