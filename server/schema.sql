-- Printed by "npm run schema" from the migrations. Do not edit.

CREATE SEQUENCE deposit_identifier_numbers AS bigint START 100001 INCREMENT 1;

CREATE OR REPLACE FUNCTION public.batch_lock(number bigint)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$ select (number % 1000000)::int $function$
;

CREATE OR REPLACE FUNCTION public.begin_batch(number bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock(7351, batch_lock(number))
$function$
;

CREATE OR REPLACE FUNCTION public.check_bank_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.id, new.statement_id, new.account_id, new.number, new.at, new.reference, new.identifier, new.amount, new.balance,
      new.imported_by, new.created_at)
    is distinct from (old.id, old.statement_id, old.account_id, old.number, old.at, old.reference, old.identifier, old.amount,
      old.balance, old.imported_by, old.created_at)
    or not (old.cause = 'UNEXPLAINED' or (new.cause = 'DISCARDED' and old.cause <> 'DISCARDED')
      or (old.cause = 'SETTLEMENT' and new.cause = 'UNEXPLAINED'
        and exists (select from gateway_settlements s where s.id = old.cause_id and s.state = 'DISCARDED'))) then
    raise exception 'bank line % can not be changed', old.id using errcode = 'insufficient_privilege';
  end if;
  if new.cause = 'DISCARDED' and not exists (select from bank_statements s where s.id = new.statement_id and s.state = 'DISCARDED') then
    raise exception 'bank line %: its statement is not discarded', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.check_bank_statement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.previous_id is null and exists (select from house_bank_accounts where id = new.account_id and created_by = new.imported_by) then
      raise exception 'bank account %: the admin who added it can not import its first statement', new.account_id using errcode = 'insufficient_privilege';
    end if;
    if new.previous_id is not null and not exists (select from bank_statements p where p.id = new.previous_id
      and p.account_id = new.account_id and p.state = 'KEPT' and p.closing = new.opening) then
      raise exception 'bank statement %: it does not begin where the previous one ended', new.id using errcode = 'check_violation';
    end if;
  elsif (new.id, new.account_id, new.opening, new.closing, new.lines, new.imported_by, new.created_at)
      is distinct from (old.id, old.account_id, old.opening, old.closing, old.lines, old.imported_by, old.created_at)
    or new.previous_id is distinct from old.previous_id or old.state = 'DISCARDED'
    or exists (select from bank_statements n where n.previous_id = old.id and n.state = 'KEPT') then
    raise exception 'bank statement % can not be changed', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.check_line_payout()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from bank_lines l where l.id = old.line_id and l.cause = 'DISCARDED') then
    raise exception 'withdrawal %: the bank line that paid it is not discarded', old.withdrawal_id using errcode = 'insufficient_privilege';
  end if;
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION public.check_settled_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changes constant text[] := array['state', 'reason', 'untold'];
begin
  if old.state = 'FAILED' and new.state = 'PAID' and to_jsonb(new) - changes = to_jsonb(old) - changes
    and exists (select from payment_refunds where payment_id = old.id and way = 'CREDIT' and state in ('RELEASED', 'CREDITED'))
  then
    return new;
  end if;
  raise exception 'payment %: settled and agreed terms can not be changed', old.id using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION public.check_writer_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  known integer := coalesce(substring(new.holder from ' v(\d{1,9})$')::integer, 0);
  need record;
begin
  select * into need from needs_beyond(known) limit 1;
  if found then
    raise exception '% may not settle now: it needs one with migration % or later (%)',
      case known when 0 then 'a process that names no version' else format('the version that ends with migration %s', to_char(known, 'FM0000')) end,
      to_char(need.needed, 'FM0000'), need.why
      using errcode = 'SL003';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_invited()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    update invited_counts set invited = invited - 1 where inviter_id = old.inviter_id;
  end if;
  if new.inviter_id is not null then
    insert into invited_counts as c (inviter_id, invited) values (new.inviter_id, 1)
      on conflict (inviter_id) do update set invited = c.invited + 1;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.id_from(at timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (lpad(to_hex((extract(epoch from greatest(at, 'epoch')) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$function$
;

CREATE OR REPLACE FUNCTION public.needs_beyond(known integer)
 RETURNS TABLE(needed integer, why text)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  need record;
  used boolean;
begin
  for need in select n.since, n.because, n.in_use from version_needs n where n.since > known order by n.since desc, n.name loop
    execute 'select ' || need.in_use into used;
    if used then
      needed := need.since;
      why := need.because;
      return next;
    end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.next_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version = old.version + 1;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_authorization()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.authorized_at := now();
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.record_needs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update migrations m
    set runs_since = case when needs.why is null then 0 else m.id end, because = needs.why
    from (
      select n.since as id, string_agg(distinct used.why, '; ') as why
      from version_needs n left join needs_beyond(0) used on used.needed = n.since
      group by n.since
    ) needs
    where m.id = needs.id and m.because is distinct from needs.why;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log is append-only';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_decided()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.state = 'WAITING' and new.id = old.id and new.kind = old.kind and new.key = old.key
    and new.version = old.version and new.before = old.before and new.after = old.after and new.reason = old.reason
    and new.four_eyes = old.four_eyes and new.asked_by = old.asked_by and new.asked_at = old.asked_at
  then
    return new;
  end if;
  raise exception 'row_changes: a decided change can not be changed';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_own_approval()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from withdrawals where id = new.withdrawal_id and user_id = new.staff_id) then
    raise exception 'withdrawal %: its owner cannot approve it', new.withdrawal_id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_own_payout()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from payout_exports where payout_id = new.id and staff_id = new.closed_by) then
    raise exception 'payout %: a staff member who downloaded its file can not close it', new.id
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_own_return()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from payout_exports where payout_id = new.payout_id and staff_id = new.returned_by)
    or exists (select from payouts where id = new.payout_id and closed_by = new.returned_by)
  then
    raise exception 'payout line %: a staff member who exported or closed its payout can not return it', new.withdrawal_id
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_payment_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'payment %: settled and agreed terms can not be changed', old.id
    using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_receipt_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'payment %: its settlement or refund can not be changed', old.payment_id using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_settlement_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'settlement %: its terms can not be changed', old.id using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_withdrawal_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'withdrawal %: its terms can not be changed', old.id using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION public.settle(expected_epoch bigint, expected_batch bigint, transfer_id bigint, account_id bigint, batch_at timestamp with time zone, batch_mac bytea, lease interval, account_ids bigint[], balances numeric[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  found_batch bigint;
  looks int := 0;
  written int;
begin
  -- The previous batch holds its lock until it ends; another connection may still be writing its rows. Where that
  -- connection has not begun yet (a busy machine), there is no lock to wait for, and the head is read again.
  loop
    select batch into found_batch from ledger_head where epoch = expected_epoch;
    exit when found_batch is null or found_batch >= expected_batch or looks = 500;
    if looks > 0 then
      perform pg_sleep(0.001);
    end if;
    perform pg_advisory_lock_shared(7351, batch_lock(expected_batch - 1));
    perform pg_advisory_unlock_shared(7351, batch_lock(expected_batch - 1));
    looks := looks + 1;
  end loop;
  update ledger_head
    set batch = batch + 1, last_transfer_id = transfer_id, last_account_id = account_id, mac = batch_mac,
        lease_until = clock_timestamp() + lease
    where epoch = expected_epoch
    returning batch - 1 into found_batch;
  if found_batch is null then
    raise exception 'ledger: lease lost' using errcode = 'SL001';
  end if;
  if found_batch <> expected_batch then
    raise exception 'ledger: batch % expected, found %', expected_batch, found_batch using errcode = 'SL002';
  end if;
  insert into ledger_batches (number, opening, at, last_transfer_id, last_account_id, mac)
    values (expected_batch + 1, false, batch_at, transfer_id, account_id, batch_mac);
  update accounts a set balance = v.balance
    from unnest(account_ids, balances) as v(id, balance)
    where a.id = v.id;
  get diagnostics written = row_count;
  if written <> cardinality(account_ids) then
    raise exception 'ledger: % of % accounts exist', written, cardinality(account_ids) using errcode = 'SL002';
  end if;
end $function$
;

-- The fee levels of customers and their fees; staff edits them in the back office.
CREATE TABLE account_levels (
  -- SUPERVISOR is for market makers: only staff assigns it, and no volume earns it.
  level text NOT NULL,
  -- The order of the levels, lowest first.
  "position" smallint NOT NULL,
  -- The volume of the last three months that the level requires, in smallest units of Toman.
  trade_amount numeric(38,0) NOT NULL,
  -- Fee in the Toman markets, in millionths (ppm) of the quote amount.
  wage_ppm bigint NOT NULL,
  -- Fee in the Tether markets, in millionths (ppm) of the quote amount.
  wage_tether_ppm bigint NOT NULL,
  -- Incremented by every change, so that a change based on an older version is refused.
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT account_levels_pkey PRIMARY KEY (level),
  CONSTRAINT account_levels_level_check CHECK ((level = ANY (ARRAY['BRONZE'::text, 'SILVER'::text, 'GOLD'::text, 'PLATINUM'::text, 'SUPERVISOR'::text]))),
  CONSTRAINT account_levels_limits_fkey FOREIGN KEY (level) REFERENCES withdrawal_level_limits(level) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT account_levels_position_key UNIQUE ("position"),
  CONSTRAINT account_levels_trade_amount_check CHECK ((trade_amount >= (0)::numeric)),
  CONSTRAINT account_levels_wage_ppm_check CHECK (((wage_ppm >= 0) AND (wage_ppm <= 1000000))),
  CONSTRAINT account_levels_wage_tether_ppm_check CHECK (((wage_tether_ppm >= 0) AND (wage_tether_ppm <= 1000000)))
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.account_levels FOR EACH ROW EXECUTE FUNCTION next_version();

-- The accounts of the ledger with their balances. Only the ledger writes here, in the transaction of the transfers
-- that explain the balance. Rows are never deleted.
CREATE TABLE accounts (
  -- Assigned by the ledger's writer from ledger_head.last_account_id.
  id bigint NOT NULL,
  -- A person's id, 'house', 'company:<id>' or 'outside:<channel>'.
  owner text NOT NULL,
  asset text NOT NULL,
  -- spendable and blocked belong to people, receipts to companies, outside is the world beyond the ledger, and the
  -- others are the house's. A blocked balance is held for an order, a withdrawal or a freeze.
  kind text NOT NULL,
  -- Smallest units of the asset. It can't be negative for people and companies; it can be for the house and the
  -- outside.
  balance numeric(38,0) NOT NULL,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_kind_check CHECK ((kind = ANY (ARRAY['spendable'::text, 'blocked'::text, 'inventory'::text, 'fee'::text, 'expense'::text, 'in_flight'::text, 'suspense'::text, 'reorg_loss'::text, 'receipts'::text, 'outside'::text]))),
  CONSTRAINT accounts_owner_asset_kind_key UNIQUE (owner, asset, kind),
  CONSTRAINT receipts_not_negative CHECK (((balance >= (0)::numeric) OR (kind <> 'receipts'::text))),
  CONSTRAINT user_balance_not_negative CHECK (((balance >= (0)::numeric) OR (kind <> ALL (ARRAY['spendable'::text, 'blocked'::text]))))
) WITH (fillfactor=60);
CREATE TRIGGER accounts_no_delete BEFORE DELETE OR TRUNCATE ON public.accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Counters from which deposit addresses and tags are numbered; each number is used once.
CREATE TABLE address_counters (
  -- The chain, or the derivation path of keys where several chains share one.
  chain text NOT NULL,
  -- The number of the next address or tag.
  next bigint NOT NULL,
  CONSTRAINT address_counters_pkey PRIMARY KEY (chain)
);

-- Deposit addresses that the signer made in advance, for chains where no address can be derived from a public key.
-- A row is deleted when its address is assigned to a person.
CREATE TABLE address_pool (
  chain text NOT NULL,
  key_index bigint NOT NULL,
  address text NOT NULL,
  generation integer NOT NULL DEFAULT 0,
  CONSTRAINT address_pool_pkey PRIMARY KEY (chain, key_index)
);

-- The staff members who took responsibility for an alarm, when, and their notes.
CREATE TABLE alarm_acknowledgements (
  id uuid NOT NULL,
  alarm_id uuid NOT NULL,
  staff_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  note text NOT NULL,
  CONSTRAINT alarm_acknowledgements_pkey PRIMARY KEY (id),
  CONSTRAINT alarm_acknowledgements_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES alarms(id),
  CONSTRAINT alarm_acknowledgements_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES users(id)
);
CREATE INDEX alarm_acknowledgements_of_alarm ON public.alarm_acknowledgements USING btree (alarm_id);

-- When each condition was last checked, by any worker.
CREATE TABLE alarm_checks (
  name text NOT NULL,
  -- When the last check began.
  looked_at timestamp with time zone NOT NULL,
  -- Values that the check stores for its next run.
  memory jsonb,
  CONSTRAINT alarm_checks_pkey PRIMARY KEY (name)
);

-- The staff members on duty, who are notified first.
CREATE TABLE alarm_duty (
  user_id uuid NOT NULL,
  since timestamp with time zone NOT NULL,
  CONSTRAINT alarm_duty_pkey PRIMARY KEY (user_id),
  CONSTRAINT alarm_duty_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

-- The recipients of an alarm, and the outcome. The table is itself the queue: jobs are done only by the writer's
-- worker, and a missing writer is one of the alarms.
CREATE TABLE alarm_messages (
  id uuid NOT NULL,
  alarm_id uuid NOT NULL,
  round integer NOT NULL,
  step integer NOT NULL,
  way text NOT NULL,
  -- The staff member; null: an address of the settings.
  user_id uuid,
  created_at timestamp with time zone NOT NULL,
  -- When it is tried next, or, while a process sends it, when another process may; null: done.
  next_try_at timestamp with time zone,
  tries integer NOT NULL DEFAULT 0,
  sent_at timestamp with time zone,
  given_up_at timestamp with time zone,
  -- When it became unnecessary: the alarm was acknowledged or over before it was sent.
  dropped_at timestamp with time zone,
  -- Why the last try failed; null: none did.
  fault text,
  CONSTRAINT alarm_messages_pkey PRIMARY KEY (id),
  CONSTRAINT alarm_messages_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES alarms(id),
  CONSTRAINT alarm_messages_alarm_id_round_way_user_id_key UNIQUE NULLS NOT DISTINCT (alarm_id, round, way, user_id),
  CONSTRAINT alarm_messages_check CHECK ((num_nonnulls(next_try_at, sent_at, given_up_at, dropped_at) = 1)),
  CONSTRAINT alarm_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT alarm_messages_way_check CHECK ((way = ANY (ARRAY['EMAIL'::text, 'SMS'::text, 'WEBHOOK'::text, 'TELEGRAM'::text])))
);
CREATE INDEX alarm_messages_due ON public.alarm_messages USING btree (way, next_try_at) WHERE (next_try_at IS NOT NULL);

-- Problems of the exchange itself: one row per kind and subject while it lasts. Different from alerts, which are
-- prices that people wait for.
CREATE TABLE alarms (
  id uuid NOT NULL,
  kind text NOT NULL,
  -- What has the problem: a coin on its network, a chain, a job, a host; empty where there is only one.
  subject text NOT NULL,
  -- The check that finds it, and finds when it is over.
  found_by text NOT NULL,
  -- Its extent in the unit of the kind: minutes, days, percent, a count; null: it has none.
  figure integer,
  -- PAGE: wakes a staff member, and escalates. TICKET: to be handled today, by mail only.
  severity text NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  -- Since when it is no longer found; null: it was found at the last check.
  gone_at timestamp with time zone,
  -- When it had lasted long enough to be raised; null: it may still be temporary, and no one is notified.
  raised_at timestamp with time zone,
  cleared_at timestamp with time zone,
  -- The step of the escalation since it was last raised; 0: no one was notified yet.
  step integer NOT NULL DEFAULT 0,
  -- How many steps there were in all: with way and recipient it is the key that makes each message unique.
  round integer NOT NULL DEFAULT 0,
  -- When the next step is due; null: no one else is notified.
  next_step_at timestamp with time zone,
  -- When a staff member acknowledged it; null: unacknowledged, or it lasted and was raised again.
  acknowledged_at timestamp with time zone,
  CONSTRAINT alarms_pkey PRIMARY KEY (id),
  CONSTRAINT alarms_check CHECK (((raised_at IS NOT NULL) OR ((cleared_at IS NULL) AND (next_step_at IS NULL) AND (acknowledged_at IS NULL)))),
  CONSTRAINT alarms_check1 CHECK (((cleared_at IS NULL) OR (next_step_at IS NULL))),
  CONSTRAINT alarms_severity_check CHECK ((severity = ANY (ARRAY['PAGE'::text, 'TICKET'::text])))
);
CREATE INDEX alarms_due ON public.alarms USING btree (next_step_at) WHERE (next_step_at IS NOT NULL);
CREATE UNIQUE INDEX alarms_open ON public.alarms USING btree (kind, subject) WHERE (cleared_at IS NULL);
CREATE INDEX alarms_over ON public.alarms USING btree (cleared_at) WHERE (cleared_at IS NOT NULL);

-- The progress of notifying people of each published announcement.
CREATE TABLE announcements_told (
  slug text NOT NULL,
  -- The last person who was notified, in the order of ids; null: all were.
  next_user uuid,
  CONSTRAINT announcements_told_pkey PRIMARY KEY (slug)
);

-- The earlier versions of articles; the back office shows them as the history.
CREATE TABLE article_versions (
  kind text NOT NULL,
  language text NOT NULL,
  slug text NOT NULL,
  -- The version of the article that had this text.
  version integer NOT NULL,
  title text NOT NULL,
  summary text NOT NULL,
  body text NOT NULL,
  coin text,
  subject text,
  picture text,
  place integer NOT NULL,
  -- As in articles.
  state text NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  -- The staff member who had written this version; null: the initial text.
  saved_by uuid,
  CONSTRAINT article_versions_pkey PRIMARY KEY (kind, language, slug, version),
  CONSTRAINT article_versions_kind_language_slug_fkey FOREIGN KEY (kind, language, slug) REFERENCES articles(kind, language, slug),
  CONSTRAINT article_versions_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id)
);

-- Texts of the public pages: questions, the guide, pages, announcements and texts about coins. Staff edits them.
CREATE TABLE articles (
  -- FAQ: the title is the question. MANUAL: a part of the guide. PAGE: terms, about, contact or fees. ANNOUNCEMENT.
  -- BLOG: a text of the blog.
  kind text NOT NULL,
  -- Its name in links, the same in every language.
  slug text NOT NULL,
  language text NOT NULL,
  -- The coin on whose page a BLOG text is; null: no coin that is traded.
  coin text,
  -- The subject under which the page of questions lists a FAQ text; null: under the last one, account and other
  -- questions.
  subject text,
  -- For a text about a coin, its English name in every language, by which the text is found.
  title text NOT NULL,
  summary text NOT NULL DEFAULT ''::text,
  -- HTML, sanitised when it is written and again when it is read.
  body text NOT NULL,
  -- A path on this site; null: no picture.
  picture text,
  -- The order within a kind and language, lowest first.
  place integer NOT NULL,
  -- DRAFT: visible to staff only. PUBLISHED: visible to all. ARCHIVED: withdrawn.
  state text NOT NULL DEFAULT 'PUBLISHED'::text,
  published_at timestamp with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  -- The staff member who wrote it last; null: the initial text.
  updated_by uuid,
  CONSTRAINT articles_pkey PRIMARY KEY (kind, language, slug),
  CONSTRAINT articles_body_check CHECK ((length(body) <= 100000)),
  CONSTRAINT articles_check CHECK (((coin IS NULL) OR (kind = 'BLOG'::text))),
  CONSTRAINT articles_check1 CHECK (((subject IS NULL) OR (kind = 'FAQ'::text))),
  CONSTRAINT articles_coin_fkey FOREIGN KEY (coin) REFERENCES coins(asset),
  CONSTRAINT articles_kind_check CHECK ((kind = ANY (ARRAY['FAQ'::text, 'MANUAL'::text, 'PAGE'::text, 'ANNOUNCEMENT'::text, 'BLOG'::text]))),
  CONSTRAINT articles_language_check CHECK ((language = ANY (ARRAY['fa'::text, 'en'::text, 'ar'::text]))),
  CONSTRAINT articles_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 80))),
  CONSTRAINT articles_state_check CHECK ((state = ANY (ARRAY['DRAFT'::text, 'PUBLISHED'::text, 'ARCHIVED'::text]))),
  CONSTRAINT articles_subject_check CHECK ((subject = ANY (ARRAY['deposit'::text, 'withdrawal'::text, 'verification'::text, 'fees'::text, 'trading'::text, 'security'::text]))),
  CONSTRAINT articles_summary_check CHECK ((length(summary) <= 500)),
  CONSTRAINT articles_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200))),
  CONSTRAINT articles_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id)
);
CREATE INDEX articles_by_place ON public.articles USING btree (kind, language, place, slug);

-- One row: the last entry of the audit log, locked by the transaction that appends the next.
CREATE TABLE audit_head (
  -- Always true: there is one row.
  one boolean NOT NULL DEFAULT true,
  number bigint NOT NULL,
  -- The hash of that entry; 32 zero bytes before the first one.
  hash bytea NOT NULL,
  CONSTRAINT audit_head_pkey PRIMARY KEY (one),
  CONSTRAINT audit_head_one_check CHECK (one)
);

