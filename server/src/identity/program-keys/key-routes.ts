import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../../platform/http/http.ts';
import type { IdentityContext } from '../deps.ts';
import { makeProgramKey } from './add-key.ts';
import { changeKey, endProgramKey } from './change-key.ts';
import { listKeys, ownKey } from './list-keys.ts';

const ok = (message: string) => ({ status: 'OK' as const, message });

export function addProgramKeyRoutes(http: Http, context: IdentityContext): void {
  http.route(contract.programKeys, async ({ caller }) => ({
    ...ok('API keys'),
    content: await listKeys(context, caller),
  }));
  http.route(contract.addProgramKey, async ({ caller, body }) => ({
    ...ok('API key made'),
    baseDTO: await makeProgramKey(context, caller, body),
  }));
  http.route(contract.ownProgramKey, async ({ caller }) => ({
    ...ok('API key'),
    baseDTO: await ownKey(context, caller),
  }));
  http.route(contract.changeProgramKey, async ({ caller, params, body }) => ({
    ...ok('API key changed'),
    baseDTO: await changeKey(context, caller, params.id, body),
  }));
  http.route(contract.revokeProgramKey, async ({ caller, params }) => {
    await endProgramKey(context, caller, params.id);
    return ok('API key revoked');
  });
}
