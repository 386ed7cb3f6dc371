import backoffice from '../../../../messages/web/fa/backoffice.json' with { type: 'json' };
import brandDesk from '../../../../messages/web/fa/brand-desk.json' with { type: 'json' };
import businessDesk from '../../../../messages/web/fa/business-desk.json' with { type: 'json' };
import companyDesk from '../../../../messages/web/fa/company-desk.json' with { type: 'json' };
import contentDesk from '../../../../messages/web/fa/content-desk.json' with { type: 'json' };
import figuresDesk from '../../../../messages/web/fa/figures-desk.json' with { type: 'json' };
import supportDesk from '../../../../messages/web/fa/support-desk.json' with { type: 'json' };
import treasury from '../../../../messages/web/fa/treasury.json' with { type: 'json' };

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
