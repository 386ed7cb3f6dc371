import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../../platform/http/http.ts';
import type { IdentityContext } from '../deps.ts';
import { createProgramKey } from './add-key.ts';
import { changeKey, revokeOwnKey } from './change-key.ts';
import { listKeys, readOwnKey } from './list-keys.ts';

const ok = (message: string) => ({ status: 'OK' as const, message });

export function addProgramKeyRoutes(http: Http, context: IdentityContext): void {
  http.route(contract.programKeys, async ({ caller }) => ({
    ...ok('API keys'),
    content: await listKeys(context, caller),
  }));
  http.route(contract.addProgramKey, async ({ caller, body }) => ({
    ...ok('API key made'),
    baseDTO: await createProgramKey(context, caller, body),
  }));
  http.route(contract.ownProgramKey, async ({ caller }) => ({
    ...ok('API key'),
    baseDTO: await readOwnKey(context, caller),
  }));
  http.route(contract.changeProgramKey, async ({ caller, params, body }) => ({
    ...ok('API key changed'),
    baseDTO: await changeKey(context, caller, params.id, body),
  }));
  http.route(contract.revokeProgramKey, async ({ caller, params }) => {
    await revokeOwnKey(context, caller, params.id);
    return ok('API key revoked');
  });
}
