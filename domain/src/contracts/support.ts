/** Messages to the exchange: the public contact form, and tickets of users. */
import { type Static, Type } from 'typebox';
import {
  described,
  endpoint,
  LANGUAGES,
  open,
  pageQuery,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';

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
const params = Type.Object(
  { id: described('Identifier from the list.', Type.String({ maxLength: 40 })) },
  open,
);

export const contactForm = endpoint({
  method: 'GET',
  path: '/contact-form',
  access: 'public',
  rate: 'read',
  summary:
    'Returns the token of the contact form, which is valid once, from three seconds to two hours after it was issued',
  reply: withBase(
    Type.Object(
      {
        token: described(
          'Token to send with the message; valid once, from three seconds to two hours after it was issued.',
          Type.String(),
        ),
      },
      open,
    ),
  ),
});

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/contact-messages',
  access: 'public',
  rate: 'write',
  feature: null,
  summary:
    'Sends a message to staff as a ticket and confirms it by email. TOO_MANY_REQUESTS has `retryAfter` (seconds); FORM_EXPIRED: the token has expired or was already used',
  body: Type.Object(
    {
      name: described('Name of the sender.', Type.String({ minLength: 1, maxLength: 80 })),
      email: described('Email address that the reply is sent to.', Type.String({ maxLength: 254 })),
      subject: described('Subject, in one line.', Subject),
      message: described('Message, as plain text.', Message),
      token: described('Token of the contact form.', Type.String({ maxLength: 200 })),
      website: described(
        'Field that is hidden from people, who leave it empty.',
        Type.Optional(Type.String({ maxLength: 500 })),
      ),
    },
    open,
  ),
  languages: LANGUAGES,
  reply: withBase(
    Type.Object(
      { number: Type.String({ description: 'Number of the ticket created from the message.' }) },
      open,
    ),
  ),
  errors: ['Invalid Email', 'TOO_MANY_LINKS', 'FORM_EXPIRED', 'TOO_MANY_REQUESTS'],
});

export const Ticket = Type.Object(
  {
    id: described('Identifier used in other calls.', Type.String()),
    number: described('Ticket number of eight digits, used by both the user and staff.', Type.String()),
    subject: described('Subject, in one line.', Type.String()),
    topic: described('Topic of the ticket.', Topic),
    reference: described(
      'Number of the receipt that the ticket refers to; empty if there is none.',
      Type.String(),
    ),
    state: described(
      'State of the ticket. WAITING: the last message is from the user. ANSWERED: the last message is from staff.',
      Type.Enum(TICKET_STATES),
    ),
    unread: described("Number of replies that the user hasn't read yet.", Type.Integer()),
    createdAtDateTime: described('Time at which the ticket was opened.', Timestamp),
    updatedAtDateTime: described('Time of the last message.', Timestamp),
  },
  open,
);
export type Ticket = Static<typeof Ticket>;

export const TicketMessage = Type.Object(
  {
    id: described('Identifier used in other calls.', Type.String()),
    author: described(
      'Author of the message. PERSON: the user who opened the ticket. STAFF: a staff member.',
      Type.Enum(['PERSON', 'STAFF']),
    ),
    text: described('Text of the message.', Type.String()),
    createdAtDateTime: described('Time of the message.', Timestamp),
  },
  open,
);
export type TicketMessage = Static<typeof TicketMessage>;

export const TicketThread = Type.Object(
  {
    ticket: described('Ticket with its topic and state.', Ticket),
    messages: described('Messages of the ticket, oldest first.', Type.Array(TicketMessage)),
  },
  open,
);
export type TicketThread = Static<typeof TicketThread>;

export const tickets = endpoint({
  method: 'GET',
  path: '/support/tickets',
  access: 'user',
  rate: 'read',
  summary: "Returns the caller's tickets, newest first",
  query: Type.Object({ ...pageQuery }, open),
  reply: withContent(Ticket),
});

export const unreadTickets = endpoint({
  method: 'GET',
  path: '/support/unread',
  access: 'user',
  rate: 'read',
  summary: 'Returns the number of tickets with unread replies',
  reply: withBase(
    Type.Object({ count: described('Number of tickets with unread replies.', Type.Integer()) }, open),
  ),
});

export const ticket = endpoint({
  method: 'GET',
  path: '/support/tickets/:id',
  access: 'user',
  rate: 'read',
  summary: 'Returns a ticket with its messages, oldest first; its replies then count as read',
  params,
  reply: withBase(TicketThread),
  errors: ['NOT_FOUND'],
});

export const openTicket = endpoint({
  method: 'POST',
  path: '/support/tickets',
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'Opens a ticket',
  body: Type.Object(
    {
      subject: described('Subject, in one line.', Subject),
      message: described('Message of the user.', Message),
      topic: described('Topic of the ticket.', Type.Optional(Topic)),
      reference: Type.Optional(
        Type.String({ maxLength: 40, description: 'Number of a receipt that the ticket refers to.' }),
      ),
    },
    open,
  ),
  languages: LANGUAGES,
  reply: withBase(Ticket),
  errors: ['TOO_MANY_REQUESTS', 'TOO_MANY_TICKETS'],
});

