import type { Desk } from '../fa/index.ts';
import { backoffice } from './backoffice.ts';
import { treasury } from './treasury.ts';

export const desk: Desk = { backoffice, treasury };
