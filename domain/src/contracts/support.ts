/** Messages to the exchange: the public contact form, and tickets of users. */
import { type Static, Type } from 'typebox';
import { endpoint, LANGUAGES } from './endpoint.ts';
import {
  described,
  flag,
  integer,
  itemReply,
  list,
  listReply,
  nullable,
  object,
  oneOf,
  optional,
  pageQuery,
  text,
  time,
} from './fields.ts';

export const TICKET_TOPICS = ['DEPOSIT', 'WITHDRAWAL', 'VERIFICATION', 'TRADE', 'ACCOUNT', 'OTHER'] as const;
export type TicketTopic = (typeof TICKET_TOPICS)[number];
/** WAITING: the last message is the user's; ANSWERED: it is ours. */
export const TICKET_STATES = ['WAITING', 'ANSWERED', 'CLOSED'] as const;
export type TicketState = (typeof TICKET_STATES)[number];
export const MAX_MESSAGE = 4_000;
export const MAX_SUBJECT = 120;

const Subject = Type.String({ minLength: 1, maxLength: MAX_SUBJECT });
const Message = Type.String({ minLength: 1, maxLength: MAX_MESSAGE });
const Topic = Type.Enum(TICKET_TOPICS);
const params = object({ id: text('Identifier from the list.', { maxLength: 40 }) });

export const contactForm = endpoint('GET', '/contact-form', {
  access: 'public',
  rate: 'read',
  summary:
    'Returns the token of the contact form, which is valid once, from three seconds to two hours after it was issued',
  reply: itemReply({
    token: text(
      'Token to send with the message; valid once, from three seconds to two hours after it was issued.',
    ),
  }),
});

export const sendContactMessage = endpoint('POST', '/contact-messages', {
  access: 'public',
  rate: 'write',
  feature: null,
  summary:
    'Sends a message to staff as a ticket and confirms it by email. TOO_MANY_REQUESTS has `retryAfter` (seconds); FORM_EXPIRED: the token has expired or was already used',
  body: object({
    name: text('Name of the sender.', { minLength: 1, maxLength: 80 }),
    email: text('Email address that the reply is sent to.', { maxLength: 254 }),
    subject: described('Subject, in one line.', Subject),
    message: described('Message, as plain text.', Message),
    token: text('Token of the contact form.', { maxLength: 200 }),
    website: optional(
      'Field that is hidden from people, who leave it empty.',
      Type.String({ maxLength: 500 }),
    ),
  }),
  languages: LANGUAGES,
  reply: itemReply({
    number: Type.String({ description: 'Number of the ticket created from the message.' }),
  }),
  errors: ['Invalid Email', 'TOO_MANY_LINKS', 'FORM_EXPIRED', 'TOO_MANY_REQUESTS'],
});

export const Ticket = object({
  id: text('Identifier used in other calls.'),
  number: text('Ticket number of eight digits, used by both the user and staff.'),
  subject: text('Subject, in one line.'),
  topic: described('Topic of the ticket.', Topic),
  reference: text('Number of the receipt that the ticket refers to; empty if there is none.'),
  state: oneOf(
    'State of the ticket. WAITING: the last message is from the user. ANSWERED: the last message is from staff.',
    TICKET_STATES,
  ),
  unread: integer("Number of replies that the user hasn't read yet."),
  createdAtDateTime: time('Time at which the ticket was opened.'),
  updatedAtDateTime: time('Time of the last message.'),
});
export type Ticket = Static<typeof Ticket>;

export const TicketMessage = object({
  id: text('Identifier used in other calls.'),
  author: oneOf('Author of the message. PERSON: the user who opened the ticket. STAFF: a staff member.', [
    'PERSON',
    'STAFF',
  ]),
  text: text('Text of the message.'),
  createdAtDateTime: time('Time of the message.'),
});
export type TicketMessage = Static<typeof TicketMessage>;

export const TicketThread = object({
  ticket: described('Ticket with its topic and state.', Ticket),
  messages: list('Messages of the ticket, oldest first.', TicketMessage),
});
export type TicketThread = Static<typeof TicketThread>;

export const tickets = endpoint('GET', '/support/tickets', {
  access: 'user',
  rate: 'read',
  summary: "Returns the caller's tickets, newest first",
  query: object({ ...pageQuery }),
  reply: listReply(Ticket),
});

export const unreadTickets = endpoint('GET', '/support/unread', {
  access: 'user',
  rate: 'read',
  summary: 'Returns the number of tickets with unread replies',
  reply: itemReply({ count: integer('Number of tickets with unread replies.') }),
});

export const ticket = endpoint('GET', '/support/tickets/:id', {
  access: 'user',
  rate: 'read',
  summary: 'Returns a ticket with its messages, oldest first; its replies then count as read',
  params,
  reply: itemReply(TicketThread),
  errors: ['NOT_FOUND'],
});

