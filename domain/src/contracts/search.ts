/** The search field: for customers over their own data, for staff over what their role may see. */
import { type Static, Type } from 'typebox';
import { PersonRow } from './backoffice.ts';
import { DecimalText, described, endpoint, open, Timestamp, withBase } from './endpoint.ts';
import { TICKET_STATES } from './support.ts';
import { ORDER_STATUSES, ORDER_TYPES, Order } from './trading.ts';
import { PAYMENT_STATES } from './wallet.ts';
import { WITHDRAWAL_STATES, WithdrawalRow } from './withdrawal.ts';

const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

/** The longest inputs are chain addresses, txids and e-mail addresses. */
const q = (description: string) =>
  Type.Object({ q: described(description, Type.String({ minLength: 2, maxLength: 254 })) }, open);

const deposit = {
  id: described('Identifier used in other calls.', Type.String()),
  relatedCoin: described('Coin code; TOMAN for Toman.', Type.String()),
  amount: described('Amount, in its coin.', DecimalText),
  state: described(
    'State of the deposit: PENDING until it is credited, FAILED if it failed or the chain reverted it.',
    Type.Enum(PAYMENT_STATES),
  ),
  txid: described('Identifier of the transaction on its chain; null for Toman.', nullable(Type.String())),
  createdAtDateTime: described('Time of creation.', Timestamp),
};

export const FoundDeposit = Type.Object(deposit, open);
export type FoundDeposit = Static<typeof FoundDeposit>;

export const OwnFinds = Type.Object(
  {
    orders: described('Orders and quick trades, newest first, at most five.', Type.Array(Order)),
    withdrawals: described('Withdrawals, newest first, at most five.', Type.Array(WithdrawalRow)),
    deposits: described('Deposits, newest first, at most five.', Type.Array(FoundDeposit)),
  },
  open,
);
export type OwnFinds = Static<typeof OwnFinds>;

export const searchOwn = endpoint({
  method: 'GET',
  path: '/search',
  access: 'user',
  rate: 'read',
  summary: "Searches the caller's orders, withdrawals and deposits",
  query: q(
    'Search text: a coin, the beginning of an id or receipt number, a txid, or a part of an address. Searches the newest hundred of each kind; complete txids and beginnings of ids of eight digits are searched in all.',
  ),
  reply: withBase(OwnFinds),
});

export const FoundOrder = Type.Object(
  {
    id: described('Identifier used in other calls.', Type.String()),
    userId: described('Identifier of the owner.', Type.String()),
    marketType: described('Market: coin and quote, e.g. BITCOIN_TOMAN.', Type.String()),
    orderType: described('Kind and side of the order, as in the list of orders.', Type.Enum(ORDER_TYPES)),
    orderStatus: described('Status of the order, as in the list of orders.', Type.Enum(ORDER_STATUSES)),
    amount: described('Amount of the order, in the coin.', DecimalText),
    executedAmount: described('Amount traded so far, in the coin.', DecimalText),
    createdAtDateTime: described('Time of creation.', Timestamp),
  },
  open,
);
export type FoundOrder = Static<typeof FoundOrder>;

export const FoundWithdrawal = Type.Object(
  {
    id: described('Identifier used in other calls.', Type.String()),
    userId: described('Identifier of the owner.', Type.String()),
    relatedCoin: described('Coin code; TOMAN for Toman.', Type.String()),
    amount: described('Amount deducted from the wallet, in its asset; includes the fee.', DecimalText),
    state: described('State of the withdrawal, as displayed to its owner.', Type.Enum(WITHDRAWAL_STATES)),
    createdAtDateTime: described('Time of creation.', Timestamp),
  },
  open,
);
export type FoundWithdrawal = Static<typeof FoundWithdrawal>;

export const StaffFinds = Type.Object(
  {
    people: described('Users that match the query, at most five.', Type.Array(PersonRow)),
    orders: described(
      'Order or quick trade with this id, or with a receipt of this number or verification code.',
      Type.Array(FoundOrder),
    ),
    withdrawals: described(
      'Withdrawals of any user with this id, txid, receipt number or verification code.',
      Type.Array(FoundWithdrawal),
    ),
    deposits: described(
      'Deposits with this id, txid, receipt number, verification code or bank reference, including those without an owner.',
      Type.Array(
        Type.Object(
          {
            ...deposit,
            userId: described(
              'Identifier of the owner; null if the deposit has no owner yet.',
              nullable(Type.String()),
            ),
          },
          open,
        ),
      ),
    ),
    stores: described(
      'Stores that match by id, owner, name or domain, at most five.',
      Type.Array(
        Type.Object(
          {
            id: described('Identifier used in other calls.', Type.String()),
            userId: described('Identifier of the owner.', Type.String()),
            name: described('Name displayed to payers.', Type.String()),
            blocked: described('Whether the store is blocked by staff.', Type.Boolean()),
          },
          open,
        ),
      ),
    ),
    tickets: described(
      'Tickets that match by number or subject, at most five.',
      Type.Array(
        Type.Object(
          {
            id: described('Identifier used in other calls.', Type.String()),
            number: described(
              'Ticket number of eight digits, used by both the user and staff.',
              Type.String(),
            ),
            subject: described('Subject, as written.', Type.String()),
            state: described(
              'State of the ticket, which depends on the author of its last message.',
              Type.Enum(TICKET_STATES),
            ),
          },
          open,
        ),
      ),
    ),
  },
  open,
);
export type StaffFinds = Static<typeof StaffFinds>;

export const searchStaff = endpoint({
  method: 'GET',
  path: '/backoffice/search',
  access: 'staff',
  rate: 'read',
  summary: "Searches users, orders, transfers, stores and tickets; kinds outside the caller's role are empty",
  query: q(
    'Search text. Any kind: a complete email address, mobile number or id. Users (kyc): a national code or the beginning of a name. Orders and transfers: the number or verification code of a receipt; transfers: also a txid or reference. Stores: a part of the name or domain. Tickets: the number or a part of the subject. Stores and tickets are searched among the newest two hundred.',
  ),
  reply: withBase(StaffFinds),
});
