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
const params = Type.Object({ id: described('The id from the list.', Type.String({ maxLength: 40 })) }, open);

export const contactForm = endpoint({
  method: 'GET',
  path: '/contact-form',
  access: 'public',
  rate: 'read',
  summary: 'What the contact form must bring back: it is good from three seconds to two hours, once',
  reply: withBase(
    Type.Object(
      {
        token: described(
          'Must come with the message; good from three seconds to two hours, once.',
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
    'Reaches staff as a ticket, and is confirmed by email. TOO_MANY_REQUESTS has `retryAfter` (seconds); FORM_EXPIRED: the token is too old or used',
  body: Type.Object(
    {
      name: described('Name of who writes.', Type.String({ minLength: 1, maxLength: 80 })),
      email: described('Where the answer goes.', Type.String({ maxLength: 254 })),
      subject: described('What it is about, in a line.', Subject),
      message: described('What is asked, as plain text.', Message),
      token: described('What the contact form was given.', Type.String({ maxLength: 200 })),
      website: described(
        "People don't see this field and leave it empty.",
        Type.Optional(Type.String({ maxLength: 500 })),
      ),
    },
    open,
  ),
  languages: LANGUAGES,
  reply: withBase(
    Type.Object({ number: Type.String({ description: 'What the message is found by' }) }, open),
  ),
  errors: ['Invalid Email', 'TOO_MANY_LINKS', 'FORM_EXPIRED', 'TOO_MANY_REQUESTS'],
});

export const Ticket = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    number: described('Eight digits, which a person and we call it by.', Type.String()),
    subject: described('What it is about, in a line.', Type.String()),
    topic: described('What it is about.', Topic),
    reference: described('Number of a receipt that it is about; empty: none.', Type.String()),
    state: described(
      "WAITING: the last word is the person's; ANSWERED: it is ours.",
      Type.Enum(TICKET_STATES),
    ),
    unread: described("Answers the person hasn't seen yet.", Type.Integer()),
    createdAtDateTime: described('When it was opened.', Timestamp),
    updatedAtDateTime: described('Of its last message.', Timestamp),
  },
  open,
);
export type Ticket = Static<typeof Ticket>;

export const TicketMessage = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    author: described('PERSON: whoever opened the ticket.', Type.Enum(['PERSON', 'STAFF'])),
    text: described('What was written.', Type.String()),
    createdAtDateTime: described('When it was written.', Timestamp),
  },
  open,
);
export type TicketMessage = Static<typeof TicketMessage>;

export const TicketThread = Type.Object(
  {
    ticket: described('What it is about, and how it stands.', Ticket),
    messages: described('Its messages, the oldest first.', Type.Array(TicketMessage)),
  },
  open,
);
export type TicketThread = Static<typeof TicketThread>;

export const tickets = endpoint({
  method: 'GET',
  path: '/support/tickets',
  access: 'user',
  rate: 'read',
  summary: 'One’s own tickets, the newest first',
  query: Type.Object({ ...pageQuery }, open),
  reply: withContent(Ticket),
});

export const unreadTickets = endpoint({
  method: 'GET',
  path: '/support/unread',
  access: 'user',
  rate: 'read',
  summary: 'How many tickets have an answer that wasn’t seen yet',
  reply: withBase(
    Type.Object(
      { count: described("How many tickets have an answer that wasn't seen yet.", Type.Integer()) },
      open,
    ),
  ),
});

export const ticket = endpoint({
  method: 'GET',
  path: '/support/tickets/:id',
  access: 'user',
  rate: 'read',
  summary: 'A ticket with its messages, the oldest first; its answers count as seen then',
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
  summary: 'Asks support something',
  body: Type.Object(
    {
      subject: described('What it is about, in a line.', Subject),
      message: described('What the person asks.', Message),
      topic: described('What it is about.', Type.Optional(Topic)),
      reference: Type.Optional(Type.String({ maxLength: 40, description: 'Number of a receipt' })),
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
  summary: 'Writes on in a ticket of one’s own; a closed one is open again',
  params,
  body: Type.Object({ message: described('What the person adds, as plain text.', Message) }, open),
  reply: withBase(TicketThread),
  errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS', 'TICKET_IS_FULL'],
});

export const closeTicket = endpoint({
  method: 'POST',
  path: '/support/tickets/:id/close',
  access: 'user',
  rate: 'write',
  feature: null,
  summary: 'The matter is settled; once more changes nothing',
  params,
  reply: withBase(TicketThread),
  errors: ['NOT_FOUND'],
});

export const TicketPerson = Type.Object(
  {
    id: described(
      'Null: wrote through the contact form without being logged in.',
      Type.Union([Type.String(), Type.Null()]),
    ),
    name: described('Name of the person.', Type.String()),
    email: described(
      'Masked for people with an account: it is in their file; whole where it is all there is.',
      Type.String(),
    ),
  },
  open,
);

export const StaffTicket = Type.Object(
  {
    ...Ticket.properties,
    person: described('Who opened it.', TicketPerson),
    language: described('What the person reads the product in: fa or en.', Type.Enum(LANGUAGES)),
    version: described('Counts its changes; whoever acts names the one they saw.', Type.Integer()),
    assignee: described('Email of who takes care of it; empty: nobody yet.', Type.String()),
    mine: described('Whether the caller has taken it.', Type.Boolean()),
    sinceDateTime: described(
      'Since when it is in its state; of WAITING: the first message without an answer.',
      Timestamp,
    ),
  },
  open,
);
export type StaffTicket = Static<typeof StaffTicket>;

export const StaffMessage = Type.Object(
  {
    ...TicketMessage.properties,
    staff: described('Email of who of the staff wrote it; empty: the person.', Type.String()),
  },
  open,
);
export const StaffThread = Type.Object(
  {
    ticket: described('What it is about, and how it stands.', StaffTicket),
    messages: described('Its messages, the oldest first.', Type.Array(StaffMessage)),
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
  summary: 'Tickets of a state: those that wait the longest first, the others by their last change',
  query: Type.Object(
    {
      state: described(
        'Only tickets in this state.',
        Type.Optional(Type.Enum(TICKET_STATES, { default: 'WAITING' })),
      ),
      topic: described('What it is about.', Type.Optional(Topic)),
      mine: described('Those one has taken.', Type.Optional(Type.Boolean())),
      size: described('How many entries are asked for.', pageQuery.size),
      cursor: described('What the answer before gave as nextCursor.', pageQuery.cursor),
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
  summary: 'A ticket with its messages; the look is in the audit log',
  params,
  reply: withBase(StaffThread),
  errors: ['NOT_FOUND'],
});

export const answerTicket = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/tickets/:id/answer',
  rate: 'write',
  summary: 'Answers, tells the person by email, and makes it one’s own; CONFLICT: it has changed since',
  params,
  body: Type.Object(
    {
      version: described('The version that was read; CONFLICT when it has changed since.', Version),
      message: described('The answer, as plain text.', Message),
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
  summary: 'Closes without an answer; CONFLICT: it has changed since',
  params,
  body: Type.Object(
    { version: described('The version that was read; CONFLICT when it has changed since.', Version) },
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
  summary: 'Takes it upon oneself, or leaves it to others; CONFLICT: it has changed since',
  params,
  body: Type.Object(
    {
      version: described('The version that was read; CONFLICT when it has changed since.', Version),
      mine: described('True takes it; false leaves it to others.', Type.Boolean()),
    },
    open,
  ),
  reply: withBase(StaffThread),
  errors: ['NOT_FOUND', 'CONFLICT'],
});
