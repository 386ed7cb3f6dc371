import type { Language, WithdrawalSummary } from '../identity/index.ts';
import {
  coinNameOf,
  formatAmountText,
  formatDestination,
  formatShortDestination,
  isolateLatin,
} from './format.ts';
import type { MailPart } from './letter.ts';
import { CODES, formatMessage, MAIL_TEXTS } from './messages.ts';

/** Returns the withdrawal that a code authorises, as one line for an SMS. */
export function formatWithdrawalLine({ asset, amount, to }: WithdrawalSummary, language: Language): string {
  const { withdrawal, settlementsTo } = CODES[language];
  const shortDestination = formatShortDestination(to, language);
  return amount === null
    ? formatMessage(language, settlementsTo, { coin: coinNameOf(asset, language), to: shortDestination })
    : formatMessage(language, withdrawal, {
        amount: formatAmountText(asset, amount, language),
        to: shortDestination,
      });
}

/** Returns the withdrawal that a code authorises for an e-mail, with the full address. */
export function buildWithdrawalParts(
  { asset, amount, to, tag }: WithdrawalSummary,
  language: Language,
): MailPart[] {
  const { label } = MAIL_TEXTS[language];
  const amountText =
    amount === null
      ? formatMessage(language, CODES[language].settlements, { coin: coinNameOf(asset, language) })
      : formatAmountText(asset, amount, language);
  const rows = [
    [label.amount, amountText],
    [label.to, formatDestination(to, language)],
    ...(tag === null ? [] : [[label.tag, isolateLatin(tag, language)]]),
  ];
  return [{ kind: 'list', items: rows.map(([name, text]) => `${name}: ${text}`) }];
}
