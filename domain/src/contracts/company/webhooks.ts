import { type Static, Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  described,
  integer,
  itemReply,
  list,
  listReply,
  nullable,
  object,
  oneOf,
  pageQuery,
  success,
  Timestamp,
  text,
  time,
} from '../fields.ts';
import { withId } from './shared.ts';

/** Money operations that the owner may allow for a store's key, in addition to payment requests and reading. */
export const STORE_PERMISSIONS = ['REFUND', 'SETTLE'] as const;
export type StorePermission = (typeof STORE_PERMISSIONS)[number];
export const StorePermissions = list(
  'Permissions of the key to move money. REFUND: request refunds of payments. SETTLE: transfer receipts to the wallet. None by default.',
  Type.Enum(STORE_PERMISSIONS),
  { maxItems: STORE_PERMISSIONS.length },
);

export const ApiKey = object({
  id: text('Identifier used in other calls.'),
  label: text('Name given by the owner.'),
  tail: text('Last characters of the key.'),
  permissions: StorePermissions,
  createdAtDateTime: time('Time of creation.'),
  lastUsedAtDateTime: nullable('Time at which the key was last used; null if never.', Timestamp),
});
export type ApiKey = Static<typeof ApiKey>;

export const apiKeys = endpoint('GET', '/company/keys', {
  access: 'verified',
  rate: 'read',
  summary: 'Returns the active API keys',
  reply: listReply(ApiKey),
  errors: ['COMPANY_ONLY'],
});

export const addApiKey = endpoint('POST', '/company/keys', {
  access: 'authorized',
  confirmedWithin: 600,
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'Creates an API key, which is returned only once',
  body: object({
    label: text('Name of the key, given by the owner.', { minLength: 1, maxLength: 40 }),
    permissions: Type.Optional(StorePermissions),
  }),
  reply: itemReply({
    key: text('API key, returned only once.'),
    apiKey: described('Entry of the key in the list.', ApiKey),
  }),
  errors: ['COMPANY_ONLY', 'CONFLICT'],
});

export const revokeApiKey = endpoint('DELETE', '/company/keys/:id', {
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'Revokes an API key immediately',
  params: withId,
  reply: success({}),
  errors: ['COMPANY_ONLY', 'NOT_FOUND'],
});

export const WEBHOOK_EVENTS = [
  'payment.paid',
  'payment.refunded',
  'refund.cancelled',
  'settlement.sent',
  'instruction.done',
  'instruction.refused',
  'instruction.expired',
  'instruction.failed',
  'webhook.test',
] as const;

export const WebhookEvent = object({
  id: text('Identifier used in other calls.'),
  event: oneOf('Type of the event.', WEBHOOK_EVENTS),
  state: oneOf(
    'State of the delivery. WAITING: awaits the next attempt. DELIVERED: delivered. GIVEN_UP: the last attempt failed. NOT_SENT: no URL is set.',
    ['WAITING', 'DELIVERED', 'GIVEN_UP', 'NOT_SENT'],
  ),
  tries: integer('Number of attempts.'),
  lastStatus: nullable('HTTP status of the last response; null if there was none.', Type.Integer()),
  lastAnswer: nullable(
    'Beginning of the last response, or the reason why there was none; null until the first attempt.',
    Type.String(),
  ),
  nextTryAtDateTime: nullable('Time of the next attempt; null if there is none.', Timestamp),
  createdAtDateTime: time('Time of creation.'),
});
export type WebhookEvent = Static<typeof WebhookEvent>;

export const webhook = endpoint('GET', '/company/webhook', {
  access: 'verified',
  rate: 'read',
  summary: 'Returns the URL that events are sent to',
  reply: itemReply({
    url: nullable('URL (https) that events are sent to; null if there is none.', Type.String()),
    oldSecretUntilDateTime: nullable(
      "Time until which the previous secret also signs; null if it doesn't.",
      Timestamp,
    ),
  }),
  errors: ['COMPANY_ONLY'],
});

