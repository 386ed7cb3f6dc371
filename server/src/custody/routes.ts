import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import type { ShowAddress } from './addresses/addresses.ts';
import { retireAddress } from './addresses/retire-address.ts';
import { checkForDeposit } from './deposits/check-deposit.ts';
import { closeUnclaimedDeposits } from './deposits/close-unclaimed.ts';
import { decideUnclaimedDeposit } from './deposits/decide-unclaimed.ts';
import { listUnclaimed } from './deposits/list-unclaimed.ts';
import type { CustodyContext } from './deps.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addRoutes(http: Http, context: CustodyContext, showAddress: ShowAddress): void {
  http.route(contract.walletAddress, async ({ caller, query }) => ({
    ...OK,
    baseDTO: await showAddress(caller.userId, query),
  }));

  http.route(contract.checkDeposit, async ({ caller, query }) => ({
    ...OK,
    baseDTO: await checkForDeposit(context, caller.userId, query),
  }));

  http.route(contract.unclaimedDeposits, async ({ caller, query }) => ({
    ...OK,
    ...(await listUnclaimed(context, caller.userId, query)),
  }));

  http.route(contract.closeUnclaimedDeposits, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await closeUnclaimedDeposits(context, caller.userId, body),
  }));

  http.route(contract.retireAddress, async ({ caller, params, body }) => {
    await retireAddress(context, caller.userId, params.id, body);
    return OK;
  });

  http.route(contract.decideUnclaimedDeposit, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await decideUnclaimedDeposit(context, caller.userId, params.id, body),
  }));
}
