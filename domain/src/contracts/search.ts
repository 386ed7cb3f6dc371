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
  id: described('The id that other calls name it by.', Type.String()),
  relatedCoin: described("The coin's code; TOMAN for Toman.", Type.String()),
  amount: described('How much, in its coin.', DecimalText),
  state: described(
    'PENDING until it counts, FAILED when it came to nothing or the chain took it back.',
    Type.Enum(PAYMENT_STATES),
  ),
  txid: described('Id of the transaction on its chain; null: Toman.', nullable(Type.String())),
  createdAtDateTime: described('When it was made.', Timestamp),
};

export const FoundDeposit = Type.Object(deposit, open);
export type FoundDeposit = Static<typeof FoundDeposit>;

export const OwnFinds = Type.Object(
  {
    orders: described('At most five orders and quick trades, newest first.', Type.Array(Order)),
    withdrawals: described('At most five withdrawals, newest first.', Type.Array(WithdrawalRow)),
    deposits: described('At most five deposits, newest first.', Type.Array(FoundDeposit)),
  },
  open,
);
export type OwnFinds = Static<typeof OwnFinds>;

export const searchOwn = endpoint({
  method: 'GET',
  path: '/search',
  access: 'user',
  rate: 'read',
  summary: "The caller's own orders, withdrawals and deposits that what was typed names",
  query: q(
    'A coin, the beginning of an id or a receipt number, a txid, or a part of an address: among the newest hundred of each kind; whole txids and beginnings of ids of eight digits among all.',
  ),
  reply: withBase(OwnFinds),
});

export const FoundOrder = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    userId: described("Its owner's id.", Type.String()),
    marketType: described('The market: coin and quote, e.g. BITCOIN_TOMAN.', Type.String()),
    orderType: described('Kind and side, as in the list of orders.', Type.Enum(ORDER_TYPES)),
    orderStatus: described('How it stands, as in the list of orders.', Type.Enum(ORDER_STATUSES)),
    amount: described('How much of the coin it is for.', DecimalText),
    executedAmount: described('How much of the coin was traded so far.', DecimalText),
    createdAtDateTime: described('When it was made.', Timestamp),
  },
  open,
);
export type FoundOrder = Static<typeof FoundOrder>;

export const FoundWithdrawal = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    userId: described("Its owner's id.", Type.String()),
    relatedCoin: described("The coin's code; TOMAN for Toman.", Type.String()),
    amount: described('What leaves the wallet, in its asset; the fee is part of it.', DecimalText),
    state: described('How it stands, as its owner is told.', Type.Enum(WITHDRAWAL_STATES)),
    createdAtDateTime: described('When it was made.', Timestamp),
  },
  open,
);
export type FoundWithdrawal = Static<typeof FoundWithdrawal>;

export const StaffFinds = Type.Object(
  {
    people: described('At most five whom what was typed names.', Type.Array(PersonRow)),
    orders: described(
      'The order or quick trade of this id, or that a receipt of this number or verification code is of.',
      Type.Array(FoundOrder),
    ),
    withdrawals: described(
      'Of this id, txid, receipt number or verification code, whoever asked for them.',
      Type.Array(FoundWithdrawal),
    ),
    deposits: described(
      'Of this id, txid, receipt number, verification code or bank reference; nobody’s too.',
      Type.Array(
        Type.Object(
          { ...deposit, userId: described('Whose it is; null: nobody’s yet.', nullable(Type.String())) },
          open,
        ),
      ),
    ),
    stores: described(
      'At most five, by id, owner, name or domain.',
      Type.Array(
        Type.Object(
          {
            id: described('The id that other calls name it by.', Type.String()),
            userId: described("Its owner's id.", Type.String()),
            name: described('What payers see.', Type.String()),
            blocked: described('Whether staff stopped it.', Type.Boolean()),
          },
          open,
        ),
      ),
    ),
    tickets: described(
      'At most five, by number or subject.',
      Type.Array(
        Type.Object(
          {
            id: described('The id that other calls name it by.', Type.String()),
            number: described('Eight digits, which a person and we call it by.', Type.String()),
            subject: described('As it was written.', Type.String()),
            state: described('Who has the last word.', Type.Enum(TICKET_STATES)),
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
  summary:
    'People, orders, transfers, stores and tickets that what was typed names; of kinds that are no work of the role none',
  query: q(
    'A whole email, mobile or id; of a person (kyc) a national code or the beginning of a name; of orders and transfers the number or the verification code of a receipt, of transfers a txid or reference too; of stores a part of the name or of their domain, of tickets the number or a part of the subject, both among the newest two hundred.',
  ),
  reply: withBase(StaffFinds),
});
