import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../../platform/http/http.ts';
import type { IdentityContext } from '../deps.ts';
import { identifyClient, issueBrowserCookie } from '../login/client.ts';
import { readLoginOrigin } from '../visit.ts';
import { addPasskey, beginPasskey } from './add-passkey.ts';
import { removePasskey, renamePasskey } from './change-passkey.ts';
import { createSignInChallenge, createStepUpChallenge } from './create-challenge.ts';
import { listPasskeys } from './list-passkeys.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';

const ok = (message: string) => ({ status: 'OK' as const, message });

export function addPasskeyRoutes(http: Http, context: IdentityContext): void {
  addOwnRoutes(http, context);
  http.route(contract.createSignInChallenge, async ({ body, request, reply }) => ({
    ...ok('challenge'),
    baseDTO: await createSignInChallenge(context, body.email, issueBrowserCookie(context, request, reply)),
  }));
  http.route(contract.signInWithPasskey, async ({ body, language, ip, request }) => {
    const { passkey, email, remember = false } = body;
    const loginOrigin = readLoginOrigin(body, ip, identifyClient(context, request));
    const token = await signInWithPasskey(context, { passkey, email, remember, language }, loginOrigin);
    request.networkUse?.uncount();
    return { ...ok('signed in'), token };
  });
  http.route(contract.createStepUpChallenge, async ({ caller }) => ({
    ...ok('challenge'),
    baseDTO: await createStepUpChallenge(context, caller),
  }));
}

function addOwnRoutes(http: Http, context: IdentityContext): void {
  http.route(contract.passkeys, async ({ caller }) => ({
    ...ok('passkeys'),
    content: await listPasskeys(context, caller),
  }));
  http.route(contract.beginPasskey, async ({ caller }) => ({
    ...ok('challenge'),
    baseDTO: await beginPasskey(context, caller),
  }));
  http.route(contract.addPasskey, async ({ caller, body }) => ({
    ...ok('passkey added'),
    baseDTO: await addPasskey(context, caller, body),
  }));
  http.route(contract.renamePasskey, async ({ caller, params, body }) => {
    await renamePasskey(context, caller, params.id, body.name);
    return ok('passkey renamed');
  });
  http.route(contract.removePasskey, async ({ caller, params }) => {
    await removePasskey(context, caller, params.id);
    return ok('passkey removed');
  });
}