-- The append-only log of security changes and of each access of staff to personal data. An entry is written in the
-- transaction of the action that it records.
CREATE TABLE audit_log (
  -- Incremented by one from 1, without gaps.
  number bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  -- The person who acted; null: the system itself, or an operator at the command line.
  actor_id uuid,
  action text NOT NULL,
  -- The person concerned; null: none.
  subject_id uuid,
  -- JSON without secrets and without identifiers in full.
  detail text NOT NULL,
  -- An HMAC under a key derived from BOOKS_KEY: it covers this entry and the hash before it, so that no entry can be
  -- changed, removed or inserted without being detected.
  hash bytea NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (number),
  CONSTRAINT audit_log_hash_check CHECK ((length(hash) = 32))
);
CREATE INDEX audit_log_of_subject ON public.audit_log USING btree (subject_id, number) WHERE (subject_id IS NOT NULL);
CREATE TRIGGER audit_log_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- The authenticator app of a person; a new seed replaces the current one only once it is confirmed.
CREATE TABLE authenticators (
  user_id uuid NOT NULL,
  -- The current seed, encrypted under a key derived from SECRET_KEY; null: none.
  seed_encrypted bytea,
  -- The last time step (30 seconds each) whose code was used: no code works twice.
  last_step bigint NOT NULL DEFAULT 0,
  confirmed_at timestamp with time zone,
  -- A new seed that was shown to the person and waits for its first code; encrypted like seed_encrypted.
  pending_seed_encrypted bytea,
  pending_since timestamp with time zone,
  CONSTRAINT authenticators_pkey PRIMARY KEY (user_id),
  CONSTRAINT authenticators_check CHECK (((seed_encrypted IS NULL) = (confirmed_at IS NULL))),
  CONSTRAINT authenticators_check1 CHECK (((pending_seed_encrypted IS NULL) = (pending_since IS NULL))),
  CONSTRAINT authenticators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

-- The bank cards and accounts of people.
CREATE TABLE bank_accounts (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- The card number, encrypted under a key derived from SECRET_KEY.
  card_encrypted bytea NOT NULL,
  -- Keyed digest of the card number, by which duplicates are found without decrypting it.
  card_index bytea NOT NULL,
  -- What may be shown: the first six and last four digits.
  card_masked text NOT NULL,
  -- The account's Sheba (Iranian IBAN), encrypted under a key derived from SECRET_KEY.
  sheba_encrypted bytea NOT NULL,
  -- Keyed digest of the Sheba.
  sheba_index bytea NOT NULL,
  bank_name text NOT NULL,
  -- When staff approved it with its owner, or the bank confirmed that it belongs to an authorised person; null: no
  -- money comes from it or goes to it.
  verified_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  sheba_masked text NOT NULL,
  -- No other person may register it, because the bank or staff confirmed its owner. An unconfirmed claim excludes no
  -- other person.
  held boolean NOT NULL DEFAULT false,
  CONSTRAINT bank_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT bank_accounts_check CHECK ((held OR (verified_at IS NULL))),
  CONSTRAINT bank_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX bank_accounts_card ON public.bank_accounts USING btree (card_index) WHERE held;
CREATE INDEX bank_accounts_of_user ON public.bank_accounts USING btree (user_id, id);
CREATE UNIQUE INDEX bank_accounts_sheba ON public.bank_accounts USING btree (sheba_index) WHERE held;

-- Comparisons of our bank accounts with the ledger: closing = books + openings + settlements + fees + capital +
-- unexplained + unbooked_deposits - unseen_deposits + unseen_returns + unseen_payouts - unbooked_payouts +
-- payouts_back + fractions + difference. All in smallest units of Toman.
CREATE TABLE bank_checks (
  id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  -- The closing balances of the last statement of each account.
  closing numeric(38,0) NOT NULL,
  -- The ledger's amount at the bank: the balance of outside:bank, negated.
  books numeric(38,0) NOT NULL,
  -- The balance of each account before its first statement.
  openings numeric(38,0) NOT NULL,
  -- Lines that are the net sum of a gateway settlement.
  settlements numeric(38,0) NOT NULL,
  -- Lines that two staff members declared to be fees of the bank; negative.
  fees numeric(38,0) NOT NULL,
  -- Lines that two staff members declared to be our own money.
  capital numeric(38,0) NOT NULL,
  -- Lines without a known cause.
  unexplained numeric(38,0) NOT NULL,
  -- Lines of deposits that are not in the ledger yet.
  unbooked_deposits numeric(38,0) NOT NULL,
  -- Deposits that are in the ledger and in no statement.
  unseen_deposits numeric(38,0) NOT NULL,
  -- Deposits that were returned in the ledger and are in no statement.
  unseen_returns numeric(38,0) NOT NULL,
  -- Withdrawals that are paid in the ledger and are in no statement.
  unseen_payouts numeric(38,0) NOT NULL,
  -- Withdrawals with a line that are not paid in the ledger, except those that the bank returned.
  unbooked_payouts numeric(38,0) NOT NULL,
  -- Withdrawals that the bank returned by a line and that are still paid in the ledger.
  payouts_back numeric(38,0) NOT NULL,
  -- Fractions of a Rial that the ledger paid and the bank did not.
  fractions numeric(38,0) NOT NULL,
  difference numeric(38,0) NOT NULL,
  -- The time of the first of the consecutive comparisons with a difference; null: there is none.
  differs_since timestamp with time zone,
  -- How many deposits in the ledger are from a time that statements cover, and in no statement after the configured
  -- hours.
  late_deposits integer NOT NULL,
  -- Whether the unexplained amount is above the limit at which withdrawals stop.
  over boolean NOT NULL,
  CONSTRAINT bank_checks_pkey PRIMARY KEY (id),
  CONSTRAINT bank_checks_check CHECK ((difference = (((((((((((((closing - books) - openings) - settlements) - fees) - capital) - unexplained) - unbooked_deposits) + unseen_deposits) - unseen_returns) - unseen_payouts) + unbooked_payouts) - payouts_back) - fractions))),
  CONSTRAINT bank_checks_check1 CHECK (((difference = (0)::numeric) = (differs_since IS NULL)))
);
CREATE TRIGGER bank_checks_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.bank_checks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Lines of our bank statement: transfers of Toman that people made with their deposit identifier. Staff imports
-- them; each reference counts once.
CREATE TABLE bank_deposits (
  id uuid NOT NULL,
  -- The bank's reference of the line; unique without regard to case and spaces.
  reference text NOT NULL,
  -- The deposit identifier that the payer entered, as it is in the statement.
  identifier text NOT NULL,
  payer_masked text NOT NULL,
  -- The payer's Sheba, encrypted under a key derived from SECRET_KEY.
  payer_encrypted bytea NOT NULL,
  -- Keyed digest of the payer's Sheba, by which its payments of a day are counted.
  payer_index bytea NOT NULL,
  payer_name text NOT NULL,
  -- Smallest units of Toman.
  amount numeric(38,0) NOT NULL,
  paid_at timestamp with time zone NOT NULL,
  -- The day of paid_at in Tehran.
  paid_day date NOT NULL,
  -- NEW: not in the ledger yet. MATCHED: credited to a person. UNMATCHED: in the house's suspense, waits for staff.
  -- PROPOSED: also in suspense; a staff member has named a person, or the amount needs a second one. RETURNED: on
  -- its way back to the payer.
  state text NOT NULL,
  -- Why it was not credited automatically; null: it was, or it has not been checked.
  reason text,
  -- Whose deposit it is, or is proposed to be; null: not known.
  user_id uuid,
  -- The staff member who imported the line, and who can't credit themselves by it.
  imported_by uuid NOT NULL,
  -- The staff member who named the person; another one has to decide.
  proposed_by uuid,
  -- The decision of staff, after which the ledger moves the money once. Null: undecided, or no decision is needed.
  decision text,
  decided_by uuid,
  created_at timestamp with time zone NOT NULL,
  -- When the line was credited or returned; null: not yet.
  settled_at timestamp with time zone,
  -- It was credited, and its owner has not been notified yet.
  untold boolean NOT NULL DEFAULT false,
  CONSTRAINT bank_deposits_pkey PRIMARY KEY (id),
  CONSTRAINT bank_deposits_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT bank_deposits_check CHECK (((state <> 'PROPOSED'::text) OR ((proposed_by IS NOT NULL) AND (user_id IS NOT NULL)))),
  CONSTRAINT bank_deposits_check1 CHECK (((state <> 'MATCHED'::text) OR ((user_id IS NOT NULL) AND (settled_at IS NOT NULL)))),
  CONSTRAINT bank_deposits_check2 CHECK (((decision IS NULL) = (decided_by IS NULL))),
  CONSTRAINT bank_deposits_check3 CHECK (((state <> 'MATCHED'::text) OR (user_id <> imported_by) OR (decision IS NOT NULL))),
  CONSTRAINT bank_deposits_check4 CHECK (((decision IS DISTINCT FROM 'CREDIT'::text) OR (decided_by <> proposed_by))),
  CONSTRAINT bank_deposits_decision_check CHECK ((decision = ANY (ARRAY['CREDIT'::text, 'RETURN'::text]))),
  CONSTRAINT bank_deposits_state_check CHECK ((state = ANY (ARRAY['NEW'::text, 'MATCHED'::text, 'UNMATCHED'::text, 'PROPOSED'::text, 'RETURNED'::text])))
);
CREATE INDEX bank_deposits_by_number ON public.bank_deposits USING btree ("right"(replace((id)::text, '-'::text, ''::text), 15));
CREATE INDEX bank_deposits_by_state ON public.bank_deposits USING btree (state, id);
CREATE INDEX bank_deposits_credited ON public.bank_deposits USING btree (user_id, settled_at) WHERE (state = 'MATCHED'::text);
CREATE INDEX bank_deposits_new ON public.bank_deposits USING btree (id) WHERE (state = 'NEW'::text);
CREATE INDEX bank_deposits_of_payer ON public.bank_deposits USING btree (payer_index, paid_day) WHERE (user_id IS NOT NULL);
CREATE INDEX bank_deposits_of_user ON public.bank_deposits USING btree (user_id, id) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX bank_deposits_reference ON public.bank_deposits USING btree (upper(regexp_replace(reference, '\s'::text, ''::text, 'g'::text)));
CREATE INDEX bank_deposits_untold ON public.bank_deposits USING btree (id) WHERE untold;
CREATE INDEX bank_deposits_waiting ON public.bank_deposits USING btree (id) WHERE (state = ANY (ARRAY['UNMATCHED'::text, 'PROPOSED'::text]));

-- Days besides Fridays on which banks are closed; staff edits them. They determine when a payout is promised.
CREATE TABLE bank_holidays (
  day date NOT NULL,
  title text NOT NULL,
  -- The day depends on the sighting of the moon and may move by one.
  provisional boolean NOT NULL,
  CONSTRAINT bank_holidays_pkey PRIMARY KEY (day)
);

-- Which bank line paid a withdrawal of Toman: its own, or that of its whole batch.
CREATE TABLE bank_line_payouts (
  -- A withdrawal of Toman, or a row of payment_refunds.
  withdrawal_id uuid NOT NULL,
  line_id uuid NOT NULL,
  -- Smallest units of Toman that the bank paid: the ledger's amount, without a fraction of a Rial.
  paid numeric(38,0) NOT NULL,
  CONSTRAINT bank_line_payouts_pkey PRIMARY KEY (withdrawal_id),
  CONSTRAINT bank_line_payouts_line_id_fkey FOREIGN KEY (line_id) REFERENCES bank_lines(id),
  CONSTRAINT bank_line_payouts_paid_check CHECK ((paid > (0)::numeric))
);
CREATE INDEX bank_line_payouts_of ON public.bank_line_payouts USING btree (line_id);
CREATE TRIGGER bank_line_payouts_check_delete BEFORE DELETE ON public.bank_line_payouts FOR EACH ROW EXECUTE FUNCTION check_line_payout();
CREATE TRIGGER bank_line_payouts_no_update BEFORE UPDATE OR TRUNCATE ON public.bank_line_payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The lines of statements of our bank accounts, each with at most one cause.
CREATE TABLE bank_lines (
  id uuid NOT NULL,
  statement_id uuid NOT NULL,
  account_id uuid NOT NULL,
  -- Its position in the statement, from 0.
  number integer NOT NULL,
  -- When the bank booked it.
  at timestamp with time zone NOT NULL,
  -- The bank's reference of the line; unique within an account.
  reference text NOT NULL,
  -- The identifier that the bank received with it: the payment identifier of a deposit, the id in the file of a
  -- payout; empty: none.
  identifier text NOT NULL,
  -- Smallest units of Toman: positive if it came in, negative if it went out.
  amount numeric(38,0) NOT NULL,
  -- The balance after it, in smallest units of Toman, according to the bank.
  balance numeric(38,0) NOT NULL,
  -- UNEXPLAINED: no cause is known. DEPOSIT, DEPOSIT_BACK: a row of bank_deposits came in, or was returned to its
  -- payer. PAYOUT, PAYOUT_BACK: a withdrawal of Toman was paid, or returned. BATCH: a whole payout in one sum.
  -- SETTLEMENT: the net sum of a gateway settlement. FEE: of the bank. CAPITAL: our own money. DISCARDED: with its
  -- statement.
  cause text NOT NULL,
  -- The id in bank_deposits, withdrawals, payouts or gateway_settlements, depending on the cause; null: the cause
  -- has none.
  cause_id uuid,
  -- The cause that a staff member proposed, valid once another confirms it. Null: none proposed.
  said text,
  said_by uuid,
  -- The staff member who confirmed the cause: neither the one who proposed it nor the importer.
  confirmed_by uuid,
  reason text,
  -- The staff member who imported its statement.
  imported_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT bank_lines_pkey PRIMARY KEY (id),
  CONSTRAINT bank_lines_account_id_fkey FOREIGN KEY (account_id) REFERENCES house_bank_accounts(id),
  CONSTRAINT bank_lines_amount_check CHECK ((amount <> (0)::numeric)),
  CONSTRAINT bank_lines_cause_check CHECK ((cause = ANY (ARRAY['UNEXPLAINED'::text, 'DEPOSIT'::text, 'DEPOSIT_BACK'::text, 'PAYOUT'::text, 'BATCH'::text, 'PAYOUT_BACK'::text, 'SETTLEMENT'::text, 'FEE'::text, 'CAPITAL'::text, 'DISCARDED'::text]))),
  CONSTRAINT bank_lines_check CHECK (((cause = ANY (ARRAY['DEPOSIT'::text, 'DEPOSIT_BACK'::text, 'PAYOUT'::text, 'BATCH'::text, 'PAYOUT_BACK'::text, 'SETTLEMENT'::text])) = (cause_id IS NOT NULL))),
  CONSTRAINT bank_lines_check1 CHECK (
CASE cause
    WHEN 'PAYOUT'::text THEN (amount < (0)::numeric)
    WHEN 'BATCH'::text THEN (amount < (0)::numeric)
    WHEN 'DEPOSIT_BACK'::text THEN (amount < (0)::numeric)
    WHEN 'FEE'::text THEN (amount < (0)::numeric)
    WHEN 'DEPOSIT'::text THEN (amount > (0)::numeric)
    WHEN 'PAYOUT_BACK'::text THEN (amount > (0)::numeric)
    WHEN 'SETTLEMENT'::text THEN (amount > (0)::numeric)
    ELSE true
END),
  CONSTRAINT bank_lines_check2 CHECK (((said IS NULL) = (said_by IS NULL))),
  CONSTRAINT bank_lines_check3 CHECK (((cause <> ALL (ARRAY['FEE'::text, 'CAPITAL'::text])) OR ((said IS NOT NULL) AND (said = cause) AND (confirmed_by IS NOT NULL)))),
  CONSTRAINT bank_lines_check4 CHECK (((confirmed_by <> said_by) AND (confirmed_by <> imported_by))),
  CONSTRAINT bank_lines_said_check CHECK ((said = ANY (ARRAY['FEE'::text, 'CAPITAL'::text]))),
  CONSTRAINT bank_lines_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES bank_statements(id),
  CONSTRAINT bank_lines_statement_id_number_key UNIQUE (statement_id, number)
);
CREATE UNIQUE INDEX bank_lines_once ON public.bank_lines USING btree (cause, cause_id) WHERE (cause_id IS NOT NULL);
CREATE UNIQUE INDEX bank_lines_reference ON public.bank_lines USING btree (account_id, upper(reference)) WHERE (cause <> 'DISCARDED'::text);
CREATE INDEX bank_lines_said ON public.bank_lines USING btree (cause) WHERE (cause = ANY (ARRAY['FEE'::text, 'CAPITAL'::text, 'PAYOUT_BACK'::text, 'SETTLEMENT'::text]));
CREATE INDEX bank_lines_unexplained ON public.bank_lines USING btree (id) WHERE (cause = 'UNEXPLAINED'::text);
CREATE TRIGGER bank_lines_keep_content BEFORE UPDATE ON public.bank_lines FOR EACH ROW EXECUTE FUNCTION check_bank_line();
CREATE TRIGGER bank_lines_no_delete BEFORE DELETE OR TRUNCATE ON public.bank_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Statements of our bank accounts: each begins where the previous one ended, and its lines lead from opening to
-- closing.
CREATE TABLE bank_statements (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  -- The previous statement of the account; null: it is the first.
  previous_id uuid,
  -- The balance before its first line, smallest units of Toman.
  opening numeric(38,0) NOT NULL,
  -- The balance after its last line, smallest units of Toman.
  closing numeric(38,0) NOT NULL,
  -- The number of its lines.
  lines integer NOT NULL,
  -- The time of its first line; null: it has none.
  first_at timestamp with time zone,
  -- The time of its last line; null: it has none.
  last_at timestamp with time zone,
  -- KEPT: it counts. DISCARDED: it was the last of its account and imported by mistake; its references can be used
  -- again.
  state text NOT NULL,
  imported_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  discarded_by uuid,
  discarded_at timestamp with time zone,
  reason text,
  CONSTRAINT bank_statements_pkey PRIMARY KEY (id),
  CONSTRAINT bank_statements_account_id_fkey FOREIGN KEY (account_id) REFERENCES house_bank_accounts(id),
  CONSTRAINT bank_statements_check CHECK (((state = 'DISCARDED'::text) = ((discarded_by IS NOT NULL) AND (discarded_at IS NOT NULL)))),
  CONSTRAINT bank_statements_check1 CHECK ((discarded_by <> imported_by)),
  CONSTRAINT bank_statements_lines_check CHECK ((lines >= 0)),
  CONSTRAINT bank_statements_previous_id_fkey FOREIGN KEY (previous_id) REFERENCES bank_statements(id),
  CONSTRAINT bank_statements_state_check CHECK ((state = ANY (ARRAY['KEPT'::text, 'DISCARDED'::text])))
);
CREATE UNIQUE INDEX bank_statements_chain ON public.bank_statements USING btree (account_id, previous_id) NULLS NOT DISTINCT WHERE (state = 'KEPT'::text);
CREATE INDEX bank_statements_of ON public.bank_statements USING btree (account_id, id) WHERE (state = 'KEPT'::text);
CREATE TRIGGER bank_statements_keep_order BEFORE INSERT OR UPDATE ON public.bank_statements FOR EACH ROW EXECUTE FUNCTION check_bank_statement();
CREATE TRIGGER bank_statements_no_delete BEFORE DELETE OR TRUNCATE ON public.bank_statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Saved withdrawal addresses of people.
CREATE TABLE book_addresses (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  asset text NOT NULL,
  token_type text NOT NULL,
  address text NOT NULL,
  -- The memo or destination tag; '' for none.
  tag text NOT NULL DEFAULT ''::text,
  -- What the person calls it.
  label text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  -- While the person withdraws only to saved addresses, a new one can be used only a day after it was saved.
  usable_from timestamp with time zone NOT NULL,
  CONSTRAINT book_addresses_pkey PRIMARY KEY (id),
  CONSTRAINT book_addresses_user_id_asset_token_type_address_tag_key UNIQUE (user_id, asset, token_type, address, tag)
);

-- Values by which staff overrides brand.json: one row at most.
CREATE TABLE brand (
  singleton boolean NOT NULL DEFAULT true,
  -- Null here and in the other fields: the value of brand.json.
  name_fa text,
  name_en text,
  accent_dark text,
  accent_light text,
  -- The colour of the mark, as hexadecimal RGB.
  mark text,
  -- A PNG, re-encoded from the upload.
  logo bytea,
  version integer NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  updated_by uuid NOT NULL,
  CONSTRAINT brand_pkey PRIMARY KEY (singleton),
  CONSTRAINT brand_singleton_check CHECK (singleton),
  CONSTRAINT brand_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id)
);

-- When all open orders of an account are cancelled unless its owner extends the time: one row for each account and
-- market. A starting writer reads it, and immediately executes what is overdue.
CREATE TABLE cancel_after (
  user_id uuid NOT NULL,
  -- One market, such as BITCOIN_TOMAN; empty: all markets.
  market_type text NOT NULL,
  -- Null: not set, or done.
  due_at timestamp with time zone,
  CONSTRAINT cancel_after_pkey PRIMARY KEY (user_id, market_type)
) WITH (fillfactor=50);
CREATE INDEX cancel_after_due ON public.cancel_after USING btree (due_at) WHERE (due_at IS NOT NULL);

-- How far the past of a coin's reference price was fetched from vendors, page by page from the newest to the
-- oldest.
CREATE TABLE candle_fills (
  coin text NOT NULL,
  "interval" text NOT NULL,
  -- The beginning of the period that is to be fetched.
  begin_at timestamp with time zone NOT NULL,
  -- The end of that period, not included.
  end_at timestamp with time zone NOT NULL,
  -- Candles that begin before this moment are still to be fetched; equal to begin_at when all are.
  next_at timestamp with time zone NOT NULL,
  CONSTRAINT candle_fills_pkey PRIMARY KEY (coin, "interval"),
  CONSTRAINT candle_fills_check CHECK (((begin_at <= next_at) AND (next_at <= end_at))),
  CONSTRAINT candle_fills_coin_fkey FOREIGN KEY (coin) REFERENCES coins(asset),
  CONSTRAINT candle_fills_interval_check CHECK (("interval" = ANY (ARRAY['1m'::text, '1h'::text, '1d'::text])))
);

-- Which bank issued a card. Only for display: a card with an unknown prefix is accepted like any other.
CREATE TABLE card_prefixes (
  -- The first six digits; eight where two banks share the six.
  prefix text NOT NULL,
  name_fa text NOT NULL,
  name_en text NOT NULL,
  CONSTRAINT card_prefixes_pkey PRIMARY KEY (prefix),
  CONSTRAINT card_prefixes_prefix_check CHECK ((prefix ~ '^([0-9]{6}|[0-9]{8})$'::text))
);

-- Points from which a broken chain is trusted again. The owner writes here, by `npm run audit accept`; the server
-- reads.
CREATE TABLE chain_acceptances (
  chain text NOT NULL,
  -- The number of the batch, or the entry, after which the chain is followed from now on.
  number bigint NOT NULL,
  -- The MAC of that batch or entry.
  mac bytea NOT NULL,
  -- SHA-256 over all entries of the audit log up to it; zeros for the ledger, whose opening batch covers them.
  digest bytea NOT NULL,
  -- The violation that was found.
  fault text NOT NULL,
  -- The admin who had acknowledged the violation.
  acknowledged_by uuid NOT NULL,
  -- The reason that the admin gave.
  reason text NOT NULL,
  accepted_at timestamp with time zone NOT NULL,
  -- HMAC-SHA-256 over the row under a key derived from BOOKS_KEY; without it the row is ignored.
  seal bytea NOT NULL,
  CONSTRAINT chain_acceptances_pkey PRIMARY KEY (chain, number),
  CONSTRAINT chain_acceptances_acknowledged_by_fkey FOREIGN KEY (acknowledged_by) REFERENCES users(id),
  CONSTRAINT chain_acceptances_chain_check CHECK ((chain = ANY (ARRAY['books'::text, 'audit-log'::text]))),
  CONSTRAINT chain_acceptances_digest_check CHECK ((length(digest) = 32)),
  CONSTRAINT chain_acceptances_mac_check CHECK ((length(mac) = 32)),
  CONSTRAINT chain_acceptances_seal_check CHECK ((length(seal) = 32))
);

-- The newest blocks that were read of each chain, by which reorganisations are detected.
CREATE TABLE chain_blocks (
  chain text NOT NULL,
  height bigint NOT NULL,
  hash text NOT NULL,
  CONSTRAINT chain_blocks_pkey PRIMARY KEY (chain, height)
);

-- The progress of reading each chain.
CREATE TABLE chain_cursors (
  chain text NOT NULL,
  -- The last block that was read.
  height bigint NOT NULL,
  -- The newest block of the chain when it was last checked.
  head_height bigint NOT NULL,
  -- The newest final block when it was last checked; null: the chain does not declare blocks final.
  final_height bigint,
  scanned_at timestamp with time zone NOT NULL,
  -- HALTED: the chain forked below every stored block, or its node shows another chain; nothing is credited and
  -- nothing leaves. FOLLOW: staff decided to follow the new chain. Null: no problem.
  fork text,
  CONSTRAINT chain_cursors_pkey PRIMARY KEY (chain),
  CONSTRAINT chain_cursors_fork_check CHECK ((fork = ANY (ARRAY['HALTED'::text, 'FOLLOW'::text])))
);

-- Transactions that we signed, stored before they are broadcast.
CREATE TABLE chain_transactions (
  id uuid NOT NULL,
  -- The id of the first of the transactions that replace each other with a higher fee: they make the same payments
  -- with the same sequence or inputs, so that at most one of them can become final.
  payment_id uuid NOT NULL,
  chain text NOT NULL,
  -- As explorers write it.
  txid text NOT NULL,
  -- The signed bytes: hex, base64 on Stellar, JSON on MultiversX and EOS.
  raw text NOT NULL,
  -- The paying account; null on UTXO chains.
  sender text,
  -- The account's counter (nonce); null where the chain has none.
  sequence numeric(38,0),
  -- The maximum that it can cost, in smallest units of the chain's own coin; null: not known.
  max_fee numeric(38,0),
  -- Until when the chain accepts it: seconds since 1970, on RIPPLE a ledger number; null: it never expires.
  expires bigint,
  -- SIGNED: not known to have reached the chain. SENT: the chain has taken it. INCLUDED: in a block. DONE: final.
  -- DEAD: it will never be included, unless the chain proves otherwise.
  state text NOT NULL,
  -- Whether it took effect; null: not in a block yet.
  ok boolean,
  -- The height of its block; null: none.
  height bigint,
  block_hash text,
  -- What it cost, in smallest units of the chain's own coin; null: not final yet.
  fee numeric(38,0),
  created_at timestamp with time zone NOT NULL,
  -- When it became final or was given up.
  done_at timestamp with time zone,
  -- How often a reorganisation removed its block after it was final; each later booking has another key.
  undone integer NOT NULL DEFAULT 0,
  CONSTRAINT chain_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT chain_transactions_chain_txid_key UNIQUE (chain, txid),
  CONSTRAINT chain_transactions_state_check CHECK ((state = ANY (ARRAY['SIGNED'::text, 'SENT'::text, 'INCLUDED'::text, 'DONE'::text, 'DEAD'::text])))
);
CREATE INDEX chain_transactions_done_at_height ON public.chain_transactions USING btree (chain, height) WHERE (state = 'DONE'::text);
CREATE INDEX chain_transactions_of_payment ON public.chain_transactions USING btree (payment_id);
CREATE INDEX chain_transactions_open ON public.chain_transactions USING btree (chain, id) WHERE (state = ANY (ARRAY['SIGNED'::text, 'SENT'::text, 'INCLUDED'::text]));

-- Everything that arrived at an address of ours, identified permanently by chain, txid and output_index. The chain
-- reader, the ledger and staff write here.
CREATE TABLE coin_deposits (
  id uuid NOT NULL,
  chain text NOT NULL,
  txid text NOT NULL,
  -- The output, log entry or operation within the transaction.
  output_index bigint NOT NULL,
  -- Null: an unknown token, named by contract.
  asset text,
  token_type text,
  -- The contract of an unknown token; null: a known asset.
  contract text,
  address text NOT NULL,
  -- The memo or destination tag it came with; '' for none.
  tag text NOT NULL DEFAULT ''::text,
  -- Smallest units of the asset.
  amount numeric(38,0) NOT NULL,
  -- Its owner, or the person who would be; null: no owner is known.
  user_id uuid,
  -- PENDING: seen, with too few confirmations yet. CREDITED: in its owner's balance. UNCLAIMED: waits for staff.
  -- PROPOSED: a staff member has named the owner, and a second one decides. ORPHANED: a reorganisation removed it
  -- before it was credited; it may appear again. REVERSED: a reorganisation removed it after it was credited. KEPT:
  -- closed by staff.
  state text NOT NULL,
  -- Why it was not credited automatically, such as UNKNOWN_TAG, BELOW_MINIMUM, RETIRED_ADDRESS, DEPOSITS_OFF or
  -- UNKNOWN_TOKEN; null: there is no obstacle.
  reason text,
  -- Its owner reported the txid before the chain reader saw it.
  raised_by_user boolean NOT NULL DEFAULT false,
  -- The height of its block; null: not in a block yet.
  height bigint,
  block_hash text,
  -- Blocks until it is credited, its own included; fixed when it was first seen.
  needed_confirmations integer NOT NULL,
  -- The staff member who named the owner; another one decides.
  proposed_by uuid,
  -- The person they named.
  proposed_user uuid,
  -- The staff member who decided; null: undecided.
  decided_by uuid,
  created_at timestamp with time zone NOT NULL,
  credited_at timestamp with time zone,
  -- Value when it was credited, in smallest units of Toman, for sums; null: it had no price.
  toman_value numeric(38,0),
  -- It is in the house's suspense account.
  booked boolean NOT NULL DEFAULT false,
  -- How often it was reversed in the ledger; each later credit has another key.
  attempt integer NOT NULL DEFAULT 0,
  -- What the house lost when a reorganisation removed it after its owner had spent it, in smallest units; recovered
  -- first if it appears again.
  lost numeric(38,0) NOT NULL DEFAULT 0,
  -- The notice that is still to be sent to its owner, DEPOSIT_CREDITED or DEPOSIT_REVERSED; null: none.
  to_tell text,
  -- The row of outgoing that sweeps its address, on chains with an account per address; null: not swept.
  swept_by uuid,
  CONSTRAINT coin_deposits_pkey PRIMARY KEY (id),
  CONSTRAINT coin_deposits_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT coin_deposits_chain_txid_output_index_key UNIQUE (chain, txid, output_index),
  CONSTRAINT coin_deposits_check CHECK (((lost >= (0)::numeric) AND (lost <= amount))),
  CONSTRAINT coin_deposits_check1 CHECK (((state <> 'CREDITED'::text) OR ((credited_at IS NOT NULL) AND (user_id IS NOT NULL) AND (asset IS NOT NULL) AND (height IS NOT NULL) AND (NOT booked)))),
  CONSTRAINT coin_deposits_check2 CHECK (((NOT booked) OR ((asset IS NOT NULL) AND (state = ANY (ARRAY['UNCLAIMED'::text, 'PROPOSED'::text, 'KEPT'::text]))))),
  CONSTRAINT coin_deposits_check3 CHECK (((state <> 'PROPOSED'::text) OR ((proposed_by IS NOT NULL) AND (proposed_user IS NOT NULL) AND booked))),
  CONSTRAINT coin_deposits_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'CREDITED'::text, 'UNCLAIMED'::text, 'PROPOSED'::text, 'ORPHANED'::text, 'REVERSED'::text, 'KEPT'::text])))
);
CREATE INDEX coin_deposits_at_height ON public.coin_deposits USING btree (chain, height) WHERE (height IS NOT NULL);
CREATE INDEX coin_deposits_by_number ON public.coin_deposits USING btree ("right"(replace((id)::text, '-'::text, ''::text), 15));
CREATE INDEX coin_deposits_of_user ON public.coin_deposits USING btree (user_id, id) WHERE (user_id IS NOT NULL);
CREATE INDEX coin_deposits_open ON public.coin_deposits USING btree (chain, id) WHERE (state = ANY (ARRAY['PENDING'::text, 'ORPHANED'::text]));
CREATE INDEX coin_deposits_to_sweep ON public.coin_deposits USING btree (chain, asset, address) WHERE ((state = 'CREDITED'::text) AND (swept_by IS NULL));
CREATE INDEX coin_deposits_to_tell ON public.coin_deposits USING btree (id) WHERE (to_tell IS NOT NULL);
CREATE INDEX coin_deposits_unclaimed ON public.coin_deposits USING btree (id) WHERE ((state = ANY (ARRAY['UNCLAIMED'::text, 'PROPOSED'::text])) OR ((state = 'REVERSED'::text) AND (decided_by IS NULL)));

