import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import { beginContactChange } from './account/begin-contact-change.ts';
import { beginTwoStep } from './account/begin-two-step.ts';
import { changeContact } from './account/change-contact.ts';
import { changePassword } from './account/change-password.ts';
import { changeTwoStep } from './account/change-two-step.ts';
import { freezeByLink, freezeOwnAccount } from './account/freeze.ts';
import { lockSettings } from './account/lock-settings.ts';
import { saveMailPhrase } from './account/mail-phrase.ts';
import { resendContactCode } from './account/resend-contact-code.ts';
import { thawOwnAccount } from './account/thaw.ts';
import { renewRecoveryCodes } from './codes/make-recovery-codes.ts';
import { countRecoveryCodes } from './codes/recovery-codes.ts';
import type { IdentityContext } from './deps.ts';
import { checkResetCode } from './login/check-reset-code.ts';
import { addChallenge, identifyClient, issueBrowserCookie } from './login/client.ts';
import { sendPasswordResetCode } from './login/forget-password.ts';
import { resetPassword } from './login/reset-password.ts';
import { beginStepUp, stepUp } from './sessions/step-up.ts';

const ok = (message: string) => ({ status: 'OK' as const, message });
const CODE_SENT = 'Verification Code Sent';

/** Registers the endpoints by which owners change what protects their account. */
export function addAccessRoutes(http: Http, context: IdentityContext): void {
  addStepUpRoutes(http, context);
  addTwoStepRoutes(http, context);
  addPasswordRoutes(http, context);
  addContactRoutes(http, context);
  addFreezeRoutes(http, context);
}

function addFreezeRoutes(http: Http, context: IdentityContext): void {
  http.route(contract.freezeByLink, async ({ body }) => {
    await freezeByLink(context, body.token);
    return ok('account frozen');
  });
  http.route(contract.freezeOwnAccount, async ({ caller }) => {
    await freezeOwnAccount(context, caller);
    return ok('account frozen');
  });
  http.route(contract.lockSettings, async ({ caller, body }) => {
    const lockedUntil = await lockSettings(context, caller, body.days);
    return { ...ok('settings locked'), baseDTO: { lockedUntilDateTime: lockedUntil.toISOString() } };
  });
  http.route(contract.saveMailPhrase, async ({ caller, body }) => {
    await saveMailPhrase(context, caller, body.phrase);
    return ok('OK');
  });
  http.route(contract.thawOwnAccount, async ({ caller, body, language }) => {
    const { thawsAt, ...prompt } = await thawOwnAccount(context, caller, body.code, language);
    return { ...ok('OK'), baseDTO: { ...prompt, thawsAtDateTime: thawsAt?.toISOString() ?? null } };
  });
}

function addStepUpRoutes(http: Http, context: IdentityContext): void {
  http.route(contract.sendStepUpCode, async ({ caller, body, language }) => ({
    ...ok(CODE_SENT),
    baseDTO: await beginStepUp(context, caller, language, body.change),
  }));
  http.route(contract.stepUp, async ({ caller, body }) => ({
    ...ok('session confirmed'),
    token: await stepUp(context, caller, body),
  }));
}

function addTwoStepRoutes(http: Http, context: IdentityContext): void {
  http.route(contract.sendVerificationCode, async ({ caller, query, language }) => ({
    ...ok(CODE_SENT),
    baseDTO: await beginTwoStep(context, caller, query.twoStepAuthorization, language),
  }));
  http.route(contract.completeTwoStepChange, async ({ caller, query }) => ({
    ...ok('two-step method changed'),
    baseDTO: await changeTwoStep(context, caller, query.twoStepAuthorization, query.code),
  }));
  http.route(contract.recoveryCodes, async ({ caller }) => ({
    ...ok('recovery codes'),
    baseDTO: { remaining: await countRecoveryCodes(context.db, caller.userId) },
  }));
  http.route(contract.renewRecoveryCodes, async ({ caller }) => ({
    ...ok('recovery codes made'),
    content: await renewRecoveryCodes(context, caller),
  }));
}

function addPasswordRoutes(http: Http, context: IdentityContext): void {
  http.route(contract.changePassword, async ({ caller, body }) => {
    await changePassword(context, caller, body);
    return ok('password changed successfully');
  });
  http.route(contract.sendPasswordResetCode, async ({ body, language, request, reply }) => {
    const client = issueBrowserCookie(context, request, reply);
    const prompt = await sendPasswordResetCode(
      context,
      body,
      body.authenticationType ?? 'EMAIL',
      language,
      client,
    );
    return { ...ok('code sent successfully.'), baseDTO: addChallenge(prompt, client) };
  });
  http.route(contract.checkResetCode, async ({ body, request }) => {
    const requester = { who: body, client: identifyClient(context, request, body.challenge) };
    const ticket = await checkResetCode(context, requester, body.code);
    request.networkUse?.uncount();
    return { ...ok('code accepted'), baseDTO: { ticket } };
  });
  http.route(contract.resetPassword, async ({ body, request, ip }) => {
    await resetPassword(context, body, body, {
      client: identifyClient(context, request, body.challenge),
      ip,
    });
    request.networkUse?.uncount();
    return ok('password reset successfully');
  });
}

function addContactRoutes(http: Http, context: IdentityContext): void {
  http.route(contract.changeEmail, async ({ caller, body, language }) => {
    const values = { oldValue: body.oldEmail, newValue: body.newEmail };
    return {
      ...ok(CODE_SENT),
      baseDTO: await beginContactChange(context, caller, 'EMAIL', values, language),
    };
  });
  http.route(contract.changeMobile, async ({ caller, body, language }) => {
    const values = { oldValue: body.oldMobileNumber, newValue: body.newMobileNumber };
    return {
      ...ok(CODE_SENT),
      baseDTO: await beginContactChange(context, caller, 'MOBILE', values, language),
    };
  });
  http.route(contract.resendEmailOtp, async ({ caller, language }) => ({
    ...ok(CODE_SENT),
    baseDTO: await resendContactCode(context, caller, 'EMAIL', language),
  }));
  http.route(contract.resendMobileOtp, async ({ caller, language }) => ({
    ...ok(CODE_SENT),
    baseDTO: await resendContactCode(context, caller, 'MOBILE', language),
  }));
  http.route(contract.completeEmailChange, async ({ caller, body }) => {
    await changeContact(context, caller, 'EMAIL', body.otp);
    return ok('email changed');
  });
  http.route(contract.completeMobileChange, async ({ caller, body }) => {
    await changeContact(context, caller, 'MOBILE', body.otp);
    return ok('mobile changed');
  });
}
