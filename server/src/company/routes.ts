import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../platform/http.ts';
import { sendTable } from '../platform/table-file.ts';
import { collectReceipts } from './collect-receipts.ts';
import { companyDto } from './company-view.ts';
import type { CompanyContext } from './deps.ts';
import { dryRun } from './dry-run.ts';
import { keepCoins } from './keep-coins.ts';
import { addKey, readKeys, revokeKey, shopOfKey } from './keys.ts';
import { pauseCompany } from './pause-company.ts';
import { payCompany, readPublicCompany, readCompanyReceipt } from './pay-company.ts';
import { pageOfPayments } from './payment-view.ts';
import { addRequest, pageOfRequests, readRequest, takeBackRequest } from './requests.ts';
import { saveCompany, sendCompanyCode, undoChange } from './save-company.ts';
import { pageOfSettlements, readSettlement } from './settlement-view.ts';
import { shopOf } from './shop-of.ts';
import { settlementTable } from './statement.ts';
import { changeWebhook, pageOfEvents, readWebhook, resendEvent } from './webhooks.ts';

export const OK = { status: 'OK', message: 'OK' } as const;

/** What the owner of a store does. */
export function addOwnerRoutes(http: Http, kit: CompanyContext): void {
  http.route(contract.company, async ({ caller }) => ({
    ...OK,
    baseDTO: await companyDto(kit, await shopOf(kit, caller)),
  }));
  http.route(contract.companyCode, async ({ caller, body, language }) => ({
    ...OK,
    baseDTO: await sendCompanyCode(kit, caller, body, language),
  }));
  http.route(contract.saveCompany, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await saveCompany(kit, caller, body),
  }));
  http.route(contract.undoCompanyChange, async ({ caller }) => ({
    ...OK,
    baseDTO: await undoChange(kit, caller),
  }));
  http.route(contract.pauseCompany, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await pauseCompany(kit, caller, body.paused),
  }));
  http.route(contract.companyDryRun, async ({ caller, query }) => ({
    ...OK,
    baseDTO: await dryRun(kit, caller, query),
  }));
  http.route(contract.receiptsToWallet, async ({ caller }) => ({
    ...OK,
    baseDTO: await collectReceipts(kit, caller),
  }));
  http.route(contract.settlements, async ({ caller, query }) => ({
    ...OK,
    ...(await pageOfSettlements(kit, await shopOf(kit, caller), query)),
  }));
  http.route(contract.settlement, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await readSettlement(kit, await shopOf(kit, caller), params.id),
  }));
  http.route(contract.coinsToWallet, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await keepCoins(kit, caller, params.id),
  }));
  http.route(contract.settlementStatement, async ({ caller, params, query, reply }) => {
    const table = await settlementTable(kit, await shopOf(kit, caller), params.id, query.lang);
    return sendTable(reply, caller.userId, table, query);
  });
  http.route(contract.companyPayments, async ({ caller, query: { settlement, ...page } }) => {
    const company = await shopOf(kit, caller);
    const id = settlement === undefined ? null : (await readSettlement(kit, company, settlement)).id;
    return { ...OK, ...(await pageOfPayments(kit, company.id, page, id)) };
  });
  http.route(contract.paymentRequests, async ({ caller, query }) => ({
    ...OK,
    ...(await pageOfRequests(kit, await shopOf(kit, caller), query)),
  }));
  http.route(contract.addPaymentRequest, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await addRequest(kit, await shopOf(kit, caller), body, false),
  }));
  http.route(contract.cancelPaymentRequest, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await takeBackRequest(kit, await shopOf(kit, caller), params.id),
  }));
}

/** Keys, webhooks and what programs call. */
export function addProgramRoutes(http: Http, kit: CompanyContext): void {
  http.route(contract.apiKeys, async ({ caller }) => ({
    ...OK,
    content: await readKeys(kit, await shopOf(kit, caller)),
  }));
  http.route(contract.addApiKey, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await addKey(kit, caller, body.label),
  }));
  http.route(contract.revokeApiKey, async ({ caller, params }) => {
    await revokeKey(kit, caller, params.id);
    return OK;
  });
  http.route(contract.webhook, async ({ caller }) => ({
    ...OK,
    baseDTO: await readWebhook(kit, await shopOf(kit, caller)),
  }));
  http.route(contract.saveWebhook, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await changeWebhook(kit, caller, body.url),
  }));
  http.route(contract.webhookEvents, async ({ caller, query }) => ({
    ...OK,
    ...(await pageOfEvents(kit, await shopOf(kit, caller), query)),
  }));
  http.route(contract.resendEvent, async ({ caller, params }) => {
    await resendEvent(kit, await shopOf(kit, caller), params.id);
    return OK;
  });
  http.route(contract.apiAddRequest, async ({ token, body }) => ({
    ...OK,
    baseDTO: await addRequest(kit, await shopOfKey(kit, token), body, true),
  }));
  http.route(contract.apiRequest, async ({ token, params }) => ({
    ...OK,
    baseDTO: await readRequest(kit, await shopOfKey(kit, token), params.orderNumber),
  }));
  http.route(contract.apiPayments, async ({ token, query }) => {
    const company = await shopOfKey(kit, token);
    return { ...OK, ...(await pageOfPayments(kit, company.id, query)) };
  });
}

/** What payers do; nobody of them has an account. */
export function addPayerRoutes(http: Http, kit: CompanyContext): void {
  http.route(contract.publicCompany, async ({ params, query }) => ({
    ...OK,
    baseDTO: await readPublicCompany(kit, params.id, query.request),
  }));
  http.route(contract.payCompany, ({ body, ip, idempotency }) => payCompany(kit, body, { ip, idempotency }));
  http.route(contract.companyReceipt, async ({ params }) => ({
    ...OK,
    baseDTO: await readCompanyReceipt(kit, params.id),
  }));
}
