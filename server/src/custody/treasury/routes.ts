import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../../platform/http/http.ts';
import type { CustodyContext } from '../deps.ts';
import { acceptFork } from '../scanning/forks.ts';
import { changeKillSwitch } from '../sending/kill-switch.ts';
import { moveToColdAddress } from './cold.ts';
import { readTreasury } from './view.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addTreasuryRoutes(http: Http, context: CustodyContext): void {
  http.route(contract.readTreasury, async ({ caller }) => ({
    ...OK,
    baseDTO: await readTreasury(context, caller.userId),
  }));
  http.route(contract.setKillSwitch, async ({ caller, body }) => {
    await changeKillSwitch(context, caller, body.stopped, body.reason);
    return { ...OK, baseDTO: await readTreasury(context, caller.userId) };
  });
  http.route(contract.acceptFork, async ({ caller, params, body }) => {
    await acceptFork(context, caller, params.chain, body.reason);
    return { ...OK, baseDTO: await readTreasury(context, caller.userId) };
  });
  http.route(contract.moveToColdAddress, async ({ caller, body }) => {
    await moveToColdAddress(context, caller.userId, body);
    return OK;
  });
}
