import { randomBytes } from 'node:crypto';
import { HOUR_MS, MINUTE_MS, Refusal } from '@sarraf/domain';
import type { WebhookEvent } from '@sarraf/domain/contracts';
import { asPage, readPage } from '../../platform/database/rows.ts';
import type { Caller } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { signatureOf } from '../../platform/webhook-signature.ts';
import { ownCompany } from '../company-of.ts';
import type { CompanyContext } from '../deps.ts';
import { findCompanyPayment } from '../payments/payment-store.ts';
import { paymentDto } from '../payments/payment-view.ts';
import { auditCompany } from '../save-company.ts';
import { readSettlement } from '../settlements/settlement-view.ts';
import { type CompanyRow, findCompany } from '../store.ts';
import {
  dropWebhook,
  type EventRow,
  findWebhook,
  listEvents,
  markTried,
  saveWebhook,
  takeDueEvents,
  type Webhook,
  wakeEvent,
} from './event-store.ts';

export const DELIVER = 'deliver-events';

/** After this an event is given up; "resend" tries it once more. */
const GIVE_UP = 24 * HOUR_MS;
const LONGEST_PAUSE = 6 * HOUR_MS;
/** A try takes seconds: who dies with an event leaves it so long. */
const TAKEN = 5 * MINUTE_MS;
const BATCH = 20;
const ANSWER_KEPT = 300;

export const readWebhook = async (
  context: CompanyContext,
  company: CompanyRow,
): Promise<{ url: string | null }> => ({
  url: (await findWebhook(context.db, company.id))?.url ?? null,
});

/** A new secret with each change, shown this once. BAD_REQUEST (url): not https, or not a public place. */
export async function changeWebhook(
  context: CompanyContext,
  caller: Caller,
  url: string | null,
): Promise<{ url: string | null; secret: string | null }> {
  const company = await ownCompany(context, caller);
  if (url !== null && !context.webhooks.isAllowed(url)) throw new Refusal('BAD_REQUEST', { errors: ['url'] });
  const secret = url === null ? null : `whsec_${randomBytes(24).toString('base64url')}`;
  await context.db.transaction().execute(async (tx) => {
    if (url === null || secret === null) await dropWebhook(tx, company.id);
    else
      await saveWebhook(
        tx,
        company.id,
        {
          url,
          secretEncrypted: context.secrets.encrypt(secret, 'company_webhooks.secret_encrypted', company.id),
        },
        context.now(),
      );
    await auditCompany(context, tx, caller, url === null ? 'webhook removed' : 'webhook changed');
  });
  return { url, secret };
}

/** Sends all events whose time has come, some at a time. */
export async function deliverEvents(context: CompanyContext): Promise<void> {
  for (;;) {
    const until = new Date(context.clock.now() + TAKEN);
    const due = await takeDueEvents(context.db, context.now(), until, BATCH);
    await Promise.all(
      due.map((event) =>
        deliver(context, event).catch((err: unknown) => {
          context.log.error({ area: 'company', event: event.id, err }, 'event not worked on; tried again');
        }),
      ),
    );
    if (due.length < BATCH) return;
  }
}

async function deliver(context: CompanyContext, event: EventRow): Promise<void> {
  const webhook = await findWebhook(context.db, event.companyId);
  if (webhook === null) {
    const nobody = { status: null, answer: null, counted: false, deliveredAt: null, givenUpAt: null };
    return markTried(context.db, event.id, { ...nobody, nextTryAt: null });
  }
  const { status, answer } = await post(context, webhook, event, await bodyOf(context, event));
  const delivered = status !== null && status >= 200 && status < 300;
  const now = context.clock.now();
  const pause = Math.min(MINUTE_MS * 2 ** event.tries, LONGEST_PAUSE);
  const givenUp = !delivered && now + pause > event.createdAt.getTime() + GIVE_UP;
  await markTried(context.db, event.id, {
    status,
    answer: answer.slice(0, ANSWER_KEPT),
    counted: true,
    deliveredAt: delivered ? new Date(now) : null,
    givenUpAt: givenUp ? new Date(now) : null,
    nextTryAt: delivered || givenUp ? null : new Date(now + pause),
  });
}

function post(context: CompanyContext, webhook: Webhook, event: EventRow, body: string) {
  const seconds = Math.floor(context.clock.now() / 1000);
  const secret = context.secrets.decrypt(
    webhook.secretEncrypted,
    'company_webhooks.secret_encrypted',
    event.companyId,
  );
  const headers = {
    'content-type': 'application/json',
    'sarraf-event': event.id,
    'sarraf-signature': signatureOf(secret, seconds, body),
  };
  return context.webhooks.post(webhook.url, headers, body);
}

async function bodyOf(
  context: CompanyContext,
  { id, kind, subject, companyId, createdAt }: EventRow,
): Promise<string> {
  const company = await findCompany(context.db, companyId);
  const payment = kind === 'settlement.sent' ? null : await findCompanyPayment(context.db, subject);
  const data = payment
    ? { payment: paymentDto(payment) }
    : { settlement: company && (await readSettlement(context, company, subject)) };
  return JSON.stringify({ id, event: kind, createdAt: createdAt.toISOString(), data });
}

function stateOf(row: EventRow): WebhookEvent['state'] {
  if (row.deliveredAt !== null) return 'DELIVERED';
  if (row.givenUpAt !== null) return 'GIVEN_UP';
  return row.nextTryAt === null ? 'NOT_SENT' : 'WAITING';
}

export async function pageOfEvents(
  context: CompanyContext,
  company: CompanyRow,
  query: Parameters<typeof readPage>[0],
): Promise<{ content: WebhookEvent[]; nextCursor: string | null }> {
  const page = readPage(query);
  const { rows, nextCursor } = asPage(await listEvents(context.db, company.id, page), page);
  const content = rows.map((row) => ({
    id: row.id,
    event: row.kind,
    state: stateOf(row),
    tries: row.tries,
    lastStatus: row.lastStatus,
    lastAnswer: row.lastAnswer,
    nextTryAtDateTime: row.nextTryAt?.toISOString() ?? null,
    createdAtDateTime: row.createdAt.toISOString(),
  }));
  return { content, nextCursor };
}

/** NOT_FOUND; CONFLICT: it is tried anyway. */
export async function resendEvent(context: CompanyContext, company: CompanyRow, id: string): Promise<void> {
  const woken = isId(id) ? await wakeEvent(context.db, company.id, id, context.now()) : null;
  if (woken === null) throw new Refusal('NOT_FOUND');
  if (woken === 'WAITING') throw new Refusal('CONFLICT');
  await deliverSoon(context);
}

/** At once, and not at the next minute. */
export const deliverSoon = (context: Pick<CompanyContext, 'db' | 'log'>): Promise<void> =>
  enqueue(context.db, DELIVER, {}, { key: DELIVER }).catch((err: unknown) => {
    context.log.warn({ area: 'company', err }, 'events go with the next minute');
  });