export const openTicket = endpoint('POST', '/support/tickets', {
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'Opens a ticket',
  body: object({
    subject: described('Subject, in one line.', Subject),
    message: described('Message of the user.', Message),
    topic: optional('Topic of the ticket.', Topic),
    reference: Type.Optional(
      Type.String({ maxLength: 40, description: 'Number of a receipt that the ticket refers to.' }),
    ),
  }),
  languages: LANGUAGES,
  reply: itemReply(Ticket),
  errors: ['TOO_MANY_REQUESTS', 'TOO_MANY_TICKETS'],
});

export const replyToTicket = endpoint('POST', '/support/tickets/:id/messages', {
  access: 'user',
  rate: 'write',
  feature: null,
  summary: "Adds a message to one of the caller's tickets; a closed ticket is reopened",
  params,
  body: object({ message: described('Message to add, as plain text.', Message) }),
  reply: itemReply(TicketThread),
  errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS', 'TICKET_IS_FULL'],
});

export const closeTicket = endpoint('POST', '/support/tickets/:id/close', {
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'Closes a ticket; repeated calls have no further effect',
  params,
  reply: itemReply(TicketThread),
  errors: ['NOT_FOUND'],
});

export const TicketPerson = object({
  id: nullable(
    'Identifier of the user; null if they used the contact form without being logged in.',
    Type.String(),
  ),
  name: text('Name of the user.'),
  email: text(
    'Email address of the user: masked for users with an account, whose file contains it; complete if it is the only contact.',
  ),
});

export const StaffTicket = object({
  ...Ticket.properties,
  person: described('User who opened the ticket.', TicketPerson),
  language: oneOf('Language of the user: fa or en.', LANGUAGES),
  version: integer(
    'Version, increased by each change; changes by staff refer to the version they were based on.',
  ),
  assignee: text('Email address of the responsible staff member; empty if there is none yet.'),
  mine: flag('Whether the caller is responsible for the ticket.'),
  sinceDateTime: time(
    'Time since which the ticket has been in its state; for WAITING, the time of the first unanswered message.',
  ),
});
export type StaffTicket = Static<typeof StaffTicket>;

export const StaffMessage = object({
  ...TicketMessage.properties,
  staff: text('Email address of the staff member who wrote the message; empty if the user wrote it.'),
});
export const StaffThread = object({
  ticket: described('Ticket with its topic and state.', StaffTicket),
  messages: list('Messages of the ticket, oldest first.', StaffMessage),
});
export type StaffThread = Static<typeof StaffThread>;

const staff = { access: 'staff', roles: ['support'] } as const;
const Version = Type.Integer({ minimum: 1 });

export const staffTickets = endpoint('GET', '/backoffice/tickets', {
  ...staff,
  rate: 'read',
  summary: 'Returns the tickets in a state: WAITING ones by longest wait, others by last change',
  query: object({
    state: optional('State to filter by.', Type.Enum(TICKET_STATES, { default: 'WAITING' })),
    topic: optional('Topic to filter by.', Topic),
    mine: optional('Whether to return only tickets that the caller is responsible for.', Type.Boolean()),
    size: described('Number of entries to return.', pageQuery.size),
    cursor: described('Value of `nextCursor` from the previous reply.', pageQuery.cursor),
  }),
  reply: listReply(StaffTicket),
});

export const staffTicket = endpoint('GET', '/backoffice/tickets/:id', {
  ...staff,
  rate: 'read',
  summary: 'Returns a ticket with its messages; the access is recorded in the audit log',
  params,
  reply: itemReply(StaffThread),
  errors: ['NOT_FOUND'],
});

export const replyToStaffTicket = endpoint('POST', '/backoffice/tickets/:id/answer', {
  ...staff,
  rate: 'write',
  summary:
    'Replies to a ticket, notifies the user by email, and assigns the ticket to the caller; CONFLICT: it has changed since',
  params,
  body: object({
    version: described('Version that was read; CONFLICT if it has changed since.', Version),
    message: described('Reply, as plain text.', Message),
  }),
  reply: itemReply(StaffThread),
  errors: ['NOT_FOUND', 'CONFLICT', 'TICKET_IS_FULL'],
});

export const closeStaffTicket = endpoint('POST', '/backoffice/tickets/:id/close', {
  ...staff,
  rate: 'write',
  summary: 'Closes a ticket without a reply; CONFLICT: it has changed since',
  params,
  body: object({ version: described('Version that was read; CONFLICT if it has changed since.', Version) }),
  reply: itemReply(StaffThread),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const assignTicket = endpoint('POST', '/backoffice/tickets/:id/assign', {
  ...staff,
  rate: 'write',
  summary: 'Assigns a ticket to the caller, or releases it; CONFLICT: it has changed since',
  params,
  body: object({
    version: described('Version that was read; CONFLICT if it has changed since.', Version),
    mine: flag('Whether to assign the ticket to the caller; false releases it.'),
  }),
  reply: itemReply(StaffThread),
  errors: ['NOT_FOUND', 'CONFLICT'],
});
