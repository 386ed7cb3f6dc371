import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import type { CompanyContext } from './deps.ts';
import { readStaffPaymentPage } from './payments/payment-view.ts';
import { decideRefund, proposeStaffRefund, readRefundPage } from './payments/refunds.ts';
import { OK } from './routes.ts';
import { readSettlementPage } from './settlements/settlement-view.ts';
import { blockCompany, readCompany, readCompanyAudited, readCompanyPage } from './staff.ts';

export function addCompanyStaffRoutes(http: Http, context: CompanyContext): void {
  http.route(contract.staffCompanies, async ({ caller, query }) => ({
    ...OK,
    ...(await readCompanyPage(context, caller.userId, query)),
  }));
  http.route(contract.staffCompany, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await readCompany(context, caller.userId, params.id),
  }));
  http.route(contract.staffCompanyPayments, async ({ caller, params, query }) => {
    const { id } = await readCompanyAudited(context, caller.userId, params.id);
    return { ...OK, ...(await readStaffPaymentPage(context, id, query)) };
  });
  http.route(contract.staffCompanySettlements, async ({ caller, params, query }) => ({
    ...OK,
    ...(await readSettlementPage(
      context,
      await readCompanyAudited(context, caller.userId, params.id),
      query,
    )),
  }));
  http.route(contract.blockCompany, async ({ caller, params, body }) => {
    await blockCompany(context, caller.userId, params.id, { blocked: true, reason: body.reason });
    return OK;
  });
  http.route(contract.unblockCompany, async ({ caller, params, body }) => {
    await blockCompany(context, caller.userId, params.id, { blocked: false, reason: body.reason });
    return OK;
  });
  http.route(contract.companyRefunds, async ({ query }) => ({
    ...OK,
    ...(await readRefundPage(context, query)),
  }));
  http.route(contract.proposeCompanyRefund, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await proposeStaffRefund(context, caller.userId, params.id, body.reason),
  }));
  http.route(contract.decideCompanyRefund, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await decideRefund(context, caller.userId, params.id, body),
  }));
}