-- The networks on which each coin is deposited and withdrawn; staff edits them.
CREATE TABLE coin_networks (
  asset text NOT NULL,
  -- The network of the coin, such as ERC20 or TRC20.
  token_type text NOT NULL,
  -- Whether a person who reports a missing deposit has to give its txid.
  txid_needed boolean NOT NULL,
  -- Whether an address of this network needs a tag.
  tag_needed boolean NOT NULL,
  deposit_enabled boolean NOT NULL,
  withdraw_enabled boolean NOT NULL,
  -- The fee of a withdrawal, in smallest units of the coin.
  withdrawal_fee numeric(38,0) NOT NULL,
  -- Smallest units of the coin, as is max_withdraw.
  min_withdraw numeric(38,0) NOT NULL,
  max_withdraw numeric(38,0) NOT NULL,
  -- Blocks until a deposit is credited, its own included; 1 where the chain itself declares blocks final.
  confirmations integer NOT NULL DEFAULT 1,
  -- Smallest units of the coin. A smaller deposit is not credited automatically: it waits for staff.
  min_deposit numeric(38,0) NOT NULL DEFAULT 0,
  -- Incremented by every change, so that a change based on an older version is refused.
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT coin_networks_pkey PRIMARY KEY (asset, token_type),
  CONSTRAINT coin_networks_asset_fkey FOREIGN KEY (asset) REFERENCES coins(asset),
  CONSTRAINT coin_networks_check CHECK ((max_withdraw >= min_withdraw)),
  CONSTRAINT coin_networks_confirmations_check CHECK (((confirmations >= 1) AND (confirmations <= 100000))),
  CONSTRAINT coin_networks_min_deposit_check CHECK ((min_deposit >= (0)::numeric)),
  CONSTRAINT coin_networks_min_withdraw_check CHECK ((min_withdraw >= (0)::numeric)),
  CONSTRAINT coin_networks_withdrawal_fee_check CHECK ((withdrawal_fee >= (0)::numeric))
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.coin_networks FOR EACH ROW EXECUTE FUNCTION next_version();

-- The assets and their trading limits; staff edits them. Amounts are smallest units of the asset unless the name
-- says Toman.
CREATE TABLE coins (
  asset text NOT NULL,
  -- Whether it can be traded.
  active boolean NOT NULL,
  -- The minimum amount of a quick trade.
  min_exchange numeric(38,0) NOT NULL,
  -- The maximum amount of a quick trade.
  max_exchange numeric(38,0) NOT NULL,
  -- Distance between the buying and the selling price around the reference price, in millionths (ppm).
  spread_ppm integer NOT NULL,
  -- The step of a limit price in Toman markets, in smallest units of Toman.
  toman_tick numeric(38,0) NOT NULL,
  -- The step of a limit order's amount.
  lot numeric(38,0) NOT NULL,
  -- The maximum that the house holds: a quick trade that would exceed it is refused.
  max_inventory numeric(38,0) NOT NULL,
  -- The minimum of a deposit. This and the following columns are for TOMAN alone, and null for coins.
  min_deposit numeric(38,0),
  -- The maximum of one payment through a gateway.
  max_deposit_per_payment numeric(38,0),
  -- The maximum that one person may deposit through gateways within 24 hours.
  max_deposit_per_day numeric(38,0),
  min_withdraw numeric(38,0),
  max_withdraw numeric(38,0),
  -- The fee of a withdrawal to a bank account.
  withdrawal_fee numeric(38,0),
  -- Incremented by every change, so that a change based on an older version is refused.
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT coins_pkey PRIMARY KEY (asset),
  CONSTRAINT coins_check CHECK ((max_exchange >= min_exchange)),
  CONSTRAINT coins_check1 CHECK (((asset = 'TOMAN'::text) = (num_nonnulls(min_deposit, max_deposit_per_payment, max_deposit_per_day, min_withdraw, max_withdraw, withdrawal_fee) = 6))),
  CONSTRAINT coins_check2 CHECK (((asset = 'TOMAN'::text) OR (num_nonnulls(min_deposit, max_deposit_per_payment, max_deposit_per_day, min_withdraw, max_withdraw, withdrawal_fee) = 0))),
  CONSTRAINT coins_lot_check CHECK ((lot > (0)::numeric)),
  CONSTRAINT coins_max_inventory_check CHECK ((max_inventory >= (0)::numeric)),
  CONSTRAINT coins_min_exchange_check CHECK ((min_exchange >= (0)::numeric)),
  CONSTRAINT coins_spread_ppm_check CHECK (((spread_ppm >= 0) AND (spread_ppm <= 200000))),
  CONSTRAINT coins_toman_tick_check CHECK ((toman_tick > (0)::numeric))
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.coins FOR EACH ROW EXECUTE FUNCTION next_version();

-- The store of a company account, and where its receipts are settled. Its owner edits the settings; staff may
-- block it.
CREATE TABLE companies (
  id uuid NOT NULL,
  -- The company's account; each has one store.
  user_id uuid NOT NULL,
  -- The coin into which receipts are changed at the end of each period; null, as are token_type, address, per_time
  -- and next_due_at: receipts wait for their owner.
  coin text,
  token_type text,
  address text,
  tag text NOT NULL DEFAULT ''::text,
  -- The length of a period.
  per_time text,
  -- With the other next_ columns, a change of the destination that was confirmed and is not in force yet; null:
  -- none.
  next_coin text,
  next_token_type text,
  next_address text,
  next_tag text NOT NULL DEFAULT ''::text,
  -- When that change comes into force: a day after it was confirmed, so that the owner can stop an attacker's
  -- change.
  next_from timestamp with time zone,
  -- Receipts before this time belong to a settlement.
  settled_until timestamp with time zone NOT NULL,
  -- When the current period ends.
  next_due_at timestamp with time zone,
  -- When the owner stopped the settlements of periods; null: they run.
  paused_at timestamp with time zone,
  -- When staff blocked the store; null: it is open.
  blocked_at timestamp with time zone,
  blocked_reason text,
  created_at timestamp with time zone NOT NULL,
  -- Instructions by API key of more Toman than this (smallest units) wait for the owner, as do refunds that exceed
  -- it together with the refunds of the same day in Tehran that did not wait; 0: all instructions wait; null: none.
  approval_above numeric(38,0),
  CONSTRAINT companies_pkey PRIMARY KEY (id),
  CONSTRAINT companies_approval_above_check CHECK ((approval_above >= (0)::numeric)),
  CONSTRAINT companies_check CHECK ((num_nonnulls(coin, token_type, address, per_time, next_due_at) = ANY (ARRAY[0, 5]))),
  CONSTRAINT companies_check1 CHECK ((num_nonnulls(next_coin, next_token_type, next_address, next_from) = ANY (ARRAY[0, 4]))),
  CONSTRAINT companies_per_time_check CHECK ((per_time = ANY (ARRAY['PER_DAY'::text, 'PER_WEEK'::text, 'PER_MONTH'::text]))),
  CONSTRAINT companies_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT companies_user_id_key UNIQUE (user_id)
);
CREATE INDEX companies_changing ON public.companies USING btree (next_from) WHERE (next_from IS NOT NULL);
CREATE INDEX companies_due ON public.companies USING btree (next_due_at) WHERE ((paused_at IS NULL) AND (blocked_at IS NULL));

-- Requests of verified people for a company account. Staff decides; until then the account remains a person's.
CREATE TABLE company_applications (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Name, national id, telephone and address of the company: JSON, encrypted under a key derived from SECRET_KEY.
  data_encrypted bytea NOT NULL,
  -- Incremented by each request and change of the person: a decision names the version it was made on.
  version integer NOT NULL,
  -- PENDING waits for staff; APPROVED and REFUSED are staff's decisions; WITHDRAWN was cancelled by the person.
  state text NOT NULL,
  submitted_at timestamp with time zone NOT NULL,
  decided_at timestamp with time zone,
  decided_by uuid,
  -- Codes of what was missing, on a refusal.
  reasons text[] NOT NULL DEFAULT '{}'::text[],
  note text NOT NULL DEFAULT ''::text,
  CONSTRAINT company_applications_pkey PRIMARY KEY (id),
  CONSTRAINT company_applications_check CHECK (((decided_at IS NULL) = (state = 'PENDING'::text))),
  CONSTRAINT company_applications_check1 CHECK (((decided_by IS NOT NULL) = (state = ANY (ARRAY['APPROVED'::text, 'REFUSED'::text])))),
  CONSTRAINT company_applications_check2 CHECK ((decided_by <> user_id)),
  CONSTRAINT company_applications_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT company_applications_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'REFUSED'::text, 'WITHDRAWN'::text]))),
  CONSTRAINT company_applications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT company_applications_version_check CHECK ((version > 0))
);
CREATE UNIQUE INDEX company_applications_of_user ON public.company_applications USING btree (user_id, version);
CREATE UNIQUE INDEX company_applications_open ON public.company_applications USING btree (user_id) WHERE (state = 'PENDING'::text);
CREATE INDEX company_applications_waiting ON public.company_applications USING btree (id) WHERE (state = 'PENDING'::text);

-- Attempts to notify a store's program of an event; the newest thirty of each event.
CREATE TABLE company_deliveries (
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  -- HTTP status of the reply; null: there was none.
  status integer,
  -- The beginning of the reply, or why there was none.
  answer text NOT NULL,
  took_ms integer NOT NULL,
  CONSTRAINT company_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT company_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES company_events(id),
  CONSTRAINT company_deliveries_took_ms_check CHECK ((took_ms >= 0))
);
CREATE INDEX company_deliveries_of_event ON public.company_deliveries USING btree (event_id, id);

-- Notifications to a store's own program by webhook: written in the transaction of the event, delivered
-- afterwards.
CREATE TABLE company_events (
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  kind text NOT NULL,
  -- JSON with the id of the payment or settlement; the message itself is made when it is sent.
  body jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  -- When it is tried next; null: no webhook is set, or it was delivered or given up.
  next_try_at timestamp with time zone,
  tries integer NOT NULL DEFAULT 0,
  delivered_at timestamp with time zone,
  given_up_at timestamp with time zone,
  -- HTTP status of the last attempt; null: there was no reply, or no attempt.
  last_status integer,
  -- The beginning of the last reply, or why there was none.
  last_answer text,
  CONSTRAINT company_events_pkey PRIMARY KEY (id),
  CONSTRAINT company_events_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT company_events_kind_check CHECK ((kind = ANY (ARRAY['payment.paid'::text, 'payment.refunded'::text, 'refund.cancelled'::text, 'settlement.sent'::text, 'instruction.done'::text, 'instruction.refused'::text, 'instruction.expired'::text, 'instruction.failed'::text, 'webhook.test'::text])))
);
CREATE INDEX company_events_due ON public.company_events USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX company_events_of_company ON public.company_events USING btree (company_id, id);

-- Requests of a store's program by API key to move money: to refund a payment, or to move receipts to the wallet.
CREATE TABLE company_instructions (
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  key_id uuid NOT NULL,
  -- REFUND: a payment is refunded to its payer. SETTLE: receipts are moved to the owner's Toman wallet.
  kind text NOT NULL,
  payment_id uuid,
  -- Toman, smallest units: the payment's, or the receipts when it was requested (DONE: what was moved).
  amount numeric(38,0) NOT NULL,
  reason text NOT NULL,
  -- The program's own key: a request with the same key is the same instruction.
  idempotency_key text NOT NULL,
  -- Digest of the request that came with the key, so that another request isn't taken for a repetition.
  request_digest text NOT NULL,
  -- WAITING: for the owner. DONE: executed. REFUSED: by the owner, or because its key was revoked. EXPIRED: not
  -- decided in time. FAILED: approved, and no longer possible.
  state text NOT NULL,
  -- The error code of an approved instruction that could not be executed.
  failure text,
  refund_id uuid,
  settlement_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  created_at timestamp with time zone NOT NULL,
  -- Until when the owner may decide; null: no decision was needed.
  expires_at timestamp with time zone,
  -- Who approved or refused it; null: undecided, or no decision was needed.
  decided_by uuid,
  decided_at timestamp with time zone,
  CONSTRAINT company_instructions_pkey PRIMARY KEY (id),
  CONSTRAINT company_instructions_amount_check CHECK ((amount >= (0)::numeric)),
  CONSTRAINT company_instructions_check CHECK (((kind = 'REFUND'::text) = (payment_id IS NOT NULL))),
  CONSTRAINT company_instructions_check1 CHECK (((state = 'FAILED'::text) = (failure IS NOT NULL))),
  CONSTRAINT company_instructions_check2 CHECK (((refund_id IS NOT NULL) = ((kind = 'REFUND'::text) AND (state = 'DONE'::text)))),
  CONSTRAINT company_instructions_check3 CHECK (((state <> 'WAITING'::text) OR (expires_at IS NOT NULL))),
  CONSTRAINT company_instructions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT company_instructions_company_id_idempotency_key_key UNIQUE (company_id, idempotency_key),
  CONSTRAINT company_instructions_key_id_fkey FOREIGN KEY (key_id) REFERENCES company_keys(id),
  CONSTRAINT company_instructions_kind_check CHECK ((kind = ANY (ARRAY['REFUND'::text, 'SETTLE'::text]))),
  CONSTRAINT company_instructions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT company_instructions_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES company_refunds(id),
  CONSTRAINT company_instructions_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'DONE'::text, 'REFUSED'::text, 'EXPIRED'::text, 'FAILED'::text])))
);
CREATE INDEX company_instructions_of_company ON public.company_instructions USING btree (company_id, id);
CREATE INDEX company_instructions_of_day ON public.company_instructions USING btree (company_id, created_at) INCLUDE (amount) WHERE ((kind = 'REFUND'::text) AND (state = 'DONE'::text) AND (expires_at IS NULL));
CREATE INDEX company_instructions_of_key ON public.company_instructions USING btree (key_id) WHERE (state = 'WAITING'::text);
CREATE UNIQUE INDEX company_instructions_of_payment ON public.company_instructions USING btree (payment_id) WHERE ((state = 'WAITING'::text) AND (kind = 'REFUND'::text));
CREATE UNIQUE INDEX company_instructions_of_receipts ON public.company_instructions USING btree (company_id) WHERE ((state = 'WAITING'::text) AND (kind = 'SETTLE'::text));
CREATE UNIQUE INDEX company_instructions_of_refund ON public.company_instructions USING btree (refund_id) WHERE (refund_id IS NOT NULL);
CREATE INDEX company_instructions_waiting ON public.company_instructions USING btree (expires_at) WHERE (state = 'WAITING'::text);

-- API keys of a store's programs: they may create payment requests and read.
CREATE TABLE company_keys (
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  label text NOT NULL,
  -- SHA-256 of the key, which is shown once and not stored.
  digest bytea NOT NULL,
  -- The key's last four characters, by which its owner recognises it.
  tail text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  -- Null: it is in force.
  revoked_at timestamp with time zone,
  -- What else the owner has allowed it with their second factor: REFUND, SETTLE. Every key may create payment
  -- requests and read.
  permissions text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT company_keys_pkey PRIMARY KEY (id),
  CONSTRAINT company_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT company_keys_digest_key UNIQUE (digest),
  CONSTRAINT company_keys_permissions_check CHECK ((permissions <@ ARRAY['REFUND'::text, 'SETTLE'::text]))
);
CREATE INDEX company_keys_of_company ON public.company_keys USING btree (company_id, id);

-- One row of limits on payments to stores; staff edits it.
CREATE TABLE company_limits (
  -- Always true: there is one row.
  singleton boolean NOT NULL DEFAULT true,
  -- Smallest units of Toman, as is shop_per_day.
  min_payment numeric(38,0) NOT NULL,
  -- The maximum that payers may start to pay to one store within 24 hours.
  shop_per_day numeric(38,0) NOT NULL,
  -- Payments that one network address may start within an hour.
  starts_per_hour integer NOT NULL,
  -- Incremented by every change, so that a change based on an older version is refused.
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT company_limits_pkey PRIMARY KEY (singleton),
  CONSTRAINT company_limits_singleton_check CHECK (singleton)
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.company_limits FOR EACH ROW EXECUTE FUNCTION next_version();

-- The logos of stores, shown to payers beside the name.
CREATE TABLE company_logos (
  company_id uuid NOT NULL,
  -- Re-encoded from the upload, at most 512 pixels a side. Public. Null: removed.
  png bytea,
  -- Incremented with each picture of a store, so that each has its own address.
  version integer NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT company_logos_pkey PRIMARY KEY (company_id),
  CONSTRAINT company_logos_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

-- Payments to stores: further columns of the rows of payments that pay a company.
CREATE TABLE company_payments (
  payment_id uuid NOT NULL,
  company_id uuid NOT NULL,
  -- Smallest units of Toman.
  amount numeric(38,0) NOT NULL,
  description text NOT NULL,
  -- The payment request that it pays; null: paid through the store's open link.
  request_id uuid,
  -- Keyed digest of the payer's card, by which payments are counted.
  card_digest bytea NOT NULL,
  -- Keyed digest of the payer's network address, by which payments are counted.
  ip_digest bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  -- When the money reached the store's receipts, written by the ledger with it; null: not paid.
  received_at timestamp with time zone,
  -- The settlement that it belongs to permanently; null: not settled.
  settlement_id uuid,
  -- The refund that removed it from the receipts; null: none.
  refund_id uuid,
  CONSTRAINT company_payments_pkey PRIMARY KEY (payment_id),
  CONSTRAINT company_payments_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT company_payments_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT company_payments_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT company_payments_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES company_refunds(id),
  CONSTRAINT company_payments_request_id_fkey FOREIGN KEY (request_id) REFERENCES company_requests(id),
  CONSTRAINT company_payments_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES company_settlements(id)
);
CREATE INDEX company_payments_by_card ON public.company_payments USING btree (card_digest, created_at);
CREATE INDEX company_payments_by_ip ON public.company_payments USING btree (ip_digest, created_at);
CREATE INDEX company_payments_by_shop ON public.company_payments USING btree (company_id, created_at);
CREATE INDEX company_payments_of_company ON public.company_payments USING btree (company_id, payment_id);
CREATE INDEX company_payments_of_request ON public.company_payments USING btree (request_id) WHERE (request_id IS NOT NULL);
CREATE INDEX company_payments_of_settlement ON public.company_payments USING btree (settlement_id, payment_id) WHERE (settlement_id IS NOT NULL);
CREATE INDEX company_payments_unsettled ON public.company_payments USING btree (company_id, received_at) WHERE ((received_at IS NOT NULL) AND (settlement_id IS NULL));
CREATE TRIGGER company_payments_keep_receipt BEFORE UPDATE ON public.company_payments FOR EACH ROW WHEN ((((old.settlement_id IS NOT NULL) AND (new.settlement_id IS DISTINCT FROM old.settlement_id)) OR ((new.settlement_id IS NOT NULL) AND (new.refund_id IS NOT NULL)) OR ((old.received_at IS NOT NULL) AND (new.received_at IS DISTINCT FROM old.received_at)) OR ((((new.payment_id IS DISTINCT FROM old.payment_id) OR (new.company_id IS DISTINCT FROM old.company_id)) OR (new.amount IS DISTINCT FROM old.amount)) OR (new.request_id IS DISTINCT FROM old.request_id)))) EXECUTE FUNCTION refuse_receipt_change();
CREATE TRIGGER company_payments_no_delete BEFORE DELETE OR TRUNCATE ON public.company_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Payments that staff refunds to their payers by bank transfer; one staff member requests it, another decides.
CREATE TABLE company_refunds (
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  -- RECEIPTS: the money is in the store's receipts. SUSPENSE: in the house's suspense account, because a card other
  -- than the agreed one had paid.
  source text NOT NULL,
  -- Smallest units of Toman.
  amount numeric(38,0) NOT NULL,
  reason text NOT NULL,
  -- ASKED: waits for the second staff member. PAID: the transfer was made. CANCELLED: it was not.
  state text NOT NULL,
  asked_by uuid NOT NULL,
  decided_by uuid,
  -- The bank's reference of the transfer to the payer's card; null until it was paid.
  reference text,
  created_at timestamp with time zone NOT NULL,
  decided_at timestamp with time zone,
  CONSTRAINT company_refunds_pkey PRIMARY KEY (id),
  CONSTRAINT company_refunds_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT company_refunds_check CHECK (((state <> 'PAID'::text) OR ((reference IS NOT NULL) AND (decided_by <> asked_by)))),
  CONSTRAINT company_refunds_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT company_refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT company_refunds_source_check CHECK ((source = ANY (ARRAY['RECEIPTS'::text, 'SUSPENSE'::text]))),
  CONSTRAINT company_refunds_state_check CHECK ((state = ANY (ARRAY['ASKED'::text, 'PAID'::text, 'CANCELLED'::text])))
);
CREATE UNIQUE INDEX company_refunds_once ON public.company_refunds USING btree (payment_id) WHERE (state <> 'CANCELLED'::text);
CREATE INDEX company_refunds_waiting ON public.company_refunds USING btree (id) WHERE (state = 'ASKED'::text);

-- Payment requests of a store: each for a fixed amount, which is paid once.
CREATE TABLE company_requests (
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  -- The store's own number, unique within the store.
  order_number text NOT NULL,
  -- Smallest units of Toman.
  amount numeric(38,0) NOT NULL,
  description text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  -- OPEN: can be paid until expires_at. PAID. CANCELLED: by the store.
  state text NOT NULL,
  -- The payment that fulfilled it. Any other payment of the same request is the payer's mistake.
  payment_id uuid,
  paid_at timestamp with time zone,
  -- Whether a program created it with an API key, not the store's page.
  by_key boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  -- The page to which its payer returns, as set by the store's program; null: none.
  return_url text,
  -- JSON of the store's own names and texts (at most 50, of 40 and 500 characters, 8,000 in all): returned to the
  -- store, never shown to payers.
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT company_requests_pkey PRIMARY KEY (id),
  CONSTRAINT company_requests_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT company_requests_check CHECK (((state = 'PAID'::text) = (payment_id IS NOT NULL))),
  CONSTRAINT company_requests_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT company_requests_company_id_order_number_key UNIQUE (company_id, order_number),
  CONSTRAINT company_requests_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'PAID'::text, 'CANCELLED'::text])))
);
CREATE INDEX company_requests_of_company ON public.company_requests USING btree (company_id, id);

-- Receipts of a store that are settled together, and the outcome. Amounts are smallest units of Toman unless said
-- otherwise.
CREATE TABLE company_settlements (
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  -- The order in which a store's settlements were made: each takes over what the previous one left.
  number integer NOT NULL,
  -- PERIOD: coins are bought and sent to the store's address. WALLET: moved to the owner's Toman wallet.
  kind text NOT NULL,
  -- The number, from 0, of its part of a period that was too much for one purchase.
  part integer NOT NULL DEFAULT 0,
  period_from timestamp with time zone NOT NULL,
  period_to timestamp with time zone NOT NULL,
  -- What was received in its period.
  receipts numeric(38,0) NOT NULL,
  -- How many payments these are.
  payments integer NOT NULL,
  -- What the previous settlement left; null while DUE.
  carried_in numeric(38,0),
  -- What was spent or moved; null while DUE.
  spent numeric(38,0),
  -- What is left for the next one; carried_in + receipts = spent + carried_out.
  carried_out numeric(38,0),
  -- The remainder is enough for another purchase immediately.
  more boolean NOT NULL DEFAULT false,
  last_received_at timestamp with time zone,
  -- DUE: waits to be executed. BOUGHT: the coins are bought. SENT: their withdrawal exists. DONE: they arrived.
  -- CARRIED: too little, all of it is carried to the next one. MOVED: in the owner's Toman wallet. RETURNED: the
  -- coins are in the owner's wallet instead of at their address.
  state text NOT NULL,
  -- This and the columns up to fee are as of the purchase.
  coin text,
  token_type text,
  address text,
  tag text NOT NULL DEFAULT ''::text,
  -- What was bought, in smallest units of the coin.
  amount numeric(38,0),
  -- Smallest units of Toman for one whole coin.
  unit_price numeric(38,0),
  -- The trade's fee, in smallest units of Toman.
  fee numeric(38,0),
  -- The quick trade that bought the coins.
  order_id uuid,
  bought_at timestamp with time zone,
  -- The withdrawal that sends them; null: none yet.
  withdrawal_id uuid,
  -- Why it waits, as an error code; null: there is no obstacle.
  wait_reason text,
  -- Its owner was notified that it waits or is carried over.
  told boolean NOT NULL DEFAULT false,
  -- How many attempts have failed.
  tries integer NOT NULL DEFAULT 0,
  -- When it is tried again.
  next_try_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  done_at timestamp with time zone,
  CONSTRAINT company_settlements_pkey PRIMARY KEY (id),
  CONSTRAINT company_settlements_check CHECK (((state = ANY (ARRAY['DUE'::text, 'CARRIED'::text, 'MOVED'::text])) OR (num_nonnulls(coin, token_type, address, amount, unit_price, fee, order_id) = 7))),
  CONSTRAINT company_settlements_check1 CHECK (((state = 'DUE'::text) OR (num_nonnulls(carried_in, spent, carried_out) = 3))),
  CONSTRAINT company_settlements_check2 CHECK (((state = 'DUE'::text) OR ((carried_in + receipts) = (spent + carried_out)))),
  CONSTRAINT company_settlements_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT company_settlements_company_id_number_key UNIQUE (company_id, number),
  CONSTRAINT company_settlements_kind_check CHECK ((kind = ANY (ARRAY['PERIOD'::text, 'WALLET'::text]))),
  CONSTRAINT company_settlements_receipts_check CHECK ((receipts >= (0)::numeric)),
  CONSTRAINT company_settlements_state_check CHECK ((state = ANY (ARRAY['DUE'::text, 'BOUGHT'::text, 'SENT'::text, 'DONE'::text, 'CARRIED'::text, 'MOVED'::text, 'RETURNED'::text]))),
  CONSTRAINT company_settlements_withdrawal_id_key UNIQUE (withdrawal_id)
);
CREATE INDEX company_settlements_due ON public.company_settlements USING btree (company_id) WHERE (state = 'DUE'::text);
CREATE INDEX company_settlements_more ON public.company_settlements USING btree (company_id) WHERE more;
CREATE UNIQUE INDEX company_settlements_of_period ON public.company_settlements USING btree (company_id, period_to, part) WHERE (kind = 'PERIOD'::text);
CREATE INDEX company_settlements_sent ON public.company_settlements USING btree (id) WHERE (state = 'SENT'::text);
CREATE INDEX company_settlements_to_do ON public.company_settlements USING btree (next_try_at) WHERE (state = ANY (ARRAY['DUE'::text, 'BOUGHT'::text]));
CREATE INDEX company_settlements_untold ON public.company_settlements USING btree (id) WHERE ((state = 'CARRIED'::text) AND (NOT told));
CREATE TRIGGER company_settlements_keep_terms BEFORE UPDATE ON public.company_settlements FOR EACH ROW WHEN ((((((((new.id IS DISTINCT FROM old.id) OR (new.company_id IS DISTINCT FROM old.company_id)) OR (new.number IS DISTINCT FROM old.number)) OR (new.period_from IS DISTINCT FROM old.period_from)) OR (new.period_to IS DISTINCT FROM old.period_to)) OR (new.receipts IS DISTINCT FROM old.receipts)) OR ((old.state <> 'DUE'::text) AND ((((((((((new.kind IS DISTINCT FROM old.kind) OR (new.carried_in IS DISTINCT FROM old.carried_in)) OR (new.spent IS DISTINCT FROM old.spent)) OR (new.carried_out IS DISTINCT FROM old.carried_out)) OR (new.coin IS DISTINCT FROM old.coin)) OR (new.token_type IS DISTINCT FROM old.token_type)) OR (new.amount IS DISTINCT FROM old.amount)) OR (new.unit_price IS DISTINCT FROM old.unit_price)) OR (new.fee IS DISTINCT FROM old.fee)) OR (new.order_id IS DISTINCT FROM old.order_id))) OR ((old.state <> 'DUE'::text) AND (new.state = 'DUE'::text)))) EXECUTE FUNCTION refuse_settlement_change();
CREATE TRIGGER company_settlements_no_delete BEFORE DELETE OR TRUNCATE ON public.company_settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Sums of each store, written by the ledger; separate from the settings, so that no lock on those delays it.
CREATE TABLE company_totals (
  company_id uuid NOT NULL,
  -- All payments ever received, in smallest units of Toman.
  received numeric(38,0) NOT NULL DEFAULT 0,
  -- What of it was refunded to payers, in smallest units of Toman.
  refunded numeric(38,0) NOT NULL DEFAULT 0,
  CONSTRAINT company_totals_pkey PRIMARY KEY (company_id),
  CONSTRAINT company_totals_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

-- Where a store is notified of payments and settlements.
CREATE TABLE company_webhooks (
  company_id uuid NOT NULL,
  url text NOT NULL,
  -- The secret its messages are signed with, encrypted under a key derived from SECRET_KEY.
  secret_encrypted bytea NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  -- The previous secret, encrypted under a key derived from SECRET_KEY; messages are signed with both until
  -- old_secret_until.
  old_secret_encrypted bytea,
  old_secret_until timestamp with time zone,
  CONSTRAINT company_webhooks_pkey PRIMARY KEY (company_id),
  CONSTRAINT company_webhooks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT company_webhooks_old_secret CHECK (((old_secret_encrypted IS NULL) = (old_secret_until IS NULL)))
);
CREATE INDEX company_webhooks_old_secrets ON public.company_webhooks USING btree (old_secret_until) WHERE (old_secret_until IS NOT NULL);

-- The last balance of a person's asset on a day in Tehran, and what came in and went out that day. A day without a
-- change has no row. Calculated from transfers; the yearly statement reads it. Columns ending in _toman are
-- smallest units of Toman, the others smallest units of the asset.
CREATE TABLE daily_balances (
  user_id uuid NOT NULL,
  asset text NOT NULL,
  day date NOT NULL,
  -- Spendable and blocked together.
  balance numeric(38,0) NOT NULL,
  -- What the balance cost its owner, by average cost.
  cost_toman numeric(38,0) NOT NULL DEFAULT 0,
  -- opening + bought − sold + received − sent − fees + referral + corrected = closing balance.
  bought numeric(38,0) NOT NULL DEFAULT 0,
  bought_toman numeric(38,0) NOT NULL DEFAULT 0,
  sold numeric(38,0) NOT NULL DEFAULT 0,
  sold_toman numeric(38,0) NOT NULL DEFAULT 0,
  received numeric(38,0) NOT NULL DEFAULT 0,
  sent numeric(38,0) NOT NULL DEFAULT 0,
  fees numeric(38,0) NOT NULL DEFAULT 0,
  fees_toman numeric(38,0) NOT NULL DEFAULT 0,
  referral numeric(38,0) NOT NULL DEFAULT 0,
  referral_toman numeric(38,0) NOT NULL DEFAULT 0,
  -- What was returned or reversed; may be negative.
  corrected numeric(38,0) NOT NULL DEFAULT 0,
  -- Profit of the day; negative for a loss.
  realised_toman numeric(38,0) NOT NULL DEFAULT 0,
  CONSTRAINT daily_balances_pkey PRIMARY KEY (user_id, asset, day),
  CONSTRAINT daily_balances_balance_check CHECK ((balance >= (0)::numeric)),
  CONSTRAINT daily_balances_cost_toman_check CHECK ((cost_toman >= (0)::numeric))
);

-- People and open work by day in Tehran, for the figures in the back office. The counts of open work are the last
-- of the day; null: not counted.
CREATE TABLE daily_figures (
  day date NOT NULL,
  new_people bigint NOT NULL,
  -- People who were authorised for the first time that day.
  verified bigint NOT NULL,
  -- People who traded that day.
  active_traders bigint NOT NULL,
  -- Counted up to 100,000.
  open_orders bigint,
  waiting_reviews bigint,
  waiting_withdrawals bigint,
  waiting_tickets bigint,
  -- When the open work was last counted on that day.
  looked_at timestamp with time zone,
  CONSTRAINT daily_figures_pkey PRIMARY KEY (day)
) WITH (fillfactor=70);

-- Fees, referral shares, deposits, withdrawals and payments to stores by day in Tehran; calculated from transfers.
CREATE TABLE daily_sums (
  day date NOT NULL,
  -- FEE: earned fees. REFERRAL: the part of them shared with inviters. DEPOSIT. WITHDRAWAL. STORE: what payers paid
  -- to stores.
  kind text NOT NULL,
  -- For FEE and REFERRAL, what the fee was for. OTC: quick trades. P2P: orders of the order book. WITHDRAWAL:
  -- withdrawals. '' otherwise.
  source text NOT NULL,
  -- The coin of the market a fee came from, whose quote is the asset; '' otherwise.
  coin text NOT NULL,
  asset text NOT NULL,
  -- Smallest units of the asset.
  amount numeric(38,0) NOT NULL,
  -- What of it was returned, in smallest units of the asset.
  returned numeric(38,0) NOT NULL,
  -- Value of amount less returned at the prices of the minute, in smallest units of Toman.
  toman_value numeric(38,0) NOT NULL,
  -- How many transfers.
  entries bigint NOT NULL,
  CONSTRAINT daily_sums_pkey PRIMARY KEY (day, kind, source, coin, asset),
  CONSTRAINT daily_sums_kind_check CHECK ((kind = ANY (ARRAY['FEE'::text, 'REFERRAL'::text, 'DEPOSIT'::text, 'WITHDRAWAL'::text, 'STORE'::text]))),
  CONSTRAINT daily_sums_source_check CHECK ((source = ANY (ARRAY['OTC'::text, 'P2P'::text, 'WITHDRAWAL'::text, ''::text])))
) WITH (fillfactor=70);

-- Trades by day in Tehran; calculated together with trade_totals.
CREATE TABLE daily_trades (
  day date NOT NULL,
  -- OTC: quick trades. P2P: fills of the order book.
  source text NOT NULL,
  trades bigint NOT NULL,
  -- Smallest units of Toman.
  toman_value numeric(38,0) NOT NULL,
  CONSTRAINT daily_trades_pkey PRIMARY KEY (day, source),
  CONSTRAINT daily_trades_source_check CHECK ((source = ANY (ARRAY['OTC'::text, 'P2P'::text])))
) WITH (fillfactor=70);

-- Deposit addresses of people: at most one is in use per person, coin and network.
CREATE TABLE deposit_addresses (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  asset text NOT NULL,
  token_type text NOT NULL,
  chain text NOT NULL,
  address text NOT NULL,
  -- Its tag, on chains where all people share one account; '' elsewhere.
  tag text NOT NULL DEFAULT ''::text,
  -- The number of its key, or its tag, by which the signer finds it.
  key_index bigint NOT NULL,
  -- The signer's signature over all values of the row; the address is shown only while it is valid.
  signature bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  -- When it was replaced; deposits after that wait for staff, unless it is superseded. Null: in use.
  retired_at timestamp with time zone,
  -- When the row was first found to differ from what the signer signed; it is never shown again. Null: intact.
  tampered_at timestamp with time zone,
  -- The generation of the seed that its key is derived from; 0 is the first.
  generation integer NOT NULL DEFAULT 0,
  -- Replaced because there is a newer seed: deposits are still credited, unlike at an address that staff retired.
  superseded boolean NOT NULL DEFAULT false,
  CONSTRAINT deposit_addresses_pkey PRIMARY KEY (id),
  CONSTRAINT deposit_addresses_chain_address_tag_key UNIQUE (chain, address, tag)
);
CREATE UNIQUE INDEX deposit_address_in_use ON public.deposit_addresses USING btree (user_id, asset, token_type) WHERE (retired_at IS NULL);
CREATE INDEX deposit_address_of_key ON public.deposit_addresses USING btree (chain, key_index);

-- The identifier by which a person's bank transfers are recognised.
CREATE TABLE deposit_identifiers (
  user_id uuid NOT NULL,
  -- Twelve digits: a number of ten and two check digits (ISO 7064, MOD 97-10).
  identifier text NOT NULL,
  CONSTRAINT deposit_identifiers_pkey PRIMARY KEY (user_id),
  CONSTRAINT deposit_identifiers_identifier_key UNIQUE (identifier)
);

-- A row per person, locked by the transaction that counts their deposits against the daily limit.
CREATE TABLE deposit_locks (
  user_id uuid NOT NULL,
  CONSTRAINT deposit_locks_pkey PRIMARY KEY (user_id)
);

-- Identity documents and profile pictures. The bytes are in an encrypted file of the data folder.
CREATE TABLE documents (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  -- The random name of that file.
  file text NOT NULL,
  -- SHA-256 of the file, so that another file can't replace it.
  digest bytea NOT NULL,
  -- It belongs to submitted data; otherwise it is deleted after a day.
  in_force boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  -- When another document replaced it; null: none has.
  replaced_at timestamp with time zone,
  CONSTRAINT documents_pkey PRIMARY KEY (id),
  CONSTRAINT documents_file_key UNIQUE (file),
  CONSTRAINT documents_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'backImage'::text, 'warranty'::text, 'businessLicense'::text, 'profileImage'::text]))),
  CONSTRAINT documents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX documents_in_force ON public.documents USING btree (user_id, kind) WHERE in_force;
