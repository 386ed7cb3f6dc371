-- expands: columns that may stay empty, a table, and an allowed value that the version before doesn't write.

-- What a store's program says of a payment request beside amount and order.
alter table company_requests
  add column return_url text,
  add column metadata jsonb not null default '{}';

comment on column company_requests.return_url is
  'Where its payer goes back to, as the store''s program said; null: nowhere.';
comment on column company_requests.metadata is
  'JSON of the store''s own names and texts (50, of 40 and 500 characters, 8,000 in all): given back to it, never shown to payers.';

-- The secret that was replaced signs beside the new one for a while, so that no event is refused meanwhile.
alter table company_webhooks
  add column old_secret_encrypted bytea,
  add column old_secret_until timestamptz,
  add constraint company_webhooks_old_secret check ((old_secret_encrypted is null) = (old_secret_until is null));

create index company_webhooks_old_secrets on company_webhooks (old_secret_until) where old_secret_until is not null;

comment on column company_webhooks.old_secret_encrypted is
  'The secret of before, encrypted under a key derived from SECRET_KEY; messages are signed with both until old_secret_until.';

alter table company_events
  drop constraint company_events_kind_check,
  add constraint company_events_kind_check check (kind in
    ('payment.paid', 'payment.refunded', 'settlement.sent', 'webhook.test'));

create table company_deliveries (
  id uuid primary key,
  event_id uuid not null references company_events,
  at timestamptz not null,
  status int,
  answer text not null,
  took_ms int not null check (took_ms >= 0)
);
create index company_deliveries_of_event on company_deliveries (event_id, id);

comment on table company_deliveries is
  'Each try to tell a store''s program of an event, the newest thirty of an event.';
comment on column company_deliveries.status is
  'HTTP status of the answer; null: there was none.';
comment on column company_deliveries.answer is
  'Why there was no answer, or its beginning.';
