import * as contract from '@sarraf/domain/contracts';
import { sendTable } from '../platform/files/table-file.ts';
import type { Http } from '../platform/http/http.ts';
import { companyDto } from './company-view.ts';
import type { CompanyContext } from './deps.ts';
import { deleteStoreLogo, readLogo, saveStoreLogo } from './logos.ts';
import { getOrCreateOwnCompany } from './own-company.ts';
import { pauseCompany } from './pause-company.ts';
import { collectReceipts } from './payments/collect-receipts.ts';
import { beginCompanyPayment, readCompanyReceipt, readPublicCompany } from './payments/pay-company.ts';
import { readCompanyPayment, readPaymentPage } from './payments/payment-view.ts';
import { cancelRequest, createRequest, readRequest, readRequestPage } from './payments/requests.ts';
import { cancelAddressChange, saveCompany, sendCompanyCode } from './save-company.ts';
import { simulateSettlement } from './settlements/dry-run.ts';
import { moveCoinsToWallet } from './settlements/move-coins-to-wallet.ts';
import { readSettlement, readSettlementPage } from './settlements/settlement-view.ts';
import { buildSettlementTable } from './settlements/statement.ts';
import { addKey, getCompanyOfKey, listKeyDtos, revokeKey } from './webhooks/keys.ts';
import { replaceSecret } from './webhooks/webhook-secrets.ts';
import {
  changeWebhook,
  readDeliveries,
  readEventPage,
  readWebhook,
  resendEvent,
  sendTestEvent,
} from './webhooks/webhooks.ts';

const YEAR = 31_536_000;
export const OK = { status: 'OK', message: 'OK' } as const;

/** Adds the store owner's endpoints. */
export function addOwnerRoutes(http: Http, context: CompanyContext): void {
  http.route(contract.company, async ({ caller }) => ({
    ...OK,
    baseDTO: await companyDto(context, await getOrCreateOwnCompany(context, caller)),
  }));
  http.route(contract.sendCompanyCode, async ({ caller, body, language }) => ({
    ...OK,
    baseDTO: await sendCompanyCode(context, caller, body, language),
  }));
  http.route(contract.saveCompany, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await saveCompany(context, caller, body),
  }));
  http.route(contract.undoCompanyChange, async ({ caller }) => ({
    ...OK,
    baseDTO: await cancelAddressChange(context, caller),
  }));
  http.route(contract.pauseCompany, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await pauseCompany(context, caller, body.paused),
  }));
  http.route(contract.saveStoreLogo, async ({ caller, files }) => ({
    ...OK,
    baseDTO: await saveStoreLogo(context, caller, files.logo),
  }));
  http.route(contract.removeStoreLogo, async ({ caller }) => ({
    ...OK,
    baseDTO: await deleteStoreLogo(context, caller),
  }));
  http.route(contract.simulateSettlement, async ({ caller, query }) => ({
    ...OK,
    baseDTO: await simulateSettlement(context, caller, query),
  }));
  http.route(contract.moveReceiptsToWallet, async ({ caller }) => ({
    ...OK,
    baseDTO: await collectReceipts(context, caller),
  }));
  http.route(contract.settlements, async ({ caller, query }) => ({
    ...OK,
    ...(await readSettlementPage(context, await getOrCreateOwnCompany(context, caller), query)),
  }));
  http.route(contract.settlement, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await readSettlement(context, await getOrCreateOwnCompany(context, caller), params.id),
  }));
  http.route(contract.moveCoinsToWallet, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await moveCoinsToWallet(context, caller, params.id),
  }));
  http.route(contract.settlementStatement, async ({ caller, params, query, reply }) => {
    const table = await buildSettlementTable(
      context,
      await getOrCreateOwnCompany(context, caller),
      params.id,
      query.lang,
    );
    return sendTable(reply, caller.userId, table, query);
  });
  http.route(contract.companyPayments, async ({ caller, query: { settlement, ...page } }) => {
    const company = await getOrCreateOwnCompany(context, caller);
    const id = settlement === undefined ? null : (await readSettlement(context, company, settlement)).id;
    return { ...OK, ...(await readPaymentPage(context, company.id, page, id)) };
  });
  http.route(contract.paymentRequests, async ({ caller, query }) => ({
    ...OK,
    ...(await readRequestPage(context, await getOrCreateOwnCompany(context, caller), query)),
  }));
  http.route(contract.addPaymentRequest, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await createRequest(context, await getOrCreateOwnCompany(context, caller), body, false),
  }));
  http.route(contract.cancelPaymentRequest, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await cancelRequest(context, await getOrCreateOwnCompany(context, caller), { id: params.id }),
  }));
}

