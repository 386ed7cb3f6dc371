import { COINS } from './coins.ts';
import { LEDGER } from './ledger.ts';
import type { Mutant } from './mutant.ts';
import { PEOPLE } from './people.ts';
import { STORES } from './stores.ts';
import { TOMAN } from './toman.ts';
import { TRADING } from './trading.ts';
import { WAITING } from './waiting.ts';
import { WITHDRAWALS } from './withdrawals.ts';

export const MUTANTS: readonly Mutant[] = [
  ...TRADING,
  ...WAITING,
  ...LEDGER,
  ...WITHDRAWALS,
  ...COINS,
  ...TOMAN,
  ...STORES,
  ...PEOPLE,
];
