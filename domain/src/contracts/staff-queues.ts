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
    kind: described('Which queue it waits in.', Type.Enum(WAITING_KINDS)),
    id: described('Id of what waits; of reviews and company applications, of the person.', Type.String()),
    since: described('Since when it waits.', Timestamp),
    promise: described(
      'What was said of it: SAME_DAY, WORKING_DAYS (texts that people read), BANK_DAY (when a bank pays), AIM (our own measure), ESCALATES (the next colleague is called), NONE.',
      Type.Enum(STAFF_PROMISES),
    ),
    dueAt: described('Until when it was promised; null: no time is said.', nullable(Timestamp)),
    name: described('Of the person, for those who review; else empty.', Type.String()),
    amount: described('How much of the coin; null: not money, or an unknown token.', nullable(DecimalText)),
    relatedCoin: described('TOMAN, or the coin; null: no money.', nullable(Type.String())),
    number: described('Of a ticket.', nullable(Type.Integer())),
    topic: described('Of a ticket.', nullable(Type.Enum(TICKET_TOPICS))),
    alarm: described('Which alarm it is.', nullable(Type.Enum(ALARM_KINDS))),
    subject: described('What an alarm or a changed row is about; else empty.', Type.String()),
    figure: described("An alarm's figure, in the unit of its kind.", nullable(Type.Integer())),
    row: described('Which kind of row is to change.', nullable(Type.Enum(BUSINESS_ROW_KINDS))),
    payout: described('How far a payout of a day is.', nullable(Type.Enum(PAYOUT_STATES))),
  },
  open,
);
export type WaitingItem = Static<typeof WaitingItem>;

export const waitingNow = endpoint({
  access: 'staff',
  rate: 'write',
  method: 'GET',
  path: '/backoffice/waiting',
  summary: 'What the caller may decide on now, longest first; at most twenty of each queue',
  reply: withBase(
    Type.Object(
      {
        items: described('Longest first.', Type.Array(WaitingItem)),
        more: described('Kinds of which more wait than are listed.', Type.Array(Type.Enum(WAITING_KINDS))),
      },
      open,
    ),
  ),
});