export const replyToTicket = endpoint({
  method: 'POST',
  path: '/support/tickets/:id/messages',
  access: 'user',
  rate: 'write',
  feature: null,
  summary: "Adds a message to one of the caller's tickets; a closed ticket is reopened",
  params,
  body: Type.Object({ message: described('Message to add, as plain text.', Message) }, open),
  reply: withBase(TicketThread),
  errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS', 'TICKET_IS_FULL'],
});

export const closeTicket = endpoint({
  method: 'POST',
  path: '/support/tickets/:id/close',
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'Closes a ticket; repeated calls have no further effect',
  params,
  reply: withBase(TicketThread),
  errors: ['NOT_FOUND'],
});

export const TicketPerson = Type.Object(
  {
    id: described(
      'Identifier of the user; null if they used the contact form without being logged in.',
      Type.Union([Type.String(), Type.Null()]),
    ),
    name: described('Name of the user.', Type.String()),
    email: described(
      'Email address of the user: masked for users with an account, whose file contains it; complete if it is the only contact.',
      Type.String(),
    ),
  },
  open,
);

export const StaffTicket = Type.Object(
  {
    ...Ticket.properties,
    person: described('User who opened the ticket.', TicketPerson),
    language: described('Language of the user: fa or en.', Type.Enum(LANGUAGES)),
    version: described(
      'Version, increased by each change; changes by staff refer to the version they were based on.',
      Type.Integer(),
    ),
    assignee: described(
      'Email address of the responsible staff member; empty if there is none yet.',
      Type.String(),
    ),
    mine: described('Whether the caller is responsible for the ticket.', Type.Boolean()),
    sinceDateTime: described(
      'Time since which the ticket has been in its state; for WAITING, the time of the first unanswered message.',
      Timestamp,
    ),
  },
  open,
);
export type StaffTicket = Static<typeof StaffTicket>;

export const StaffMessage = Type.Object(
  {
    ...TicketMessage.properties,
    staff: described(
      'Email address of the staff member who wrote the message; empty if the user wrote it.',
      Type.String(),
    ),
  },
  open,
);
export const StaffThread = Type.Object(
  {
    ticket: described('Ticket with its topic and state.', StaffTicket),
    messages: described('Messages of the ticket, oldest first.', Type.Array(StaffMessage)),
  },
  open,
);
export type StaffThread = Static<typeof StaffThread>;

const staff = { access: 'staff', roles: ['support'] } as const;
const Version = Type.Integer({ minimum: 1 });

export const staffTickets = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/tickets',
  rate: 'read',
  summary: 'Returns the tickets in a state: WAITING ones by longest wait, others by last change',
  query: Type.Object(
    {
      state: described(
        'State to filter by.',
        Type.Optional(Type.Enum(TICKET_STATES, { default: 'WAITING' })),
      ),
      topic: described('Topic to filter by.', Type.Optional(Topic)),
      mine: described(
        'Whether to return only tickets that the caller is responsible for.',
        Type.Optional(Type.Boolean()),
      ),
      size: described('Number of entries to return.', pageQuery.size),
      cursor: described('Value of `nextCursor` from the previous reply.', pageQuery.cursor),
    },
    open,
  ),
  reply: withContent(StaffTicket),
});

export const staffTicket = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/tickets/:id',
  rate: 'read',
  summary: 'Returns a ticket with its messages; the access is recorded in the audit log',
  params,
  reply: withBase(StaffThread),
  errors: ['NOT_FOUND'],
});

export const answerTicket = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/tickets/:id/answer',
  rate: 'write',
  summary:
    'Replies to a ticket, notifies the user by email, and assigns the ticket to the caller; CONFLICT: it has changed since',
  params,
  body: Type.Object(
    {
      version: described('Version that was read; CONFLICT if it has changed since.', Version),
      message: described('Reply, as plain text.', Message),
    },
    open,
  ),
  reply: withBase(StaffThread),
  errors: ['NOT_FOUND', 'CONFLICT', 'TICKET_IS_FULL'],
});

export const closeStaffTicket = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/tickets/:id/close',
  rate: 'write',
  summary: 'Closes a ticket without a reply; CONFLICT: it has changed since',
  params,
  body: Type.Object(
    { version: described('Version that was read; CONFLICT if it has changed since.', Version) },
    open,
  ),
  reply: withBase(StaffThread),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const assignTicket = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/tickets/:id/assign',
  rate: 'write',
  summary: 'Assigns a ticket to the caller, or releases it; CONFLICT: it has changed since',
  params,
  body: Type.Object(
    {
      version: described('Version that was read; CONFLICT if it has changed since.', Version),
      mine: described('Whether to assign the ticket to the caller; false releases it.', Type.Boolean()),
    },
    open,
  ),
  reply: withBase(StaffThread),
  errors: ['NOT_FOUND', 'CONFLICT'],
});
