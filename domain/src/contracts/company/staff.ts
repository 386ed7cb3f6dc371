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
    id: described('The id that other calls name it by.', Type.String()),
    userId: described('Id of the person.', Type.String()),
    name: described('What the store is called.', Type.String()),
    email: described('Email address.', Type.String()),
    received: described('Toman.', DecimalText),
    refunded: described('Given back to payers, Toman.', DecimalText),
    receipts: described('Toman received and neither settled nor taken to the wallet.', DecimalText),
    coinEntity: described('Code of the coin that receipts are settled in.', orNull(Type.String())),
    cryptoNetwork: described('Code of the network that the coin is sent on.', orNull(Type.String())),
    walletAddress: described('The address that the coins are sent to.', orNull(Type.String())),
    perTime: described('How often receipts are settled.', orNull(Type.Enum(PERIODS))),
    paused: described('Nothing is bought or sent.', Type.Boolean()),
    blockedReason: described("Why staff blocked it; null: it isn't blocked.", orNull(Type.String())),
    waits: described('Of the oldest settlement that waits.', orNull(Type.String())),
    createdAtDateTime: described('When it was made.', Timestamp),
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
  summary: 'All stores, newest first; or the one that is searched for',
  query: Type.Object(
    {
      ...pageQuery,
      query: described(
        "The owner's whole email address, or the id of the store, its owner or one of its payments.",
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
    paymentLink: described('Where payers pay.', Type.String()),
    settled: described(
      "Turned into coins or taken to the owner's wallet, Toman: received − refunded − receipts.",
      DecimalText,
    ),
    tag: described('Tag or memo of the address, where the network has one.', orNull(Type.String())),
    next: described(
      'The next end of a period and what would be settled then, Toman; null: no settlement is set, or it is paused.',
      Company.properties.next,
    ),
    change: described(
      'A new place, proved by code, that is paid from then on; until then the old one is.',
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
  summary: 'One store: its sums, what is set and what is about to be in force',
  params: withId,
  reply: withBase(StaffCompanyFile),
  errors: ['NOT_FOUND'],
});

export const StaffCompanyPayment = Type.Object(
  {
    ...CompanyPayment.properties,
    refundable: described(
      'Its money came, is in no settlement, and nobody has asked to give it back.',
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
  summary: "A store's payments, newest first",
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
  summary: "A store's settlements, newest first",
  params: withId,
  query: Type.Object(pageQuery, open),
  reply: withContent(Settlement),
  errors: ['NOT_FOUND'],
});

export const CompanyReason = Type.Object(
  { reason: described('Why, for the audit log.', Type.String({ minLength: 3, maxLength: 500 })) },
  open,
);

export const blockCompany = endpoint({
  method: 'POST',
  path: '/backoffice/companies/:id/block',
  access: 'staff',
  roles: ['treasury'],
  rate: 'write',
  summary: 'Nobody can pay this store, and nothing is settled',
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
  summary: 'The store works again',
  params: withId,
  body: CompanyReason,
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const REFUND_STATES = ['ASKED', 'PAID', 'CANCELLED'] as const;
export const CompanyRefund = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    companyId: described('Id of the store.', Type.String()),
    companyName: described('What the store is called.', Type.String()),
    paymentId: described('Id of the payment that is given back.', Type.String()),
    source: described(
      "What pays it: the store's RECEIPTS, or SUSPENSE, where money lies that belongs to no receipt.",
      Type.Enum(['RECEIPTS', 'SUSPENSE']),
    ),
    amount: described('What is given back, Toman.', DecimalText),
    cardNumber: described('Number of the bank card, masked.', Type.String()),
    reason: described('Why it is given back.', Type.String()),
    state: described(
      'ASKED: another one of the staff decides. PAID or CANCELLED by them.',
      Type.Enum(REFUND_STATES),
    ),
    askedBy: described('Email address of who proposed it.', Type.String()),
    decidedBy: described('Email address of who decided; null until then.', orNull(Type.String())),
    reference: described("The bank's reference number; null until it is paid.", orNull(Type.String())),
    createdAtDateTime: described('When it was made.', Timestamp),
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
  summary: "Refunds to payers' cards, newest first",
  query: Type.Object(
    {
      ...pageQuery,
      state: described('Those of this state alone.', Type.Optional(Type.Enum(REFUND_STATES))),
      company: described('Of this store alone.', Type.Optional(Id)),
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
  summary: "Proposes to give a payment back to its payer's card; another one of the staff pays it",
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
  summary: 'PAID with the bank’s reference books the refund; CANCELLED drops it',
  params: withId,
  body: Type.Object(
    {
      decision: described('PAID books it; CANCELLED drops it.', Type.Enum(['PAID', 'CANCELLED'])),
      reference: described(
        "The bank's reference number; PAID needs it.",
        Type.Optional(Type.String({ minLength: 3, maxLength: 60 })),
      ),
    },
    open,
  ),
  reply: withBase(CompanyRefund),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED', 'OWNER_FROZEN', 'BAD_REQUEST'],
});
