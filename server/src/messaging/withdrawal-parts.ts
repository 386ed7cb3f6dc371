import type { Language, WithdrawalWords } from '../identity/index.ts';
import { amountOf, coinName, destinationText, latin, shortDestinationText } from './format.ts';
import type { Part } from './letter.ts';
import { CODES, formatMessage, LETTERS } from './messages.ts';

/** Returns the withdrawal that a code authorises, as one line for an SMS. */
export function withdrawalLine({ asset, amount, to }: WithdrawalWords, language: Language): string {
  const { withdrawal, settlementsTo } = CODES[language];
  const short = shortDestinationText(to, language);
  return amount === null
    ? formatMessage(language, settlementsTo, { coin: coinName(asset, language), to: short })
    : formatMessage(language, withdrawal, { amount: amountOf(asset, amount, language), to: short });
}

/** Returns the withdrawal that a code authorises for an e-mail, with the full address. */
export function withdrawalParts({ asset, amount, to, tag }: WithdrawalWords, language: Language): Part[] {
  const { label } = LETTERS[language];
  const what =
    amount === null
      ? formatMessage(language, CODES[language].settlements, { coin: coinName(asset, language) })
      : amountOf(asset, amount, language);
  const rows = [
    [label.amount, what],
    [label.to, destinationText(to, language)],
    ...(tag === null ? [] : [[label.tag, latin(tag, language)]]),
  ];
  return [{ kind: 'list', items: rows.map(([name, text]) => `${name}: ${text}`) }];
}
