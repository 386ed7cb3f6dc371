import { Refusal } from '@sarraf/domain';
import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../platform/http.ts';
import { listVerifiedCards } from './bank-accounts.ts';
import { checkCode } from './check-code.ts';
import type { Kit } from './deps.ts';
import { type Levels, shownLevel } from './levels.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { readAccount } from './read-account.ts';
import { register } from './register.ts';
import { resendCode } from './resend-code.ts';
import { authorizeInSandbox } from './sandbox-people.ts';
import { visitOf } from './send-code.ts';

const ok = (message: string) => ({ status: 'OK' as const, message });
const CODE_SENT = 'Verification Code Sent';

export function addRoutes(http: Http, kit: Kit, levels: Levels): void {
  http.route(contract.register, async ({ body, language }) => {
    const { email, password, referralCode } = body;
    return { ...ok(CODE_SENT), baseDTO: await register(kit, { email, password, referralCode, language }) };
  });
  http.route(contract.login, async ({ body, language, ip }) => {
    const { email, password } = body;
    return { ...ok(CODE_SENT), baseDTO: await logIn(kit, { email, password, language }, visitOf(body, ip)) };
  });
  http.route(contract.checkOtpCode, async ({ body, ip }) => {
    const guess = {
      code: body.code,
      email: addressOf(body.email, body.username),
      remember: body.remember ?? false,
    };
    return { ...ok('signed in'), token: await checkCode(kit, guess, visitOf(body, ip)) };
  });
  http.route(contract.resendOtpCode, async ({ body, query, language }) => {
    const email = addressOf(query.email, body.username);
    return { ...ok(CODE_SENT), baseDTO: await resendCode(kit, email, language) };
  });
  for (const endpoint of [contract.logout, contract.logoutGet]) {
    http.route(endpoint, async ({ caller }) => {
      await logOut(kit, caller);
      return ok('signed out');
    });
  }
  http.route(contract.account, async ({ caller }) => ({
    ...ok('account'),
    baseDTO: await readAccount(kit, levels, caller.userId),
  }));
  http.route(contract.accountLevels, async () => levels.all().map(shownLevel));
  http.route(contract.verifiedBankAccounts, async ({ caller }) => ({
    ...ok('verified bank accounts'),
    content: await listVerifiedCards(kit.db, caller.userId),
  }));
  http.route(contract.sandboxAuthorize, async ({ caller }) => {
    await authorizeInSandbox(kit, caller.userId);
    return ok('authorised');
  });
}

/** The web names the address in one of two fields. BAD_REQUEST: in neither. */
function addressOf(...given: (string | undefined)[]): string {
  const email = given.find((text) => text !== undefined && text !== '');
  if (email === undefined) throw new Refusal('BAD_REQUEST', { errors: ['email'] });
  return email;
}
