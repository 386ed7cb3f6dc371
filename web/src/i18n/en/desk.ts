import type { Desk } from '../fa/index.ts';
import { backoffice } from './backoffice.ts';

export const desk: Desk = { backoffice };
