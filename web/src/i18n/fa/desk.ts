import { backoffice } from './backoffice.ts';
import { treasury } from './treasury.ts';

/** What the staff desk says; customers never fetch it. */
export const desk = { backoffice, treasury };
