import backoffice from '../../../../messages/web/en/backoffice.json' with { type: 'json' };
import brandDesk from '../../../../messages/web/en/brand-desk.json' with { type: 'json' };
import businessDesk from '../../../../messages/web/en/business-desk.json' with { type: 'json' };
import companyDesk from '../../../../messages/web/en/company-desk.json' with { type: 'json' };
import contentDesk from '../../../../messages/web/en/content-desk.json' with { type: 'json' };
import figuresDesk from '../../../../messages/web/en/figures-desk.json' with { type: 'json' };
import supportDesk from '../../../../messages/web/en/support-desk.json' with { type: 'json' };
import treasury from '../../../../messages/web/en/treasury.json' with { type: 'json' };
import type { Desk } from '../fa/index.ts';

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
