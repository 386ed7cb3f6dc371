import { type Static, Type } from 'typebox';
import {
  DecimalInput,
  DecimalText,
  described,
  endpoint,
  open,
  pageQuery,
  Timestamp,
  withBase,
  withContent,
} from '../endpoint.ts';
import { Id, orNull, withId } from './shared.ts';
import { REFUND_STATES } from './staff.ts';
import { ApiKey, StorePermissions } from './webhooks.ts';

export const INSTRUCTION_KINDS = ['REFUND', 'SETTLE'] as const;
/** WAITING: for the owner; FAILED: approved, but no longer possible. */
export const INSTRUCTION_STATES = ['WAITING', 'DONE', 'REFUSED', 'EXPIRED', 'FAILED'] as const;
/** Days for the owner's decision. */
export const INSTRUCTION_DAYS = 7;

export const Instruction = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    kind: described(
      "REFUND: a payment goes back to its payer's card. SETTLE: what was received goes to the owner's Toman wallet.",
      Type.Enum(INSTRUCTION_KINDS),
    ),
    state: described(
      'WAITING for the owner, until `expiresAtDateTime`; DONE: it was carried out; REFUSED by the owner, or with its key; EXPIRED: nobody decided in time; FAILED: approved, and not possible any more.',
      Type.Enum(INSTRUCTION_STATES),
    ),
    amount: described(
      'Toman: of the payment, or all that had been received. A settlement takes what is there when it is carried out.',
      DecimalText,
    ),
    paymentId: described('Id of the payment that goes back; null: a settlement.', orNull(Type.String())),
    reason: described("The program's words; empty: none.", Type.String()),
    failure: described('FAILED: a code of the dictionary; else null.', orNull(Type.String())),
    refund: described(
      'DONE of a REFUND: how it stands. Staff pays it to the card; null: there is none.',
      orNull(
        Type.Object(
          {
            state: described(
              'ASKED: staff pays it. PAID: it was given back. CANCELLED: it was not, and the payment is the store’s again.',
              Type.Enum(REFUND_STATES),
            ),
            reference: described(
              "The bank's reference number; null until it is paid.",
              orNull(Type.String()),
            ),
          },
          open,
        ),
      ),
    ),
    settlementIds: described(
      'DONE of a SETTLE: ids of the settlements that carry it.',
      Type.Array(Type.String()),
    ),
    key: described(
      'The key that asked.',
      Type.Object(
        {
          label: described('A name that its owner gave it.', Type.String()),
          tail: described('The last characters of the key.', Type.String()),
        },
        open,
      ),
    ),
    createdAtDateTime: described('When it was made.', Timestamp),
    expiresAtDateTime: described('Until when the owner may decide; null: nobody had to.', orNull(Timestamp)),
    decidedAtDateTime: described('When the owner decided; null: they have not.', orNull(Timestamp)),
  },
  open,
);
export type Instruction = Static<typeof Instruction>;

const ASKED_ERRORS = [
  'INVALID_API_KEY',
  'API_KEY_PERMISSION',
  'COMPANY_NOT_ACTIVE',
  'OWNER_FROZEN',
  'CONFLICT',
  'BAD_REQUEST',
  'IDEMPOTENCY_KEY_REUSED',
] as const;

export const apiRefund = endpoint({
  method: 'POST',
  path: '/company-api/refunds',
  access: 'public',
  rate: 'write',
  feature: null,
  summary:
    'By API key with REFUND: asks to give a payment back; needs an Idempotency-Key. Staff pays it to the card, as any refund',
  body: Type.Object(
    {
      paymentId: described('Id of a payment that was received and is in no settlement yet.', Id),
      amount: described(
        'Toman: where it is given, it must be the whole payment; a part of one cannot be given back.',
        Type.Optional(DecimalInput),
      ),
      reason: described('Why, for the owner and for staff.', Type.String({ minLength: 3, maxLength: 200 })),
    },
    open,
  ),
  apiKey: true,
  idempotent: true,
  reply: withBase(Instruction),
  errors: [...ASKED_ERRORS, 'NOT_FOUND', 'AMOUNT_NOT_ALLOWED', 'UNACCEPTABLE_AMOUNT'],
});

