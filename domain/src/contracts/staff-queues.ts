/** Pending work of staff, in one list over all queues. */
import { type Static, Type } from 'typebox';
import { BUSINESS_ROW_KINDS } from '../business-rows.ts';
import { STAFF_DEADLINE_KINDS, WAITING_KINDS } from '../staff-promises.ts';
import { ALARM_KINDS } from './alarms.ts';
import { endpoint } from './endpoint.ts';
import { DecimalText, itemReply, list, nullable, object, oneOf, Timestamp, text, time } from './fields.ts';
import { TICKET_TOPICS } from './support.ts';
import { PAYOUT_STATES } from './treasury.ts';

export const WaitingItem = object({
  kind: oneOf('Queue of the item.', WAITING_KINDS),
  id: text('Id of the waiting item; for reviews and company applications, id of the user.'),
  since: time('Time since which the item waits.'),
  promise: oneOf(
    'Basis of the due time. SAME_DAY, WORKING_DAYS: promised in texts for users. BANK_DAY: the time of bank payments. AIM: our internal target. ESCALATES: the next staff member is notified. NONE: no due time.',
    STAFF_DEADLINE_KINDS,
  ),
  dueAt: nullable('Promised time. Null if no time was promised.', Timestamp),
  name: text('Name of the user, for callers who review users. Otherwise empty.'),
  amount: nullable(
    'Amount, in the asset given by `relatedCoin`. Null if no money is involved or the token is unknown.',
    DecimalText,
  ),
  relatedCoin: nullable('Coin code, or TOMAN. Null if no money is involved.', Type.String()),
  number: nullable('Number of the ticket. Null if it is not a ticket.', Type.Integer()),
  topic: nullable('Topic of the ticket. Null if it is not a ticket.', Type.Enum(TICKET_TOPICS)),
  alarm: nullable('Kind of the alarm. Null if it is not an alarm.', Type.Enum(ALARM_KINDS)),
  subject: text('Subject of the alarm, or key of the changed row. Otherwise empty.'),
  figure: nullable('Figure of the alarm, in the unit of its kind.', Type.Integer()),
  row: nullable(
    'Kind of the row to change. Null if it is not a change of a row.',
    Type.Enum(BUSINESS_ROW_KINDS),
  ),
  payout: nullable('State of the payout batch. Null if it is not one.', Type.Enum(PAYOUT_STATES)),
});
export type WaitingItem = Static<typeof WaitingItem>;

export const waitingItems = endpoint('GET', '/backoffice/waiting', {
  access: 'staff',
  rate: 'write',
  summary:
    'Lists the items that the caller may decide on now, longest waiting first; at most 20 of each queue',
  reply: itemReply({
    items: list('Waiting items, longest waiting first.', WaitingItem),
    more: list('Queues with more items than are listed.', Type.Enum(WAITING_KINDS)),
  }),
});
