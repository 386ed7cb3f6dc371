import { type Static, Type } from 'typebox';
import {
  described,
  endpoint,
  open,
  pageQuery,
  success,
  Timestamp,
  withBase,
  withContent,
} from '../endpoint.ts';
import { orNull, withId } from './shared.ts';

/** Money operations that the owner may allow for a store's key, in addition to payment requests and reading. */
export const STORE_PERMISSIONS = ['REFUND', 'SETTLE'] as const;
export type StorePermission = (typeof STORE_PERMISSIONS)[number];
export const StorePermissions = described(
  'What the key may do with money: REFUND asks to give payments back, SETTLE takes what was received to the wallet. None unless given.',
  Type.Array(Type.Enum(STORE_PERMISSIONS), { maxItems: STORE_PERMISSIONS.length }),
);

export const ApiKey = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    label: described('A name that its owner gave it.', Type.String()),
    tail: described('The last characters of the key.', Type.String()),
    permissions: StorePermissions,
    createdAtDateTime: described('When it was made.', Timestamp),
    lastUsedAtDateTime: described('When it was last used; null: never.', orNull(Timestamp)),
  },
  open,
);
export type ApiKey = Static<typeof ApiKey>;

export const apiKeys = endpoint({
  method: 'GET',
  path: '/company/keys',
  access: 'verified',
  rate: 'read',
  summary: 'API keys in force',
  reply: withContent(ApiKey),
  errors: ['COMPANY_ONLY'],
});

export const addApiKey = endpoint({
  method: 'POST',
  path: '/company/keys',
  access: 'authorized',
  confirmedWithin: 600,
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'Makes an API key; it is shown this once',
  body: Type.Object(
    {
      label: described(
        "What the key is for, in its owner's words.",
        Type.String({ minLength: 1, maxLength: 40 }),
      ),
      permissions: Type.Optional(StorePermissions),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        key: described('The key itself, which is shown this once.', Type.String()),
        apiKey: described('What the list shows of it.', ApiKey),
      },
      open,
    ),
  ),
  errors: ['COMPANY_ONLY', 'CONFLICT'],
});

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/company/keys/:id',
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'Ends an API key at once',
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

export const WebhookEvent = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    event: described('What happened.', Type.Enum(WEBHOOK_EVENTS)),
    state: described(
      'WAITING for its next try, DELIVERED, GIVEN_UP after the last one, NOT_SENT: there is no address.',
      Type.Enum(['WAITING', 'DELIVERED', 'GIVEN_UP', 'NOT_SENT']),
    ),
    tries: described('How often it was sent.', Type.Integer()),
    lastStatus: described('HTTP status of the last answer; null: there was none.', orNull(Type.Integer())),
    lastAnswer: described(
      'Beginning of the last answer, or why there was none; null: not tried yet.',
      orNull(Type.String()),
    ),
    nextTryAtDateTime: described('When it is tried again; null: it is not.', orNull(Timestamp)),
    createdAtDateTime: described('When it was made.', Timestamp),
  },
  open,
);
export type WebhookEvent = Static<typeof WebhookEvent>;

export const webhook = endpoint({
  method: 'GET',
  path: '/company/webhook',
  access: 'verified',
  rate: 'read',
  summary: 'Where events are sent to',
  reply: withBase(
    Type.Object(
      {
        url: described('The https address that events are sent to; null: none.', orNull(Type.String())),
        oldSecretUntilDateTime: described(
          'Until when the secret of before signs too; null: it does not.',
          orNull(Timestamp),
        ),
      },
      open,
    ),
  ),
  errors: ['COMPANY_ONLY'],
});

export const saveWebhook = endpoint({
  method: 'PUT',
  path: '/company/webhook',
  access: 'authorized',
  confirmedWithin: 600,
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'Sets the address (null: none) and makes a new secret, which is shown this once',
  body: Type.Object(
    {
      url: described(
        'The https address that events are sent to; null: none.',
        orNull(Type.String({ maxLength: 500 })),
      ),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        url: described('The https address that events are sent to; null: none.', orNull(Type.String())),
        secret: described(
          'The new secret that events are signed with, shown this once; null without an address.',
          orNull(Type.String()),
        ),
      },
      open,
    ),
  ),
  errors: ['COMPANY_ONLY', 'BAD_REQUEST'],
});

