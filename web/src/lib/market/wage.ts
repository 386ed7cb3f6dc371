import { DEFAULT_WAGE, type Ppm, ppmOf, type Quote } from '@sarraf/domain';
import type { Account } from '@sarraf/domain/contracts';

/** The fee of the person's level in markets of a quote; the specification's default until it is loaded. */
export function wageOf(account: Pick<Account, 'fee' | 'feeTether'> | null, quote: Quote): Ppm {
  return account ? ppmOf(quote === 'TOMAN' ? account.fee : account.feeTether) : DEFAULT_WAGE;
}
