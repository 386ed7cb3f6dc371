/** The search field: for customers over their own data, for staff over what their role may see. */
import { type Static, Type } from 'typebox';
import { PersonRow } from './backoffice.ts';
import { endpoint } from './endpoint.ts';
import { decimal, flag, itemReply, list, nullable, object, oneOf, text, time } from './fields.ts';
import { TICKET_STATES } from './support.ts';
import { ORDER_STATUSES, ORDER_TYPES, Order } from './trading.ts';
import { PAYMENT_STATES } from './wallet.ts';
import { WITHDRAWAL_STATES, WithdrawalRow } from './withdrawal.ts';

/** The longest inputs are chain addresses, txids and e-mail addresses. */
const q = (description: string) => object({ q: text(description, { minLength: 2, maxLength: 254 }) });

const deposit = {
  id: text('Identifier used in other calls.'),
  relatedCoin: text('Coin code; TOMAN for Toman.'),
  amount: decimal('Amount, in its coin.'),
  state: oneOf(
    'State of the deposit: PENDING until it is credited, FAILED if it failed or the chain reverted it.',
    PAYMENT_STATES,
  ),
  txid: nullable('Identifier of the transaction on its chain; null for Toman.', Type.String()),
  createdAtDateTime: time('Time of creation.'),
};

export const FoundDeposit = object(deposit);
export type FoundDeposit = Static<typeof FoundDeposit>;

export const OwnFinds = object({
  orders: list('Orders and quick trades, newest first, at most five.', Order),
  withdrawals: list('Withdrawals, newest first, at most five.', WithdrawalRow),
  deposits: list('Deposits, newest first, at most five.', FoundDeposit),
});
export type OwnFinds = Static<typeof OwnFinds>;

export const searchOwnHistory = endpoint('GET', '/search', {
  access: 'user',
  rate: 'read',
  summary: "Searches the caller's orders, withdrawals and deposits",
  query: q(
    'Search text: a coin, the beginning of an id or receipt number, a txid, or a part of an address. Searches the newest hundred of each kind; complete txids and beginnings of ids of eight digits are searched in all.',
  ),
  reply: itemReply(OwnFinds),
});

export const FoundOrder = object({
  id: text('Identifier used in other calls.'),
  userId: text('Identifier of the owner.'),
  marketType: text('Market: coin and quote, e.g. BITCOIN_TOMAN.'),
  orderType: oneOf('Kind and side of the order, as in the list of orders.', ORDER_TYPES),
  orderStatus: oneOf('Status of the order, as in the list of orders.', ORDER_STATUSES),
  amount: decimal('Amount of the order, in the coin.'),
  executedAmount: decimal('Amount traded so far, in the coin.'),
  createdAtDateTime: time('Time of creation.'),
});
export type FoundOrder = Static<typeof FoundOrder>;

export const FoundWithdrawal = object({
  id: text('Identifier used in other calls.'),
  userId: text('Identifier of the owner.'),
  relatedCoin: text('Coin code; TOMAN for Toman.'),
  amount: decimal('Amount deducted from the wallet, in its asset; includes the fee.'),
  state: oneOf('State of the withdrawal, as displayed to its owner.', WITHDRAWAL_STATES),
  createdAtDateTime: time('Time of creation.'),
});
export type FoundWithdrawal = Static<typeof FoundWithdrawal>;

export const StaffFinds = object({
  people: list('Users that match the query, at most five.', PersonRow),
  orders: list(
    'Order or quick trade with this id, or with a receipt of this number or verification code.',
    FoundOrder,
  ),
  withdrawals: list(
    'Withdrawals of any user with this id, txid, receipt number or verification code.',
    FoundWithdrawal,
  ),
  deposits: list(
    'Deposits with this id, txid, receipt number, verification code or bank reference, including those without an owner.',
    {
      ...deposit,
      userId: nullable('Identifier of the owner; null if the deposit has no owner yet.', Type.String()),
    },
  ),
  stores: list('Stores that match by id, owner, name or domain, at most five.', {
    id: text('Identifier used in other calls.'),
    userId: text('Identifier of the owner.'),
    name: text('Name displayed to payers.'),
    blocked: flag('Whether the store is blocked by staff.'),
  }),
  tickets: list('Tickets that match by number or subject, at most five.', {
    id: text('Identifier used in other calls.'),
    number: text('Ticket number of eight digits, used by both the user and staff.'),
    subject: text('Subject, as written.'),
    state: oneOf('State of the ticket, which depends on the author of its last message.', TICKET_STATES),
  }),
});
export type StaffFinds = Static<typeof StaffFinds>;

export const searchStaff = endpoint('GET', '/backoffice/search', {
  access: 'staff',
  rate: 'read',
  summary: "Searches users, orders, transfers, stores and tickets; kinds outside the caller's role are empty",
  query: q(
    'Search text. Any kind: a complete email address, mobile number or id. Users (kyc): a national code or the beginning of a name. Orders and transfers: the number or verification code of a receipt; transfers: also a txid or reference. Stores: a part of the name or domain. Tickets: the number or a part of the subject. Stores and tickets are searched among the newest two hundred.',
  ),
  reply: itemReply(StaffFinds),
});
