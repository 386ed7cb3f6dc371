/** Pending work of staff, in one list over all queues. */
import { type Static, Type } from 'typebox';
import { BUSINESS_ROW_KINDS } from '../business-rows.ts';
import { STAFF_PROMISES, WAITING_KINDS } from '../staff-promises.ts';
import { ALARM_KINDS } from './alarms.ts';
import { DecimalText, described, endpoint, open, Timestamp, withBase } from './endpoint.ts';
import { TICKET_TOPICS } from './support.ts';
import { PAYOUT_STATES } from './treasury.ts';

const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

export const WaitingItem = Type.Object(
  {
    kind: described('Queue of the item.', Type.Enum(WAITING_KINDS)),
    id: described(
      'Id of the waiting item; for reviews and company applications, id of the user.',
      Type.String(),
    ),
    since: described('Time since which the item waits.', Timestamp),
    promise: described(
      'Basis of the due time. SAME_DAY, WORKING_DAYS: promised in texts for users. BANK_DAY: the time of bank payments. AIM: our internal target. ESCALATES: the next staff member is notified. NONE: no due time.',
      Type.Enum(STAFF_PROMISES),
    ),
    dueAt: described('Promised time. Null if no time was promised.', nullable(Timestamp)),
    name: described('Name of the user, for callers who review users. Otherwise empty.', Type.String()),
    amount: described(
      'Amount, in the asset given by `relatedCoin`. Null if no money is involved or the token is unknown.',
      nullable(DecimalText),
    ),
    relatedCoin: described('Coin code, or TOMAN. Null if no money is involved.', nullable(Type.String())),
    number: described('Number of the ticket. Null if it is not a ticket.', nullable(Type.Integer())),
    topic: described('Topic of the ticket. Null if it is not a ticket.', nullable(Type.Enum(TICKET_TOPICS))),
    alarm: described('Kind of the alarm. Null if it is not an alarm.', nullable(Type.Enum(ALARM_KINDS))),
    subject: described('Subject of the alarm, or key of the changed row. Otherwise empty.', Type.String()),
    figure: described('Figure of the alarm, in the unit of its kind.', nullable(Type.Integer())),
    row: described(
      'Kind of the row to change. Null if it is not a change of a row.',
      nullable(Type.Enum(BUSINESS_ROW_KINDS)),
    ),
    payout: described(
      'State of the payout batch. Null if it is not one.',
      nullable(Type.Enum(PAYOUT_STATES)),
    ),
  },
  open,
);
export type WaitingItem = Static<typeof WaitingItem>;

export const waitingNow = endpoint({
  access: 'staff',
  rate: 'write',
  method: 'GET',
  path: '/backoffice/waiting',
  summary:
    'Lists the items that the caller may decide on now, longest waiting first; at most 20 of each queue',
  reply: withBase(
    Type.Object(
      {
        items: described('Waiting items, longest waiting first.', Type.Array(WaitingItem)),
        more: described('Queues with more items than are listed.', Type.Array(Type.Enum(WAITING_KINDS))),
      },
      open,
    ),
  ),
});
