import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../platform/http.ts';
import { beginContactChange } from './begin-contact-change.ts';
import { beginTwoStep } from './begin-two-step.ts';
import { changeContact } from './change-contact.ts';
import { changePassword } from './change-password.ts';
import { changeTwoStep } from './change-two-step.ts';
import { checkResetCode } from './check-reset-code.ts';
import type { IdentityContext } from './deps.ts';
import { forgetPassword } from './forget-password.ts';
import { makeRecoveryCodes } from './make-recovery-codes.ts';
import { countRecoveryCodes } from './recovery-codes.ts';
import { resendContactCode } from './resend-contact-code.ts';
import { resetPassword } from './reset-password.ts';
import { beginStepUp, stepUp } from './step-up.ts';

const ok = (message: string) => ({ status: 'OK' as const, message });
const CODE_SENT = 'Verification Code Sent';

/** What protects an account, changed by its owner. */
export function addAccessRoutes(http: Http, kit: IdentityContext): void {
  addStepUpRoutes(http, kit);
  addTwoStepRoutes(http, kit);
  addPasswordRoutes(http, kit);
  addContactRoutes(http, kit);
}

function addStepUpRoutes(http: Http, kit: IdentityContext): void {
  http.route(contract.sendStepUpCode, async ({ caller, language }) => ({
    ...ok(CODE_SENT),
    baseDTO: await beginStepUp(kit, caller, language),
  }));
  http.route(contract.stepUp, async ({ caller, body }) => ({
    ...ok('session confirmed'),
    token: await stepUp(kit, caller, body),
  }));
}

function addTwoStepRoutes(http: Http, kit: IdentityContext): void {
  http.route(contract.sendVerificationCode, async ({ caller, query, language }) => ({
    ...ok(CODE_SENT),
    baseDTO: await beginTwoStep(kit, caller, query.twoStepAuthorization, language),
  }));
  http.route(contract.changeOtp, async ({ caller, query }) => ({
    ...ok('two-step method changed'),
    baseDTO: await changeTwoStep(kit, caller, query.twoStepAuthorization, query.code),
  }));
  http.route(contract.recoveryCodes, async ({ caller }) => ({
    ...ok('recovery codes'),
    baseDTO: { remaining: await countRecoveryCodes(kit.db, caller.userId) },
  }));
  http.route(contract.makeRecoveryCodes, async ({ caller }) => ({
    ...ok('recovery codes made'),
    content: await makeRecoveryCodes(kit, caller),
  }));
}

function addPasswordRoutes(http: Http, kit: IdentityContext): void {
  http.route(contract.changePassword, async ({ caller, body }) => {
    await changePassword(kit, caller, body);
    return ok('password changed successfully');
  });
  http.route(contract.forgetPassword, async ({ body, language }) => ({
    ...ok('code sent successfully.'),
    baseDTO: await forgetPassword(kit, body, body.authenticationType ?? 'EMAIL', language),
  }));
  http.route(contract.checkResetCode, async ({ body }) => ({
    ...ok('code accepted'),
    baseDTO: { ticket: await checkResetCode(kit, body, body.code) },
  }));
  http.route(contract.resetPassword, async ({ body }) => {
    await resetPassword(kit, body, body);
    return ok('password reset successfully');
  });
}

function addContactRoutes(http: Http, kit: IdentityContext): void {
  http.route(contract.changeEmail, async ({ caller, body, language }) => {
    const values = { oldValue: body.oldEmail, newValue: body.newEmail };
    return { ...ok(CODE_SENT), baseDTO: await beginContactChange(kit, caller, 'EMAIL', values, language) };
  });
  http.route(contract.changeMobile, async ({ caller, body, language }) => {
    const values = { oldValue: body.oldMobileNumber, newValue: body.newMobileNumber };
    return { ...ok(CODE_SENT), baseDTO: await beginContactChange(kit, caller, 'MOBILE', values, language) };
  });
  http.route(contract.resendEmailOtp, async ({ caller, language }) => ({
    ...ok(CODE_SENT),
    baseDTO: await resendContactCode(kit, caller, 'EMAIL', language),
  }));
  http.route(contract.resendMobileOtp, async ({ caller, language }) => ({
    ...ok(CODE_SENT),
    baseDTO: await resendContactCode(kit, caller, 'MOBILE', language),
  }));
  http.route(contract.changeEmailOtp, async ({ caller, body }) => {
    await changeContact(kit, caller, 'EMAIL', body.otp);
    return ok('email changed');
  });
  http.route(contract.changeMobileOtp, async ({ caller, body }) => {
    await changeContact(kit, caller, 'MOBILE', body.otp);
    return ok('mobile changed');
  });
}
