import type { Desk } from '../fa/index.ts';
import { backoffice } from './backoffice.ts';
import { brandDesk } from './brand-desk.ts';
import { businessDesk } from './business-desk.ts';
import { companyDesk } from './company-desk.ts';
import { contentDesk } from './content-desk.ts';
import { figuresDesk } from './figures-desk.ts';
import { supportDesk } from './support-desk.ts';
import { treasury } from './treasury.ts';

export const desk: Desk = {
  backoffice,
  treasury,
  contentDesk,
  supportDesk,
  brandDesk,
  companyDesk,
  businessDesk,
  figuresDesk,
};