CREATE INDEX documents_of_user ON public.documents USING btree (user_id);
CREATE INDEX documents_to_leave ON public.documents USING btree (created_at) WHERE (NOT in_force);

-- The exchange's contact and company details, one row per language; staff edits them.
CREATE TABLE exchange_info (
  language text NOT NULL,
  address text NOT NULL,
  -- A link; '' in this and the other link columns: there is none, and the page shows none.
  app_android text NOT NULL,
  app_ios text NOT NULL,
  email text NOT NULL,
  instagram text NOT NULL,
  linkedin text NOT NULL,
  -- The telephone number.
  number text NOT NULL,
  telegram text NOT NULL,
  twitter text NOT NULL,
  -- HTML of headings, paragraphs, lists and emphasis.
  privacy_policy text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  -- The staff member who wrote it last; null: the initial text.
  updated_by uuid,
  -- Name of the company in the register, in the language of the row.
  legal_name text NOT NULL DEFAULT ''::text,
  -- Number of the company in the register; Latin digits.
  registration_number text NOT NULL DEFAULT ''::text,
  -- National id of the company, eleven Latin digits.
  national_id text NOT NULL DEFAULT ''::text,
  CONSTRAINT exchange_info_pkey PRIMARY KEY (language),
  CONSTRAINT exchange_info_language_check CHECK ((language = ANY (ARRAY['fa'::text, 'en'::text]))),
  CONSTRAINT exchange_info_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id)
);

-- The earlier versions of exchange_info.
CREATE TABLE exchange_info_versions (
  language text NOT NULL,
  version integer NOT NULL,
  -- JSON of the row's texts, by column.
  text jsonb NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  -- The staff member who had written this version; null: the initial text.
  saved_by uuid,
  CONSTRAINT exchange_info_versions_pkey PRIMARY KEY (language, version),
  CONSTRAINT exchange_info_versions_language_fkey FOREIGN KEY (language) REFERENCES exchange_info(language),
  CONSTRAINT exchange_info_versions_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id)
);