export const apiSettle = endpoint({
  method: 'POST',
  path: '/company-api/settlements',
  access: 'public',
  rate: 'write',
  feature: 'STORE_SETTLEMENT',
  summary:
    "By API key with SETTLE: takes what was received, and settlements that wait, to the owner's Toman wallet; needs an Idempotency-Key",
  body: Type.Object(
    {
      reason: described('Why, for the owner.', Type.Optional(Type.String({ maxLength: 200 }))),
    },
    open,
  ),
  apiKey: true,
  idempotent: true,
  reply: withBase(Instruction),
  errors: ASKED_ERRORS,
});

export const apiInstruction = endpoint({
  method: 'GET',
  path: '/company-api/instructions/:id',
  access: 'public',
  rate: 'read',
  summary: 'By API key: one refund or settlement that was asked for by key',
  params: withId,
  apiKey: true,
  reply: withBase(Instruction),
  errors: ['INVALID_API_KEY', 'NOT_FOUND'],
});

export const instructions = endpoint({
  method: 'GET',
  path: '/company/instructions',
  access: 'verified',
  rate: 'read',
  summary: "What the store's programs asked to do with money, newest first",
  query: Type.Object(
    {
      ...pageQuery,
      state: described('Those of this state alone.', Type.Optional(Type.Enum(INSTRUCTION_STATES))),
    },
    open,
  ),
  reply: withContent(Instruction),
  errors: ['COMPANY_ONLY'],
});

export const approveInstruction = endpoint({
  method: 'POST',
  path: '/company/instructions/:id/approve',
  access: 'authorized',
  confirmedWithin: 600,
  rate: 'write',
  feature: ['STORE_SETTLEMENT'],
  summary: 'Carries out what a program asked for; FAILED where that is not possible any more',
  params: withId,
  reply: withBase(Instruction),
  errors: ['COMPANY_ONLY', 'COMPANY_NOT_ACTIVE', 'OWNER_FROZEN', 'NOT_FOUND', 'CONFLICT'],
});

export const refuseInstruction = endpoint({
  method: 'POST',
  path: '/company/instructions/:id/refuse',
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'Refuses what a program asked for',
  params: withId,
  reply: withBase(Instruction),
  errors: ['COMPANY_ONLY', 'NOT_FOUND', 'CONFLICT'],
});

const ApprovalRule = Type.Object(
  {
    above: described(
      'What programs ask of more Toman than this waits for the owner; 0: all of it; null: nothing waits.',
      orNull(DecimalText),
    ),
  },
  open,
);
export type ApprovalRule = Static<typeof ApprovalRule>;

const NewApprovalRule = Type.Object(
  {
    above: described(
      'Toman, whole: what programs ask of more than this waits for the owner, and a refund that comes to more with those of its day in Tehran that did not wait; 0: all of it; null: nothing waits.',
      orNull(DecimalInput),
    ),
  },
  open,
);

export const approvalRule = endpoint({
  method: 'GET',
  path: '/company/approval-rule',
  access: 'verified',
  rate: 'read',
  summary: "Which of its programs' instructions wait for the owner",
  reply: withBase(ApprovalRule),
  errors: ['COMPANY_ONLY'],
});

export const saveApprovalRule = endpoint({
  method: 'PUT',
  path: '/company/approval-rule',
  access: 'authorized',
  confirmedWithin: 600,
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'Sets which instructions wait for the owner; what waits already goes on waiting',
  body: NewApprovalRule,
  reply: withBase(ApprovalRule),
  errors: ['COMPANY_ONLY', 'UNACCEPTABLE_AMOUNT', 'AMOUNT_NOT_ALLOWED'],
});

export const tightenApprovalRule = endpoint({
  method: 'POST',
  path: '/company/approval-rule/tighten',
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'The same where more waits than before, which needs no confirmation; BAD_REQUEST: less would',
  body: NewApprovalRule,
  reply: withBase(ApprovalRule),
  errors: ['COMPANY_ONLY', 'BAD_REQUEST', 'UNACCEPTABLE_AMOUNT', 'AMOUNT_NOT_ALLOWED'],
});

export const saveKeyPermissions = endpoint({
  method: 'PUT',
  path: '/company/keys/:id/permissions',
  access: 'authorized',
  confirmedWithin: 600,
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'Sets what an API key may do with money; what it asked for and may no longer is refused',
  params: withId,
  body: Type.Object({ permissions: StorePermissions }, open),
  reply: withBase(ApiKey),
  errors: ['COMPANY_ONLY', 'NOT_FOUND'],
});
