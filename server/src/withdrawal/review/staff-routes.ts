import {
  withdrawalApproval as approvalContract,
  approveWithdrawal as approveContract,
  refuseWithdrawal as refuseContract,
  staffWithdrawals,
} from '@sarraf/domain/contracts';
import type { Http } from '../../platform/http/http.ts';
import type { WithdrawalContext } from '../deps.ts';
import { approveWithdrawal, requestSignature } from './approve-withdrawal.ts';
import { listWithdrawalsForStaff } from './list-for-staff.ts';
import { refuseWithdrawal } from './refuse-withdrawal.ts';

const toOkReply = <T>(baseDTO: T) => ({ status: 'OK' as const, message: 'OK', baseDTO });

export function addWithdrawalStaffRoutes(http: Http, context: WithdrawalContext): void {
  http.route(staffWithdrawals, ({ caller, query }) => listWithdrawalsForStaff(context, caller.userId, query));

  http.route(approvalContract, async ({ caller, params }) =>
    toOkReply(await requestSignature(context, caller.userId, params.id)),
  );

  http.route(approveContract, async ({ caller, params, body }) =>
    toOkReply(await approveWithdrawal(context, caller.userId, params.id, body.assertion)),
  );

  http.route(refuseContract, async ({ caller, params, body }) =>
    toOkReply(await refuseWithdrawal(context, caller.userId, params.id, body.reason)),
  );
}
