import backoffice from '../../../../../messages/web/fa/backoffice.json' with { type: 'json' };
import businessRows from '../../../../../messages/web/fa/business-rows.json' with { type: 'json' };
import staffAlarms from '../../../../../messages/web/fa/staff-alarms.json' with { type: 'json' };
import staffBrand from '../../../../../messages/web/fa/staff-brand.json' with { type: 'json' };
import staffCompanies from '../../../../../messages/web/fa/staff-companies.json' with { type: 'json' };
import staffContent from '../../../../../messages/web/fa/staff-content.json' with { type: 'json' };
import staffFigures from '../../../../../messages/web/fa/staff-figures.json' with { type: 'json' };
import staffLaws from '../../../../../messages/web/fa/staff-laws.json' with { type: 'json' };
import staffOperations from '../../../../../messages/web/fa/staff-operations.json' with { type: 'json' };
import staffSupport from '../../../../../messages/web/fa/staff-support.json' with { type: 'json' };
import treasury from '../../../../../messages/web/fa/treasury.json' with { type: 'json' };

/** Texts of the back office; customers never load them. */
export const staff = {
  backoffice,
  treasury,
  staffContent,
  staffSupport,
  staffAlarms,
  staffBrand,
  staffLaws,
  staffOperations,
  staffCompanies,
  businessRows,
  staffFigures,
};
