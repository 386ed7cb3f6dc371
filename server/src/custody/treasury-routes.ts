import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../platform/http.ts';
import type { CustodyContext } from './deps.ts';
import { followFork } from './forks.ts';
import { setStop } from './kill-switch.ts';
import { moveToCold } from './treasury-cold.ts';
import { readTreasury } from './treasury-view.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addTreasuryRoutes(http: Http, kit: CustodyContext): void {
  http.route(contract.readTreasury, async ({ caller }) => ({
    ...OK,
    baseDTO: await readTreasury(kit, caller.userId),
  }));
  http.route(contract.setKillSwitch, async ({ caller, body }) => {
    await setStop(kit, caller, body.stopped, body.reason);
    return { ...OK, baseDTO: await readTreasury(kit, caller.userId) };
  });
  http.route(contract.followChain, async ({ caller, params, body }) => {
    await followFork(kit, caller, params.chain, body.reason);
    return { ...OK, baseDTO: await readTreasury(kit, caller.userId) };
  });
  http.route(contract.moveToCold, async ({ caller, body }) => {
    await moveToCold(kit, caller.userId, body);
    return OK;
  });
}
