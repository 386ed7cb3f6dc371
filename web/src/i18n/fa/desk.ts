import { backoffice } from './backoffice.ts';

/** What the staff desk says; customers never fetch it. */
export const desk = { backoffice };
