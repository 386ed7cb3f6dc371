import { AppError, computeBackoff, HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import type { Delivery, WebhookEvent } from '@sarraf/domain/contracts';
import { parsePage, toPage } from '../../platform/database/rows.ts';
import type { Caller } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { CompanyContext } from '../deps.ts';
import { readInstruction } from '../instructions/instruction-view.ts';
import { getOrCreateOwnCompany } from '../own-company.ts';
import { findCompanyPayment } from '../payments/payment-store.ts';
import { paymentDto } from '../payments/payment-view.ts';
import { auditCompany } from '../save-company.ts';
import { readSettlement } from '../settlements/settlement-view.ts';
import { type CompanyRow, findCompany } from '../store.ts';
import { insertDelivery, listDeliveries } from './delivery-store.ts';
import {
  claimDueEvents,
  deleteOldSecrets,
  deleteWebhook,
  type EventRow,
  findEvent,
  findWebhook,
  insertEvent,
  listEvents,
  rescheduleEvent,
  saveAttempt,
  saveWebhook,
  type Webhook,
} from './event-store.ts';
import { buildSignatureHeaders } from './sign-event.ts';
import { generateSecret, listSigningSecrets, sealSecret } from './webhook-secrets.ts';

export const DELIVER_JOB = 'deliver-events';

/** After this an event is given up; "resend" tries it once more. */
const GIVE_UP_AFTER_MS = 24 * HOUR_MS;
const BACKOFF = { firstMs: MINUTE_MS, maxMs: 6 * HOUR_MS };
/** An attempt takes seconds; an event of a crashed worker is taken again after this. */
const CLAIM_MS = 5 * MINUTE_MS;
const BATCH = 20;
const MAX_RESPONSE_LENGTH = 300;

export const readWebhook = async (
  context: CompanyContext,
  company: CompanyRow,
): Promise<{ url: string | null; oldSecretUntilDateTime: string | null }> => {
  const webhook = await findWebhook(context.db, company.id);
  const oldSecretUntil = webhook?.oldSecretUntil ?? null;
  return {
    url: webhook?.url ?? null,
    oldSecretUntilDateTime:
      oldSecretUntil !== null && oldSecretUntil > context.now() ? oldSecretUntil.toISOString() : null,
  };
};

/**
 * Sets the URL with a new secret, shown only once; the previous one belonged to another receiver and ends.
 * BAD_REQUEST (url): not https, or not a public host.
 */
export async function changeWebhook(
  context: CompanyContext,
  caller: Caller,
  url: string | null,
): Promise<{ url: string | null; secret: string | null }> {
  const company = await getOrCreateOwnCompany(context, caller);
  if (url !== null && !context.webhooks.isAllowed(url))
    throw new AppError('BAD_REQUEST', { errors: ['url'] });
  const secret = url === null ? null : generateSecret();
  await context.db.transaction().execute(async (tx) => {
    if (url === null || secret === null) await deleteWebhook(tx, company.id);
    else
      await saveWebhook(
        tx,
        company.id,
        {
          url,
          secretEncrypted: sealSecret(context, company.id, secret),
          oldSecretEncrypted: null,
          oldSecretUntil: null,
        },
        context.now(),
      );
    await auditCompany(context, tx, caller, url === null ? 'webhook removed' : 'webhook changed');
  });
  return { url, secret };
}

/** Delivers all due events, in batches. */
export async function deliverEvents(context: CompanyContext): Promise<void> {
  await deleteOldSecrets(context.db, context.now());
  for (;;) {
    const claimedUntil = new Date(context.clock.now() + CLAIM_MS);
    const dueEvents = await claimDueEvents(context.db, context.now(), claimedUntil, BATCH);
    await Promise.all(
      dueEvents.map((event) =>
        deliverEvent(context, event).catch((err: unknown) => {
          context.log.error({ area: 'company', event: event.id, err }, 'event not delivered; retrying');
        }),
      ),
    );
    if (dueEvents.length < BATCH) return;
  }
}

async function deliverEvent(context: CompanyContext, event: EventRow): Promise<void> {
  const webhook = await findWebhook(context.db, event.companyId);
  if (webhook === null) {
    const noAttempt = { status: null, answer: null, counted: false, deliveredAt: null, givenUpAt: null };
    return saveAttempt(context.db, event, { ...noAttempt, nextTryAt: null });
  }
  const body = await buildBody(context, event);
  const at = context.now();
  const { status, answer: rawResponse } = await postEvent(context, webhook, event, body);
  const response = toPlainText(rawResponse).slice(0, MAX_RESPONSE_LENGTH);
  const isDelivered = status !== null && status >= 200 && status < 300;
  const now = context.clock.now();
  await insertDelivery(context.db, event.id, {
    at,
    status,
    answer: response,
    tookMs: Math.max(0, now - at.getTime()),
  });
  const backoffMs = computeBackoff(BACKOFF, event.tries);
  const isGivenUp = !isDelivered && now + backoffMs > event.createdAt.getTime() + GIVE_UP_AFTER_MS;
  await saveAttempt(context.db, event, {
    status,
    answer: response,
    counted: true,
    deliveredAt: isDelivered ? new Date(now) : null,
    givenUpAt: isGivenUp ? new Date(now) : null,
    nextTryAt: isDelivered || isGivenUp ? null : new Date(now + backoffMs),
  });
}

function postEvent(context: CompanyContext, webhook: Webhook, event: EventRow, body: string) {
  const seconds = Math.floor(context.clock.now() / 1000);
  const secrets = listSigningSecrets(context, event.companyId, webhook);
  const headers = {
    'content-type': 'application/json',
    ...buildSignatureHeaders(secrets, { id: event.id, seconds, body }),
  };
  return context.webhooks.post(webhook.url, headers, body);
}

async function buildBody(
  context: CompanyContext,
  { id, kind, subject, companyId, createdAt }: EventRow,
): Promise<string> {
  const at = createdAt.toISOString();
  const data = await readEventData(context, { kind, subject, companyId });
  // `type` and `timestamp` are the names of Standard Webhooks.
  return JSON.stringify({ id, type: kind, timestamp: at, event: kind, createdAt: at, data });
}

async function readEventData(
  context: CompanyContext,
  { kind, subject, companyId }: Pick<EventRow, 'kind' | 'subject' | 'companyId'>,
): Promise<object> {
  if (kind === 'webhook.test') return {};
  if (kind.startsWith('instruction.')) {
    const instruction = await readInstruction(context, { id: companyId }, subject);
    return { instruction };
  }
  if (kind !== 'settlement.sent') {
    const payment = await findCompanyPayment(context.db, subject);
    return { payment: payment && paymentDto(payment) };
  }
  const company = await findCompany(context.db, companyId);
  return { settlement: company && (await readSettlement(context, company, subject)) };
}

/** Returns a receiver's response without characters that a database or a page can't handle. */
const toPlainText = (text: string): string =>
  text.replace(/[\s\p{C}]+/gu, (matched) => (matched === '\u200c' ? matched : ' ')).trim();

function eventStateOf(row: EventRow): WebhookEvent['state'] {
  if (row.deliveredAt !== null) return 'DELIVERED';
  if (row.givenUpAt !== null) return 'GIVEN_UP';
  return row.nextTryAt === null ? 'NOT_SENT' : 'WAITING';
}

const eventDto = (row: EventRow): WebhookEvent => ({
  id: row.id,
  event: row.kind,
  state: eventStateOf(row),
  tries: row.tries,
  lastStatus: row.lastStatus,
  lastAnswer: row.lastAnswer,
  nextTryAtDateTime: row.nextTryAt?.toISOString() ?? null,
  createdAtDateTime: row.createdAt.toISOString(),
});

export async function readEventPage(
  context: CompanyContext,
  company: CompanyRow,
  query: Parameters<typeof parsePage>[0],
): Promise<{ content: WebhookEvent[]; nextCursor: string | null }> {
  const page = parsePage(query);
  const { rows, nextCursor } = toPage(await listEvents(context.db, company.id, page), page);
  return { content: rows.map(eventDto), nextCursor };
}

/** Returns the last delivery attempts of an event, newest first. NOT_FOUND */
export async function readDeliveries(
  context: CompanyContext,
  company: CompanyRow,
  id: string,
): Promise<Delivery[]> {
  const event = isId(id) ? await findEvent(context.db, company.id, id) : null;
  if (event === null) throw new AppError('NOT_FOUND');
  const rows = await listDeliveries(context.db, event.id);
  return rows.map(({ at, ...row }) => ({ atDateTime: at.toISOString(), ...row }));
}

/** Creates an event without a subject. CONFLICT: no URL is configured. */
export async function sendTestEvent(context: CompanyContext, company: CompanyRow): Promise<WebhookEvent> {
  if ((await findWebhook(context.db, company.id)) === null) throw new AppError('CONFLICT');
  const id = await insertEvent(context.db, {
    companyId: company.id,
    kind: 'webhook.test',
    subject: '',
    at: context.now(),
  });
  const event = await findEvent(context.db, company.id, id);
  if (event === null) throw new Error(`no event ${id}`);
  await startDelivery(context);
  return eventDto(event);
}

/** NOT_FOUND; CONFLICT: it is being retried anyway. */
export async function resendEvent(context: CompanyContext, company: CompanyRow, id: string): Promise<void> {
  const outcome = isId(id) ? await rescheduleEvent(context.db, company.id, id, context.now()) : null;
  if (outcome === null) throw new AppError('NOT_FOUND');
  if (outcome === 'WAITING') throw new AppError('CONFLICT');
  await startDelivery(context);
}

/** Runs the delivery immediately instead of within a minute. */
export const startDelivery = (context: Pick<CompanyContext, 'db' | 'log'>): Promise<void> =>
  enqueue(context.db, DELIVER_JOB, {}, { key: DELIVER_JOB }).catch((err: unknown) => {
    context.log.warn({ area: 'company', err }, 'events are delivered within the next minute');
  });
