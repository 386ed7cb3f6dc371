import {
  type CardPrefix,
  findBankByCard,
  findBankBySheba,
  groupBankNumber,
  hasShebaCodes,
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
export const filterFilledRows = (rows: readonly BankRow[]): BankRow[] =>
  rows.filter(({ cardNumber, shebaCode }) => cardNumber !== '' || shebaCode !== '');

export type CardNumberError = 'NEED' | 'SHORT' | 'INVALID' | 'REPEATED' | null;
export type ShebaError = 'NEED' | 'SHORT' | 'INVALID' | 'REPEATED' | null;
export interface BankRowErrors {
  card: CardNumberError;
  sheba: ShebaError;
}

/** Returns the errors of a row: invalid digits, or a duplicate of a row above. */
export function validateBankRow(rows: readonly BankRow[], index: number): BankRowErrors {
  const { cardNumber: card = '', shebaCode: sheba = '' } = rows[index] ?? {};
  if (card === '' && sheba === '') return { card: null, sheba: null };
  const above = rows.slice(0, index);
  return {
    card: above.some(({ cardNumber }) => card !== '' && cardNumber === card)
      ? 'REPEATED'
      : validateCardNumber(card),
    sheba: above.some(({ shebaCode }) => sheba !== '' && shebaCode === sheba)
      ? 'REPEATED'
      : validateSheba(sheba),
  };
}

function validateCardNumber(card: string): CardNumberError {
  if (card === '') return 'NEED';
  if (card.length < 16) return 'SHORT';
  return isCardNumber(card) ? null : 'INVALID';
}

function validateSheba(sheba: string): ShebaError {
  if (sheba === '') return 'NEED';
  if (sheba.length < 24) return 'SHORT';
  return isSheba(sheba) ? null : 'INVALID';
}

/** Returns the Sheba's bank if it isn't the card's: shown as a hint, not an error. */
export function findDifferentShebaBank(
  { cardNumber, shebaCode }: BankRow,
  prefixes: readonly CardPrefix[],
): ReturnType<typeof findBankBySheba> {
  const cardBank = findBankByCard(cardNumber, prefixes);
  const shebaBank = shebaCode.length === 24 ? findBankBySheba(shebaCode) : null;
  return cardBank && shebaBank && hasShebaCodes(cardBank.fa) && cardBank.fa !== shebaBank.fa
    ? shebaBank
    : null;
}

/** Whether a row equals a saved account, as far as its mask shows. */
export const isAlreadySaved = ({ cardNumber, shebaCode }: BankRow, account: Account): boolean =>
  account.bankAccounts.some(
    (saved) =>
      (cardNumber.length === 16 && saved.cardNumber === maskCard(cardNumber)) ||
      (shebaCode.length === 24 && groupBankNumber(saved.shebaCode) === groupBankNumber(maskSheba(shebaCode))),
  );

/** Serialises the bank accounts of the request: saved accounts whose id is missing are removed. */
export const serializeBankAccounts = (keptIds: readonly string[], rows: readonly BankRow[]): string =>
  JSON.stringify([
    ...keptIds.map((id) => ({ id })),
    ...rows.map(({ cardNumber, shebaCode }) => ({ shebaCode, cardNumber })),
  ]);

/** بانک ملت → م, Mellat → M. */
export const getBankInitial = (name: string): string =>
  [...name.replace(/^(پست بانک|بانک|موسسه اعتباری|موسسه) (مشترک )?/u, '')][0] ?? '';
