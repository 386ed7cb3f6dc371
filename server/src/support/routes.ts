import * as contract from '@sarraf/domain/contracts';
import { asPage, readPage } from '../platform/database/rows.ts';
import type { Http } from '../platform/http/http.ts';
import { closeTicket } from './close-ticket.ts';
import type { SupportContext } from './deps.ts';
import { makeToken } from './form-token.ts';
import { listQueueOf } from './list-queue.ts';
import { openTicket } from './open-ticket.ts';
import { readTicket } from './read-ticket.ts';
import { replyToTicket } from './reply-to-ticket.ts';
import { sendContactMessage } from './send-contact-message.ts';
import { answerTicket, assignTicket, closeStaffTicket, readStaffTicket } from './staff-ticket.ts';
import { countUnreadTickets, listOwnTickets } from './store.ts';
import { ticketView } from './views.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addRoutes(http: Http, context: SupportContext): void {
  http.route(contract.contactForm, async () => ({
    ...OK,
    baseDTO: { token: makeToken(context.secrets, context.clock.now()) },
  }));
  http.route(contract.sendContactMessage, async ({ ip, language, token, body }) => ({
    ...OK,
    baseDTO: { number: await sendContactMessage(context, { ip, language, token }, body) },
  }));
  addOwnRoutes(http, context);
  addStaffRoutes(http, context);
}

function addOwnRoutes(http: Http, context: SupportContext): void {
  http.route(contract.tickets, async ({ caller, query }) => {
    const page = readPage(query);
    const { rows, nextCursor } = asPage(await listOwnTickets(context.db, caller.userId, page), page);
    return { ...OK, content: rows.map((row) => ticketView(context, row)), nextCursor };
  });
  http.route(contract.unreadTickets, async ({ caller }) => ({
    ...OK,
    baseDTO: { count: await countUnreadTickets(context.db, caller.userId) },
  }));
  http.route(contract.ticket, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await readTicket(context, caller.userId, params.id),
  }));
  http.route(contract.openTicket, async ({ caller, language, body }) => ({
    ...OK,
    baseDTO: await openTicket(context, caller.userId, language, body),
  }));
  http.route(contract.replyToTicket, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await replyToTicket(context, caller.userId, params.id, body.message),
  }));
  http.route(contract.closeTicket, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await closeTicket(context, caller.userId, params.id),
  }));
}

function addStaffRoutes(http: Http, context: SupportContext): void {
  http.route(contract.staffTickets, async ({ caller, query }) => ({
    ...OK,
    ...(await listQueueOf(context, caller.userId, query)),
  }));
  http.route(contract.staffTicket, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await readStaffTicket(context, caller.userId, params.id),
  }));
  http.route(contract.answerTicket, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await answerTicket(context, caller.userId, params.id, body),
  }));
  http.route(contract.closeStaffTicket, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await closeStaffTicket(context, caller.userId, params.id, body.version),
  }));
  http.route(contract.assignTicket, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await assignTicket(context, caller.userId, params.id, body),
  }));
}
