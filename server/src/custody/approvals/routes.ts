import { AppError } from '@sarraf/domain';
import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../../platform/http/http.ts';
import type { CustodyContext } from '../deps.ts';
import type { SandboxKeys } from '../ports.ts';
import { listApprovalKeys } from './list-keys.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addApprovalRoutes(http: Http, context: CustodyContext): void {
  http.route(contract.approvalKeys, async ({ caller }) => ({
    ...OK,
    baseDTO: await listApprovalKeys(context, caller.userId),
  }));
}

/** Adds the sandbox endpoint that signs as the caller's security key would. */
export function addSandboxKeyRoutes(http: Http, keys: SandboxKeys): void {
  http.route(contract.sandboxApprovalKey, async ({ caller, body }) => {
    if (!/^[A-Za-z0-9_-]{43}$/.test(body.challenge))
      throw new AppError('BAD_REQUEST', { errors: ['challenge'] });
    return { ...OK, baseDTO: keys.sign(caller.userId, body.challenge) };
  });
}
