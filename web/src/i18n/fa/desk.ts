import { backoffice } from './backoffice.ts';
import { brandDesk } from './brand-desk.ts';
import { businessDesk } from './business-desk.ts';
import { companyDesk } from './company-desk.ts';
import { contentDesk } from './content-desk.ts';
import { figuresDesk } from './figures-desk.ts';
import { supportDesk } from './support-desk.ts';
import { treasury } from './treasury.ts';

/** What the staff desk says; customers never fetch it. */
export const desk = {
  backoffice,
  treasury,
  contentDesk,
  supportDesk,
  brandDesk,
  companyDesk,
  businessDesk,
  figuresDesk,
};
