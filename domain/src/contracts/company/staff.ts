import { type Static, Type } from 'typebox';
import {
  DecimalText,
  described,
  endpoint,
  open,
  pageQuery,
  success,
  Timestamp,
  withBase,
  withContent,
} from '../endpoint.ts';
import { CompanyPayment } from './payments.ts';
import { Settlement } from './settlements.ts';
import { Id, orNull, withId } from './shared.ts';
import { Company, PERIODS } from './store.ts';

export const StaffCompany = Type.Object(
  {
    id: described('Identifier used in other calls.', Type.String()),
    userId: described("Identifier of the store's owner.", Type.String()),
    name: described('Name of the store.', Type.String()),
    email: described('Email address.', Type.String()),
    received: described('Total received, in Toman.', DecimalText),
    refunded: described('Total refunded to payers, in Toman.', DecimalText),
    receipts: described(
      'Amount received and neither settled nor transferred to the wallet, in Toman.',
      DecimalText,
    ),
    coinEntity: described('Code of the coin in which receipts are settled.', orNull(Type.String())),
    cryptoNetwork: described('Code of the network on which the coin is sent.', orNull(Type.String())),
    walletAddress: described('Address that the coins are sent to.', orNull(Type.String())),
    perTime: described('Period of settlement of receipts.', orNull(Type.Enum(PERIODS))),
    paused: described('Whether buying and sending of coins is paused.', Type.Boolean()),
    blockedReason: described(
      "Reason why staff blocked the store; null if it isn't blocked.",
      orNull(Type.String()),
    ),
    waits: described('Reason why the oldest waiting settlement is waiting.', orNull(Type.String())),
    createdAtDateTime: described('Time of creation.', Timestamp),
  },
  open,
);
export type StaffCompany = Static<typeof StaffCompany>;

export const staffCompanies = endpoint({
  method: 'GET',
  path: '/backoffice/companies',
  access: 'staff',
  roles: ['support', 'kyc', 'treasury'],
  rate: 'read',
  summary: 'Returns all stores, newest first, or those that match the query',
  query: Type.Object(
    {
      ...pageQuery,
      query: described(
        'Complete email address of the owner, or the id of the store, its owner or one of its payments.',
        Type.Optional(Type.String({ minLength: 3, maxLength: 254 })),
      ),
    },
    open,
  ),
  reply: withContent(StaffCompany),
});

export const StaffCompanyFile = Type.Object(
  {
    ...StaffCompany.properties,
    phone: described('Telephone number.', Type.String()),
    paymentLink: described('URL where payers pay.', Type.String()),
    settled: described(
      "Amount converted into coins or transferred to the owner's wallet, in Toman: received − refunded − receipts.",
      DecimalText,
    ),
    tag: described('Tag or memo of the address, if the network uses one.', orNull(Type.String())),
    next: described(
      'Next end of a period and the amount that would be settled then, in Toman; null if settlement is not configured or is paused.',
      Company.properties.next,
    ),
    change: described(
      'New destination, confirmed by a code, that becomes effective at the given time; until then the previous one is used.',
      Company.properties.change,
    ),
  },
  open,
);
export type StaffCompanyFile = Static<typeof StaffCompanyFile>;

export const staffCompany = endpoint({
  method: 'GET',
  path: '/backoffice/companies/:id',
  access: 'staff',
  roles: ['support', 'kyc', 'treasury'],
  rate: 'read',
  summary: 'Returns one store with its totals, settings and pending changes',
  params: withId,
  reply: withBase(StaffCompanyFile),
  errors: ['NOT_FOUND'],
});

export const StaffCompanyPayment = Type.Object(
  {
    ...CompanyPayment.properties,
    refundable: described(
      'Whether the payment can be refunded: its money was received, it is not part of a settlement, and no refund was requested.',
      Type.Boolean(),
    ),
  },
  open,
);
export type StaffCompanyPayment = Static<typeof StaffCompanyPayment>;

export const staffCompanyPayments = endpoint({
  method: 'GET',
  path: '/backoffice/companies/:id/payments',
  access: 'staff',
  roles: ['support', 'kyc', 'treasury'],
  rate: 'read',
  summary: "Returns a store's payments, newest first",
  params: withId,
  query: Type.Object(pageQuery, open),
  reply: withContent(StaffCompanyPayment),
  errors: ['NOT_FOUND'],
});

