import { type Static, Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  DecimalInput,
  DecimalText,
  decimal,
  described,
  itemReply,
  list,
  listReply,
  nullable,
  object,
  oneOf,
  optional,
  pageQuery,
  Timestamp,
  text,
  time,
} from '../fields.ts';
import { Id, withId } from './shared.ts';
import { REFUND_STATES } from './staff.ts';
import { ApiKey, StorePermissions } from './webhooks.ts';

export const INSTRUCTION_KINDS = ['REFUND', 'SETTLE'] as const;
/** WAITING: for the owner; FAILED: approved, but no longer possible. */
export const INSTRUCTION_STATES = ['WAITING', 'DONE', 'REFUSED', 'EXPIRED', 'FAILED'] as const;
/** Days for the owner's decision. */
export const INSTRUCTION_DAYS = 7;

export const Instruction = object({
  id: text('Identifier used in other calls.'),
  kind: oneOf(
    "Kind of instruction. REFUND: refunds a payment to its payer's card. SETTLE: transfers the receipts to the owner's Toman wallet.",
    INSTRUCTION_KINDS,
  ),
  state: oneOf(
    "State of the instruction. WAITING: awaits the owner's decision until `expiresAtDateTime`; DONE: executed; REFUSED: refused by the owner, or together with its key; EXPIRED: not decided in time; FAILED: approved, but no longer possible.",
    INSTRUCTION_STATES,
  ),
  amount: decimal(
    'Amount of the payment, or of all receipts at the time of the request, in Toman. A settlement transfers the amount available when it is executed.',
  ),
  paymentId: nullable('Identifier of the payment to refund; null for a settlement.', Type.String()),
  reason: text('Reason given by the program; empty if there is none.'),
  failure: nullable(
    'Reason for the failure if the state is FAILED, as a code of the dictionary; otherwise null.',
    Type.String(),
  ),
  refund: nullable(
    'Status of the refund of an executed REFUND, which staff pays to the card; otherwise null.',
    {
      state: oneOf(
        'State of the refund. ASKED: staff is to pay it. PAID: refunded. CANCELLED: not refunded; the payment belongs to the store again.',
        REFUND_STATES,
      ),
      reference: nullable('Reference number of the bank; null until it is paid.', Type.String()),
    },
  ),
  settlementIds: list(
    'Identifiers of the settlements that contain the amount of an executed SETTLE.',
    Type.String(),
  ),
  key: described('API key that made the request.', {
    label: text('Name given by the owner.'),
    tail: text('Last characters of the key.'),
  }),
  createdAtDateTime: time('Time of creation.'),
  expiresAtDateTime: nullable(
    'Time until which the owner can decide; null if no decision was required.',
    Timestamp,
  ),
  decidedAtDateTime: nullable("Time of the owner's decision; null until then.", Timestamp),
});
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

export const apiRefund = endpoint('POST', '/company-api/refunds', {
  access: 'public',
  rate: 'write',
  feature: null,
  summary:
    'Requests the refund of a payment, by API key with REFUND; requires an Idempotency-Key. Staff pays it to the card, like any refund',
  body: object({
    paymentId: described(
      'Identifier of a payment that was received and is not part of a settlement yet.',
      Id,
    ),
    amount: optional(
      'Amount in Toman; if set, it must be that of the whole payment, because partial refunds are not possible.',
      DecimalInput,
    ),
    reason: text('Reason, for the owner and staff.', { minLength: 3, maxLength: 200 }),
  }),
  apiKey: true,
  idempotent: true,
  reply: itemReply(Instruction),
  errors: [...ASKED_ERRORS, 'NOT_FOUND', 'AMOUNT_NOT_ALLOWED', 'UNACCEPTABLE_AMOUNT'],
});

export const apiSettle = endpoint('POST', '/company-api/settlements', {
  access: 'public',
  rate: 'write',
  feature: 'STORE_SETTLEMENT',
  summary:
    "Transfers receipts and pending settlements to the owner's Toman wallet, by API key with SETTLE; requires an Idempotency-Key",
  body: object({
    reason: optional('Reason, for the owner.', Type.String({ maxLength: 200 })),
  }),
  apiKey: true,
  idempotent: true,
  reply: itemReply(Instruction),
  errors: ASKED_ERRORS,
});

