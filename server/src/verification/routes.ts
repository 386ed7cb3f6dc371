import { AppError } from '@sarraf/domain';
import * as contract from '@sarraf/domain/contracts';
import type { FastifyReply } from 'fastify';
import type { Http } from '../platform/http/http.ts';
import { listVerifiedCards } from './bank-accounts.ts';
import { deleteCardPrefix, listCardPrefixes, saveCardPrefix } from './card-prefixes.ts';
import { applyForCompany } from './company-applications/apply-for-company.ts';
import { readCompanyApplication } from './company-applications/read-company-application.ts';
import { withdrawCompanyApplication } from './company-applications/withdraw-company-application.ts';
import { checkConsentCode } from './consent/check-consent-code.ts';
import { sendConsentCode } from './consent/send-consent-code.ts';
import { COUNTRIES } from './countries.ts';
import type { VerificationContext } from './deps.ts';
import { readOwnDocument } from './documents/read-document.ts';
import { uploadDocument } from './documents/upload-document.ts';
import { PROVINCES } from './provinces.ts';
import { readAccount } from './read-account.ts';
import { authorizeInSandbox } from './sandbox-people.ts';
import { setCountry } from './set-country.ts';
import { submitAccount } from './submit-account.ts';

const ok = (message: string) => ({ status: 'OK' as const, message });

export function addRoutes(http: Http, context: VerificationContext): void {
  addAccountRoutes(http, context);
  addCompanyRoutes(http, context);
  addListRoutes(http, context);
  addProviderRoutes(http, context);
  http.route(contract.sandboxAuthorize, async ({ caller }) => {
    await authorizeInSandbox(context, caller.userId);
    return ok('authorised');
  });
  http.route(contract.sandboxScenario, async ({ body, caller }) => {
    if (!context.config.sandbox || !context.chooseScenario) throw new AppError('NOT_FOUND');
    await context.chooseScenario(caller.userId, body.scenario);
    return ok('chosen');
  });
}

function addAccountRoutes(http: Http, context: VerificationContext): void {
  const readOwnAccount = (userId: string, images = true) =>
    readAccount(context, userId, { full: false, images });
  http.route(contract.account, async ({ caller, query }) => ({
    ...ok('account'),
    baseDTO: await readOwnAccount(caller.userId, query.imageNeeded),
  }));
  http.route(contract.createAccount, async ({ body, caller, files }) => {
    const message = await submitAccount(context, caller.userId, body, files, true);
    return { ...ok(message), baseDTO: await readOwnAccount(caller.userId) };
  });
  http.route(contract.updateAccount, async ({ body, caller }) => {
    const message = await submitAccount(context, caller.userId, body, {}, false);
    return { ...ok(message), baseDTO: await readOwnAccount(caller.userId) };
  });
  http.route(contract.uploadDocument, async ({ caller, files, params }) => ({
    ...ok('document kept'),
    baseDTO: { id: await uploadDocument(context, caller.userId, params.document, files.file) },
  }));
  http.route(contract.readDocument, async ({ caller, params, reply }) =>
    sendImage(reply, await readOwnDocument(context, caller.userId, params.document)),
  );
  http.route(contract.setCountry, async ({ body, caller }) => {
    await setCountry(context, caller.userId, body.countryName);
    return ok('country saved');
  });
  http.route(contract.verifiedBankAccounts, async ({ caller }) => ({
    ...ok('verified bank accounts'),
    content: await listVerifiedCards(context.db, caller.userId),
  }));
}

function addCompanyRoutes(http: Http, context: VerificationContext): void {
  http.route(contract.companyApplication, async ({ caller }) => ({
    ...ok('company application'),
    baseDTO: await readCompanyApplication(context, caller.userId),
  }));
  http.route(contract.applyForCompany, async ({ body, caller, files }) => ({
    ...ok('company application saved'),
    baseDTO: await applyForCompany(context, caller.userId, body, files),
  }));
  http.route(contract.withdrawCompanyApplication, async ({ caller }) => {
    await withdrawCompanyApplication(context, caller.userId);
    return ok('company application withdrawn');
  });
}

/** To be downloaded, never executed or sniffed by a browser, and not cached on the way. */
const sendImage = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  reply
    .type('image/jpeg')
    .header('content-disposition', 'attachment; filename="document.jpg"')
    .header('x-content-type-options', 'nosniff')
    .send(bytes);

function addListRoutes(http: Http, context: VerificationContext): void {
  http.route(contract.idFormatTypes, () => [...contract.ID_FORMATS]);
  http.route(contract.countries, () => [...COUNTRIES]);
  http.route(contract.provinces, () => [...PROVINCES]);
  http.route(contract.cardPrefixes, () => listCardPrefixes(context.db));
  http.route(contract.saveCardPrefix, async ({ body, caller }) => {
    await saveCardPrefix(context, caller.userId, body);
    return ok('saved');
  });
  http.route(contract.removeCardPrefix, async ({ caller, params }) => {
    await deleteCardPrefix(context, caller.userId, params.prefix);
    return ok('removed');
  });
}

/** The specification's GETs change state; they require the Authorization header like the corresponding POSTs. */
function addProviderRoutes(http: Http, context: VerificationContext): void {
  const sendCode = async (userId: string, email: string | undefined) => ({
    ...ok('code sent'),
    baseDTO: await sendConsentCode(context, userId, email),
  });
  const checkCode = async (userId: string, { otp, email }: { otp: string; email?: string }) => {
    await checkConsentCode(context, userId, otp, email);
    return ok('identity confirmed');
  };
  http.route(contract.sendProviderSms, ({ body, caller }) => sendCode(caller.userId, body.email));
  http.route(contract.sendProviderSmsGet, ({ caller, query }) => sendCode(caller.userId, query.email));
  http.route(contract.checkProviderOtp, ({ body, caller }) => checkCode(caller.userId, body));
  http.route(contract.checkProviderOtpGet, ({ caller, query }) => checkCode(caller.userId, query));
}
