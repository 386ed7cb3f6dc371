import * as contract from '@sarraf/domain/contracts';
import { parsePage, toPage } from '../platform/database/rows.ts';
import type { Http } from '../platform/http/http.ts';
import { closeTicket } from './close-ticket.ts';
import type { SupportContext } from './deps.ts';
import { createFormToken } from './form-token.ts';
import { readStaffQueue } from './list-queue.ts';
import { openTicket } from './open-ticket.ts';
import { readTicket } from './read-ticket.ts';
import { replyToTicket } from './reply-to-ticket.ts';
import { sendContactMessage } from './send-contact-message.ts';
import { assignTicket, closeStaffTicket, readStaffTicket, replyAsStaff } from './staff-ticket.ts';
import { countUnreadTickets, listOwnTickets } from './store.ts';
import { ticketDto } from './views.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addRoutes(http: Http, context: SupportContext): void {
  http.route(contract.contactForm, async () => ({
    ...OK,
    baseDTO: { token: createFormToken(context.secrets, context.clock.now()) },
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
    const page = parsePage(query);
    const { rows, nextCursor } = toPage(await listOwnTickets(context.db, caller.userId, page), page);
    return { ...OK, content: rows.map((row) => ticketDto(context, row)), nextCursor };
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
    ...(await readStaffQueue(context, caller.userId, query)),
  }));
  http.route(contract.staffTicket, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await readStaffTicket(context, caller.userId, params.id),
  }));
  http.route(contract.replyToStaffTicket, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await replyAsStaff(context, caller.userId, params.id, body),
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
