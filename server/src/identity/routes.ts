import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import { setPreferences } from './account/set-preferences.ts';
import { signInWithCode } from './codes/check-code.ts';
import { resendCode } from './codes/resend-code.ts';
import type { IdentityContext } from './deps.ts';
import { type Levels, levelDto } from './levels.ts';
import { addChallenge, identifyClient, issueBrowserCookie } from './login/client.ts';
import { logIn } from './login/log-in.ts';
import { logOut } from './login/log-out.ts';
import { register } from './login/register.ts';
import { readLoginOrigin } from './visit.ts';

const ok = (message: string) => ({ status: 'OK' as const, message });
const CODE_SENT = 'Verification Code Sent';

export function addRoutes(http: Http, context: IdentityContext, levels: Levels): void {
  http.route(contract.register, async ({ body, language, ip, request, reply }) => {
    const { email, password, referralCode } = body;
    const registration = { email, password, referralCode, language };
    const client = issueBrowserCookie(context, request, reply);
    const prompt = await register(context, registration, readLoginOrigin(body, ip, client));
    return { ...ok(CODE_SENT), baseDTO: addChallenge(prompt, client) };
  });
  http.route(contract.login, async ({ body, language, ip, request, reply }) => {
    const { email, password } = body;
    const client = issueBrowserCookie(context, request, reply);
    const prompt = await logIn(context, { email, password, language }, readLoginOrigin(body, ip, client));
    return { ...ok(CODE_SENT), baseDTO: addChallenge(prompt, client) };
  });
  http.route(contract.checkOtpCode, async ({ body, language, ip, request }) => {
    const { code, email, mobileNumber, username, remember = false } = body;
    const codeAttempt = { code, who: { email, mobileNumber, username }, remember, language };
    const client = identifyClient(context, request, body.challenge);
    const token = await signInWithCode(context, codeAttempt, readLoginOrigin(body, ip, client));
    request.networkUse?.uncount();
    return { ...ok('signed in'), token };
  });
  http.route(contract.resendOtpCode, async ({ body, query, language, request }) => {
    const identifier = { email: query.email, username: body.username };
    return {
      ...ok(CODE_SENT),
      baseDTO: await resendCode(
        context,
        identifier,
        language,
        identifyClient(context, request, body.challenge),
      ),
    };
  });
  for (const endpoint of [contract.logout, contract.logoutGet]) {
    http.route(endpoint, async ({ caller }) => {
      await logOut(context, caller);
      return ok('signed out');
    });
  }
  http.route(contract.setPreferences, async ({ caller, body }) => ({
    ...ok('OK'),
    baseDTO: await setPreferences(context, caller, body),
  }));
  http.route(contract.accountLevels, async () => levels.listLevels().map(levelDto));
}