/** Adds the owner's endpoints for keys and webhooks. */
export function addDeveloperRoutes(http: Http, context: CompanyContext): void {
  http.route(contract.apiKeys, async ({ caller }) => ({
    ...OK,
    content: await listKeyDtos(context, await getOrCreateOwnCompany(context, caller)),
  }));
  http.route(contract.addApiKey, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await addKey(context, caller, body),
  }));
  http.route(contract.revokeApiKey, async ({ caller, params }) => {
    await revokeKey(context, caller, params.id);
    return OK;
  });
  http.route(contract.webhook, async ({ caller }) => ({
    ...OK,
    baseDTO: await readWebhook(context, await getOrCreateOwnCompany(context, caller)),
  }));
  http.route(contract.saveWebhook, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await changeWebhook(context, caller, body.url),
  }));
  http.route(contract.webhookEvents, async ({ caller, query }) => ({
    ...OK,
    ...(await readEventPage(context, await getOrCreateOwnCompany(context, caller), query)),
  }));
  http.route(contract.resendEvent, async ({ caller, params }) => {
    await resendEvent(context, await getOrCreateOwnCompany(context, caller), params.id);
    return OK;
  });
  http.route(contract.replaceWebhookSecret, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await replaceSecret(context, caller, body.overlapHours),
  }));
  http.route(contract.testWebhook, async ({ caller }) => ({
    ...OK,
    baseDTO: await sendTestEvent(context, await getOrCreateOwnCompany(context, caller)),
  }));
  http.route(contract.eventDeliveries, async ({ caller, params }) => ({
    ...OK,
    content: await readDeliveries(context, await getOrCreateOwnCompany(context, caller), params.id),
  }));
}

/** Adds the endpoints for programs with a key. */
export function addProgramRoutes(http: Http, context: CompanyContext): void {
  http.route(contract.apiAddRequest, async ({ token, body }) => ({
    ...OK,
    baseDTO: await createRequest(context, await getCompanyOfKey(context, token), body, true),
  }));
  http.route(contract.apiRequest, async ({ token, params }) => ({
    ...OK,
    baseDTO: await readRequest(context, await getCompanyOfKey(context, token), params.orderNumber),
  }));
  http.route(contract.apiCancelRequest, async ({ token, params }) => ({
    ...OK,
    baseDTO: await cancelRequest(context, await getCompanyOfKey(context, token), {
      orderNumber: params.orderNumber,
    }),
  }));
  http.route(contract.apiPayments, async ({ token, query }) => {
    const company = await getCompanyOfKey(context, token);
    return { ...OK, ...(await readPaymentPage(context, company.id, query)) };
  });
  http.route(contract.apiPayment, async ({ token, params }) => {
    const company = await getCompanyOfKey(context, token);
    return { ...OK, baseDTO: await readCompanyPayment(context, company.id, params.id) };
  });
  http.route(contract.apiEvents, async ({ token, query }) => ({
    ...OK,
    ...(await readEventPage(context, await getCompanyOfKey(context, token), query)),
  }));
  http.route(contract.apiEventDeliveries, async ({ token, params }) => ({
    ...OK,
    content: await readDeliveries(context, await getCompanyOfKey(context, token), params.id),
  }));
  http.route(contract.apiResendEvent, async ({ token, params }) => {
    await resendEvent(context, await getCompanyOfKey(context, token), params.id);
    return OK;
  });
}

/** Adds the payers' endpoints, which need no account. */
export function addPayerRoutes(http: Http, context: CompanyContext): void {
  http.route(contract.publicCompany, async ({ params, query }) => ({
    ...OK,
    baseDTO: await readPublicCompany(context, params.id, query.request),
  }));
  http.route(contract.storeLogo, async ({ params, reply }) => {
    const png = await readLogo(context.db, params.id);
    return reply.type('image/png').header('cache-control', `public, max-age=${YEAR}, immutable`).send(png);
  });
  http.route(contract.payCompany, ({ body, ip, idempotency }) =>
    beginCompanyPayment(context, body, { ip, idempotency }),
  );
  http.route(contract.companyReceipt, async ({ params }) => ({
    ...OK,
    baseDTO: await readCompanyReceipt(context, params.id),
  }));
}
