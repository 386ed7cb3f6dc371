import { createHash } from 'node:crypto';
import { AppError, normalizeEmail } from '@sarraf/domain';
import type { BodyOf, sendContactMessage as contract } from '@sarraf/domain/contracts';
import { enforceRateLimit, type Language, type User } from '../identity/index.ts';
import type { Tx } from '../platform/database/database.ts';
import { clientNetworkKey } from '../platform/http/network-address.ts';
import { newId } from '../platform/ids.ts';
import type { SupportContext } from './deps.ts';
import { MAX_FORM_AGE_MS, MIN_FORM_AGE_MS, readFormTokenTime } from './form-token.ts';
import { consumeFormToken, generateTicketNumber, insertTicket } from './store.ts';
import { countLinks, normalizeLines, toOneLine } from './texts.ts';
import { encryptAndInsertMessage } from './write-message.ts';

const MAX_LINKS = 3;

interface ContactSender {
  ip: string;
  language: Language;
  /** Session token sent with the form; null: a visitor. */
  token: string | null;
}

/**
 * Creates a ticket from the contact form; returns its number. Programs are stopped by measures that cost people
 * nothing (decision 14): a hidden field, a form that can't be sent faster than a person can read it, single use,
 * and a limit per hour.
 *
 * BAD_REQUEST: blank; Invalid Email; TOO_MANY_LINKS; FORM_EXPIRED: the form is not ours, too old or was sent
 * before; TOO_MANY_REQUESTS with `retryAfter`: too fast, or too often.
 */
export async function sendContactMessage(
  context: SupportContext,
  sender: ContactSender,
  body: BodyOf<typeof contract>,
): Promise<string> {
  // A sender that filled in the hidden field gets the same reply as everyone.
  if (body.website) return String(generateTicketNumber());
  const contactMessage = parseBody(body);
  assertFormFresh(context, body.token);
  const person = await findSender(context, sender.token);
  return context.db.transaction().execute(async (tx) => {
    const now = context.now();
    await countContactMessage(context, tx, sender.ip, contactMessage.email);
    const digest = createHash('sha256').update(body.token).digest();
    if (!(await consumeFormToken(tx, digest, now))) throw new AppError('FORM_EXPIRED');
    const visitor = JSON.stringify({ name: contactMessage.name, email: contactMessage.email });
    const id = newId();
    const row = await insertTicket(
      tx,
      {
        id,
        userId: person?.id ?? null,
        visitor: context.secrets.encrypt(visitor, 'tickets.visitor_encrypted', id),
        language: sender.language,
        subject: context.secrets.encrypt(contactMessage.subject, 'tickets.subject_encrypted', id),
        topic: 'OTHER',
        reference: '',
      },
      now,
    );
    await encryptAndInsertMessage(
      context,
      tx,
      { ticketId: id, staffId: null, text: contactMessage.message },
      now,
    );
    // A user is notified at the account's address alone; the message itself is sent to no mailbox.
    const visitorRecipient = {
      userId: person?.id ?? null,
      email: person?.email ?? contactMessage.email,
      mobile: null,
      language: sender.language,
    };
    const number = String(row.number);
    await context.notify(tx, visitorRecipient, { kind: 'TICKET_RECEIVED', number });
    return number;
  });
}

function parseBody(body: BodyOf<typeof contract>) {
  const [name, subject, message] = [
    toOneLine(body.name),
    toOneLine(body.subject),
    normalizeLines(body.message),
  ];
  const emptyFields = Object.entries({ name, subject, message }).filter(([, text]) => text === '');
  if (emptyFields.length > 0)
    throw new AppError('BAD_REQUEST', { errors: emptyFields.map(([field]) => field) });
  const email = normalizeEmail(body.email);
  if (email === null) throw new AppError('Invalid Email', { errors: ['email'] });
  if (countLinks(message) > MAX_LINKS || countLinks(`${name} ${subject}`) > 0)
    throw new AppError('TOO_MANY_LINKS');
  return { name, subject, message, email };
}

function assertFormFresh(context: SupportContext, token: string): void {
  const createdAt = readFormTokenTime(context.secrets, token);
  const age = createdAt === null ? null : context.clock.now() - createdAt;
  if (age === null || age > MAX_FORM_AGE_MS) throw new AppError('FORM_EXPIRED');
  if (age < MIN_FORM_AGE_MS) {
    const retryAfter = Math.ceil((MIN_FORM_AGE_MS - Math.max(0, age)) / 1000);
    throw new AppError('TOO_MANY_REQUESTS', { data: { retryAfter } });
  }
}

/** A message with an expired token is still accepted. */
async function findSender(context: SupportContext, token: string | null): Promise<User | null> {
  const caller = token === null ? null : await context.authenticate(token);
  return caller === null ? null : context.people.find(caller.userId);
}

/** Counts under keyed digests: the counters don't reveal who wrote. */
async function countContactMessage(
  context: SupportContext,
  tx: Tx,
  ip: string,
  email: string,
): Promise<void> {
  const { fromPlace, toMailbox } = context.limits;
  const networkKey = context.secrets.blindIndex('contact place', clientNetworkKey(ip));
  const mailboxKey = context.secrets.blindIndex('contact mailbox', email);
  await enforceRateLimit(context, tx, { key: networkKey, kind: 'CONTACT_PLACE_HOUR' }, fromPlace.hour);
  await enforceRateLimit(context, tx, { key: networkKey, kind: 'CONTACT_PLACE_DAY' }, fromPlace.day);
  await enforceRateLimit(context, tx, { key: mailboxKey, kind: 'CONTACT_MAILBOX_HOUR' }, toMailbox.hour);
  await enforceRateLimit(context, tx, { key: mailboxKey, kind: 'CONTACT_MAILBOX_DAY' }, toMailbox.day);
}