export const apiInstruction = endpoint('GET', '/company-api/instructions/:id', {
  access: 'public',
  rate: 'read',
  summary: 'Returns one refund or settlement that was requested by API key; by API key',
  params: withId,
  apiKey: true,
  reply: itemReply(Instruction),
  errors: ['INVALID_API_KEY', 'NOT_FOUND'],
});

export const instructions = endpoint('GET', '/company/instructions', {
  access: 'verified',
  rate: 'read',
  summary: "Returns the refunds and settlements requested by the store's programs, newest first",
  query: object({
    ...pageQuery,
    state: optional('State to filter by.', Type.Enum(INSTRUCTION_STATES)),
  }),
  reply: listReply(Instruction),
  errors: ['COMPANY_ONLY'],
});

export const approveInstruction = endpoint('POST', '/company/instructions/:id/approve', {
  access: 'authorized',
  confirmedWithin: 600,
  rate: 'write',
  feature: ['STORE_SETTLEMENT'],
  summary: 'Approves and executes an instruction; its state is FAILED if it is no longer possible',
  params: withId,
  reply: itemReply(Instruction),
  errors: ['COMPANY_ONLY', 'COMPANY_NOT_ACTIVE', 'OWNER_FROZEN', 'NOT_FOUND', 'CONFLICT'],
});

export const refuseInstruction = endpoint('POST', '/company/instructions/:id/refuse', {
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'Refuses an instruction',
  params: withId,
  reply: itemReply(Instruction),
  errors: ['COMPANY_ONLY', 'NOT_FOUND', 'CONFLICT'],
});

const ApprovalRule = object({
  above: nullable(
    "Amount in Toman above which instructions await the owner's approval; 0: all of them; null: none.",
    DecimalText,
  ),
});
export type ApprovalRule = Static<typeof ApprovalRule>;

const NewApprovalRule = object({
  above: nullable(
    "Amount in whole Toman above which instructions await the owner's approval; also applies to a refund that exceeds it together with the unapproved refunds of its day in Tehran. 0: all of them; null: none.",
    DecimalInput,
  ),
});

export const approvalRule = endpoint('GET', '/company/approval-rule', {
  access: 'verified',
  rate: 'read',
  summary: "Returns the rule for which instructions of programs await the owner's approval",
  reply: itemReply(ApprovalRule),
  errors: ['COMPANY_ONLY'],
});

export const saveApprovalRule = endpoint('PUT', '/company/approval-rule', {
  access: 'authorized',
  confirmedWithin: 600,
  setting: true,
  rate: 'write',
  feature: null,
  summary: "Sets which instructions await the owner's approval; pending ones remain pending",
  body: NewApprovalRule,
  reply: itemReply(ApprovalRule),
  errors: ['COMPANY_ONLY', 'UNACCEPTABLE_AMOUNT', 'AMOUNT_NOT_ALLOWED'],
});

export const tightenApprovalRule = endpoint('POST', '/company/approval-rule/tighten', {
  access: 'verified',
  rate: 'write',
  feature: null,
  summary:
    "Sets a stricter rule for the owner's approval, which requires no confirmation; BAD_REQUEST: the rule would be less strict",
  body: NewApprovalRule,
  reply: itemReply(ApprovalRule),
  errors: ['COMPANY_ONLY', 'BAD_REQUEST', 'UNACCEPTABLE_AMOUNT', 'AMOUNT_NOT_ALLOWED'],
});

export const saveKeyPermissions = endpoint('PUT', '/company/keys/:id/permissions', {
  access: 'authorized',
  confirmedWithin: 600,
  setting: true,
  rate: 'write',
  feature: null,
  summary:
    'Sets the permissions of an API key to move money; its pending instructions that are no longer permitted are refused',
  params: withId,
  body: object({ permissions: StorePermissions }),
  reply: itemReply(ApiKey),
  errors: ['COMPANY_ONLY', 'NOT_FOUND'],
});