-- People's accounts at other identity providers, by issuer and subject, never by e-mail address.
CREATE TABLE external_identities (
  -- The provider's address, as its tokens name it.
  issuer text NOT NULL,
  -- The provider's id of the person.
  subject text NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT external_identities_pkey PRIMARY KEY (issuer, subject),
  CONSTRAINT external_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX external_identities_of_user ON public.external_identities USING btree (user_id);

-- Sign-ins with Google in progress: found first by state, then by the ticket that the page submits.
CREATE TABLE external_sign_ins (
  id uuid NOT NULL,
  -- Digest of the state that travels through the provider.
  state_digest bytea NOT NULL,
  -- Verifier and nonce, later the provider's data about the person: JSON, encrypted under a key derived from
  -- SECRET_KEY.
  secret_encrypted bytea NOT NULL,
  -- Digest of the ticket; null: the provider has not replied yet.
  ticket_digest bytea,
  referral_code text,
  language text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  -- Null: not used yet.
  used_at timestamp with time zone,
  CONSTRAINT external_sign_ins_pkey PRIMARY KEY (id),
  CONSTRAINT external_sign_ins_language_check CHECK ((language = ANY (ARRAY['fa'::text, 'en'::text]))),
  CONSTRAINT external_sign_ins_state_digest_key UNIQUE (state_digest),
  CONSTRAINT external_sign_ins_ticket_digest_key UNIQUE (ticket_digest)
);
CREATE INDEX external_sign_ins_by_age ON public.external_sign_ins USING btree (created_at);

-- One row: the last transfer and day that the figures include.
CREATE TABLE figures_head (
  -- Always true: there is one row.
  singleton boolean NOT NULL DEFAULT true,
  -- The last transfer that daily_sums includes.
  transfer_id bigint NOT NULL,
  -- When the follower last had nothing left to do.
  folded_at timestamp with time zone,
  -- daily_figures is calculated again from this day on; null: it never was calculated.
  day date,
  CONSTRAINT figures_head_pkey PRIMARY KEY (singleton),
  CONSTRAINT figures_head_singleton_check CHECK (singleton)
);

-- Matches of two orders in the order book; append-only, written by the ledger with the transfers that settle them.
CREATE TABLE fills (
  coin text NOT NULL,
  quote text NOT NULL,
  -- Without gaps within its market.
  number bigint NOT NULL,
  -- The order that was already in the order book.
  maker_order uuid NOT NULL,
  -- The incoming order.
  taker_order uuid NOT NULL,
  maker_id uuid NOT NULL,
  taker_id uuid NOT NULL,
  -- Whether the taker bought or sold; the maker did the opposite.
  taker_side text NOT NULL,
  -- Smallest units of the quote for one whole coin.
  unit_price numeric(38,0) NOT NULL,
  -- Smallest units of the coin.
  amount numeric(38,0) NOT NULL,
  -- amount × unit price, rounded down to smallest units of the quote.
  notional numeric(38,0) NOT NULL,
  -- Smallest units of the quote, as is taker_fee.
  maker_fee numeric(38,0) NOT NULL,
  taker_fee numeric(38,0) NOT NULL,
  -- Value when it was traded, in smallest units of Toman, for statistics and fee levels.
  toman_value numeric(38,0) NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT fills_pkey PRIMARY KEY (coin, quote, number),
  CONSTRAINT fills_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT fills_check CHECK ((maker_id <> taker_id)),
  CONSTRAINT fills_maker_fee_check CHECK ((maker_fee >= (0)::numeric)),
  CONSTRAINT fills_notional_check CHECK ((notional >= (0)::numeric)),
  CONSTRAINT fills_taker_fee_check CHECK ((taker_fee >= (0)::numeric)),
  CONSTRAINT fills_taker_side_check CHECK ((taker_side = ANY (ARRAY['buy'::text, 'sell'::text]))),
  CONSTRAINT fills_unit_price_check CHECK ((unit_price > (0)::numeric))
);
CREATE INDEX fills_by_time ON public.fills USING brin (created_at) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX fills_of_maker ON public.fills USING btree (maker_order, number);
CREATE TRIGGER fills_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.fills FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The last fill of each market up to which people have been notified of filled orders.
CREATE TABLE fills_told (
  coin text NOT NULL,
  quote text NOT NULL,
  fill bigint NOT NULL,
  CONSTRAINT fills_told_pkey PRIMARY KEY (coin, quote)
);

-- Parts of a person's balance that a court has frozen. The amount is in the person's blocked account.
CREATE TABLE freezes (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  asset text NOT NULL,
  -- Smallest units of the asset.
  amount numeric(38,0) NOT NULL,
  -- Number and court of the order.
  court_order text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  -- The staff member who lifted it, never its creator. Null: in force.
  lifted_by uuid,
  lifted_at timestamp with time zone,
  lift_reason text,
  CONSTRAINT freezes_pkey PRIMARY KEY (id),
  CONSTRAINT freezes_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT freezes_check CHECK (((lifted_by IS NULL) OR (lifted_by <> created_by)))
);
CREATE INDEX freezes_of_user ON public.freezes USING btree (user_id, id);

-- The payments of settlements: those that the gateway lists, and those of ours that it does not list.
CREATE TABLE gateway_settlement_lines (
  id uuid NOT NULL,
  settlement_id uuid NOT NULL,
  -- The reference or authority by which the gateway identifies the payment; for a MISSING one, ours.
  reference text NOT NULL,
  -- What the payer paid, in smallest units of Toman, according to the gateway; 0: it does not list the payment.
  amount numeric(38,0) NOT NULL,
  -- What the gateway deducted, in smallest units of Toman; 0: it states the fee only for the sum.
  fee numeric(38,0) NOT NULL,
  -- Our payment that it is or should be; null: none, or several.
  payment_id uuid,
  -- Null: it is that payment, with its amount, and in no other settlement. UNKNOWN: no payment of the gateway has
  -- the reference. SEVERAL: more than one has. AMOUNT: the payment has another amount. UNBOOKED: the payment was not
  -- credited. TWICE: another line has it. MISSING: a payment of ours that the gateway does not list. DISCARDED: with
  -- its settlement.
  trouble text,
  CONSTRAINT gateway_settlement_lines_pkey PRIMARY KEY (id),
  CONSTRAINT gateway_settlement_lines_check CHECK (((trouble IS NOT NULL) OR (payment_id IS NOT NULL))),
  CONSTRAINT gateway_settlement_lines_check1 CHECK (((amount > (0)::numeric) OR (COALESCE(trouble, ''::text) = ANY (ARRAY['MISSING'::text, 'DISCARDED'::text])))),
  CONSTRAINT gateway_settlement_lines_fee_check CHECK ((fee >= (0)::numeric)),
  CONSTRAINT gateway_settlement_lines_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT gateway_settlement_lines_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES gateway_settlements(id),
  CONSTRAINT gateway_settlement_lines_trouble_check CHECK ((trouble = ANY (ARRAY['UNKNOWN'::text, 'SEVERAL'::text, 'AMOUNT'::text, 'UNBOOKED'::text, 'TWICE'::text, 'MISSING'::text, 'DISCARDED'::text])))
);
CREATE INDEX gateway_settlement_lines_in_trouble ON public.gateway_settlement_lines USING btree (settlement_id, id) WHERE (trouble IS NOT NULL);
CREATE INDEX gateway_settlement_lines_of ON public.gateway_settlement_lines USING btree (settlement_id, id);
CREATE INDEX gateway_settlement_lines_of_payment ON public.gateway_settlement_lines USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE UNIQUE INDEX gateway_settlement_lines_once ON public.gateway_settlement_lines USING btree (payment_id) WHERE (trouble IS NULL);
CREATE TRIGGER gateway_settlement_lines_keep_terms BEFORE UPDATE ON public.gateway_settlement_lines FOR EACH ROW WHEN (((((((new.id IS DISTINCT FROM old.id) OR (new.settlement_id IS DISTINCT FROM old.settlement_id)) OR (new.reference IS DISTINCT FROM old.reference)) OR (new.amount IS DISTINCT FROM old.amount)) OR (new.fee IS DISTINCT FROM old.fee)) OR (old.trouble = 'DISCARDED'::text))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER gateway_settlement_lines_no_delete BEFORE DELETE ON public.gateway_settlement_lines FOR EACH ROW WHEN ((old.trouble IS DISTINCT FROM 'MISSING'::text)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER gateway_settlement_lines_no_truncate BEFORE TRUNCATE ON public.gateway_settlement_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Sums that a gateway says it paid to the bank, imported by a staff member. They move no money in the ledger.
CREATE TABLE gateway_settlements (
  id uuid NOT NULL,
  gateway text NOT NULL,
  -- The reference of the transfer to the bank; unique for each gateway among those that are not discarded.
  reference text NOT NULL,
  -- The day in Tehran on which the sum was paid to the bank.
  paid_day date NOT NULL,
  -- The first day in Tehran whose payments it covers.
  from_day date NOT NULL,
  -- The last day in Tehran whose payments it covers.
  to_day date NOT NULL,
  -- What payers paid, in smallest units of Toman, according to the gateway.
  gross numeric(38,0) NOT NULL,
  -- What the gateway deducted, in smallest units of Toman; the bank received the rest.
  fee numeric(38,0) NOT NULL,
  -- LINES: the gateway lists each payment. DAYS: it states only the sum.
  way text NOT NULL,
  -- OPEN: something differs, or a second staff member has to confirm. DONE: each payment was found, or a staff
  -- member other than the importer accepted it. DISCARDED: it was imported by mistake.
  state text NOT NULL,
  -- Our payments that it covers, in smallest units of Toman, at the last comparison.
  found numeric(38,0) NOT NULL DEFAULT 0,
  -- Our payments of its days that no settlement lists, in smallest units of Toman, at the last comparison.
  missing numeric(38,0) NOT NULL DEFAULT 0,
  -- How many of its lines differ from our payments; for DAYS, 1 if the sums differ.
  faults integer NOT NULL DEFAULT 0,
  -- How many of our payments it does not list.
  missing_lines integer NOT NULL DEFAULT 0,
  imported_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  -- The staff member who accepted or discarded it, never the importer. Null: undecided.
  decided_by uuid,
  decided_at timestamp with time zone,
  reason text,
  CONSTRAINT gateway_settlements_pkey PRIMARY KEY (id),
  CONSTRAINT gateway_settlements_check CHECK (((fee >= (0)::numeric) AND (fee < gross))),
  CONSTRAINT gateway_settlements_check1 CHECK (((from_day <= to_day) AND (to_day <= paid_day))),
  CONSTRAINT gateway_settlements_check2 CHECK (((decided_by IS NULL) = (decided_at IS NULL))),
  CONSTRAINT gateway_settlements_check3 CHECK ((decided_by <> imported_by)),
  CONSTRAINT gateway_settlements_check4 CHECK (((state <> 'DISCARDED'::text) OR (decided_by IS NOT NULL))),
  CONSTRAINT gateway_settlements_gross_check CHECK ((gross > (0)::numeric)),
  CONSTRAINT gateway_settlements_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'DONE'::text, 'DISCARDED'::text]))),
  CONSTRAINT gateway_settlements_way_check CHECK ((way = ANY (ARRAY['LINES'::text, 'DAYS'::text])))
);
CREATE INDEX gateway_settlements_by_reference ON public.gateway_settlements USING btree (upper(reference)) WHERE (state <> 'DISCARDED'::text);
CREATE UNIQUE INDEX gateway_settlements_once ON public.gateway_settlements USING btree (gateway, upper(reference)) WHERE (state <> 'DISCARDED'::text);
CREATE INDEX gateway_settlements_open ON public.gateway_settlements USING btree (id) WHERE (state = 'OPEN'::text);
CREATE TRIGGER gateway_settlements_keep_terms BEFORE UPDATE ON public.gateway_settlements FOR EACH ROW WHEN (((((((((((((new.id IS DISTINCT FROM old.id) OR (new.gateway IS DISTINCT FROM old.gateway)) OR (new.reference IS DISTINCT FROM old.reference)) OR (new.paid_day IS DISTINCT FROM old.paid_day)) OR (new.from_day IS DISTINCT FROM old.from_day)) OR (new.to_day IS DISTINCT FROM old.to_day)) OR (new.gross IS DISTINCT FROM old.gross)) OR (new.fee IS DISTINCT FROM old.fee)) OR (new.way IS DISTINCT FROM old.way)) OR (new.imported_by IS DISTINCT FROM old.imported_by)) OR (new.created_at IS DISTINCT FROM old.created_at)) OR (old.state = 'DISCARDED'::text))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER gateway_settlements_no_delete BEFORE DELETE OR TRUNCATE ON public.gateway_settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The balances that servers last saw at the addresses of older seeds; the signer reads them before a seed is
-- retired.
CREATE TABLE generation_holdings (
  generation integer NOT NULL,
  chain text NOT NULL,
  asset text NOT NULL,
  token_type text NOT NULL,
  hot numeric(38,0) NOT NULL,
  deposits numeric(38,0) NOT NULL,
  -- The balance is more than the cost of moving it.
  worth_moving boolean NOT NULL,
  -- When an address of the seed last received a payment; null: not within two years.
  last_received_at timestamp with time zone,
  looked_at timestamp with time zone NOT NULL,
  CONSTRAINT generation_holdings_pkey PRIMARY KEY (generation, token_type, asset)
);

-- Vendors of past prices that failed or that refused further requests for a while.
CREATE TABLE history_sources (
  name text NOT NULL,
  -- Consecutive failures; 0 after each reply.
  failures integer NOT NULL,
  -- It gets no request before this moment.
  rest_until timestamp with time zone NOT NULL,
  CONSTRAINT history_sources_pkey PRIMARY KEY (name),
  CONSTRAINT history_sources_failures_check CHECK ((failures >= 0))
);

-- How much of our liabilities to people is held in hot wallets, per coin; the rest is cold. Staff edits it.
CREATE TABLE hot_targets (
  asset text NOT NULL,
  -- Percent of the liabilities in the coin.
  percent integer NOT NULL DEFAULT 10,
  -- Incremented by every change, so that a change based on an older version is refused.
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT hot_targets_pkey PRIMARY KEY (asset),
  CONSTRAINT hot_targets_asset_fkey FOREIGN KEY (asset) REFERENCES coins(asset),
  CONSTRAINT hot_targets_percent_check CHECK (((percent >= 0) AND (percent <= 100)))
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.hot_targets FOR EACH ROW EXECUTE FUNCTION next_version();

-- Our own accounts at banks, whose statements staff imports. Those of customers are bank_accounts.
CREATE TABLE house_bank_accounts (
  id uuid NOT NULL,
  -- The Sheba of the account, 24 digits without IR; it is ours and no secret.
  sheba text NOT NULL,
  name text NOT NULL,
  -- The admin who added it, who can't import its first statement: no earlier statement proves its opening balance.
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT house_bank_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT house_bank_accounts_sheba_check CHECK ((sheba ~ '^\d{24}$'::text)),
  CONSTRAINT house_bank_accounts_sheba_key UNIQUE (sheba)
);
CREATE TRIGGER house_bank_accounts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.house_bank_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- One reply for each key: a repeated request gets the stored reply, even if the first one was lost on its way.
-- Replies to people are deleted after 30 days; those of our own commands are kept.
CREATE TABLE idempotency (
  key text NOT NULL,
  -- The person or visitor whose key it is, or the kind of our own command.
  owner text NOT NULL,
  -- Digest of the method, path and body of the first request with the key; the same key with another body is
  -- refused.
  digest text NOT NULL,
  -- The stored reply; '' while the first request with this key is being processed.
  reply text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_pkey PRIMARY KEY (key, owner)
);
CREATE INDEX idempotency_by_time ON public.idempotency USING brin (created_at) WITH (pages_per_range='16');

-- Codes that the identity provider sent to people for their consent; deleted after a day.
CREATE TABLE identity_consents (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Keyed digest of the mobile number that it was sent to.
  mobile_index bytea NOT NULL,
  -- Keyed digest of the person it is about: another name or birthday requires another code.
  person_digest bytea NOT NULL,
  -- The provider's id of it; null until the provider has replied.
  reference text,
  -- Guesses so far.
  attempts smallint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT identity_consents_pkey PRIMARY KEY (id),
  CONSTRAINT identity_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX identity_consents_of_mobile ON public.identity_consents USING btree (mobile_index, created_at);
CREATE INDEX identity_consents_of_user ON public.identity_consents USING btree (user_id, id);

-- One row: whether the database is a sandbox's or production's. It never changes after the first start.
CREATE TABLE installation (
  -- Always true, so that there is one row.
  one boolean NOT NULL DEFAULT true,
  mode text NOT NULL,
  -- When a server first started with this database.
  since timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT installation_pkey PRIMARY KEY (one),
  CONSTRAINT installation_mode_check CHECK ((mode = ANY (ARRAY['sandbox'::text, 'production'::text]))),
  CONSTRAINT installation_one_check CHECK (one)
);

-- How many people each inviter invited; maintained by a trigger on users, since counting takes longer the more
-- there are.
CREATE TABLE invited_counts (
  inviter_id uuid NOT NULL,
  invited integer NOT NULL,
  CONSTRAINT invited_counts_pkey PRIMARY KEY (inviter_id),
  CONSTRAINT invited_counts_invited_check CHECK ((invited >= 0)),
  CONSTRAINT invited_counts_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES users(id)
) WITH (fillfactor=70);

-- Receipts and statements that were issued with a verification code, as they were.
CREATE TABLE issued_documents (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  -- The id of the order, deposit or withdrawal; for a statement, its calendar and year.
  subject text NOT NULL,
  -- Keyed digest of the code, which is only on the document.
  code_digest bytea NOT NULL,
  -- JSON of the content of the document, encrypted under a key derived from SECRET_KEY. The code is a keyed digest
  -- of it.
  content_encrypted bytea NOT NULL,
  issued_at timestamp with time zone NOT NULL,
  -- When a document with this content was last issued: another of the same subject with a later time is its newer
  -- version.
  renewed_at timestamp with time zone NOT NULL,
  CONSTRAINT issued_documents_pkey PRIMARY KEY (id),
  CONSTRAINT issued_documents_code_digest_key UNIQUE (code_digest),
  CONSTRAINT issued_documents_kind_check CHECK ((kind = ANY (ARRAY['TRADE'::text, 'DEPOSIT'::text, 'WITHDRAWAL'::text, 'STATEMENT'::text]))),
  CONSTRAINT issued_documents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX issued_documents_by_number ON public.issued_documents USING btree ("right"(replace(subject, '-'::text, ''::text), 15)) WHERE (kind <> 'STATEMENT'::text);
CREATE INDEX issued_documents_by_subject ON public.issued_documents USING btree (user_id, kind, subject, renewed_at);

-- One row by which staff stops all outgoing payments; read before each of them, by the signer too.
CREATE TABLE kill_switch (
  -- Always true: there is one row.
  singleton boolean NOT NULL DEFAULT true,
  stopped boolean NOT NULL,
  reason text NOT NULL,
  -- The staff member who changed it last; null: it was stopped automatically, or never changed.
  changed_by uuid,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT kill_switch_pkey PRIMARY KEY (singleton),
  CONSTRAINT kill_switch_singleton_check CHECK (singleton)
);

-- Browsers that have signed in to an account: their wrong passwords are counted separately from those of unknown
-- browsers.
CREATE TABLE known_browsers (
  user_id uuid NOT NULL,
  -- SHA-256 of the cookie.
  digest bytea NOT NULL,
  -- When it last signed in; the row is deleted a year later.
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT known_browsers_pkey PRIMARY KEY (user_id, digest),
  CONSTRAINT known_browsers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

-- One row for each settlement batch; its MAC proves that the transfers are authentic (decision 52).
CREATE TABLE ledger_batches (
  -- ledger_head.batch after this batch.
  number bigint NOT NULL,
  -- True: not a batch but the start of the chain. Its MAC covers all earlier transfers and accounts, and no earlier
  -- row of this table.
  opening boolean NOT NULL,
  at timestamp with time zone NOT NULL,
  -- The batch wrote the transfers after last_transfer_id of the previous row, up to this one.
  last_transfer_id bigint NOT NULL,
  -- The batch created the accounts after last_account_id of the previous row, up to this one.
  last_account_id bigint NOT NULL,
  -- HMAC-SHA-256 under a key derived from BOOKS_KEY.
  mac bytea NOT NULL,
  CONSTRAINT ledger_batches_pkey PRIMARY KEY (number),
  CONSTRAINT ledger_batches_mac_check CHECK ((octet_length(mac) = 32))
);

-- One row: the process that may write to the ledger, and the last batch. Every settlement batch advances it from
-- the values it read, so that one of two concurrent writers fails.
CREATE TABLE ledger_head (
  -- Always true: there is one row.
  singleton boolean NOT NULL DEFAULT true,
  -- Rises with each new holder of the lease: a writer that lost its lease can't commit (fencing token).
  epoch bigint NOT NULL,
  -- The process that holds the lease, and the last migration of its version: 4711-… v0136. A process that names none
  -- gets no lease while a feature in use needs a version.
  holder text NOT NULL,
  -- When another process may take the lease.
  lease_until timestamp with time zone NOT NULL,
  -- Rises by one with each settlement batch.
  batch bigint NOT NULL,
  -- The last id of transfers that was assigned.
  last_transfer_id bigint NOT NULL,
  -- The last id of accounts that was assigned.
  last_account_id bigint NOT NULL,
  -- The MAC of the last row of ledger_batches; null: the chain has no opening row yet.
  mac bytea,
  CONSTRAINT ledger_head_pkey PRIMARY KEY (singleton),
  CONSTRAINT ledger_head_singleton_check CHECK (singleton)
);
CREATE TRIGGER ledger_head_check_version BEFORE UPDATE OF holder ON public.ledger_head FOR EACH ROW EXECUTE FUNCTION check_writer_version();
CREATE TRIGGER ledger_head_released AFTER UPDATE OF lease_until ON public.ledger_head FOR EACH ROW WHEN ((new.lease_until = '-infinity'::timestamp with time zone)) EXECUTE FUNCTION record_needs();
CREATE TRIGGER ledger_head_taken AFTER UPDATE OF holder ON public.ledger_head FOR EACH ROW EXECUTE FUNCTION record_needs();

-- People whose fee level has to be calculated again; written in the transaction that changed what it depends on.
CREATE TABLE level_checks (
  user_id uuid NOT NULL,
  CONSTRAINT level_checks_pkey PRIMARY KEY (user_id)
);

-- One row: the basis on which all fee levels were last calculated.
CREATE TABLE level_head (
  -- Always true: there is one row.
  singleton boolean NOT NULL DEFAULT true,
  -- This day and all before it are no longer in the three months; null: no level was calculated yet.
  aged_until date,
  -- The levels as they were then; null: no level was calculated yet.
  tiers text,
  CONSTRAINT level_head_pkey PRIMARY KEY (singleton),
  CONSTRAINT level_head_singleton_check CHECK (singleton)
);

-- A person's volume of the last three months when their level was last calculated.
CREATE TABLE level_volumes (
  user_id uuid NOT NULL,
  -- Smallest units of Toman.
  toman_value numeric(38,0) NOT NULL,
  CONSTRAINT level_volumes_pkey PRIMARY KEY (user_id)
) WITH (fillfactor=70);
CREATE INDEX level_volumes_by_value ON public.level_volumes USING btree (toman_value);

-- Counters of rate limits: failed log-ins, codes sent, wrong codes, tickets, alerts and others. Rows are deleted
-- after two days, except the count of consecutive wrong passwords, which stays until it is cleared.
CREATE TABLE limit_counters (
  -- Keyed digest of the e-mail address, person or network address that is counted.
  address_key bytea NOT NULL,
  -- What is counted.
  kind text NOT NULL,
  -- When the current window began; the count starts again after it.
  window_began_at timestamp with time zone NOT NULL,
  used integer NOT NULL,
  CONSTRAINT limit_counters_pkey PRIMARY KEY (address_key, kind)
);
CREATE INDEX limit_counters_by_age ON public.limit_counters USING btree (window_began_at);

-- The history of log-ins that a person sees.
CREATE TABLE login_attempts (
  id uuid NOT NULL,
  -- Null: no account has the e-mail address.
  user_id uuid,
  successful boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  os_type text NOT NULL,
  device_type text NOT NULL,
  browser text NOT NULL,
  ip text NOT NULL,
  CONSTRAINT login_attempts_pkey PRIMARY KEY (id),
  CONSTRAINT login_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX login_attempts_of_user ON public.login_attempts USING btree (user_id, id);
CREATE INDEX login_attempts_successful ON public.login_attempts USING btree (user_id, id) WHERE successful;

-- Whether customers are currently refused all changes, and the text that they see; no row: there never was
-- maintenance.
CREATE TABLE maintenance (
  singleton boolean NOT NULL DEFAULT true,
  -- The number of its changes.
  version integer NOT NULL,
  -- When it began; null: it is off.
  began_at timestamp with time zone,
  text_fa text,
  text_en text,
  -- When staff expects it to end; it doesn't end automatically. Null: unknown.
  expected_end timestamp with time zone,
  changed_at timestamp with time zone NOT NULL,
  changed_by uuid NOT NULL,
  CONSTRAINT maintenance_pkey PRIMARY KEY (singleton),
  CONSTRAINT maintenance_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  CONSTRAINT maintenance_check CHECK (((began_at IS NULL) = (text_fa IS NULL))),
  CONSTRAINT maintenance_check1 CHECK (((began_at IS NULL) = (text_en IS NULL))),
  CONSTRAINT maintenance_check2 CHECK (((began_at IS NOT NULL) OR (expected_end IS NULL))),
  CONSTRAINT maintenance_singleton_check CHECK (singleton),
  CONSTRAINT maintenance_version_check CHECK ((version > 0))
);

-- The last numbers and price of each market; written by the ledger in the batch of its last change.
CREATE TABLE market_heads (
  coin text NOT NULL,
  quote text NOT NULL,
  -- The number of the last change of its order book.
  sequence bigint NOT NULL,
  -- The number of its last fill.
  fill bigint NOT NULL,
  -- Smallest units of the quote for one whole coin; null: nothing was traded yet.
  last_price numeric(38,0),
  CONSTRAINT market_heads_pkey PRIMARY KEY (coin, quote),
  CONSTRAINT market_heads_coin_quote_fkey FOREIGN KEY (coin, quote) REFERENCES markets(coin, quote)
) WITH (fillfactor=50);

-- The markets of the order book: a coin against Toman or Tether. Staff edits them.
CREATE TABLE markets (
  coin text NOT NULL,
  quote text NOT NULL,
  -- Whether new orders are accepted.
  active boolean NOT NULL,
  -- Incremented by every change, so that a change based on an older version is refused.
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT markets_pkey PRIMARY KEY (coin, quote),
  CONSTRAINT markets_coin_fkey FOREIGN KEY (coin) REFERENCES coins(asset),
  CONSTRAINT markets_quote_fkey FOREIGN KEY (quote) REFERENCES quotes(quote)
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.markets FOR EACH ROW EXECUTE FUNCTION next_version();

-- The migrations that were applied; written by the program that applies them.
CREATE TABLE migrations (
  -- The number in the file's name.
  id integer NOT NULL,
  name text NOT NULL,
  -- SHA-256 of the file: the start fails if a file was edited after it was applied.
  sha256 text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  -- Versions whose last migration comes before this one can't run with the database; 0: all versions can.
  runs_since integer NOT NULL,
  -- What earlier versions would do wrongly; null: all versions can run.
  because text,
  CONSTRAINT migrations_pkey PRIMARY KEY (id)
);

-- How many rows monthly_traders has for a month, updated with them.
CREATE TABLE monthly_trader_counts (
  -- The calendar of a language: fa is the Jalali month, en the Gregorian one.
  calendar text NOT NULL,
  -- The month's first day.
  month date NOT NULL,
  traders bigint NOT NULL,
  CONSTRAINT monthly_trader_counts_pkey PRIMARY KEY (calendar, month),
  CONSTRAINT monthly_trader_counts_calendar_check CHECK ((calendar = ANY (ARRAY['fa'::text, 'en'::text])))
) WITH (fillfactor=70);

-- People who traded in a month, one row each.
CREATE TABLE monthly_traders (
  -- The calendar of a language: fa is the Jalali month, en the Gregorian one.
  calendar text NOT NULL,
  -- The month's first day.
  month date NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT monthly_traders_pkey PRIMARY KEY (calendar, month, user_id),
  CONSTRAINT monthly_traders_calendar_check CHECK ((calendar = ANY (ARRAY['fa'::text, 'en'::text])))
);

-- The transfers that changed each person's spendable or blocked balance, by time; derived from transfers, which
-- has amounts and causes.
CREATE TABLE movements (
  user_id uuid NOT NULL,
  -- When the transfer was made: transfers.created_at.
  at timestamp with time zone NOT NULL,
  -- The id of the transfer.
  id bigint NOT NULL,
  asset text NOT NULL,
  -- transfers.kind.
  kind text NOT NULL,
  CONSTRAINT movements_pkey PRIMARY KEY (user_id, at, id) INCLUDE (asset, kind)
);

-- One row: the last transfer that movements includes.
CREATE TABLE movements_head (
  -- Always true: there is one row.
  singleton boolean NOT NULL DEFAULT true,
  transfer_id bigint NOT NULL,
  CONSTRAINT movements_head_pkey PRIMARY KEY (singleton),
  CONSTRAINT movements_head_singleton_check CHECK (singleton)
);

-- The last valid reply of the news site, shown while the site is down.
CREATE TABLE news_posts (
  id text NOT NULL,
  -- Null: for readers of both languages.
  language text,
  -- The order on the page.
  place integer NOT NULL,
  title text NOT NULL,
  -- The time as the site states it, in its own time zone.
  posted_at text NOT NULL,
  link text NOT NULL,
  -- The name of a file in the news-images folder of DATA_DIR; null: no picture.
  picture text,
  CONSTRAINT news_posts_pkey PRIMARY KEY (place),
  CONSTRAINT news_posts_language_check CHECK ((language = ANY (ARRAY['fa'::text, 'en'::text]))),
  CONSTRAINT news_posts_link_check CHECK ((link ~ '^https://'::text)),
  CONSTRAINT news_posts_title_check CHECK (((length(title) >= 1) AND (length(title) <= 300)))
);

-- Where a person's choice differs from the default: which notices are sent which way.
CREATE TABLE notice_settings (
  user_id uuid NOT NULL,
  notice_group text NOT NULL,
  -- PRODUCT is the notification centre.
  way text NOT NULL,
  enabled boolean NOT NULL,
  CONSTRAINT notice_settings_pkey PRIMARY KEY (user_id, notice_group, way),
  CONSTRAINT notice_settings_notice_group_check CHECK ((notice_group = ANY (ARRAY['SECURITY'::text, 'DEPOSITS'::text, 'WITHDRAWALS'::text, 'ORDERS'::text, 'ACCOUNT'::text, 'STORE'::text, 'SUPPORT'::text, 'PRICES'::text, 'NEWS'::text]))),
  CONSTRAINT notice_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT notice_settings_way_check CHECK ((way = ANY (ARRAY['PRODUCT'::text, 'EMAIL'::text, 'SMS'::text, 'BROWSER'::text])))
);

-- The notices in each person's notification centre; kept 90 days.
CREATE TABLE notices (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Which notice it is; its text is made when it is read, in the reader's language.
  kind text NOT NULL,
  -- What it is about: JSON, encrypted under a key derived from SECRET_KEY.
  about_encrypted bytea NOT NULL,
  read boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT notices_pkey PRIMARY KEY (id),
  CONSTRAINT notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX notices_of_person ON public.notices USING btree (user_id, id);
CREATE INDEX notices_unread ON public.notices USING btree (user_id, id) WHERE (NOT read);

-- Codes sent by e-mail or SMS, and steps of log-ins by authenticator.
CREATE TABLE one_time_codes (
  id uuid NOT NULL,
  -- Keyed digest of the e-mail address, which may have no account, or of the person.
  address_key bytea NOT NULL,
  -- The only action that the code confirms.
  purpose text NOT NULL,
  -- Null: a sign-up, or a password reset requested for an address without an account.
  user_id uuid,
  sign_up_id uuid,
  -- Keyed digest of purpose, id and code; the code itself is not stored.
  digest bytea NOT NULL,
  -- The step that the code belongs to; a code that is sent again belongs to the same step.
  step_id uuid NOT NULL,
  step_began_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  -- Guesses so far; the code is refused after five. A code beyond its mailbox's limits starts at three, which leaves
  -- two.
  attempts smallint NOT NULL DEFAULT 0,
  -- When it, or another code of its step, was used; null: neither was.
  used_at timestamp with time zone,
  -- How it was sent. GOOGLE_AUTHENTICATOR: a step without a code of ours.
  channel text NOT NULL DEFAULT 'EMAIL'::text,
  -- The new e-mail address or mobile number, encrypted under a key derived from SECRET_KEY; null for other purposes.
  subject_encrypted bytea,
  -- The session that requested the code, which is valid only there. Null: before a log-in.
  session_id uuid,
  -- For a withdrawal: keyed digest of amount, coin, network, address and tag. The code confirms nothing else.
  intent bytea,
  -- JSON of the client's own description in the first step of signing in or up; null for other steps.
  device jsonb,
  -- SHA-256 digests of the cookies of the browsers that began this step; a browser with such a cookie finds only its
  -- own step.
  browsers bytea[] NOT NULL DEFAULT '{}'::bytea[],
  -- The step was begun by a client that stores no cookies: a caller with neither cookie nor challenge may complete
  -- it, from its network.
  open boolean NOT NULL DEFAULT true,
  -- SHA-256 digests of the challenges in the replies of the first step, newest first: a caller who sends one finds
  -- only its own step.
  challenges bytea[] NOT NULL DEFAULT '{}'::bytea[],
  -- Guesses by callers with neither cookie nor challenge, counted separately from attempts, with the same start and
  -- limit.
  open_attempts smallint NOT NULL DEFAULT 0,
  -- Keyed digests of the networks (IPv4 address, /48 of IPv6) from which an open step was begun; empty: any network.
  open_to bytea[] NOT NULL DEFAULT '{}'::bytea[],
  CONSTRAINT one_time_codes_pkey PRIMARY KEY (id),
  CONSTRAINT one_time_codes_channel_check CHECK ((channel = ANY (ARRAY['EMAIL'::text, 'SMS'::text, 'GOOGLE_AUTHENTICATOR'::text]))),
  CONSTRAINT one_time_codes_check CHECK (((purpose = 'SIGN_UP'::text) = (sign_up_id IS NOT NULL))),
  CONSTRAINT one_time_codes_check1 CHECK (((purpose = ANY (ARRAY['SIGN_UP'::text, 'RESET'::text])) OR (user_id IS NOT NULL))),
  CONSTRAINT one_time_codes_purpose_check CHECK ((purpose = ANY (ARRAY['SIGN_UP'::text, 'LOGIN'::text, 'STEP_UP'::text, 'TWO_STEP'::text, 'RESET'::text, 'EMAIL'::text, 'MOBILE'::text, 'WITHDRAWAL'::text, 'THAW'::text]))),
  CONSTRAINT one_time_codes_sign_up_id_fkey FOREIGN KEY (sign_up_id) REFERENCES sign_ups(id) ON DELETE CASCADE,
  CONSTRAINT one_time_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX one_time_codes_of_address ON public.one_time_codes USING btree (address_key, id);
CREATE INDEX one_time_codes_of_sign_up ON public.one_time_codes USING btree (sign_up_id) WHERE (sign_up_id IS NOT NULL);
CREATE INDEX one_time_codes_of_user ON public.one_time_codes USING btree (user_id) WHERE (used_at IS NULL);

-- Outcomes of orders that waited, of which their owners are still to be notified: written with the outcome,
-- deleted with the notice.
CREATE TABLE order_outcomes (
  -- The time of its batch.
  at timestamp with time zone NOT NULL,
  order_id uuid NOT NULL,
  -- FIRED: it was placed in the order book. LINKED: another order of its group ended it.
  outcome text NOT NULL,
  -- The owner of the order, who is notified.
  user_id uuid NOT NULL,
  -- Of the order at that moment; it may have changed since.
  order_status text NOT NULL,
  -- Why it ended at that moment; null: it is open in the order book, or completely filled.
  ended_by text,
  -- Coins that it had traded by then, in smallest units.
  executed_amount numeric(38,0) NOT NULL,
  -- What it had paid or received by then, fee included, in smallest units of the quote.
  total numeric(38,0) NOT NULL,
  CONSTRAINT order_outcomes_pkey PRIMARY KEY (at, order_id, outcome),
  CONSTRAINT order_outcomes_outcome_check CHECK ((outcome = ANY (ARRAY['FIRED'::text, 'LINKED'::text])))
);

-- Quick trades, limit orders and market orders. The ledger writes them with their money.
CREATE TABLE orders (
  user_id uuid NOT NULL,
  -- UUIDv7: in the order of time, so the key serves a person's history page by page.
  id uuid NOT NULL,
  coin text NOT NULL,
  quote text NOT NULL,
  -- EXCHANGE_: a quick trade. LIMITED_: a limit order. MARKET_: a market order. _BUY or _SELL.
  order_type text NOT NULL,
  -- IS_OPEN: in the order book, or waiting for its trigger. IS_CLOSED: filled. FINISHED_WITHOUT_TRANSACTION and
  -- FINISHED_WITH_TRANSACTION: ended early, with nothing or with a part filled.
  order_status text NOT NULL,
  -- Smallest units of the coin, as is executed_amount.
  amount numeric(38,0) NOT NULL,
  -- Smallest units of the quote for one whole coin.
  unit_price numeric(38,0) NOT NULL,
  executed_amount numeric(38,0) NOT NULL,
  -- amount × unit price of what was executed, without the fee, in smallest units of the quote.
  notional numeric(38,0) NOT NULL,
  -- Smallest units of the quote.
  fee numeric(38,0) NOT NULL,
  -- What its owner paid or received in all, in smallest units of the quote.
  total numeric(38,0) NOT NULL,
  -- Value when it was traded, in smallest units of Toman, for statistics and fee levels.
  toman_value numeric(38,0) NOT NULL,
  created_at timestamp with time zone NOT NULL,
  -- The number of the change of its market that placed it, for time priority; null: a quick trade.
  sequence bigint,
  -- Its fee rate, in millionths (ppm): that of its owner's level when it was placed.
  wage_ppm integer,
  -- What is still blocked for it: smallest units of the quote on a buy, of the coin on a sell.
  reserved numeric(38,0) NOT NULL DEFAULT 0,
  -- Number of the first fill that it took when it was placed; last_fill is the last one. Null: none.
  first_fill bigint,
  last_fill bigint,
  -- Why it ended early: by its owner, by an own order on the other side (SELF_TRADE), because the order book had no
  -- more to match (NO_LIQUIDITY), by the exchange, at its time limit (EXPIRED), by the order that replaced it
  -- (REPLACED), at the time its owner set for all orders (CANCEL_AFTER), or by another order of its group (LINKED).
  -- Null: it did not.
  ended_by text,
  -- Null: it is open, or a quick trade.
  closed_at timestamp with time zone,
  -- The key of the request that placed it, whose reply is in idempotency; null: it came without one.
  idempotency_key text,
  -- GTC: until it is cancelled. IOC: what can be matched immediately, and the rest is cancelled. FOK: all of it
  -- immediately or none. GTD: until valid_until. Null: GTC of a limit order, IOC of a market order.
  time_in_force text,
  -- From this time on it is not traded, by the time of the batch; it is ended soon after.
  valid_until timestamp with time zone,
  -- It is refused if it would match a resting order.
  post_only boolean NOT NULL DEFAULT false,
  -- The id that its owner gave it. Open orders of one account have different ones, as the ledger's writer ensures.
  client_order_id text,
  -- Which order is cancelled if it would match an own order when it is placed: NEWEST (also null), OLDEST or BOTH.
  self_trade text,
  -- The order that it replaced, in the same batch; that one is ended by REPLACED.
  replaces uuid,
  -- DORMANT: until the entry of its bracket ends. WAITING: for its price. DUE: the price was reached, and it waits
  -- to be placed in the order book. FIRED: it was placed. Null: it has no trigger.
  trigger_state text,
  -- STOP: buys when the price has risen to the trigger, sells when it has fallen to it. TAKE_PROFIT: the other way.
  -- TRAILING_STOP: a stop that follows the best price at a distance. ENTRY: placed once the entry of its bracket
  -- ends.
  trigger_kind text,
  -- LAST: the price of each trade of its market. REFERENCE: the published price, once a second. Null: an ENTRY.
  trigger_by text,
  -- Smallest units of the quote for one whole coin; of a trailing stop, the trigger price when it was placed.
  trigger_price numeric(38,0),
  -- How far a trailing stop stays behind the best price, in units of trigger_price; null: no trailing stop.
  trigger_distance numeric(38,0),
  -- The worst price that a triggered market order accepts; null: none was set, or a limit order.
  trigger_limit numeric(38,0),
  -- The maximum that a market purchase pays in all, in smallest units of the quote; null: it is for an amount.
  trigger_total numeric(38,0),
  -- When it became DUE.
  triggered_at timestamp with time zone,
  -- Of an OCO or a bracket: orders with the same id end each other. What an OCO blocks is recorded with its limit
  -- order. Null: in no group.
  group_id uuid,
  -- The row of recurring_plans that it was bought for; null: no recurring purchase.
  recurring_id uuid,
  -- How much of it the order book shows at a time, in the coin's smallest unit; null: all.
  display_amount numeric(38,0),
  -- How much of it the order book shows while it is open: the rest of its slice. Null: it hides nothing.
  shown_amount numeric(38,0),
  -- The number of the change of its market that added its current slice, behind all orders at its price. Null: the
  -- slice came with the order.
  slice_at bigint,
  -- The position of the slice among those that one change added.
  slice_turn integer,
  CONSTRAINT orders_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT orders_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT orders_client_order_id_check CHECK ((client_order_id ~ '^[A-Za-z0-9._:-]{1,36}$'::text)),
  CONSTRAINT orders_display_amount_check CHECK ((display_amount > (0)::numeric)),
  CONSTRAINT orders_ended_by_check CHECK ((ended_by = ANY (ARRAY['OWNER'::text, 'SELF_TRADE'::text, 'NO_LIQUIDITY'::text, 'EXCHANGE'::text, 'EXPIRED'::text, 'REPLACED'::text, 'CANCEL_AFTER'::text, 'LINKED'::text]))),
  CONSTRAINT orders_line CHECK (((order_status <> 'IS_OPEN'::text) OR ((sequence IS NOT NULL) AND (wage_ppm IS NOT NULL)))),
  CONSTRAINT orders_quote_check CHECK ((quote = ANY (ARRAY['TOMAN'::text, 'TETHER'::text]))),
  CONSTRAINT orders_reserve CHECK (((order_status = 'IS_OPEN'::text) OR (reserved = (0)::numeric))),
  CONSTRAINT orders_reserved_check CHECK ((reserved >= (0)::numeric)),
  CONSTRAINT orders_self_trade_check CHECK ((self_trade = ANY (ARRAY['NEWEST'::text, 'OLDEST'::text, 'BOTH'::text]))),
  CONSTRAINT orders_shown_amount_check CHECK ((shown_amount >= (0)::numeric)),
  CONSTRAINT orders_slices CHECK ((((display_amount IS NULL) = (shown_amount IS NULL)) AND ((slice_at IS NULL) = (slice_turn IS NULL)) AND ((slice_at IS NULL) OR (display_amount IS NOT NULL)))),
  CONSTRAINT orders_time_in_force_check CHECK ((time_in_force = ANY (ARRAY['GTC'::text, 'IOC'::text, 'FOK'::text, 'GTD'::text]))),
  CONSTRAINT orders_trigger CHECK (
CASE
    WHEN (trigger_state IS NULL) THEN (num_nonnulls(trigger_kind, trigger_by, trigger_price, trigger_distance, trigger_limit, trigger_total, triggered_at) = 0)
    ELSE ((trigger_kind IS NOT NULL) AND ((trigger_kind = 'ENTRY'::text) = (trigger_by IS NULL)) AND ((trigger_kind = 'ENTRY'::text) = (trigger_price IS NULL)) AND ((trigger_kind = 'TRAILING_STOP'::text) = (trigger_distance IS NOT NULL)) AND ((trigger_state = ANY (ARRAY['DUE'::text, 'FIRED'::text])) = (triggered_at IS NOT NULL)))
END),
  CONSTRAINT orders_trigger_by_check CHECK ((trigger_by = ANY (ARRAY['LAST'::text, 'REFERENCE'::text]))),
  CONSTRAINT orders_trigger_distance_check CHECK ((trigger_distance > (0)::numeric)),
  CONSTRAINT orders_trigger_kind_check CHECK ((trigger_kind = ANY (ARRAY['STOP'::text, 'TAKE_PROFIT'::text, 'TRAILING_STOP'::text, 'ENTRY'::text]))),
  CONSTRAINT orders_trigger_limit_check CHECK ((trigger_limit > (0)::numeric)),
  CONSTRAINT orders_trigger_price_check CHECK ((trigger_price > (0)::numeric)),
  CONSTRAINT orders_trigger_state_check CHECK ((trigger_state = ANY (ARRAY['DORMANT'::text, 'WAITING'::text, 'DUE'::text, 'FIRED'::text]))),
  CONSTRAINT orders_trigger_total_check CHECK ((trigger_total > (0)::numeric)),
  CONSTRAINT orders_unit_price_check CHECK ((unit_price > (0)::numeric)),
  CONSTRAINT orders_valid_until CHECK (((NOT (time_in_force IS DISTINCT FROM 'GTD'::text)) = (valid_until IS NOT NULL)))
);
CREATE INDEX orders_by_client_id ON public.orders USING btree (user_id, client_order_id, ((order_status = 'IS_OPEN'::text)), id) WHERE (client_order_id IS NOT NULL);
CREATE INDEX orders_by_time ON public.orders USING brin (created_at) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX orders_hiding ON public.orders USING btree (id) WHERE ((order_status = 'IS_OPEN'::text) AND (display_amount IS NOT NULL));
CREATE INDEX orders_open ON public.orders USING btree (user_id, id) WHERE (order_status = 'IS_OPEN'::text);

-- Payments from our addresses: withdrawals, sweeps of deposit addresses, gas for them, and moves to the cold
-- address and to the newest seed. Amounts are smallest units of the asset.
CREATE TABLE outgoing (
  id uuid NOT NULL,
  -- WITHDRAWAL. SWEEP: of a deposit address. GAS: for a sweep. COLD: to the cold address. ROTATION: from an older
  -- seed to the newest.
  kind text NOT NULL,
  chain text NOT NULL,
  asset text NOT NULL,
  token_type text NOT NULL,
  -- The number of the deposit address that pays; null: the hot wallet.
  from_index bigint,
  address text NOT NULL,
  -- The memo or destination tag; '' for none.
  tag text NOT NULL DEFAULT ''::text,
  -- The amount that arrives.
  amount numeric(38,0) NOT NULL,
  user_id uuid,
  withdrawal_id uuid,
  -- The fee of a withdrawal; 0 otherwise.
  fee numeric(38,0) NOT NULL DEFAULT 0,
  -- HMAC-SHA-256 under SEAL_KEY of everything that determines destination and amount. The signer signs nothing
  -- without it.
  seal bytea NOT NULL,
  -- QUEUED: waits. CLAIMED: sent to the signer. SIGNED: signed, not broadcast yet. SENT: the chain has accepted it.
  -- DONE: final. FAILED: on the chain without effect, or never to be included. CANCELLED: cancelled while it was
  -- queued.
  state text NOT NULL,
  -- Rows with the same id are requested from the signer together, and repeated together until it has replied; null:
  -- not claimed.
  claim_id uuid,
  -- The newest of its chain_transactions; null: none yet. A row that ever had one can't be cancelled.
  transaction_id uuid,
  -- Why it waits, such as HOT_WALLET_EMPTY, SIGNER_AWAY, STOPPED or NONCE_GONE; null: there is no obstacle.
  trouble text,
  -- It is not tried before this time; infinity: it waits for a staff member.
  next_try_at timestamp with time zone NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  -- How many of its transactions the chain accepted and then failed.
  failures integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  done_at timestamp with time zone,
  -- For SWEEP and ROTATION, the generation of the seed whose key pays; all others are paid by the newest seed.
  generation integer NOT NULL DEFAULT 0,
  CONSTRAINT outgoing_pkey PRIMARY KEY (id),
  CONSTRAINT outgoing_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT outgoing_check CHECK (((kind = 'WITHDRAWAL'::text) = ((user_id IS NOT NULL) AND (withdrawal_id IS NOT NULL)))),
  CONSTRAINT outgoing_check1 CHECK (((state <> ALL (ARRAY['SIGNED'::text, 'SENT'::text, 'DONE'::text])) OR (transaction_id IS NOT NULL))),
  CONSTRAINT outgoing_fee_check CHECK ((fee >= (0)::numeric)),
  CONSTRAINT outgoing_kind_check CHECK ((kind = ANY (ARRAY['WITHDRAWAL'::text, 'SWEEP'::text, 'GAS'::text, 'COLD'::text, 'ROTATION'::text]))),
  CONSTRAINT outgoing_state_check CHECK ((state = ANY (ARRAY['QUEUED'::text, 'CLAIMED'::text, 'SIGNED'::text, 'SENT'::text, 'DONE'::text, 'FAILED'::text, 'CANCELLED'::text]))),
  CONSTRAINT outgoing_withdrawal_id_key UNIQUE (withdrawal_id)
);
CREATE INDEX outgoing_done ON public.outgoing USING btree (done_at) WHERE ((kind = 'WITHDRAWAL'::text) AND (state = ANY (ARRAY['DONE'::text, 'FAILED'::text])));
CREATE INDEX outgoing_failed_sweeps ON public.outgoing USING btree (chain, from_index) WHERE ((kind = 'SWEEP'::text) AND (state = 'FAILED'::text));
CREATE INDEX outgoing_of_transaction ON public.outgoing USING btree (transaction_id) WHERE (state = ANY (ARRAY['SIGNED'::text, 'SENT'::text]));
CREATE INDEX outgoing_to_do ON public.outgoing USING btree (chain, id) WHERE (state = ANY (ARRAY['QUEUED'::text, 'CLAIMED'::text, 'SIGNED'::text, 'SENT'::text]));
CREATE INDEX outgoing_withdrawals_by_transaction ON public.outgoing USING btree (transaction_id) WHERE (kind = 'WITHDRAWAL'::text);

-- The last fill of each market that own_fills includes.
CREATE TABLE own_fill_heads (
  coin text NOT NULL,
  quote text NOT NULL,
  fill bigint NOT NULL,
  CONSTRAINT own_fill_heads_pkey PRIMARY KEY (coin, quote)
);

-- The fills of each person by time, two rows for each fill; derived from fills, which has the data.
CREATE TABLE own_fills (
  -- Maker or taker.
  user_id uuid NOT NULL,
  -- When it was traded: fills.created_at.
  at timestamp with time zone NOT NULL,
  coin text COLLATE "C" NOT NULL,
  quote text COLLATE "C" NOT NULL,
  -- With coin and quote, the key of the fill.
  number bigint NOT NULL,
  CONSTRAINT own_fills_pkey PRIMARY KEY (user_id, at, coin, quote, number)
);

-- WebAuthn credentials of people, each of which is enough to log in.
CREATE TABLE passkeys (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- The authenticator's id of the credential; no secret.
  credential_id bytea NOT NULL,
  -- Public key (COSE, base64url), sealed for this row and its owner, so that no other key can be put here.
  key_encrypted bytea NOT NULL,
  name text NOT NULL,
  -- SYNCED: on several devices of its owner. DEVICE: on one device only. SECURITY_KEY: on a key that is plugged in
  -- or held near.
  kind text NOT NULL,
  -- The authenticator's counter at its last use; 0: it has none.
  sign_count bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  -- When it last signed in or confirmed something; null: never.
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_kind_check CHECK ((kind = ANY (ARRAY['SYNCED'::text, 'DEVICE'::text, 'SECURITY_KEY'::text]))),
  CONSTRAINT passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CONSTRAINT passkeys_sign_count_check CHECK ((sign_count >= 0)),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX passkeys_of_user ON public.passkeys USING btree (user_id);

-- What staff stops for a limited time: a feature, a market or a coin. A row is the last pause of its name, and
-- stays when that is over.
CREATE TABLE pauses (
  scope text NOT NULL,
  name text NOT NULL,
  -- The number of its changes, those of earlier pauses included.
  version integer NOT NULL,
  text_fa text NOT NULL,
  text_en text NOT NULL,
  begins_at timestamp with time zone NOT NULL,
  -- When it ends automatically, by the clock of each process. Null: when staff ends it.
  ends_at timestamp with time zone,
  changed_at timestamp with time zone NOT NULL,
  changed_by uuid NOT NULL,
  CONSTRAINT pauses_pkey PRIMARY KEY (scope, name),
  CONSTRAINT pauses_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  CONSTRAINT pauses_check CHECK ((ends_at >= begins_at)),
  CONSTRAINT pauses_scope_check CHECK ((scope = ANY (ARRAY['FEATURE'::text, 'MARKET'::text, 'COIN'::text]))),
  CONSTRAINT pauses_version_check CHECK ((version > 0))
);

-- Decisions of staff about payments of people that were paid and not credited: one staff member proposes, another
-- releases.
CREATE TABLE payment_refunds (
  id uuid NOT NULL,
  payment_id uuid NOT NULL,
  -- The person whose deposit the payment was meant to be.
  user_id uuid NOT NULL,
  -- REFUND: in a day's payout, to the account of the card that paid. CREDIT: to the person, since the card is their
  -- own after all.
  way text NOT NULL,
  -- Smallest units of Toman: the whole payment.
  amount numeric(38,0) NOT NULL,
  -- The Sheba of the card that paid, encrypted under a key derived from SECRET_KEY; null: it is credited.
  sheba_encrypted bytea,
  sheba_masked text,
  -- The name of that account's owner; null: it is credited.
  payee text,
  -- Whether the card that paid is a verified card of the person.
  own boolean NOT NULL,
  reason text NOT NULL,
  -- PROPOSED: waits for a second staff member. CANCELLED: not carried out. RELEASED: approved, and the money not
  -- moved yet. BATCHED: in a day's payout. PAID: by the bank. RETURNED: the bank returned it, and the payment waits
  -- again. CREDITED: to the person.
  state text NOT NULL,
  proposed_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  decided_by uuid,
  decided_at timestamp with time zone,
  -- When the ledger last wrote its outcome; null: it has none.
  settled_at timestamp with time zone,
  -- Why the bank returned it, as staff wrote it; null: it did not.
  back_reason text,
  -- Whether the person is still to be notified of the state.
  untold boolean NOT NULL DEFAULT false,
  CONSTRAINT payment_refunds_pkey PRIMARY KEY (id),
  CONSTRAINT payment_refunds_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT payment_refunds_check CHECK ((num_nulls(sheba_encrypted, sheba_masked, payee) =
CASE way
    WHEN 'REFUND'::text THEN 0
    ELSE 3
END)),
  CONSTRAINT payment_refunds_check1 CHECK (
CASE way
    WHEN 'REFUND'::text THEN (state <> 'CREDITED'::text)
    ELSE (state = ANY (ARRAY['PROPOSED'::text, 'CANCELLED'::text, 'RELEASED'::text, 'CREDITED'::text]))
END),
  CONSTRAINT payment_refunds_check2 CHECK ((((decided_by IS NULL) = (state = 'PROPOSED'::text)) AND ((decided_at IS NULL) = (state = 'PROPOSED'::text)))),
  CONSTRAINT payment_refunds_check3 CHECK (((state = ANY (ARRAY['PROPOSED'::text, 'CANCELLED'::text])) OR (decided_by <> proposed_by))),
  CONSTRAINT payment_refunds_check4 CHECK (((proposed_by <> user_id) AND (decided_by <> user_id))),
  CONSTRAINT payment_refunds_check5 CHECK (((settled_at IS NOT NULL) = (state = ANY (ARRAY['PAID'::text, 'RETURNED'::text, 'CREDITED'::text])))),
  CONSTRAINT payment_refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT payment_refunds_state_check CHECK ((state = ANY (ARRAY['PROPOSED'::text, 'CANCELLED'::text, 'RELEASED'::text, 'BATCHED'::text, 'PAID'::text, 'RETURNED'::text, 'CREDITED'::text]))),
  CONSTRAINT payment_refunds_way_check CHECK ((way = ANY (ARRAY['REFUND'::text, 'CREDIT'::text])))
);
CREATE INDEX payment_refunds_of ON public.payment_refunds USING btree (payment_id);
CREATE UNIQUE INDEX payment_refunds_once ON public.payment_refunds USING btree (payment_id) WHERE (state <> ALL (ARRAY['CANCELLED'::text, 'RETURNED'::text]));
CREATE INDEX payment_refunds_proposed ON public.payment_refunds USING btree (id) WHERE (state = 'PROPOSED'::text);
CREATE INDEX payment_refunds_released ON public.payment_refunds USING btree (id) WHERE (state = 'RELEASED'::text);
CREATE INDEX payment_refunds_untold ON public.payment_refunds USING btree (id) WHERE untold;
CREATE TRIGGER payment_refunds_keep_terms BEFORE UPDATE ON public.payment_refunds FOR EACH ROW WHEN ((((((((((((new.id IS DISTINCT FROM old.id) OR (new.payment_id IS DISTINCT FROM old.payment_id)) OR (new.user_id IS DISTINCT FROM old.user_id)) OR (new.way IS DISTINCT FROM old.way)) OR (new.amount IS DISTINCT FROM old.amount)) OR (new.payee IS DISTINCT FROM old.payee)) OR (new.own IS DISTINCT FROM old.own)) OR (new.reason IS DISTINCT FROM old.reason)) OR (new.proposed_by IS DISTINCT FROM old.proposed_by)) OR (new.created_at IS DISTINCT FROM old.created_at)) OR ((new.state <> old.state) AND (old.state = ANY (ARRAY['CANCELLED'::text, 'RETURNED'::text, 'CREDITED'::text]))) OR ((old.decided_by IS NOT NULL) AND (new.decided_by IS DISTINCT FROM old.decided_by)))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_refunds_no_delete BEFORE DELETE OR TRUNCATE ON public.payment_refunds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Toman payments through bank gateways, a person's deposit or a payment to a store. What the payer's browser
-- brings back from a gateway is only a hint; money moves once the gateway has confirmed it from server to server.
CREATE TABLE payments (
  id uuid NOT NULL,
  -- Whose deposit it is; null: it pays a store.
  user_id uuid,
  gateway text NOT NULL,
  -- Smallest units of Toman.
  amount numeric(38,0) NOT NULL,
  -- CREATED: not known to the gateway yet. PENDING: the payer is at the bank. PAID: the money is credited. FAILED:
  -- it was not; it may still become PAID.
  state text NOT NULL,
  -- The card that has to pay.
  card_masked text NOT NULL,
  -- Keyed digest of the card number's SHA-256; the number is not stored here.
  card_digest bytea NOT NULL,
  callback_url text NOT NULL,
  -- The key of the request that made it, so that the key can be used again if the payment is never made; null: it
  -- came without one.
  idempotency_key text,
  -- The gateway's id of the payment; null: the gateway has not accepted it.
  authority text,
  -- The gateway's page; null: the gateway has not accepted it.
  redirect_url text,
  -- Why it failed; null: it did not. CARD_MISMATCH and DAILY_LIMIT: the bank has paid, and the money is in suspense.
  reason text,
  -- The bank's reference number, reported when it was paid.
  reference text,
  -- The card that paid, as the gateway reported it.
  paid_card text,
  created_at timestamp with time zone NOT NULL,
  -- When the ledger moved the money, to its owner or to suspense; set once. Null: it has not.
  settled_at timestamp with time zone,
  -- When the gateway is next asked for its state; null: never.
  next_check_at timestamp with time zone,
  -- How often the gateway was asked since the last change; the pauses grow with it.
  checks integer NOT NULL DEFAULT 0,
  -- The store that is paid; null: a person's deposit.
  company_id uuid,
  -- When the payer first came back from the gateway; null: not yet.
  returned_at timestamp with time zone,
  -- When the payer gave it up on our own pages; null: they have not.
  dropped_at timestamp with time zone,
  -- When a store's payment that the gateway reported as paid was found to be within the limits; null: not yet.
  confirmed_at timestamp with time zone,
  -- Whether the person is still to be notified that it was paid and not credited.
  untold boolean NOT NULL DEFAULT false,
  -- Digest of the card that paid, as card_digest, in hexadecimal digits; null: the gateway reported no hash.
  paid_card_digest text,
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT payments_check CHECK (((state <> 'PAID'::text) OR (settled_at IS NOT NULL))),
  CONSTRAINT payments_check1 CHECK (((state = 'FAILED'::text) OR (reason IS NULL))),
  CONSTRAINT payments_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT payments_gateway_authority_key UNIQUE (gateway, authority),
  CONSTRAINT payments_have_one_owner CHECK ((num_nonnulls(user_id, company_id) = 1)),
  CONSTRAINT payments_state_check CHECK ((state = ANY (ARRAY['CREATED'::text, 'PENDING'::text, 'PAID'::text, 'FAILED'::text])))
);
CREATE INDEX payments_by_number ON public.payments USING btree ("right"(replace((id)::text, '-'::text, ''::text), 15));
CREATE INDEX payments_by_reference ON public.payments USING btree (gateway, reference) WHERE (reference IS NOT NULL);
CREATE INDEX payments_created ON public.payments USING btree (created_at) WHERE (state = 'CREATED'::text);
CREATE INDEX payments_credited ON public.payments USING btree (user_id, settled_at) WHERE (state = 'PAID'::text);
CREATE INDEX payments_of_user ON public.payments USING btree (user_id, id);
CREATE INDEX payments_open ON public.payments USING btree (user_id, id) WHERE (state = ANY (ARRAY['CREATED'::text, 'PENDING'::text]));
CREATE INDEX payments_settled ON public.payments USING btree (gateway, settled_at) WHERE (settled_at IS NOT NULL);
CREATE INDEX payments_suspended ON public.payments USING btree (settled_at, id) WHERE ((state = 'FAILED'::text) AND (settled_at IS NOT NULL));
CREATE INDEX payments_to_check ON public.payments USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX payments_untold ON public.payments USING btree (id) WHERE untold;
CREATE TRIGGER payments_keep_agreed BEFORE UPDATE ON public.payments FOR EACH ROW WHEN (((new.id IS DISTINCT FROM old.id) OR (new.user_id IS DISTINCT FROM old.user_id) OR (new.gateway IS DISTINCT FROM old.gateway) OR (new.amount IS DISTINCT FROM old.amount) OR (new.card_digest IS DISTINCT FROM old.card_digest) OR (new.created_at IS DISTINCT FROM old.created_at) OR ((old.authority IS NOT NULL) AND (new.authority IS DISTINCT FROM old.authority)))) EXECUTE FUNCTION refuse_payment_change();
CREATE TRIGGER payments_keep_company BEFORE UPDATE ON public.payments FOR EACH ROW WHEN ((new.company_id IS DISTINCT FROM old.company_id)) EXECUTE FUNCTION refuse_payment_change();
CREATE TRIGGER payments_no_delete BEFORE DELETE OR TRUNCATE ON public.payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payments_settle_once BEFORE UPDATE ON public.payments FOR EACH ROW WHEN (((old.settled_at IS NOT NULL) AND ((to_jsonb(new.*) - 'untold'::text) IS DISTINCT FROM (to_jsonb(old.*) - 'untold'::text)))) EXECUTE FUNCTION check_settled_payment();

-- Days in Tehran whose batch of Toman withdrawals has been made: later withdrawals are in the next batch.
CREATE TABLE payout_days (
  day date NOT NULL,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT payout_days_pkey PRIMARY KEY (day)
);

-- Staff members who downloaded a payout's bank file: none of them may mark the payout as paid.
CREATE TABLE payout_exports (
  payout_id uuid NOT NULL,
  staff_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT payout_exports_pkey PRIMARY KEY (payout_id, staff_id),
  CONSTRAINT payout_exports_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id)
);
CREATE TRIGGER payout_exports_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payout_exports FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The withdrawals of a payout.
CREATE TABLE payout_lines (
  payout_id uuid NOT NULL,
  -- A withdrawal of Toman, or a row of payment_refunds.
  withdrawal_id uuid NOT NULL,
  -- WAITING: in the batch. PAID: the bank paid it. RETURNED: the bank returned it. HELD: its owner was blocked
  -- before the file was downloaded, so it left the batch. UNSURE: its owner was blocked after that; staff decides
  -- separately whether the bank paid it.
  state text NOT NULL,
  -- Why it was held, unsure or returned; null otherwise.
  reason text,
  -- The staff member who marked it as returned: not one who downloaded the file or closed the payout.
  returned_by uuid,
  CONSTRAINT payout_lines_pkey PRIMARY KEY (payout_id, withdrawal_id),
  CONSTRAINT payout_lines_check CHECK (((state = 'RETURNED'::text) = (returned_by IS NOT NULL))),
  CONSTRAINT payout_lines_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id),
  CONSTRAINT payout_lines_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'PAID'::text, 'RETURNED'::text, 'HELD'::text, 'UNSURE'::text])))
);
CREATE UNIQUE INDEX payout_lines_of_withdrawal ON public.payout_lines USING btree (withdrawal_id) WHERE (state <> 'HELD'::text);
CREATE TRIGGER no_own_return BEFORE UPDATE ON public.payout_lines FOR EACH ROW WHEN ((new.returned_by IS DISTINCT FROM old.returned_by)) EXECUTE FUNCTION refuse_own_return();

-- The bank's daily batch of Toman withdrawals: one per day.
CREATE TABLE payouts (
  id uuid NOT NULL,
  day date NOT NULL,
  -- OPEN: created. EXPORTED: a staff member downloaded the file for the bank. CLOSED: another one confirmed that the
  -- bank paid it.
  state text NOT NULL,
  -- The first staff member who downloaded the file; all of them are in payout_exports.
  exported_by uuid,
  exported_at timestamp with time zone,
  closed_by uuid,
  closed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  -- The number of its lines, updated with them, as are total, paid and returned.
  lines integer NOT NULL DEFAULT 0,
  -- Smallest units of Toman.
  total numeric(38,0) NOT NULL DEFAULT 0,
  paid integer NOT NULL DEFAULT 0,
  returned integer NOT NULL DEFAULT 0,
  CONSTRAINT payouts_pkey PRIMARY KEY (id),
  CONSTRAINT payouts_check CHECK (((closed_by IS NULL) OR (closed_by <> exported_by))),
  CONSTRAINT payouts_check1 CHECK (((paid + returned) <= lines)),
  CONSTRAINT payouts_day_key UNIQUE (day),
  CONSTRAINT payouts_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'EXPORTED'::text, 'CLOSED'::text])))
);
CREATE TRIGGER no_own_payout BEFORE UPDATE ON public.payouts FOR EACH ROW WHEN ((new.closed_by IS DISTINCT FROM old.closed_by)) EXECUTE FUNCTION refuse_own_payout();

-- What a withdrawal took out of a position, so that a returned withdrawal restores its cost.
CREATE TABLE position_exits (
  -- The withdrawal.
  reference uuid NOT NULL,
  user_id uuid NOT NULL,
  asset text NOT NULL,
  -- Smallest units of the asset.
  amount numeric(38,0) NOT NULL,
  -- What that part had cost, in smallest units of Toman.
  cost_toman numeric(38,0) NOT NULL,
  -- The same in smallest units of Tether.
  cost_tether numeric(38,0) NOT NULL,
  CONSTRAINT position_exits_pkey PRIMARY KEY (reference, user_id, asset),
  CONSTRAINT position_exits_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT position_exits_cost_tether_check CHECK ((cost_tether >= (0)::numeric)),
  CONSTRAINT position_exits_cost_toman_check CHECK ((cost_toman >= (0)::numeric))
);

-- How much a person has of an asset and what it cost, by average cost; calculated from transfers.
CREATE TABLE positions (
  user_id uuid NOT NULL,
  asset text NOT NULL,
  -- Smallest units of the asset.
  amount numeric(38,0) NOT NULL,
  -- Smallest units of Toman, as is realised_toman.
  cost_toman numeric(38,0) NOT NULL,
  -- Smallest units of Tether, as is realised_tether.
  cost_tether numeric(38,0) NOT NULL,
  -- Realised profit; negative for a loss.
  realised_toman numeric(38,0) NOT NULL,
  realised_tether numeric(38,0) NOT NULL,
  CONSTRAINT positions_pkey PRIMARY KEY (user_id, asset),
  CONSTRAINT positions_amount_check CHECK ((amount >= (0)::numeric)),
  CONSTRAINT positions_cost_tether_check CHECK ((cost_tether >= (0)::numeric)),
  CONSTRAINT positions_cost_toman_check CHECK ((cost_toman >= (0)::numeric))
) WITH (fillfactor=70);

-- One row: the last transfer that positions, position_exits, daily_balances, referral_totals and referral_sums
-- include.
CREATE TABLE positions_head (
  -- Always true: there is one row.
  singleton boolean NOT NULL DEFAULT true,
  -- The last transfer that is included; ids of transfers have no gaps and become visible in order.
  transfer_id bigint NOT NULL,
  CONSTRAINT positions_head_pkey PRIMARY KEY (singleton),
  CONSTRAINT positions_head_singleton_check CHECK (singleton)
);

-- Prices of which people want to be notified.
CREATE TABLE price_alerts (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  coin text NOT NULL,
  quote text NOT NULL,
  -- ABOVE: when the price rises to the threshold. BELOW: when it falls to it.
  direction text NOT NULL,
  -- Smallest units of the quote for one whole coin.
  threshold numeric(38,0) NOT NULL,
  -- How long it pauses after it has notified its owner; null: it notifies once.
  pause_seconds integer,
  -- WAITING: for the price. PAUSED: until paused_until. BEYOND: the pause is over, and it waits again once the price
  -- has gone back. FIRED: over.
  state text NOT NULL DEFAULT 'WAITING'::text,
  paused_until timestamp with time zone,
  -- When it last fired; null: never.
  fired_at timestamp with time zone,
  -- The price when it last fired, in smallest units of the quote.
  fired_price numeric(38,0),
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT price_alerts_pkey PRIMARY KEY (id),
  CONSTRAINT price_alerts_check CHECK (((state = 'PAUSED'::text) = (paused_until IS NOT NULL))),
  CONSTRAINT price_alerts_check1 CHECK (((state <> 'FIRED'::text) OR (pause_seconds IS NULL))),
  CONSTRAINT price_alerts_check2 CHECK (((fired_at IS NULL) = (fired_price IS NULL))),
  CONSTRAINT price_alerts_check3 CHECK (((state = 'WAITING'::text) OR (fired_at IS NOT NULL))),
  CONSTRAINT price_alerts_direction_check CHECK ((direction = ANY (ARRAY['ABOVE'::text, 'BELOW'::text]))),
  CONSTRAINT price_alerts_pause_seconds_check CHECK ((pause_seconds = ANY (ARRAY[3600, 86400]))),
  CONSTRAINT price_alerts_quote_check CHECK ((quote = ANY (ARRAY['TOMAN'::text, 'TETHER'::text]))),
  CONSTRAINT price_alerts_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'PAUSED'::text, 'BEYOND'::text, 'FIRED'::text]))),
  CONSTRAINT price_alerts_threshold_check CHECK ((threshold > (0)::numeric)),
  CONSTRAINT price_alerts_user_id_coin_quote_direction_threshold_key UNIQUE (user_id, coin, quote, direction, threshold),
  CONSTRAINT price_alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX price_alerts_by_threshold ON public.price_alerts USING btree (state, coin, quote, direction, threshold) WHERE (state = ANY (ARRAY['WAITING'::text, 'BEYOND'::text]));
