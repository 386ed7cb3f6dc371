import {
  bankOfCard,
  bankOfSheba,
  type CardPrefix,
  groupBankNumber,
  hasShebas,
  isCardNumber,
  isSheba,
  maskCard,
  maskSheba,
} from '@sarraf/domain';
import type { Account } from '@sarraf/domain/contracts';

/** A bank account being typed: a card's 16 digits and a Sheba's 24. */
export interface BankRow {
  key: string;
  cardNumber: string;
  shebaCode: string;
}

export const MAX_BANK_ACCOUNTS = 5;

/** Returns the rows that are not empty. */
export const writtenRows = (rows: readonly BankRow[]): BankRow[] =>
  rows.filter(({ cardNumber, shebaCode }) => cardNumber !== '' || shebaCode !== '');

export type CardFault = 'NEED' | 'SHORT' | 'INVALID' | 'REPEATED' | null;
export type ShebaFault = 'NEED' | 'SHORT' | 'INVALID' | 'REPEATED' | null;
export interface RowFaults {
  card: CardFault;
  sheba: ShebaFault;
}

/** Returns the errors of a row: invalid digits, or a duplicate of a row above. */
export function validateBankRow(rows: readonly BankRow[], at: number): RowFaults {
  const { cardNumber: card = '', shebaCode: sheba = '' } = rows[at] ?? {};
  if (card === '' && sheba === '') return { card: null, sheba: null };
  const above = rows.slice(0, at);
  return {
    card: above.some(({ cardNumber }) => card !== '' && cardNumber === card) ? 'REPEATED' : cardFault(card),
    sheba: above.some(({ shebaCode }) => sheba !== '' && shebaCode === sheba)
      ? 'REPEATED'
      : shebaFault(sheba),
  };
}

function cardFault(card: string): CardFault {
  if (card === '') return 'NEED';
  if (card.length < 16) return 'SHORT';
  return isCardNumber(card) ? null : 'INVALID';
}

function shebaFault(sheba: string): ShebaFault {
  if (sheba === '') return 'NEED';
  if (sheba.length < 24) return 'SHORT';
  return isSheba(sheba) ? null : 'INVALID';
}

/** Returns the Sheba's bank if it isn't the card's: shown as a hint, not an error. */
export function otherBank(
  { cardNumber, shebaCode }: BankRow,
  prefixes: readonly CardPrefix[],
): ReturnType<typeof bankOfSheba> {
  const ofCard = bankOfCard(cardNumber, prefixes);
  const ofSheba = shebaCode.length === 24 ? bankOfSheba(shebaCode) : null;
  return ofCard && ofSheba && hasShebas(ofCard.fa) && ofCard.fa !== ofSheba.fa ? ofSheba : null;
}

/** Whether a row equals a saved account, as far as its mask shows. */
export const isKnown = ({ cardNumber, shebaCode }: BankRow, account: Account): boolean =>
  account.bankAccounts.some(
    (saved) =>
      (cardNumber.length === 16 && saved.cardNumber === maskCard(cardNumber)) ||
      (shebaCode.length === 24 && groupBankNumber(saved.shebaCode) === groupBankNumber(maskSheba(shebaCode))),
  );

/** Serialises the bank accounts of the request: saved accounts whose id is missing are removed. */
export const bankAccountsText = (kept: readonly string[], rows: readonly BankRow[]): string =>
  JSON.stringify([
    ...kept.map((id) => ({ id })),
    ...rows.map(({ cardNumber, shebaCode }) => ({ shebaCode, cardNumber })),
  ]);

/** بانک ملت → م, Mellat → M. */
export const bankLetter = (name: string): string =>
  [...name.replace(/^(پست بانک|بانک|موسسه اعتباری|موسسه) (مشترک )?/u, '')][0] ?? '';