export const saveWebhook = endpoint('PUT', '/company/webhook', {
  access: 'authorized',
  confirmedWithin: 600,
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'Sets the URL (null: none) and creates a new secret, which is returned only once',
  body: object({
    url: nullable(
      'URL (https) that events are sent to; null if there is none.',
      Type.String({ maxLength: 500 }),
    ),
  }),
  reply: itemReply({
    url: nullable('URL (https) that events are sent to; null if there is none.', Type.String()),
    secret: nullable(
      'New secret with which events are signed, returned only once; null without a URL.',
      Type.String(),
    ),
  }),
  errors: ['COMPANY_ONLY', 'BAD_REQUEST'],
});

export const webhookEvents = endpoint('GET', '/company/webhook/events', {
  access: 'verified',
  rate: 'read',
  summary: 'Returns events and their delivery states, newest first',
  query: object(pageQuery),
  reply: listReply(WebhookEvent),
  errors: ['COMPANY_ONLY'],
});

export const resendEvent = endpoint('POST', '/company/webhook/events/:id/resend', {
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'Sends an event again',
  params: withId,
  reply: success({}),
  errors: ['COMPANY_ONLY', 'NOT_FOUND', 'CONFLICT'],
});

/** Hours for which the previous secret still signs in addition to the new one. */
export const SECRET_OVERLAP_HOURS = 72;

export const replaceWebhookSecret = endpoint('POST', '/company/webhook/secret', {
  access: 'authorized',
  confirmedWithin: 600,
  setting: true,
  rate: 'write',
  feature: null,
  summary:
    'Creates a new secret, which is returned only once; the previous one also signs for a limited time',
  body: object({
    overlapHours: integer(
      'Number of hours for which the previous secret also signs; 0: it expires immediately.',
      { minimum: 0, maximum: SECRET_OVERLAP_HOURS },
    ),
  }),
  reply: itemReply({
    secret: text('New secret, returned only once.'),
    oldSecretUntilDateTime: nullable(
      "Time until which the previous secret also signs; null if it doesn't.",
      Timestamp,
    ),
  }),
  errors: ['COMPANY_ONLY', 'CONFLICT'],
});

export const testWebhook = endpoint('POST', '/company/webhook/test', {
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'Sends an event `webhook.test` to the URL, delivered like any other event',
  reply: itemReply(WebhookEvent),
  errors: ['COMPANY_ONLY', 'CONFLICT'],
});

export const Delivery = object({
  atDateTime: time('Time of the attempt.'),
  status: nullable('HTTP status of the response; null if there was none.', Type.Integer()),
  answer: text('Beginning of the response, or the reason why there was none.'),
  tookMs: integer('Time until the response, in milliseconds.'),
});
export type Delivery = Static<typeof Delivery>;

export const eventDeliveries = endpoint('GET', '/company/webhook/events/:id/deliveries', {
  access: 'verified',
  rate: 'read',
  summary: 'Returns the last attempts to deliver an event, newest first; at most 30 are stored',
  params: withId,
  reply: listReply(Delivery),
  errors: ['COMPANY_ONLY', 'NOT_FOUND'],
});

export const apiEvents = endpoint('GET', '/company-api/events', {
  access: 'public',
  rate: 'read',
  summary: 'Returns events and their delivery states, newest first, by API key',
  query: object(pageQuery),
  apiKey: true,
  reply: listReply(WebhookEvent),
  errors: ['INVALID_API_KEY'],
});

export const apiEventDeliveries = endpoint('GET', '/company-api/events/:id/deliveries', {
  access: 'public',
  rate: 'read',
  summary: 'Returns the last attempts to deliver an event, newest first, by API key; at most 30 are stored',
  params: withId,
  apiKey: true,
  reply: listReply(Delivery),
  errors: ['INVALID_API_KEY', 'NOT_FOUND'],
});

export const apiResendEvent = endpoint('POST', '/company-api/events/:id/resend', {
  access: 'public',
  rate: 'write',
  feature: null,
  summary: 'Sends an event again, by API key',
  params: withId,
  apiKey: true,
  reply: success({}),
  errors: ['INVALID_API_KEY', 'NOT_FOUND', 'CONFLICT'],
});
