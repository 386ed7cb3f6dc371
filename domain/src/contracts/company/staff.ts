import { type Static, Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  decimal,
  described,
  flag,
  itemReply,
  listReply,
  nullable,
  object,
  oneOf,
  optional,
  pageQuery,
  success,
  text,
  time,
} from '../fields.ts';
import { CompanyPayment } from './payments.ts';
import { Settlement } from './settlements.ts';
import { Id, withId } from './shared.ts';
import { Company, PERIODS } from './store.ts';

export const StaffCompany = object({
  id: text('Identifier used in other calls.'),
  userId: text("Identifier of the store's owner."),
  name: text('Name of the store.'),
  email: text('Email address.'),
  received: decimal('Total received, in Toman.'),
  refunded: decimal('Total refunded to payers, in Toman.'),
  receipts: decimal('Amount received and neither settled nor transferred to the wallet, in Toman.'),
  coinEntity: nullable('Code of the coin in which receipts are settled.', Type.String()),
  cryptoNetwork: nullable('Code of the network on which the coin is sent.', Type.String()),
  walletAddress: nullable('Address that the coins are sent to.', Type.String()),
  perTime: nullable('Period of settlement of receipts.', Type.Enum(PERIODS)),
  paused: flag('Whether buying and sending of coins is paused.'),
  blockedReason: nullable("Reason why staff blocked the store; null if it isn't blocked.", Type.String()),
  waits: nullable('Reason why the oldest waiting settlement is waiting.', Type.String()),
  createdAtDateTime: time('Time of creation.'),
});
export type StaffCompany = Static<typeof StaffCompany>;

export const staffCompanies = endpoint('GET', '/backoffice/companies', {
  access: 'staff',
  roles: ['support', 'kyc', 'treasury'],
  rate: 'read',
  summary: 'Returns all stores, newest first, or those that match the query',
  query: object({
    ...pageQuery,
    query: optional(
      'Complete email address of the owner, or the id of the store, its owner or one of its payments.',
      Type.String({ minLength: 3, maxLength: 254 }),
    ),
  }),
  reply: listReply(StaffCompany),
});

export const StaffCompanyDetail = object({
  ...StaffCompany.properties,
  phone: text('Telephone number.'),
  paymentLink: text('URL where payers pay.'),
  settled: decimal(
    "Amount converted into coins or transferred to the owner's wallet, in Toman: received − refunded − receipts.",
  ),
  tag: nullable('Tag or memo of the address, if the network uses one.', Type.String()),
  next: described(
    'Next end of a period and the amount that would be settled then, in Toman; null if settlement is not configured or is paused.',
    Company.properties.next,
  ),
  change: described(
    'New destination, confirmed by a code, that becomes effective at the given time; until then the previous one is used.',
    Company.properties.change,
  ),
});
export type StaffCompanyDetail = Static<typeof StaffCompanyDetail>;

export const staffCompany = endpoint('GET', '/backoffice/companies/:id', {
  access: 'staff',
  roles: ['support', 'kyc', 'treasury'],
  rate: 'read',
  summary: 'Returns one store with its totals, settings and pending changes',
  params: withId,
  reply: itemReply(StaffCompanyDetail),
  errors: ['NOT_FOUND'],
});

export const StaffCompanyPayment = object({
  ...CompanyPayment.properties,
  refundable: flag(
    'Whether the payment can be refunded: its money was received, it is not part of a settlement, and no refund was requested.',
  ),
});
export type StaffCompanyPayment = Static<typeof StaffCompanyPayment>;

export const staffCompanyPayments = endpoint('GET', '/backoffice/companies/:id/payments', {
  access: 'staff',
  roles: ['support', 'kyc', 'treasury'],
  rate: 'read',
  summary: "Returns a store's payments, newest first",
  params: withId,
  query: object(pageQuery),
  reply: listReply(StaffCompanyPayment),
  errors: ['NOT_FOUND'],
});

export const staffCompanySettlements = endpoint('GET', '/backoffice/companies/:id/settlements', {
  access: 'staff',
  roles: ['support', 'kyc', 'treasury'],
  rate: 'read',
  summary: "Returns a store's settlements, newest first",
  params: withId,
  query: object(pageQuery),
  reply: listReply(Settlement),
  errors: ['NOT_FOUND'],
});

export const CompanyReason = object({
  reason: text('Reason, for the audit log.', { minLength: 3, maxLength: 500 }),
});

export const blockCompany = endpoint('POST', '/backoffice/companies/:id/block', {
  access: 'staff',
  roles: ['treasury'],
  rate: 'write',
  summary: "Blocks a store: it can't be paid and nothing is settled",
  params: withId,
  body: CompanyReason,
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const unblockCompany = endpoint('POST', '/backoffice/companies/:id/unblock', {
  access: 'staff',
  roles: ['treasury'],
  rate: 'write',
  summary: 'Unblocks a store',
  params: withId,
  body: CompanyReason,
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const REFUND_STATES = ['ASKED', 'PAID', 'CANCELLED'] as const;
export const CompanyRefund = object({
  id: text('Identifier used in other calls.'),
  companyId: text('Identifier of the store.'),
  companyName: text('Name of the store.'),
  paymentId: text('Identifier of the payment to refund.'),
  source: oneOf(
    "Source of the refund. RECEIPTS: the store's receipts. SUSPENSE: money that belongs to no receipt.",
    ['RECEIPTS', 'SUSPENSE'],
  ),
  amount: decimal('Amount of the refund, in Toman.'),
  cardNumber: text('Masked number of the bank card.'),
  reason: text('Reason for the refund.'),
  state: oneOf(
    'State of the refund. ASKED: awaits the decision of another staff member. PAID: paid. CANCELLED: cancelled.',
    REFUND_STATES,
  ),
  askedBy: text('Email address of the staff member who proposed the refund.'),
  decidedBy: nullable('Email address of the staff member who decided; null until then.', Type.String()),
  reference: nullable('Reference number of the bank; null until it is paid.', Type.String()),
  createdAtDateTime: time('Time of creation.'),
});
export type CompanyRefund = Static<typeof CompanyRefund>;

export const companyRefunds = endpoint('GET', '/backoffice/company-refunds', {
  access: 'staff',
  roles: ['treasury'],
  rate: 'read',
  summary: "Returns refunds to payers' cards, newest first",
  query: object({
    ...pageQuery,
    state: optional('State to filter by.', Type.Enum(REFUND_STATES)),
    company: optional('Store to filter by.', Id),
  }),
  reply: listReply(CompanyRefund),
});

export const proposeCompanyRefund = endpoint('POST', '/backoffice/company-payments/:id/refund', {
  access: 'staff',
  roles: ['treasury'],
  rate: 'write',
  summary: "Proposes to refund a payment to its payer's card; another staff member pays it",
  params: withId,
  body: CompanyReason,
  reply: itemReply(CompanyRefund),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const decideCompanyRefund = endpoint('POST', '/backoffice/company-refunds/:id', {
  access: 'staff',
  roles: ['treasury'],
  rate: 'money',
  settles: true,
  summary:
    "Decides a refund: PAID, with the bank's reference number, records it as paid; CANCELLED cancels it",
  params: withId,
  body: object({
    decision: oneOf('Decision. PAID: records the refund as paid. CANCELLED: cancels it.', [
      'PAID',
      'CANCELLED',
    ]),
    reference: optional(
      'Reference number of the bank; required for PAID.',
      Type.String({ minLength: 3, maxLength: 60 }),
    ),
  }),
  reply: itemReply(CompanyRefund),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED', 'OWNER_FROZEN', 'BAD_REQUEST'],
});