CREATE INDEX price_alerts_paused ON public.price_alerts USING btree (paused_until) WHERE (state = 'PAUSED'::text);

-- Whether a vendor's price of a coin counts for its reference price, and with which weight. Staff edits it; a pair
-- without a row counts in full.
CREATE TABLE price_sources (
  coin text NOT NULL,
  -- The name of the vendor, as in the log.
  source text NOT NULL,
  counts boolean NOT NULL DEFAULT true,
  -- In percent of the full weight of a source: 50 counts half as much as 100.
  weight integer NOT NULL DEFAULT 100,
  -- Incremented by every change, so that a change based on an older version is refused.
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT price_sources_pkey PRIMARY KEY (coin, source),
  CONSTRAINT price_sources_coin_fkey FOREIGN KEY (coin) REFERENCES coins(asset),
  CONSTRAINT price_sources_weight_check CHECK (((weight >= 1) AND (weight <= 100)))
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.price_sources FOR EACH ROW EXECUTE FUNCTION next_version();

-- The processes of this installation. Each updates its row every fifteen seconds, and deletes it when it stops;
-- rows without an update for a day are deleted.
CREATE TABLE processes (
  id uuid NOT NULL,
  role text NOT NULL,
  version text NOT NULL,
  -- The commit that it was built from; null: unknown.
  commit_id text,
  host text NOT NULL,
  pid integer NOT NULL,
  -- The epoch of the lease that it holds as the ledger's writer. Null: it is not the writer.
  epoch bigint,
  started_at timestamp with time zone NOT NULL,
  heard_at timestamp with time zone NOT NULL,
  CONSTRAINT processes_pkey PRIMARY KEY (id),
  CONSTRAINT processes_role_check CHECK ((role = ANY (ARRAY['SERVER'::text, 'WORKER'::text])))
);

-- The account form's data of each person.
CREATE TABLE profiles (
  user_id uuid NOT NULL,
  -- JSON of the form's fields that are not in users (which has name, e-mail, mobile and country), encrypted under a
  -- key derived from SECRET_KEY.
  data_encrypted bytea NOT NULL,
  -- Keyed digest of the national code, by which duplicates are found without decrypting it.
  national_code_index bytea NOT NULL,
  -- Keyed digest of the company's national id; null: a person.
  company_id_index bytea,
  -- No other person may have these codes: the provider confirmed them, or staff is checking or has checked them.
  held boolean NOT NULL DEFAULT false,
  -- Keyed digest of the person whom the provider confirmed; for another person the provider's step is repeated.
  -- Null: not confirmed yet.
  confirmed_digest bytea,
  saved_at timestamp with time zone NOT NULL,
  CONSTRAINT profiles_pkey PRIMARY KEY (user_id),
  CONSTRAINT profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX profiles_company_id ON public.profiles USING btree (company_id_index) WHERE held;
CREATE UNIQUE INDEX profiles_national_code ON public.profiles USING btree (national_code_index) WHERE held;

-- The newest hundred addresses from which each key was used: its owner is notified of a new one.
CREATE TABLE program_key_addresses (
  key_id uuid NOT NULL,
  -- An IPv4 address, or the /64 network of an IPv6 one.
  address text NOT NULL,
  first_used_at timestamp with time zone NOT NULL,
  CONSTRAINT program_key_addresses_pkey PRIMARY KEY (key_id, address),
  CONSTRAINT program_key_addresses_key_id_fkey FOREIGN KEY (key_id) REFERENCES program_keys(id)
);

-- API keys of people's own programs, each of which may do what its grant says. Those of companies' stores are
-- company_keys.
CREATE TABLE program_keys (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  label text NOT NULL,
  -- JSON of kind, public key or secret, permissions, address ranges, creation and expiry, sealed for this row and
  -- its owner: write access to the table alone creates no key and extends none. Null: revoked permanently.
  grant_encrypted bytea,
  created_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  -- When it was last used, to the minute; null: never.
  last_used_at timestamp with time zone,
  -- The network address of its last use.
  last_ip text,
  CONSTRAINT program_keys_pkey PRIMARY KEY (id),
  CONSTRAINT program_keys_check CHECK (((grant_encrypted IS NULL) = (revoked_at IS NOT NULL))),
  CONSTRAINT program_keys_label_check CHECK (((length(label) >= 1) AND (length(label) <= 60))),
  CONSTRAINT program_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX program_keys_of_user ON public.program_keys USING btree (user_id) WHERE (revoked_at IS NULL);

-- Requests to the identity provider and its replies.
CREATE TABLE provider_checks (
  -- Also the provider's id of the request, so that it can be looked up there.
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- SHAHKAR: whether the mobile belongs to the national code. IDENTITY, CARD and IBAN: to whom each belongs.
  kind text NOT NULL,
  bank_account_id uuid,
  provider text NOT NULL,
  outcome text NOT NULL,
  -- The reply, encrypted under a key derived from SECRET_KEY, since it may contain names of other people.
  detail_encrypted bytea NOT NULL,
  checked_at timestamp with time zone NOT NULL,
  CONSTRAINT provider_checks_pkey PRIMARY KEY (id),
  CONSTRAINT provider_checks_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES bank_accounts(id) ON DELETE SET NULL,
  CONSTRAINT provider_checks_kind_check CHECK ((kind = ANY (ARRAY['SHAHKAR'::text, 'IDENTITY'::text, 'CARD'::text, 'IBAN'::text]))),
  CONSTRAINT provider_checks_outcome_check CHECK ((outcome = ANY (ARRAY['MATCH'::text, 'MISMATCH'::text, 'NO_RECORD'::text, 'INVALID'::text, 'UNAVAILABLE'::text]))),
  CONSTRAINT provider_checks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX provider_checks_of_user ON public.provider_checks USING btree (user_id, id);

-- One row that staff sets: the numbers of customers and trades from which the public figures are shown.
CREATE TABLE public_statistics (
  -- Always true: there is one row.
  singleton boolean NOT NULL DEFAULT true,
  min_users integer NOT NULL,
  min_trades integer NOT NULL,
  -- Incremented by every change, so that a change based on an older version is refused.
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT public_statistics_pkey PRIMARY KEY (singleton),
  CONSTRAINT public_statistics_singleton_check CHECK (singleton)
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.public_statistics FOR EACH ROW EXECUTE FUNCTION next_version();

-- The currencies that markets are quoted in; staff edits them.
CREATE TABLE quotes (
  quote text NOT NULL,
  -- The minimum value of an order, in smallest units of the quote.
  min_notional numeric(38,0) NOT NULL,
  -- Incremented by every change, so that a change based on an older version is refused.
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT quotes_pkey PRIMARY KEY (quote),
  CONSTRAINT quotes_min_notional_check CHECK ((min_notional > (0)::numeric)),
  CONSTRAINT quotes_quote_check CHECK ((quote = ANY (ARRAY['TOMAN'::text, 'TETHER'::text])))
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.quotes FOR EACH ROW EXECUTE FUNCTION next_version();

-- People with recent changes that replicas may not have yet. Empty where there are no replicas.
CREATE TABLE recent_changes (
  user_id uuid NOT NULL,
  -- When their running requests will have ended; written before a request changes anything, and deleted some minutes
  -- later.
  until timestamp with time zone NOT NULL,
  CONSTRAINT recent_changes_pkey PRIMARY KEY (user_id)
) WITH (fillfactor=50);

-- Re-identifications of people who lost their second factor or mailbox. One member of staff starts it, another
-- confirms.
CREATE TABLE recoveries (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  -- The address that replaces the lost mailbox; null: the second factor is lost.
  new_email text,
  -- The evidence, as staff described it.
  evidence text NOT NULL,
  started_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  -- OPEN waits for the second member of staff, who makes it CONFIRMED or CANCELLED.
  state text NOT NULL DEFAULT 'OPEN'::text,
  decided_by uuid,
  decided_at timestamp with time zone,
  CONSTRAINT recoveries_pkey PRIMARY KEY (id),
  CONSTRAINT recoveries_check CHECK (((kind = 'LOST_MAILBOX'::text) = (new_email IS NOT NULL))),
  CONSTRAINT recoveries_check1 CHECK ((((state = 'OPEN'::text) = (decided_by IS NULL)) AND ((state = 'OPEN'::text) = (decided_at IS NULL)))),
  CONSTRAINT recoveries_check2 CHECK (((state <> 'CONFIRMED'::text) OR (decided_by <> started_by))),
  CONSTRAINT recoveries_check3 CHECK (((started_by <> user_id) AND ((state <> 'CONFIRMED'::text) OR (decided_by <> user_id)))),
  CONSTRAINT recoveries_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT recoveries_kind_check CHECK ((kind = ANY (ARRAY['LOST_SECOND_FACTOR'::text, 'LOST_MAILBOX'::text]))),
  CONSTRAINT recoveries_new_email_check CHECK ((new_email = lower(new_email))),
  CONSTRAINT recoveries_started_by_fkey FOREIGN KEY (started_by) REFERENCES users(id),
  CONSTRAINT recoveries_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'CONFIRMED'::text, 'CANCELLED'::text]))),
  CONSTRAINT recoveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX recoveries_by_state ON public.recoveries USING btree (state, id);
CREATE UNIQUE INDEX recoveries_open ON public.recoveries USING btree (user_id) WHERE (state = 'OPEN'::text);

-- Codes for people who lose their second factor; each works once.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  -- Keyed digest of person and code; the code itself is not stored.
  digest bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, digest),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

-- Recurring purchases of people: what is bought, for how much, and when.
CREATE TABLE recurring_plans (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  coin text NOT NULL,
  -- The maximum in Toman that a purchase costs, fee included, smallest units.
  budget numeric(38,0) NOT NULL,
  -- The maximum price of one coin in Toman, smallest units, above which nothing is bought; null: its owner set none.
  max_price numeric(38,0),
  rhythm text NOT NULL,
  -- WEEKLY: 1 is Saturday, 7 Friday. MONTHLY: day of the Jalali month, its last where it has no such day. DAILY: 0.
  day integer NOT NULL,
  -- The hour of the day in Tehran.
  hour integer NOT NULL,
  -- ACTIVE: its next turn is at next_at. PAUSED: until its owner resumes it. ENDED: permanently; its purchases stay
  -- in the history.
  state text NOT NULL DEFAULT 'ACTIVE'::text,
  -- When its next turn is due.
  next_at timestamp with time zone,
  -- The day in Tehran of its last turn, which has its row in recurring_turns: there is no second turn on that day.
  last_day date,
  -- How many of its turns bought something, of those that are counted (recurring_turns.told).
  purchases integer NOT NULL DEFAULT 0,
  -- Coins of these purchases together, smallest units.
  bought numeric(38,0) NOT NULL DEFAULT 0,
  -- Toman of these purchases together with their fees, smallest units.
  spent numeric(38,0) NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT recurring_plans_pkey PRIMARY KEY (id),
  CONSTRAINT recurring_plans_budget_check CHECK ((budget > (0)::numeric)),
  CONSTRAINT recurring_plans_check CHECK (
CASE rhythm
    WHEN 'DAILY'::text THEN (day = 0)
    WHEN 'WEEKLY'::text THEN ((day >= 1) AND (day <= 7))
    ELSE ((day >= 1) AND (day <= 31))
END),
  CONSTRAINT recurring_plans_check1 CHECK (((state = 'ACTIVE'::text) = (next_at IS NOT NULL))),
  CONSTRAINT recurring_plans_check2 CHECK (((state = 'ENDED'::text) = (ended_at IS NOT NULL))),
  CONSTRAINT recurring_plans_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  CONSTRAINT recurring_plans_max_price_check CHECK ((max_price > (0)::numeric)),
  CONSTRAINT recurring_plans_rhythm_check CHECK ((rhythm = ANY (ARRAY['DAILY'::text, 'WEEKLY'::text, 'MONTHLY'::text]))),
  CONSTRAINT recurring_plans_state_check CHECK ((state = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text, 'ENDED'::text]))),
  CONSTRAINT recurring_plans_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX recurring_plans_due ON public.recurring_plans USING btree (next_at) WHERE (state = 'ACTIVE'::text);
CREATE INDEX recurring_plans_ended ON public.recurring_plans USING btree (user_id, ended_at) WHERE (state = 'ENDED'::text);
CREATE UNIQUE INDEX recurring_plans_of_a_person ON public.recurring_plans USING btree (user_id, coin, rhythm, day, hour) WHERE (state <> 'ENDED'::text);

-- One row for each turn of a plan: created once, and then bought or skipped once, by one command of the ledger.
CREATE TABLE recurring_turns (
  -- Also its idempotency key in the ledger.
  id uuid NOT NULL,
  plan_id uuid NOT NULL,
  -- The owner of its plan.
  user_id uuid NOT NULL,
  -- The day in Tehran of the turn.
  day date NOT NULL,
  coin text NOT NULL,
  -- The maximum in Toman that it costs, fee included, smallest units.
  budget numeric(38,0) NOT NULL,
  -- The maximum price of one coin in Toman, smallest units, above which nothing is bought; null: none.
  max_price numeric(38,0),
  -- WAITING: neither bought nor skipped yet. BOUGHT: by order_id. SKIPPED: nothing was bought, for reason.
  state text NOT NULL DEFAULT 'WAITING'::text,
  -- When the turn was due.
  due_at timestamp with time zone NOT NULL,
  -- When it is tried next, while it waits.
  look_at timestamp with time zone NOT NULL,
  -- Until then it waits for what the exchange lacks (a price, an open market, coins); afterwards it is skipped.
  waits_until timestamp with time zone NOT NULL,
  -- Why it was skipped, or waits; a code of domain's RECURRING_SKIPS.
  reason text,
  order_id uuid,
  -- Coins, smallest units.
  amount numeric(38,0),
  -- Toman for one coin, smallest units.
  unit_price numeric(38,0),
  -- Toman, smallest units.
  fee numeric(38,0),
  -- Toman paid in all, smallest units.
  total numeric(38,0),
  done_at timestamp with time zone,
  -- Its plan counts it, and its owner was notified.
  told boolean NOT NULL DEFAULT false,
  CONSTRAINT recurring_turns_pkey PRIMARY KEY (id),
  CONSTRAINT recurring_turns_check CHECK (((state = 'WAITING'::text) = (done_at IS NULL))),
  CONSTRAINT recurring_turns_check1 CHECK (((state = 'BOUGHT'::text) = ((order_id IS NOT NULL) AND (amount IS NOT NULL) AND (unit_price IS NOT NULL) AND (fee IS NOT NULL) AND (total IS NOT NULL)))),
  CONSTRAINT recurring_turns_check2 CHECK (((state <> 'SKIPPED'::text) OR (reason IS NOT NULL))),
  CONSTRAINT recurring_turns_check3 CHECK (((NOT told) OR (state <> 'WAITING'::text))),
  CONSTRAINT recurring_turns_plan_id_day_key UNIQUE (plan_id, day),
  CONSTRAINT recurring_turns_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES recurring_plans(id),
  CONSTRAINT recurring_turns_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'BOUGHT'::text, 'SKIPPED'::text])))
);
CREATE INDEX recurring_turns_of_a_person ON public.recurring_turns USING btree (user_id, id);
CREATE UNIQUE INDEX recurring_turns_one_waits ON public.recurring_turns USING btree (plan_id) WHERE (state = 'WAITING'::text);
CREATE INDEX recurring_turns_untold ON public.recurring_turns USING btree (done_at) WHERE ((state <> 'WAITING'::text) AND (NOT told));
CREATE INDEX recurring_turns_waiting ON public.recurring_turns USING btree (look_at) WHERE (state = 'WAITING'::text);

