import backoffice from '../../../../../messages/web/en/backoffice.json' with { type: 'json' };
import businessRows from '../../../../../messages/web/en/business-rows.json' with { type: 'json' };
import staffAlarms from '../../../../../messages/web/en/staff-alarms.json' with { type: 'json' };
import staffBrand from '../../../../../messages/web/en/staff-brand.json' with { type: 'json' };
import staffCompanies from '../../../../../messages/web/en/staff-companies.json' with { type: 'json' };
import staffContent from '../../../../../messages/web/en/staff-content.json' with { type: 'json' };
import staffFigures from '../../../../../messages/web/en/staff-figures.json' with { type: 'json' };
import staffLaws from '../../../../../messages/web/en/staff-laws.json' with { type: 'json' };
import staffOperations from '../../../../../messages/web/en/staff-operations.json' with { type: 'json' };
import staffSupport from '../../../../../messages/web/en/staff-support.json' with { type: 'json' };
import treasury from '../../../../../messages/web/en/treasury.json' with { type: 'json' };
import type { StaffMessages } from '../fa/index.ts';

export const staff: StaffMessages = {
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