export const webhookEvents = endpoint({
  method: 'GET',
  path: '/company/webhook/events',
  access: 'verified',
  rate: 'read',
  summary: 'Events and what became of them, newest first',
  query: Type.Object(pageQuery, open),
  reply: withContent(WebhookEvent),
  errors: ['COMPANY_ONLY'],
});

export const resendEvent = endpoint({
  method: 'POST',
  path: '/company/webhook/events/:id/resend',
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'Sends an event once more',
  params: withId,
  reply: success({}),
  errors: ['COMPANY_ONLY', 'NOT_FOUND', 'CONFLICT'],
});

/** Hours for which the previous secret still signs in addition to the new one. */
export const SECRET_OVERLAP_HOURS = 72;

export const replaceWebhookSecret = endpoint({
  method: 'POST',
  path: '/company/webhook/secret',
  access: 'authorized',
  confirmedWithin: 600,
  setting: true,
  rate: 'write',
  feature: null,
  summary: 'Makes a new secret, shown this once; the previous one also signs for a while',
  body: Type.Object(
    {
      overlapHours: described(
        'For how long the secret of before signs too; 0: it ends at once.',
        Type.Integer({ minimum: 0, maximum: SECRET_OVERLAP_HOURS }),
      ),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        secret: described('The new secret, shown this once.', Type.String()),
        oldSecretUntilDateTime: described(
          'Until when the secret of before signs too; null: it does not.',
          orNull(Timestamp),
        ),
      },
      open,
    ),
  ),
  errors: ['COMPANY_ONLY', 'CONFLICT'],
});

export const testWebhook = endpoint({
  method: 'POST',
  path: '/company/webhook/test',
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'Sends an event `webhook.test` to the address, which is delivered like any other',
  reply: withBase(WebhookEvent),
  errors: ['COMPANY_ONLY', 'CONFLICT'],
});

export const Delivery = Type.Object(
  {
    atDateTime: described('When it was sent.', Timestamp),
    status: described('HTTP status of the answer; null: there was none.', orNull(Type.Integer())),
    answer: described('Beginning of the answer, or why there was none.', Type.String()),
    tookMs: described('Milliseconds until the answer.', Type.Integer()),
  },
  open,
);
export type Delivery = Static<typeof Delivery>;

export const eventDeliveries = endpoint({
  method: 'GET',
  path: '/company/webhook/events/:id/deliveries',
  access: 'verified',
  rate: 'read',
  summary: 'The last tries to deliver an event, newest first; at most 30 are kept',
  params: withId,
  reply: withContent(Delivery),
  errors: ['COMPANY_ONLY', 'NOT_FOUND'],
});

export const apiEvents = endpoint({
  method: 'GET',
  path: '/company-api/events',
  access: 'public',
  rate: 'read',
  summary: 'By API key: events and what became of them, newest first',
  query: Type.Object(pageQuery, open),
  apiKey: true,
  reply: withContent(WebhookEvent),
  errors: ['INVALID_API_KEY'],
});

export const apiEventDeliveries = endpoint({
  method: 'GET',
  path: '/company-api/events/:id/deliveries',
  access: 'public',
  rate: 'read',
  summary: 'By API key: the last tries to deliver an event, newest first; at most 30 are kept',
  params: withId,
  apiKey: true,
  reply: withContent(Delivery),
  errors: ['INVALID_API_KEY', 'NOT_FOUND'],
});

export const apiResendEvent = endpoint({
  method: 'POST',
  path: '/company-api/events/:id/resend',
  access: 'public',
  rate: 'write',
  feature: null,
  summary: 'By API key: sends an event once more',
  params: withId,
  apiKey: true,
  reply: success({}),
  errors: ['INVALID_API_KEY', 'NOT_FOUND', 'CONFLICT'],
});