-- Candles of the reference mid price. A minute without a price has no row. Minutes are kept a week; days exist
-- only for the time before this server had its own prices.
CREATE TABLE reference_candles (
  coin text NOT NULL,
  quote text NOT NULL,
  -- 1m: kept a week. 30m: combined into hours of UTC. 1h: hours of Tehran's clock. 1d: for the time before the first
  -- hours.
  "interval" text NOT NULL,
  -- When it begins.
  "time" timestamp with time zone NOT NULL,
  -- Smallest units of the quote for one whole coin, as are high, low and close.
  open numeric(38,0) NOT NULL,
  high numeric(38,0) NOT NULL,
  low numeric(38,0) NOT NULL,
  close numeric(38,0) NOT NULL,
  CONSTRAINT reference_candles_pkey PRIMARY KEY (coin, quote, "interval", "time"),
  CONSTRAINT reference_candles_check CHECK (((low > (0)::numeric) AND (low <= LEAST(open, close)) AND (high >= GREATEST(open, close)))),
  CONSTRAINT reference_candles_close_check CHECK ((close > (0)::numeric)),
  CONSTRAINT reference_candles_interval_check CHECK (("interval" = ANY (ARRAY['1m'::text, '30m'::text, '1h'::text, '1d'::text]))),
  CONSTRAINT reference_candles_open_check CHECK ((open > (0)::numeric)),
  CONSTRAINT reference_candles_quote_check CHECK ((quote = ANY (ARRAY['TOMAN'::text, 'TETHER'::text])))
);

-- How much an inviter earned by each person they invited; calculated from transfers.
CREATE TABLE referral_sums (
  inviter_id uuid NOT NULL,
  invitee_id uuid NOT NULL,
  -- Value when it was paid, in smallest units of Toman.
  toman_value numeric(38,0) NOT NULL,
  CONSTRAINT referral_sums_pkey PRIMARY KEY (inviter_id, invitee_id)
) WITH (fillfactor=70);

-- How much an inviter earned of each asset; calculated from transfers.
CREATE TABLE referral_totals (
  inviter_id uuid NOT NULL,
  asset text NOT NULL,
  -- Smallest units of the asset.
  amount numeric(38,0) NOT NULL,
  -- Value when it was paid, in smallest units of Toman.
  toman_value numeric(38,0) NOT NULL,
  CONSTRAINT referral_totals_pkey PRIMARY KEY (inviter_id, asset)
) WITH (fillfactor=70);

-- Tickets that were issued for confirmed password reset codes; each sets one password.
CREATE TABLE reset_tickets (
  -- Digest of the ticket, which is not stored.
  ticket_digest bytea NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT reset_tickets_pkey PRIMARY KEY (ticket_digest),
  CONSTRAINT reset_tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX reset_tickets_of_user ON public.reset_tickets USING btree (user_id) WHERE (used_at IS NULL);

-- Keys that were replaced: servers no longer seal with them.
CREATE TABLE retired_keys (
  -- The first four bytes of a digest of the key.
  id bytea NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT retired_keys_pkey PRIMARY KEY (id)
);

-- Submissions of the account form that staff checks.
CREATE TABLE reviews (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  submitted_at timestamp with time zone NOT NULL,
  -- Null: it waits for staff.
  decided_at timestamp with time zone,
  decided_by uuid,
  decision text,
  -- Codes of the problems, on a refusal.
  reasons text[] NOT NULL DEFAULT '{}'::text[],
  note text NOT NULL DEFAULT ''::text,
  CONSTRAINT reviews_pkey PRIMARY KEY (id),
  CONSTRAINT reviews_check CHECK (((decided_at IS NULL) = (decision IS NULL))),
  CONSTRAINT reviews_check1 CHECK ((decided_by <> user_id)),
  CONSTRAINT reviews_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT reviews_decision_check CHECK ((decision = ANY (ARRAY['APPROVE'::text, 'REFUSE'::text]))),
  CONSTRAINT reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX reviews_of_user ON public.reviews USING btree (user_id, id);
CREATE UNIQUE INDEX reviews_open ON public.reviews USING btree (user_id) WHERE (decided_at IS NULL);
CREATE INDEX reviews_waiting ON public.reviews USING btree (id) WHERE (decided_at IS NULL);

-- Changes of the rows that staff sets, with the staff members who requested and approved them, and the reason. A
-- decided change can't be changed.
CREATE TABLE row_changes (
  id uuid NOT NULL,
  -- The kind of row, which stands for a table.
  kind text NOT NULL,
  -- The key of the row.
  key text NOT NULL,
  -- The version of the row on which the staff member based the change.
  version integer NOT NULL,
  -- JSON of the fields that change, as they were.
  before jsonb NOT NULL,
  -- JSON of the same fields, as they are to become.
  after jsonb NOT NULL,
  reason text NOT NULL,
  -- WAITING: for a second staff member. DONE. CANCELLED. OVERTAKEN: the row was changed in another way meanwhile.
  state text NOT NULL,
  -- It loosens a protection, so that a second admin has to approve it.
  four_eyes boolean NOT NULL,
  asked_by uuid NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  decided_by uuid,
  decided_at timestamp with time zone,
  CONSTRAINT row_changes_pkey PRIMARY KEY (id),
  CONSTRAINT row_changes_check CHECK ((((state = 'WAITING'::text) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL)))),
  CONSTRAINT row_changes_check1 CHECK (((state <> 'WAITING'::text) OR four_eyes)),
  CONSTRAINT row_changes_check2 CHECK (((state <> 'DONE'::text) OR (NOT four_eyes) OR (decided_by <> asked_by))),
  CONSTRAINT row_changes_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'DONE'::text, 'CANCELLED'::text, 'OVERTAKEN'::text])))
);
CREATE INDEX row_changes_by_state ON public.row_changes USING btree (state, id);
CREATE INDEX row_changes_of_row ON public.row_changes USING btree (kind, key, id);
CREATE UNIQUE INDEX row_changes_waiting ON public.row_changes USING btree (kind, key) WHERE (state = 'WAITING'::text);
CREATE TRIGGER row_changes_keep_decided BEFORE DELETE OR UPDATE ON public.row_changes FOR EACH ROW EXECUTE FUNCTION refuse_decided();

-- Rules of the authorities and our own, each valid from a time on; the newest that is valid applies. Append-only.
CREATE TABLE rules (
  id uuid NOT NULL,
  valid_from timestamp with time zone NOT NULL,
  -- JSON in the shape of the contract RuleSet: limits of deposits, the hold after them, caps on stablecoins, trading
  -- hours.
  body jsonb NOT NULL,
  reason text NOT NULL,
  -- The admin who set them; null: the initial rules.
  set_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT rules_pkey PRIMARY KEY (id)
);
CREATE INDEX rules_by_time ON public.rules USING btree (valid_from DESC, id DESC);
CREATE TRIGGER rules_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.rules FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Balances of the sandbox's own chains. Only the sandbox's provider reads them.
CREATE TABLE sandbox_balances (
  chain text NOT NULL,
  address text NOT NULL,
  token_type text NOT NULL,
  -- Smallest units of the asset.
  balance numeric(38,0) NOT NULL,
  -- The account's counter (nonce).
  sequence bigint NOT NULL DEFAULT 0,
  CONSTRAINT sandbox_balances_pkey PRIMARY KEY (chain, address, token_type)
);

-- Payments at the sandbox's own bank. Only the sandbox's provider reads them.
CREATE TABLE sandbox_bank_payments (
  authority text NOT NULL,
  -- Whole Toman, as is paid_amount.
  amount numeric(38,0) NOT NULL,
  description text NOT NULL,
  callback_url text NOT NULL,
  card text NOT NULL,
  -- OPEN: the payer has not decided. PAID and CANCELLED: what the payer did.
  state text NOT NULL,
  paid_amount numeric(38,0),
  paid_card text,
  reference text,
  -- Whether the server has verified the payment, as a real gateway requires.
  verified boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sandbox_bank_payments_pkey PRIMARY KEY (authority),
  CONSTRAINT sandbox_bank_payments_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'PAID'::text, 'CANCELLED'::text])))
);

-- Blocks of the sandbox's own chains.
CREATE TABLE sandbox_blocks (
  chain text NOT NULL,
  height bigint NOT NULL,
  hash text NOT NULL,
  parent_hash text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT sandbox_blocks_pkey PRIMARY KEY (chain, height)
);

-- Codes that the sandbox's identity provider sent.
CREATE TABLE sandbox_identity_codes (
  reference text NOT NULL,
  user_id uuid NOT NULL,
  code text NOT NULL,
  used boolean NOT NULL DEFAULT false,
  CONSTRAINT sandbox_identity_codes_pkey PRIMARY KEY (reference),
  CONSTRAINT sandbox_identity_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

-- How the sandbox's identity provider replies about a person, chosen at /sandbox.
CREATE TABLE sandbox_identity_scenarios (
  user_id uuid NOT NULL,
  scenario text NOT NULL,
  CONSTRAINT sandbox_identity_scenarios_pkey PRIMARY KEY (user_id),
  CONSTRAINT sandbox_identity_scenarios_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

-- Messages that the sandbox would have sent by e-mail or SMS, shown at /sandbox.
CREATE TABLE sandbox_outbox (
  id uuid NOT NULL,
  recipient text NOT NULL,
  channel text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  -- The code within the message; null: none.
  code text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT sandbox_outbox_pkey PRIMARY KEY (id),
  CONSTRAINT sandbox_outbox_channel_check CHECK ((channel = ANY (ARRAY['EMAIL'::text, 'SMS'::text, 'WEBHOOK'::text, 'TELEGRAM'::text])))
);
CREATE INDEX sandbox_outbox_of_recipient ON public.sandbox_outbox USING btree (recipient, id);

-- Transactions of the sandbox's own chains.
CREATE TABLE sandbox_transactions (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  chain text NOT NULL,
  txid text NOT NULL,
  -- The signed bytes; null: the faucet made it.
  raw text,
  -- JSON of its payments and inputs, as the codec decoded it.
  body jsonb NOT NULL,
  -- The height of its block; null: it waits for one.
  height bigint,
  ok boolean NOT NULL DEFAULT true,
  fee numeric(38,0) NOT NULL DEFAULT 0,
  -- A reorganisation dropped it.
  dropped boolean NOT NULL DEFAULT false,
  CONSTRAINT sandbox_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT sandbox_transactions_chain_txid_key UNIQUE (chain, txid)
);
CREATE INDEX sandbox_transactions_at ON public.sandbox_transactions USING btree (chain, height);
CREATE INDEX sandbox_transactions_inputs ON public.sandbox_transactions USING gin (((body -> 'inputs'::text)) jsonb_path_ops);

-- One row for each key that seals values in this database: every process opens it before it continues, so that
-- none runs with a wrong key.
CREATE TABLE sealed_canaries (
  -- The name of the key's setting.
  name text NOT NULL,
  -- A known text, encrypted with that key.
  sealed bytea NOT NULL,
  CONSTRAINT sealed_canaries_pkey PRIMARY KEY (name)
);

-- One row: how the values of this database are encrypted.
CREATE TABLE sealing (
  -- Always true, so that there is one row.
  one boolean NOT NULL DEFAULT true,
  -- The key of keyed digests, encrypted under a key derived from SECRET_KEY. It stays the same when SECRET_KEY is
  -- replaced.
  index_key_encrypted bytea,
  CONSTRAINT sealing_pkey PRIMARY KEY (one),
  CONSTRAINT sealing_one_check CHECK (one)
);

-- The seeds that servers know of. A server that does not know the newest one reads no blocks until it does, since
-- it would miss payments to it.
CREATE TABLE seed_generations (
  generation integer NOT NULL,
  first_seen_at timestamp with time zone NOT NULL,
  CONSTRAINT seed_generations_pkey PRIMARY KEY (generation)
);

-- The files of content/ that were last copied into articles. A text that has a row here and none there was
-- deleted, and is not copied again; one that staff has written (articles.updated_by) is not changed.
CREATE TABLE seeded_texts (
  -- As in articles.
  kind text NOT NULL,
  language text NOT NULL,
  -- As in articles.
  slug text NOT NULL,
  -- SHA-256 of the file, in hexadecimal digits: a file with another digest has changed since.
  sha256 text NOT NULL,
  CONSTRAINT seeded_texts_pkey PRIMARY KEY (kind, language, slug)
);

-- Signed-in sessions.
CREATE TABLE sessions (
  -- SHA-256 of the token, which is not stored.
  token_digest bytea NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- True: it lasts after the browser is closed. False: it ends after 30 minutes without use.
  remember boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  -- When it was ended; null: it was not.
  revoked_at timestamp with time zone,
  os_type text NOT NULL,
  device_type text NOT NULL,
  browser text NOT NULL,
  ip text NOT NULL,
  -- When its owner last proved password and second factor.
  confirmed_at timestamp with time zone NOT NULL,
  -- The one change that the owner's last proof of identity allows; null: no proof, or the change was made.
  proved_for text,
  -- When that proof was given; it is valid for ten minutes.
  proved_at timestamp with time zone,
  -- Whether it began with a passkey, as production requires of the treasury and of admins.
  by_passkey boolean NOT NULL DEFAULT false,
  CONSTRAINT sessions_pkey PRIMARY KEY (token_digest),
  CONSTRAINT sessions_check CHECK (((proved_for IS NULL) = (proved_at IS NULL))),
  CONSTRAINT sessions_id_key UNIQUE (id),
  CONSTRAINT sessions_proved_for_check CHECK ((proved_for = ANY (ARRAY['EMAIL'::text, 'MOBILE'::text, 'PASSWORD'::text, 'TWO_STEP'::text, 'RECOVERY_CODES'::text, 'THAW'::text, 'ADDRESS'::text, 'WHITELIST'::text, 'SETTINGS_LOCK'::text, 'MAIL_PHRASE'::text, 'PASSKEY'::text, 'API_KEY'::text]))),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sessions_of_user ON public.sessions USING btree (user_id);

-- Sign-ups that wait for their code; until it is confirmed, their data changes no account. Deleted after seven
-- days.
CREATE TABLE sign_ups (
  id uuid NOT NULL,
  email text NOT NULL,
  -- Argon2id with its parameters and salt, encrypted under a key derived from SECRET_KEY.
  password_encrypted bytea NOT NULL,
  -- Of the inviter, as it was typed; null: none.
  referral_code text,
  language text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT sign_ups_pkey PRIMARY KEY (id)
);
CREATE INDEX sign_ups_of_email ON public.sign_ups USING btree (email, id);

-- Tether that a person bought on a day in Tehran; summed from orders, for the yearly cap.
CREATE TABLE stablecoin_purchases (
  user_id uuid NOT NULL,
  day date NOT NULL,
  -- Smallest units of Tether.
  amount numeric(38,0) NOT NULL,
  CONSTRAINT stablecoin_purchases_pkey PRIMARY KEY (user_id, day)
);

-- Roles of staff; one person may have several.
CREATE TABLE staff (
  user_id uuid NOT NULL,
  role text NOT NULL,
  added_at timestamp with time zone NOT NULL,
  CONSTRAINT staff_pkey PRIMARY KEY (user_id, role),
  CONSTRAINT staff_role_check CHECK ((role = ANY (ARRAY['support'::text, 'kyc'::text, 'treasury'::text, 'admin'::text]))),
  CONSTRAINT staff_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

-- Yearly statements that people requested; kept seven days.
CREATE TABLE statements (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  calendar text NOT NULL,
  -- Of the calendar.
  year integer NOT NULL,
  language text NOT NULL,
  -- WAITING: to be made. MAKING. READY. FAILED.
  state text NOT NULL,
  -- The progress of making it.
  percent integer NOT NULL DEFAULT 0,
  asked_at timestamp with time zone NOT NULL,
  -- The last sign of life of the process that makes it; if that process died, the statement is made again.
  touched_at timestamp with time zone NOT NULL,
  -- This and the columns after it describe the finished statement; null: there is none.
  made_at timestamp with time zone,
  complete boolean,
  trades integer,
  -- JSON of its figures and owner, encrypted under a key derived from SECRET_KEY.
  summary_encrypted bytea,
  -- Keyed digest of the figures, by which the holder of the document can have it verified.
  digest bytea,
  -- The name of an encrypted file in the statements folder of DATA_DIR, as is csv_file.
  xlsx_file text,
  csv_file text,
  CONSTRAINT statements_pkey PRIMARY KEY (id),
  CONSTRAINT statements_calendar_check CHECK ((calendar = ANY (ARRAY['JALALI'::text, 'GREGORIAN'::text]))),
  CONSTRAINT statements_check CHECK ((num_nonnulls(made_at, complete, trades, summary_encrypted, digest, xlsx_file, csv_file) = ANY (ARRAY[0, 7]))),
  CONSTRAINT statements_check1 CHECK (((state <> 'READY'::text) OR (made_at IS NOT NULL))),
  CONSTRAINT statements_language_check CHECK ((language = ANY (ARRAY['fa'::text, 'en'::text]))),
  CONSTRAINT statements_percent_check CHECK (((percent >= 0) AND (percent <= 100))),
  CONSTRAINT statements_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'MAKING'::text, 'READY'::text, 'FAILED'::text]))),
  CONSTRAINT statements_user_id_calendar_year_language_key UNIQUE (user_id, calendar, year, language),
  CONSTRAINT statements_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX statements_by_csv ON public.statements USING btree (csv_file) WHERE (csv_file IS NOT NULL);
CREATE INDEX statements_by_time ON public.statements USING btree (asked_at);
CREATE INDEX statements_by_xlsx ON public.statements USING btree (xlsx_file) WHERE (xlsx_file IS NOT NULL);

-- The messages of a ticket.
CREATE TABLE ticket_messages (
  id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  -- The staff member who wrote it; null: the person did.
  staff_id uuid,
  -- Encrypted under a key derived from SECRET_KEY.
  body_encrypted bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT ticket_messages_pkey PRIMARY KEY (id),
  CONSTRAINT ticket_messages_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES users(id),
  CONSTRAINT ticket_messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id)
);
CREATE INDEX ticket_messages_of ON public.ticket_messages USING btree (ticket_id, id);

-- Messages of people to the exchange, signed in or through the contact form.
CREATE TABLE tickets (
  id uuid NOT NULL,
  -- Its number in letters; random, so that it doesn't reveal how many tickets there are.
  number integer NOT NULL,
  -- Null: it came through the contact form without a log-in.
  user_id uuid,
  -- JSON of name and e-mail as typed into the contact form, encrypted under a key derived from SECRET_KEY; null: the
  -- person was signed in.
  visitor_encrypted bytea,
  language text NOT NULL,
  -- Encrypted under a key derived from SECRET_KEY, as the messages are.
  subject_encrypted bytea NOT NULL,
  topic text NOT NULL,
  reference text NOT NULL DEFAULT ''::text,
  -- WAITING: the last message is the person's. ANSWERED: it is ours. CLOSED: until the person writes again.
  state text NOT NULL DEFAULT 'WAITING'::text,
  -- Since when it has been in that state; while WAITING: since the first message without a reply.
  since timestamp with time zone NOT NULL,
  -- Replies that the person has not read.
  unread integer NOT NULL DEFAULT 0,
  -- The staff member responsible for it; null: none yet.
  assignee uuid,
  -- Incremented by every change; an action of staff names the version it was based on.
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT tickets_pkey PRIMARY KEY (id),
  CONSTRAINT tickets_assignee_fkey FOREIGN KEY (assignee) REFERENCES users(id),
  CONSTRAINT tickets_check CHECK (((user_id IS NULL) <= (visitor_encrypted IS NOT NULL))),
  CONSTRAINT tickets_language_check CHECK ((language = ANY (ARRAY['fa'::text, 'en'::text]))),
  CONSTRAINT tickets_number_check CHECK (((number >= 10000000) AND (number <= 99999999))),
  CONSTRAINT tickets_number_key UNIQUE (number),
  CONSTRAINT tickets_reference_check CHECK ((length(reference) <= 40)),
  CONSTRAINT tickets_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'ANSWERED'::text, 'CLOSED'::text]))),
  CONSTRAINT tickets_topic_check CHECK ((topic = ANY (ARRAY['DEPOSIT'::text, 'WITHDRAWAL'::text, 'VERIFICATION'::text, 'TRADE'::text, 'ACCOUNT'::text, 'OTHER'::text]))),
  CONSTRAINT tickets_unread_check CHECK ((unread >= 0)),
  CONSTRAINT tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX tickets_done ON public.tickets USING btree (state, updated_at, id) WHERE (state <> 'WAITING'::text);
CREATE INDEX tickets_of_person ON public.tickets USING btree (user_id, id) WHERE (user_id IS NOT NULL);
CREATE INDEX tickets_waiting ON public.tickets USING btree (since, id) WHERE (state = 'WAITING'::text);

-- The last fill that the trade candles of each market include.
CREATE TABLE trade_candle_cursors (
  coin text NOT NULL,
  quote text NOT NULL,
  fill bigint NOT NULL,
  -- The same for the candles of half an hour.
  half_fill bigint NOT NULL DEFAULT 0,
  CONSTRAINT trade_candle_cursors_pkey PRIMARY KEY (coin, quote),
  CONSTRAINT trade_candle_cursors_coin_quote_fkey FOREIGN KEY (coin, quote) REFERENCES markets(coin, quote),
  CONSTRAINT trade_candle_cursors_fill_check CHECK ((fill >= 0)),
  CONSTRAINT trade_candle_cursors_half_fill_check CHECK ((half_fill >= 0))
);

-- Candles of the trades in the order book. Where there are none, the reference candles are shown.
CREATE TABLE trade_candles (
  coin text NOT NULL,
  quote text NOT NULL,
  -- 1m: kept 90 days. 30m: combined into hours of UTC. 1h: hours of Tehran's clock.
  "interval" text NOT NULL,
  -- When it begins. An hour is one of Tehran's clock, 3:30 ahead of UTC, so that days begin at its midnight.
  "time" timestamp with time zone NOT NULL,
  -- Smallest units of the quote for one whole coin, as are high, low and close.
  open numeric(38,0) NOT NULL,
  high numeric(38,0) NOT NULL,
  low numeric(38,0) NOT NULL,
  close numeric(38,0) NOT NULL,
  -- Smallest units of the coin.
  volume numeric(38,0) NOT NULL,
  -- The total price of the volume, in smallest units of the quote.
  value numeric(38,0) NOT NULL,
  CONSTRAINT trade_candles_pkey PRIMARY KEY (coin, quote, "interval", "time"),
  CONSTRAINT trade_candles_check CHECK (((low > (0)::numeric) AND (low <= LEAST(open, close)) AND (high >= GREATEST(open, close)))),
  CONSTRAINT trade_candles_coin_quote_fkey FOREIGN KEY (coin, quote) REFERENCES markets(coin, quote),
  CONSTRAINT trade_candles_interval_check CHECK (("interval" = ANY (ARRAY['1m'::text, '30m'::text, '1h'::text]))),
  CONSTRAINT trade_candles_value_check CHECK ((value >= (0)::numeric)),
  CONSTRAINT trade_candles_volume_check CHECK ((volume > (0)::numeric))
);

