import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../../platform/http/http.ts';
import type { CompanyContext } from '../deps.ts';
import { getOrCreateOwnCompany } from '../own-company.ts';
import { OK } from '../routes.ts';
import { getCompanyOfKey, setKeyPermissions } from '../webhooks/keys.ts';
import { approvalRuleDto, setApprovalRule } from './approval-rule.ts';
import { approveInstruction, refuseInstruction } from './decide-instruction.ts';
import { readInstruction, readInstructionPage } from './instruction-view.ts';
import { requestInstruction } from './request-instruction.ts';

/** Adds the endpoints for programs' instructions about money, and for the owner's decisions about them. */
export function addInstructionRoutes(http: Http, context: CompanyContext): void {
  http.route(contract.apiRefund, async ({ token, body, idempotency }) => ({
    ...OK,
    baseDTO: await requestInstruction(context, { token, kind: 'REFUND', ...body, idempotency }),
  }));
  http.route(contract.apiSettle, async ({ token, body, idempotency }) => ({
    ...OK,
    baseDTO: await requestInstruction(context, {
      token,
      kind: 'SETTLE',
      paymentId: null,
      ...body,
      idempotency,
    }),
  }));
  http.route(contract.apiInstruction, async ({ token, params }) => ({
    ...OK,
    baseDTO: await readInstruction(context, await getCompanyOfKey(context, token), params.id),
  }));
  http.route(contract.instructions, async ({ caller, query }) => ({
    ...OK,
    ...(await readInstructionPage(context, await getOrCreateOwnCompany(context, caller), query)),
  }));
  http.route(contract.approveInstruction, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await approveInstruction(context, caller, params.id),
  }));
  http.route(contract.refuseInstruction, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await refuseInstruction(context, caller, params.id),
  }));
  http.route(contract.approvalRule, async ({ caller }) => ({
    ...OK,
    baseDTO: approvalRuleDto(await getOrCreateOwnCompany(context, caller)),
  }));
  http.route(contract.saveApprovalRule, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await setApprovalRule(context, caller, body, { freely: false }),
  }));
  http.route(contract.tightenApprovalRule, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await setApprovalRule(context, caller, body, { freely: true }),
  }));
  http.route(contract.saveKeyPermissions, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await setKeyPermissions(context, caller, params.id, body.permissions),
  }));
}