export const staffCompanySettlements = endpoint({
  method: 'GET',
  path: '/backoffice/companies/:id/settlements',
  access: 'staff',
  roles: ['support', 'kyc', 'treasury'],
  rate: 'read',
  summary: "Returns a store's settlements, newest first",
  params: withId,
  query: Type.Object(pageQuery, open),
  reply: withContent(Settlement),
  errors: ['NOT_FOUND'],
});

export const CompanyReason = Type.Object(
  { reason: described('Reason, for the audit log.', Type.String({ minLength: 3, maxLength: 500 })) },
  open,
);

export const blockCompany = endpoint({
  method: 'POST',
  path: '/backoffice/companies/:id/block',
  access: 'staff',
  roles: ['treasury'],
  rate: 'write',
  summary: "Blocks a store: it can't be paid and nothing is settled",
  params: withId,
  body: CompanyReason,
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const unblockCompany = endpoint({
  method: 'POST',
  path: '/backoffice/companies/:id/unblock',
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
export const CompanyRefund = Type.Object(
  {
    id: described('Identifier used in other calls.', Type.String()),
    companyId: described('Identifier of the store.', Type.String()),
    companyName: described('Name of the store.', Type.String()),
    paymentId: described('Identifier of the payment to refund.', Type.String()),
    source: described(
      "Source of the refund. RECEIPTS: the store's receipts. SUSPENSE: money that belongs to no receipt.",
      Type.Enum(['RECEIPTS', 'SUSPENSE']),
    ),
    amount: described('Amount of the refund, in Toman.', DecimalText),
    cardNumber: described('Masked number of the bank card.', Type.String()),
    reason: described('Reason for the refund.', Type.String()),
    state: described(
      'State of the refund. ASKED: awaits the decision of another staff member. PAID: paid. CANCELLED: cancelled.',
      Type.Enum(REFUND_STATES),
    ),
    askedBy: described('Email address of the staff member who proposed the refund.', Type.String()),
    decidedBy: described(
      'Email address of the staff member who decided; null until then.',
      orNull(Type.String()),
    ),
    reference: described('Reference number of the bank; null until it is paid.', orNull(Type.String())),
    createdAtDateTime: described('Time of creation.', Timestamp),
  },
  open,
);
export type CompanyRefund = Static<typeof CompanyRefund>;

export const companyRefunds = endpoint({
  method: 'GET',
  path: '/backoffice/company-refunds',
  access: 'staff',
  roles: ['treasury'],
  rate: 'read',
  summary: "Returns refunds to payers' cards, newest first",
  query: Type.Object(
    {
      ...pageQuery,
      state: described('State to filter by.', Type.Optional(Type.Enum(REFUND_STATES))),
      company: described('Store to filter by.', Type.Optional(Id)),
    },
    open,
  ),
  reply: withContent(CompanyRefund),
});

export const askRefund = endpoint({
  method: 'POST',
  path: '/backoffice/company-payments/:id/refund',
  access: 'staff',
  roles: ['treasury'],
  rate: 'write',
  summary: "Proposes to refund a payment to its payer's card; another staff member pays it",
  params: withId,
  body: CompanyReason,
  reply: withBase(CompanyRefund),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const decideRefund = endpoint({
  method: 'POST',
  path: '/backoffice/company-refunds/:id',
  access: 'staff',
  roles: ['treasury'],
  rate: 'money',
  settles: true,
  summary:
    "Decides a refund: PAID, with the bank's reference number, records it as paid; CANCELLED cancels it",
  params: withId,
  body: Type.Object(
    {
      decision: described(
        'Decision. PAID: records the refund as paid. CANCELLED: cancels it.',
        Type.Enum(['PAID', 'CANCELLED']),
      ),
      reference: described(
        'Reference number of the bank; required for PAID.',
        Type.Optional(Type.String({ minLength: 3, maxLength: 60 })),
      ),
    },
    open,
  ),
  reply: withBase(CompanyRefund),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED', 'OWNER_FROZEN', 'BAD_REQUEST'],
});