-- One row: all trades with a customer on either side, so that no page has to count orders.
CREATE TABLE trade_totals (
  -- Always true: there is one row.
  singleton boolean NOT NULL DEFAULT true,
  trades bigint NOT NULL,
  -- Smallest units of Toman.
  toman_value numeric(38,0) NOT NULL,
  -- Trades before this moment are counted.
  folded_until timestamp with time zone NOT NULL,
  CONSTRAINT trade_totals_pkey PRIMARY KEY (singleton),
  CONSTRAINT trade_totals_singleton_check CHECK (singleton)
);

-- The best prices since trailing stops began to wait, written with the change that reached them: each applies to
-- the orders of its market and side that were placed up to its sequence. A row that a later and better price makes
-- superfluous is deleted.
CREATE TABLE trailing_extremes (
  coin text NOT NULL,
  quote text NOT NULL,
  by_price text NOT NULL,
  -- Of the orders: sales trail the highest price, purchases the lowest.
  side text NOT NULL,
  -- The number of the change of the market that reached the price.
  sequence bigint NOT NULL,
  -- Smallest units of the quote for one whole coin.
  price numeric(38,0) NOT NULL,
  CONSTRAINT trailing_extremes_pkey PRIMARY KEY (coin, quote, by_price, side, sequence, price),
  CONSTRAINT trailing_extremes_by_price_check CHECK ((by_price = ANY (ARRAY['LAST'::text, 'REFERENCE'::text]))),
  CONSTRAINT trailing_extremes_coin_quote_fkey FOREIGN KEY (coin, quote) REFERENCES markets(coin, quote),
  CONSTRAINT trailing_extremes_price_check CHECK ((price > (0)::numeric)),
  CONSTRAINT trailing_extremes_side_check CHECK ((side = ANY (ARRAY['buy'::text, 'sell'::text])))
);

-- Every change of every balance; immutable, written by the ledger in its settlement batches.
CREATE TABLE transfers (
  -- Assigned by the writer, without gaps: the order of the ledger.
  id bigint NOT NULL,
  debit_account bigint NOT NULL,
  credit_account bigint NOT NULL,
  -- Smallest units of the accounts' asset.
  amount numeric(38,0) NOT NULL,
  -- The balance of the debited account after this transfer; credit_balance likewise.
  debit_balance numeric(38,0) NOT NULL,
  credit_balance numeric(38,0) NOT NULL,
  -- What it is for: trade, fee, referral, deposit, withdrawal, hold, release, cost (a charge of a gateway, miner or
  -- bank), seed (sandbox money) or correction.
  kind text NOT NULL,
  -- The order, payment or withdrawal that it belongs to.
  reference uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT transfers_pkey PRIMARY KEY (id),
  CONSTRAINT transfers_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT transfers_check CHECK ((debit_account <> credit_account))
);
CREATE TRIGGER transfers_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Outputs of UTXO chains that are ours: deposits and our own change.
CREATE TABLE unspent_outputs (
  chain text NOT NULL,
  txid text NOT NULL,
  output_index bigint NOT NULL,
  -- Smallest units of the chain's own coin.
  amount numeric(38,0) NOT NULL,
  -- The number of the deposit address that owns it; null: the hot wallet.
  key_index bigint,
  -- The height of its block; null: none.
  height bigint,
  -- Our transaction that spends it; null: unspent.
  spent_by uuid,
  -- The generation of the seed whose key can spend it.
  generation integer NOT NULL DEFAULT 0,
  CONSTRAINT unspent_outputs_pkey PRIMARY KEY (chain, txid, output_index)
);
CREATE INDEX unspent_outputs_free ON public.unspent_outputs USING btree (chain, height) WHERE (spent_by IS NULL);

-- Digests of passkeys' challenges that were used; kept until the challenges would have expired.
CREATE TABLE used_challenges (
  -- SHA-256 of the challenge in base64url.
  digest bytea NOT NULL,
  used_at timestamp with time zone NOT NULL,
  CONSTRAINT used_challenges_pkey PRIMARY KEY (digest)
);
CREATE INDEX used_challenges_by_time ON public.used_challenges USING btree (used_at);

-- Tokens of contact forms that were sent: each can be used once.
CREATE TABLE used_forms (
  -- SHA-256 of the token.
  digest bytea NOT NULL,
  used_at timestamp with time zone NOT NULL,
  CONSTRAINT used_forms_pkey PRIMARY KEY (digest)
);
CREATE INDEX used_forms_by_age ON public.used_forms USING btree (used_at);

-- How much a person traded on a day in Tehran; three months of it determine the fee level.
CREATE TABLE user_volumes (
  user_id uuid NOT NULL,
  day date NOT NULL,
  -- Smallest units of Toman.
  toman_value numeric(38,0) NOT NULL,
  CONSTRAINT user_volumes_pkey PRIMARY KEY (user_id, day)
);
CREATE INDEX user_volumes_by_day ON public.user_volumes USING brin (day) WITH (pages_per_range='16');

-- People: customers, companies, staff and market makers.
CREATE TABLE users (
  id uuid NOT NULL,
  -- In lower case; not encrypted, since people sign in with it.
  email text NOT NULL,
  -- Argon2id with its parameters and salt, encrypted under a key derived from SECRET_KEY; null: the person signed up
  -- with Google and has set none.
  password_encrypted bytea,
  first_name text NOT NULL DEFAULT ''::text,
  last_name text NOT NULL DEFAULT ''::text,
  -- With the country's prefix, +989121234567. Only verified numbers are unique, so an unverified claim excludes no
  -- other person.
  mobile text,
  language text NOT NULL DEFAULT 'fa'::text,
  -- NOT_COMPLETE: the account form was never submitted. UNIDENTIFIED: waits for the identity provider's step.
  -- PENDING: waits for staff. AUTHORIZED. UNAUTHORIZED: refused by staff. INFORMATION_CHANGED: was authorised, and
  -- has to submit something again. INFORMATION_CHANGED_PENDING: has submitted it, and waits for staff.
  authentication_type text NOT NULL DEFAULT 'NOT_COMPLETE'::text,
  two_step_method text NOT NULL DEFAULT 'EMAIL'::text,
  -- The fee level; SUPERVISOR is a market maker.
  level text NOT NULL DEFAULT 'BRONZE'::text,
  -- REAL: a person. COMPANY. Null: not chosen yet.
  customer_kind text,
  country_name text,
  country_phone_code text,
  referral_code text NOT NULL,
  -- Who invited the person; null: not invited.
  inviter_id uuid,
  email_verified_at timestamp with time zone NOT NULL,
  -- When staff blocked the person; null: not blocked.
  blocked_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  -- When the number was proven to be theirs; null: it was not.
  mobile_verified_at timestamp with time zone,
  -- No withdrawal leaves before this time, because the account's protection was changed; null: no hold.
  withdrawals_held_until timestamp with time zone,
  blocked_reason text,
  -- Inviter and invited turned out to be one person: no referral share is paid.
  invited_by_self boolean NOT NULL DEFAULT false,
  -- The person chose the language: signing in on a page of the other one does not change it.
  language_chosen boolean NOT NULL DEFAULT false,
  -- Null: never chosen.
  theme text,
  -- When the person was first authorised; set by a trigger.
  authorized_at timestamp with time zone,
  -- Since when withdrawals and changes of the account's protection are refused; null: not frozen.
  frozen_at timestamp with time zone,
  -- LINK: by the link of a notice; only staff lifts it. OWNER: in the account; its owner may lift it.
  frozen_by text,
  -- When the freeze ends automatically, a day after the owner lifted it; null: not lifted.
  thaws_at timestamp with time zone,
  -- Until then no caller can change the account's protection; null, or in the past: not locked.
  settings_locked_until timestamp with time zone,
  -- The anti-phishing phrase in each e-mail to the person, encrypted under a key derived from SECRET_KEY; null: none
  -- was chosen.
  mail_phrase_encrypted bytea,
  -- How often the person's programs may call; MARKET_MAKER: ten times as often. An admin sets it.
  api_level text NOT NULL DEFAULT 'STANDARD'::text,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_api_level_check CHECK ((api_level = ANY (ARRAY['STANDARD'::text, 'MARKET_MAKER'::text]))),
  CONSTRAINT users_authentication_type_check CHECK ((authentication_type = ANY (ARRAY['UNAUTHORIZED'::text, 'UNIDENTIFIED'::text, 'NOT_COMPLETE'::text, 'PENDING'::text, 'AUTHORIZED'::text, 'INFORMATION_CHANGED'::text, 'INFORMATION_CHANGED_PENDING'::text]))),
  CONSTRAINT users_check CHECK ((inviter_id <> id)),
  CONSTRAINT users_check1 CHECK (((country_name IS NULL) = (country_phone_code IS NULL))),
  CONSTRAINT users_check2 CHECK (((blocked_at IS NULL) = (blocked_reason IS NULL))),
  CONSTRAINT users_check3 CHECK (((mobile IS NOT NULL) OR (mobile_verified_at IS NULL))),
  CONSTRAINT users_check4 CHECK (((NOT invited_by_self) OR (inviter_id IS NOT NULL))),
  CONSTRAINT users_check5 CHECK (((frozen_at IS NULL) = (frozen_by IS NULL))),
  CONSTRAINT users_check6 CHECK (((thaws_at IS NULL) OR (frozen_by = 'OWNER'::text))),
  CONSTRAINT users_customer_kind_check CHECK ((customer_kind = ANY (ARRAY['REAL'::text, 'COMPANY'::text]))),
  CONSTRAINT users_email_check CHECK ((email = lower(email))),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_frozen_by_check CHECK ((frozen_by = ANY (ARRAY['LINK'::text, 'OWNER'::text]))),
  CONSTRAINT users_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES users(id),
  CONSTRAINT users_language_check CHECK ((language = ANY (ARRAY['fa'::text, 'en'::text]))),
  CONSTRAINT users_level_fkey FOREIGN KEY (level) REFERENCES account_levels(level),
  CONSTRAINT users_referral_code_key UNIQUE (referral_code),
  CONSTRAINT users_theme_check CHECK ((theme = ANY (ARRAY['dark'::text, 'light'::text]))),
  CONSTRAINT users_two_step_method_check CHECK ((two_step_method = ANY (ARRAY['EMAIL'::text, 'SMS'::text, 'GOOGLE_AUTHENTICATOR'::text])))
);
CREATE INDEX users_authorized ON public.users USING btree (authorized_at) WHERE (authorized_at IS NOT NULL);
CREATE INDEX users_blocked ON public.users USING btree (id) WHERE (blocked_at IS NOT NULL);
CREATE INDEX users_by_last_name ON public.users USING btree (translate(lower(last_name), 'يك'::text, 'یک'::text) text_pattern_ops);
CREATE INDEX users_by_name ON public.users USING btree (translate(lower(((first_name || ' '::text) || last_name)), 'يك'::text, 'یک'::text) text_pattern_ops);
CREATE INDEX users_by_time ON public.users USING btree (created_at);
CREATE INDEX users_in_state ON public.users USING btree (authentication_type, id);
CREATE INDEX users_invited ON public.users USING btree (inviter_id, id) WHERE (inviter_id IS NOT NULL);
CREATE INDEX users_mobile ON public.users USING btree (mobile) WHERE (mobile IS NOT NULL);
CREATE INDEX users_of_country ON public.users USING btree (country_name, id) WHERE (country_name IS NOT NULL);
CREATE INDEX users_of_kind ON public.users USING btree (customer_kind, id) WHERE (customer_kind IS NOT NULL);
CREATE INDEX users_of_level ON public.users USING btree (level, id) WHERE (level <> 'BRONZE'::text);
CREATE INDEX users_supervisors ON public.users USING btree (id) WHERE (level = 'SUPERVISOR'::text);
CREATE INDEX users_thawing ON public.users USING btree (thaws_at) WHERE (thaws_at IS NOT NULL);
CREATE UNIQUE INDEX users_verified_mobile ON public.users USING btree (mobile) WHERE (mobile_verified_at IS NOT NULL);
CREATE TRIGGER count_invited AFTER INSERT OR UPDATE OF inviter_id ON public.users FOR EACH ROW EXECUTE FUNCTION count_invited();
CREATE TRIGGER users_note_authorization BEFORE INSERT OR UPDATE ON public.users FOR EACH ROW WHEN (((new.authentication_type = 'AUTHORIZED'::text) AND (new.authorized_at IS NULL))) EXECUTE FUNCTION note_authorization();

-- Features that earlier versions would settle wrongly while they are in use, one row each. A migration that
-- introduces such a feature adds its row; all rows are checked when the lease is taken.
CREATE TABLE version_needs (
  name text NOT NULL,
  -- The number of a migration: while the feature is in use, only versions that have this migration may settle. While
  -- it is not in use, earlier versions may too.
  since integer NOT NULL,
  -- What is in use, what an earlier version would do wrongly, and what ends the use: a refused process logs this
  -- text.
  because text NOT NULL,
  -- An SQL condition that is true while the feature is in use. It must be fast, however many rows the tables have.
  in_use text NOT NULL,
  CONSTRAINT version_needs_pkey PRIMARY KEY (name),
  CONSTRAINT version_needs_since_check CHECK ((since > 0))
);

-- Violated laws of the ledger, of the audit log or of the holdings. No withdrawal leaves while one is
-- unacknowledged.
CREATE TABLE violations (
  id uuid NOT NULL,
  -- SHA-256 of law and detail: the same violation is stored once.
  digest bytea NOT NULL,
  law text NOT NULL,
  -- JSON of the row that violates the law.
  detail jsonb NOT NULL,
  found_at timestamp with time zone NOT NULL,
  last_found_at timestamp with time zone NOT NULL,
  -- The admin who knows the cause and lets withdrawals continue.
  acknowledged_by uuid,
  acknowledged_at timestamp with time zone,
  reason text,
  -- A MAC under a key derived from BOOKS_KEY, so that write access to the database doesn't allow an acknowledgement.
  acknowledged_mac bytea,
  CONSTRAINT violations_pkey PRIMARY KEY (id),
  CONSTRAINT violations_acknowledged_by_fkey FOREIGN KEY (acknowledged_by) REFERENCES users(id),
  CONSTRAINT violations_check CHECK ((num_nulls(acknowledged_by, acknowledged_at, reason, acknowledged_mac) = ANY (ARRAY[0, 4]))),
  CONSTRAINT violations_digest_key UNIQUE (digest)
);

-- How much a person deposited and earned by referral, per asset; calculated from transfers, so that no page adds
-- them up.
CREATE TABLE wallet_sums (
  user_id uuid NOT NULL,
  asset text NOT NULL,
  kind text NOT NULL,
  -- Value when it was added, in smallest units of Toman.
  toman_value numeric(38,0) NOT NULL DEFAULT 0,
  -- Amounts that had no price then, in smallest units of the asset.
  unvalued numeric(38,0) NOT NULL DEFAULT 0,
  CONSTRAINT wallet_sums_pkey PRIMARY KEY (user_id, asset, kind),
  CONSTRAINT wallet_sums_kind_check CHECK ((kind = ANY (ARRAY['deposit'::text, 'referral'::text])))
);

-- One row: the last transfer that wallet_sums includes.
CREATE TABLE wallet_sums_head (
  -- Always true: there is one row.
  singleton boolean NOT NULL DEFAULT true,
  -- The last transfer that is included.
  transfer_id bigint NOT NULL,
  CONSTRAINT wallet_sums_head_pkey PRIMARY KEY (singleton),
  CONSTRAINT wallet_sums_head_singleton_check CHECK (singleton)
);

-- The progress of the continuous audit: only for staff's page, nothing depends on it.
CREATE TABLE watch_state (
  -- Always true: there is one row.
  one boolean NOT NULL DEFAULT true,
  -- The last batch of the ledger that was checked.
  batch bigint NOT NULL,
  -- When new batches and entries were last checked; written every ten seconds.
  followed_at timestamp with time zone,
  -- When all rows, old ones too, were last checked again.
  rechecked_at timestamp with time zone,
  -- How long that took, in milliseconds.
  recheck_ms integer,
  CONSTRAINT watch_state_pkey PRIMARY KEY (one),
  CONSTRAINT watch_state_one_check CHECK (one)
);

-- Errors of our own scripts in people's browsers, one row per kind, kept 90 days. Nothing in a row identifies a
-- person.
CREATE TABLE web_errors (
  id uuid NOT NULL,
  -- SHA-256 of name, message, page and script: what reports of the same error have in common, in all versions.
  fingerprint bytea NOT NULL,
  name text NOT NULL,
  message text NOT NULL,
  -- The pattern of the page, without what a person typed.
  route text NOT NULL,
  times bigint NOT NULL,
  first_seen timestamp with time zone NOT NULL,
  last_seen timestamp with time zone NOT NULL,
  -- Of the newest report, as are frames, browser and language.
  version text NOT NULL,
  -- The newest frames of the stack, within our own scripts.
  frames text[] NOT NULL,
  browser text NOT NULL,
  language text NOT NULL,
  CONSTRAINT web_errors_pkey PRIMARY KEY (id),
  CONSTRAINT web_errors_browser_check CHECK ((length(browser) <= 20)),
  CONSTRAINT web_errors_fingerprint_check CHECK ((length(fingerprint) = 32)),
  CONSTRAINT web_errors_fingerprint_key UNIQUE (fingerprint),
  CONSTRAINT web_errors_frames_check CHECK ((cardinality(frames) <= 8)),
  CONSTRAINT web_errors_language_check CHECK ((language = ANY (ARRAY['fa'::text, 'en'::text]))),
  CONSTRAINT web_errors_message_check CHECK ((length(message) <= 160)),
  CONSTRAINT web_errors_name_check CHECK ((length(name) <= 40)),
  CONSTRAINT web_errors_route_check CHECK ((length(route) <= 120)),
  CONSTRAINT web_errors_times_check CHECK ((times > 0)),
  CONSTRAINT web_errors_version_check CHECK ((length(version) <= 60))
);

-- People who withdraw coins only to saved addresses.
CREATE TABLE whitelists (
  user_id uuid NOT NULL,
  since timestamp with time zone NOT NULL,
  CONSTRAINT whitelists_pkey PRIMARY KEY (user_id)
);

-- Which staff members approved a withdrawal. No one approves their own; append-only.
CREATE TABLE withdrawal_approvals (
  withdrawal_id uuid NOT NULL,
  staff_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  -- WebAuthn assertion over the exact payment: key, authenticatorData, clientDataJSON and signature in base64url.
  -- Null: Toman.
  assertion jsonb,
  CONSTRAINT withdrawal_approvals_pkey PRIMARY KEY (withdrawal_id, staff_id),
  CONSTRAINT withdrawal_approvals_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawals(id)
);
CREATE TRIGGER no_own_approval BEFORE INSERT ON public.withdrawal_approvals FOR EACH ROW EXECUTE FUNCTION refuse_own_approval();
CREATE TRIGGER withdrawal_approvals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.withdrawal_approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- How much of a coin may leave without approval, all people together; beyond it withdrawals are reviewed. Staff
-- edits it.
CREATE TABLE withdrawal_coin_limits (
  asset text NOT NULL,
  -- Value in smallest units of Toman, as is per_day.
  per_hour numeric(38,0) NOT NULL,
  per_day numeric(38,0) NOT NULL,
  -- Incremented by every change, so that a change based on an older version is refused.
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT withdrawal_coin_limits_pkey PRIMARY KEY (asset),
  CONSTRAINT withdrawal_coin_limits_asset_fkey FOREIGN KEY (asset) REFERENCES coins(asset)
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.withdrawal_coin_limits FOR EACH ROW EXECUTE FUNCTION next_version();

-- How much a person of a fee level may withdraw. Staff edits it.
CREATE TABLE withdrawal_level_limits (
  level text NOT NULL,
  -- Value in smallest units of Toman, as is per_month.
  per_day numeric(38,0) NOT NULL,
  per_month numeric(38,0) NOT NULL,
  -- Incremented by every change, so that a change based on an older version is refused.
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT withdrawal_level_limits_pkey PRIMARY KEY (level),
  CONSTRAINT withdrawal_level_limits_level_fkey FOREIGN KEY (level) REFERENCES account_levels(level)
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.withdrawal_level_limits FOR EACH ROW EXECUTE FUNCTION next_version();

-- A row per asset, locked by the transaction that counts its withdrawals.
CREATE TABLE withdrawal_locks (
  asset text NOT NULL,
  CONSTRAINT withdrawal_locks_pkey PRIMARY KEY (asset),
  CONSTRAINT withdrawal_locks_asset_fkey FOREIGN KEY (asset) REFERENCES coins(asset)
);

-- How much a single person may withdraw until a time, instead of the limits of their level.
CREATE TABLE withdrawal_person_limits (
  user_id uuid NOT NULL,
  -- Value in smallest units of Toman, as is per_month.
  per_day numeric(38,0) NOT NULL,
  per_month numeric(38,0) NOT NULL,
  until timestamp with time zone NOT NULL,
  reason text NOT NULL,
  set_by uuid NOT NULL,
  set_at timestamp with time zone NOT NULL,
  -- True: they are above the level's limits and apply as they are. False: they protect the person, and never allow
  -- more than the level's limits.
  raised boolean NOT NULL,
  CONSTRAINT withdrawal_person_limits_pkey PRIMARY KEY (user_id),
  CONSTRAINT withdrawal_person_limits_check CHECK ((per_month >= per_day)),
  CONSTRAINT withdrawal_person_limits_per_day_check CHECK ((per_day >= (0)::numeric)),
  CONSTRAINT withdrawal_person_limits_set_by_fkey FOREIGN KEY (set_by) REFERENCES users(id),
  CONSTRAINT withdrawal_person_limits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

-- Reservations of the limits, made with the use of the code, before the ledger command. A row stores the whole
-- command, so that a repeated request with the same key can complete it.
CREATE TABLE withdrawal_places (
  -- The id of the withdrawal.
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  asset text NOT NULL,
  -- Smallest units of the asset.
  amount numeric(38,0) NOT NULL,
  -- Value in smallest units of Toman; 0: it had no price, and it is reviewed.
  toman_value numeric(38,0) NOT NULL,
  -- Whether staff reviews it; what they approve does not count towards what may leave without approval.
  reviewed boolean NOT NULL,
  idempotency_key text,
  -- JSON of the ledger command.
  plan jsonb NOT NULL,
  -- Keyed digest of id, user_id, idempotency_key and plan: no other plan is executed.
  plan_mac bytea NOT NULL,
  -- TAKEN: the ledger has not replied yet. USED: the withdrawal exists. RELEASED: refused, cancelled or returned.
  -- FAILED: the plan was changed; nothing was withdrawn, and it counts until staff has checked it.
  state text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  -- Of Toman: the Sheba, encrypted under a key derived from SECRET_KEY; the plan has its keyed digest.
  address_encrypted bytea,
  CONSTRAINT withdrawal_places_pkey PRIMARY KEY (id),
  CONSTRAINT withdrawal_places_state_check CHECK ((state = ANY (ARRAY['TAKEN'::text, 'USED'::text, 'RELEASED'::text, 'FAILED'::text])))
);
CREATE INDEX withdrawal_places_of_coin ON public.withdrawal_places USING btree (asset, created_at) INCLUDE (toman_value) WHERE ((state <> 'RELEASED'::text) AND (NOT reviewed));
CREATE INDEX withdrawal_places_of_key ON public.withdrawal_places USING btree (user_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX withdrawal_places_of_user ON public.withdrawal_places USING btree (user_id, created_at) INCLUDE (toman_value) WHERE (state <> 'RELEASED'::text);
CREATE INDEX withdrawal_places_open ON public.withdrawal_places USING btree (id) WHERE (state = 'TAKEN'::text);

-- One row of values in smallest units of Toman from which a withdrawal needs further checks. Staff edits it.
CREATE TABLE withdrawal_thresholds (
  -- Always true: there is one row.
  singleton boolean NOT NULL DEFAULT true,
  -- From this value on, one staff member reviews it.
  review numeric(38,0) NOT NULL,
  -- From this value on, two staff members review it.
  four_eyes numeric(38,0) NOT NULL,
  -- From this value on, a person whose second factor is e-mail also confirms by SMS.
  sms numeric(38,0) NOT NULL,
  -- Incremented by every change, so that a change based on an older version is refused.
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT withdrawal_thresholds_pkey PRIMARY KEY (singleton),
  CONSTRAINT withdrawal_thresholds_singleton_check CHECK (singleton)
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.withdrawal_thresholds FOR EACH ROW EXECUTE FUNCTION next_version();

-- Withdrawals of coins and of Toman. Their terms can't be changed, and rows are never deleted.
CREATE TABLE withdrawals (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  asset text NOT NULL,
  -- The network; TOMAN for Toman.
  token_type text NOT NULL,
  -- Where a coin goes; for Toman the masked Sheba.
  address text NOT NULL,
  -- The Sheba, encrypted under a key derived from SECRET_KEY; null: a coin.
  address_encrypted bytea,
  -- The person's bank account; null: a coin.
  bank_account_id uuid,
  -- The memo or destination tag; '' for none.
  tag text NOT NULL DEFAULT ''::text,
  -- What leaves the balance, fee included, in smallest units of the asset.
  amount numeric(38,0) NOT NULL,
  fee numeric(38,0) NOT NULL,
  -- Value when it was requested, in smallest units of Toman; null: it had no price, and it is reviewed.
  toman_value numeric(38,0),
  -- REVIEW: waits for staff. APPROVED: on its way; for coins, outgoing has the progress. BATCHED: in a bank's batch.
  -- CANCELLING, REFUSING: decided, and the ledger is about to return the money. CANCELLED, REFUSED: the money was
  -- returned. PAID: by the bank. RETURNED: the bank or the chain returned it. DONE: final on the chain. SENT is
  -- never written.
  state text NOT NULL,
  -- Why staff reviews it: LARGE, COIN_LIMIT or FLAGGED_PERSON.
  review_reasons text[] NOT NULL DEFAULT '{}'::text[],
  -- How many staff members have to approve it; 0: it leaves without approval.
  needed_approvals integer NOT NULL DEFAULT 0,
  -- The reason that staff or the bank gave for its not arriving; null: none.
  reason text,
  -- When the bank is to have paid, as promised to the owner; null: a coin, or no promise holds.
  promised_at timestamp with time zone,
  -- The notice that is still to be sent to its owner; set with the change that it is about, cleared when it is sent.
  -- Null: none.
  untold text,
  created_at timestamp with time zone NOT NULL,
  -- When it ended; null: it has not.
  done_at timestamp with time zone,
  CONSTRAINT withdrawals_pkey PRIMARY KEY (id),
  CONSTRAINT withdrawals_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT withdrawals_check CHECK ((amount > fee)),
  CONSTRAINT withdrawals_check1 CHECK (((asset = 'TOMAN'::text) = (token_type = 'TOMAN'::text))),
  CONSTRAINT withdrawals_check2 CHECK (((asset = 'TOMAN'::text) = (address_encrypted IS NOT NULL))),
  CONSTRAINT withdrawals_fee_check CHECK ((fee >= (0)::numeric)),
  CONSTRAINT withdrawals_state_check CHECK ((state = ANY (ARRAY['REVIEW'::text, 'APPROVED'::text, 'BATCHED'::text, 'CANCELLING'::text, 'CANCELLED'::text, 'REFUSING'::text, 'REFUSED'::text, 'PAID'::text, 'RETURNED'::text, 'SENT'::text, 'DONE'::text])))
);
CREATE INDEX toman_withdrawals_waiting ON public.withdrawals USING btree (id) WHERE ((asset = 'TOMAN'::text) AND (state = 'APPROVED'::text));
CREATE INDEX withdrawals_by_number ON public.withdrawals USING btree ("right"(replace((id)::text, '-'::text, ''::text), 15));
CREATE INDEX withdrawals_in_state ON public.withdrawals USING btree (state, id);
CREATE INDEX withdrawals_of_user ON public.withdrawals USING btree (user_id, id);
CREATE INDEX withdrawals_untold ON public.withdrawals USING btree (id) WHERE (untold IS NOT NULL);
CREATE TRIGGER withdrawals_keep_terms BEFORE UPDATE ON public.withdrawals FOR EACH ROW WHEN (((((((((((new.id IS DISTINCT FROM old.id) OR (new.user_id IS DISTINCT FROM old.user_id)) OR (new.asset IS DISTINCT FROM old.asset)) OR (new.token_type IS DISTINCT FROM old.token_type)) OR (new.address IS DISTINCT FROM old.address)) OR ((new.address_encrypted IS NULL) IS DISTINCT FROM (old.address_encrypted IS NULL))) OR (new.tag IS DISTINCT FROM old.tag)) OR (new.amount IS DISTINCT FROM old.amount)) OR (new.fee IS DISTINCT FROM old.fee)) OR (new.created_at IS DISTINCT FROM old.created_at))) EXECUTE FUNCTION refuse_withdrawal_change();
CREATE TRIGGER withdrawals_no_delete BEFORE DELETE OR TRUNCATE ON public.withdrawals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
