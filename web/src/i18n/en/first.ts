import type { First } from '../fa/index.ts';
import { common } from './common.ts';
import { firstErrors } from './error.ts';
import { home } from './home.ts';
import { trade } from './trade.ts';

export const first: First = { ...common, error: firstErrors, home, trade };
