import { COINS } from './coins.ts';
import { LEDGER } from './ledger.ts';
import type { Mutant } from './mutant.ts';
import { PEOPLE } from './people.ts';
import { TOMAN } from './toman.ts';
import { TRADING } from './trading.ts';
import { WITHDRAWALS } from './withdrawals.ts';

export const MUTANTS: readonly Mutant[] = [
  ...TRADING,
  ...LEDGER,
  ...WITHDRAWALS,
  ...COINS,
  ...TOMAN,
  ...PEOPLE,
];
