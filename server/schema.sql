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
  raise exception 'row_changes: what is decided stays as it is';
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
    raise exception 'payout %: who took the file cannot say that it was paid', new.id
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
    raise exception 'payout line %: who had it paid cannot give it back', new.withdrawal_id
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
  raise exception 'payment %: what is settled or agreed with the gateway stays', old.id
    using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_receipt_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'payment %: where a receipt went stays', old.payment_id using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_settlement_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'settlement %: what was settled stays', old.id using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_withdrawal_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'withdrawal %: what was asked for stays', old.id using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION public.settle(expected_epoch bigint, expected_batch bigint, transfer_id bigint, account_id bigint, lease interval, account_ids bigint[], balances numeric[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  found_batch bigint;
  looks int := 0;
  written int;
begin
  -- The batch before holds its lock until it has ended; its rows may still be going in on another connection. Where
  -- that connection has not even begun (a busy machine), there is no lock to wait for yet, and we look again.
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
    set batch = batch + 1, last_transfer_id = transfer_id, last_account_id = account_id,
        lease_until = clock_timestamp() + lease
    where epoch = expected_epoch
    returning batch - 1 into found_batch;
  if found_batch is null then
    raise exception 'ledger: lease lost' using errcode = 'SL001';
  end if;
  if found_batch <> expected_batch then
    raise exception 'ledger: batch % expected, found %', expected_batch, found_batch using errcode = 'SL002';
  end if;
  update accounts a set balance = v.balance
    from unnest(account_ids, balances) as v(id, balance)
    where a.id = v.id;
  get diagnostics written = row_count;
  if written <> cardinality(account_ids) then
    raise exception 'ledger: % of % accounts exist', written, cardinality(account_ids) using errcode = 'SL002';
  end if;
end $function$
;

CREATE TABLE account_levels (
  level text NOT NULL,
  "position" smallint NOT NULL,
  trade_amount numeric(38,0) NOT NULL,
  wage_ppm bigint NOT NULL,
  wage_tether_ppm bigint NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT account_levels_pkey PRIMARY KEY (level),
  CONSTRAINT account_levels_level_check CHECK ((level = ANY (ARRAY['BRONZE'::text, 'SILVER'::text, 'GOLD'::text, 'PLATINUM'::text, 'SUPERVISOR'::text]))),
  CONSTRAINT account_levels_position_key UNIQUE ("position"),
  CONSTRAINT account_levels_trade_amount_check CHECK ((trade_amount >= (0)::numeric)),
  CONSTRAINT account_levels_wage_ppm_check CHECK (((wage_ppm >= 0) AND (wage_ppm <= 1000000))),
  CONSTRAINT account_levels_wage_tether_ppm_check CHECK (((wage_tether_ppm >= 0) AND (wage_tether_ppm <= 1000000)))
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.account_levels FOR EACH ROW EXECUTE FUNCTION next_version();

CREATE TABLE accounts (
  id bigint NOT NULL,
  owner text NOT NULL,
  asset text NOT NULL,
  kind text NOT NULL,
  balance numeric(38,0) NOT NULL,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_kind_check CHECK ((kind = ANY (ARRAY['spendable'::text, 'blocked'::text, 'inventory'::text, 'fee'::text, 'expense'::text, 'in_flight'::text, 'suspense'::text, 'reorg_loss'::text, 'receipts'::text, 'outside'::text]))),
  CONSTRAINT accounts_owner_asset_kind_key UNIQUE (owner, asset, kind),
  CONSTRAINT receipts_not_negative CHECK (((balance >= (0)::numeric) OR (kind <> 'receipts'::text))),
  CONSTRAINT user_balance_not_negative CHECK (((balance >= (0)::numeric) OR (kind <> ALL (ARRAY['spendable'::text, 'blocked'::text]))))
) WITH (fillfactor=60);
CREATE TRIGGER accounts_stay BEFORE DELETE OR TRUNCATE ON public.accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE address_counters (
  chain text NOT NULL,
  next bigint NOT NULL,
  CONSTRAINT address_counters_pkey PRIMARY KEY (chain)
);

CREATE TABLE address_pool (
  chain text NOT NULL,
  key_index bigint NOT NULL,
  address text NOT NULL,
  CONSTRAINT address_pool_pkey PRIMARY KEY (chain, key_index)
);

CREATE TABLE announcements_told (
  slug text NOT NULL,
  next_user uuid,
  CONSTRAINT announcements_told_pkey PRIMARY KEY (slug)
);

CREATE TABLE article_versions (
  kind text NOT NULL,
  language text NOT NULL,
  slug text NOT NULL,
  version integer NOT NULL,
  title text NOT NULL,
  summary text NOT NULL,
  body text NOT NULL,
  coin text,
  picture text,
  place integer NOT NULL,
  state text NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  saved_by uuid,
  CONSTRAINT article_versions_pkey PRIMARY KEY (kind, language, slug, version),
  CONSTRAINT article_versions_kind_language_slug_fkey FOREIGN KEY (kind, language, slug) REFERENCES articles(kind, language, slug),
  CONSTRAINT article_versions_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id)
);

CREATE TABLE articles (
  kind text NOT NULL,
  slug text NOT NULL,
  language text NOT NULL,
  coin text,
  title text NOT NULL,
  summary text NOT NULL DEFAULT ''::text,
  body text NOT NULL,
  picture text,
  place integer NOT NULL,
  state text NOT NULL DEFAULT 'PUBLISHED'::text,
  published_at timestamp with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_by uuid,
  CONSTRAINT articles_pkey PRIMARY KEY (kind, language, slug),
  CONSTRAINT articles_body_check CHECK ((length(body) <= 100000)),
  CONSTRAINT articles_check CHECK (((coin IS NULL) OR (kind = 'BLOG'::text))),
  CONSTRAINT articles_coin_fkey FOREIGN KEY (coin) REFERENCES coins(asset),
  CONSTRAINT articles_kind_check CHECK ((kind = ANY (ARRAY['FAQ'::text, 'MANUAL'::text, 'PAGE'::text, 'ANNOUNCEMENT'::text, 'BLOG'::text]))),
  CONSTRAINT articles_language_check CHECK ((language = ANY (ARRAY['fa'::text, 'en'::text, 'ar'::text]))),
  CONSTRAINT articles_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 80))),
  CONSTRAINT articles_state_check CHECK ((state = ANY (ARRAY['DRAFT'::text, 'PUBLISHED'::text, 'ARCHIVED'::text]))),
  CONSTRAINT articles_summary_check CHECK ((length(summary) <= 500)),
  CONSTRAINT articles_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200))),
  CONSTRAINT articles_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id)
);
CREATE INDEX articles_by_place ON public.articles USING btree (kind, language, place, slug);

CREATE TABLE audit_head (
  one boolean NOT NULL DEFAULT true,
  number bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_head_pkey PRIMARY KEY (one),
  CONSTRAINT audit_head_one_check CHECK (one)
);

CREATE TABLE audit_log (
  number bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  actor_id uuid,
  action text NOT NULL,
  subject_id uuid,
  detail text NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (number),
  CONSTRAINT audit_log_hash_check CHECK ((length(hash) = 32))
);
CREATE INDEX audit_log_of_subject ON public.audit_log USING btree (subject_id, number) WHERE (subject_id IS NOT NULL);
CREATE TRIGGER audit_log_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TABLE authenticators (
  user_id uuid NOT NULL,
  seed_encrypted bytea,
  last_step bigint NOT NULL DEFAULT 0,
  confirmed_at timestamp with time zone,
  pending_seed_encrypted bytea,
  pending_since timestamp with time zone,
  CONSTRAINT authenticators_pkey PRIMARY KEY (user_id),
  CONSTRAINT authenticators_check CHECK (((seed_encrypted IS NULL) = (confirmed_at IS NULL))),
  CONSTRAINT authenticators_check1 CHECK (((pending_seed_encrypted IS NULL) = (pending_since IS NULL))),
  CONSTRAINT authenticators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE bank_accounts (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  card_encrypted bytea NOT NULL,
  card_index bytea NOT NULL,
  card_masked text NOT NULL,
  sheba_encrypted bytea,
  sheba_index bytea,
  bank_name text NOT NULL,
  verified_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  sheba_masked text,
  held boolean NOT NULL DEFAULT false,
  CONSTRAINT bank_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT bank_accounts_check CHECK (((sheba_encrypted IS NULL) = (sheba_index IS NULL))),
  CONSTRAINT bank_accounts_check1 CHECK ((held OR (verified_at IS NULL))),
  CONSTRAINT bank_accounts_check2 CHECK (((sheba_encrypted IS NULL) = (sheba_masked IS NULL))),
  CONSTRAINT bank_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX bank_accounts_card ON public.bank_accounts USING btree (card_index) WHERE held;
CREATE INDEX bank_accounts_of_user ON public.bank_accounts USING btree (user_id, id);
CREATE UNIQUE INDEX bank_accounts_sheba ON public.bank_accounts USING btree (sheba_index) WHERE held;

CREATE TABLE bank_deposits (
  id uuid NOT NULL,
  reference text NOT NULL,
  identifier text NOT NULL,
  payer_masked text NOT NULL,
  payer_encrypted bytea NOT NULL,
  payer_index bytea NOT NULL,
  payer_name text NOT NULL,
  amount numeric(38,0) NOT NULL,
  paid_at timestamp with time zone NOT NULL,
  paid_day date NOT NULL,
  state text NOT NULL,
  reason text,
  user_id uuid,
  imported_by uuid NOT NULL,
  proposed_by uuid,
  decision text,
  decided_by uuid,
  created_at timestamp with time zone NOT NULL,
  settled_at timestamp with time zone,
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
CREATE INDEX bank_deposits_by_state ON public.bank_deposits USING btree (state, id);
CREATE INDEX bank_deposits_credited ON public.bank_deposits USING btree (user_id, settled_at) WHERE (state = 'MATCHED'::text);
CREATE INDEX bank_deposits_new ON public.bank_deposits USING btree (id) WHERE (state = 'NEW'::text);
CREATE INDEX bank_deposits_of_payer ON public.bank_deposits USING btree (payer_index, paid_day) WHERE (user_id IS NOT NULL);
CREATE INDEX bank_deposits_of_user ON public.bank_deposits USING btree (user_id, id) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX bank_deposits_reference ON public.bank_deposits USING btree (upper(regexp_replace(reference, '\s'::text, ''::text, 'g'::text)));
CREATE INDEX bank_deposits_untold ON public.bank_deposits USING btree (id) WHERE untold;
CREATE INDEX bank_deposits_waiting ON public.bank_deposits USING btree (id) WHERE (state = ANY (ARRAY['UNMATCHED'::text, 'PROPOSED'::text]));

CREATE TABLE bank_holidays (
  day date NOT NULL,
  title text NOT NULL,
  provisional boolean NOT NULL,
  CONSTRAINT bank_holidays_pkey PRIMARY KEY (day)
);

CREATE TABLE book_addresses (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  asset text NOT NULL,
  token_type text NOT NULL,
  address text NOT NULL,
  tag text NOT NULL DEFAULT ''::text,
  label text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  usable_from timestamp with time zone NOT NULL,
  CONSTRAINT book_addresses_pkey PRIMARY KEY (id),
  CONSTRAINT book_addresses_user_id_asset_token_type_address_tag_key UNIQUE (user_id, asset, token_type, address, tag)
);

CREATE TABLE brand (
  singleton boolean NOT NULL DEFAULT true,
  name_fa text,
  name_en text,
  accent_dark text,
  accent_light text,
  mark text,
  logo bytea,
  version integer NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  updated_by uuid NOT NULL,
  CONSTRAINT brand_pkey PRIMARY KEY (singleton),
  CONSTRAINT brand_singleton_check CHECK (singleton),
  CONSTRAINT brand_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id)
);

CREATE TABLE candle_fills (
  coin text NOT NULL,
  "interval" text NOT NULL,
  begin_at timestamp with time zone NOT NULL,
  end_at timestamp with time zone NOT NULL,
  next_at timestamp with time zone NOT NULL,
  CONSTRAINT candle_fills_pkey PRIMARY KEY (coin, "interval"),
  CONSTRAINT candle_fills_check CHECK (((begin_at <= next_at) AND (next_at <= end_at))),
  CONSTRAINT candle_fills_coin_fkey FOREIGN KEY (coin) REFERENCES coins(asset),
  CONSTRAINT candle_fills_interval_check CHECK (("interval" = ANY (ARRAY['1m'::text, '1h'::text, '1d'::text])))
);

CREATE TABLE chain_blocks (
  chain text NOT NULL,
  height bigint NOT NULL,
  hash text NOT NULL,
  CONSTRAINT chain_blocks_pkey PRIMARY KEY (chain, height)
);

CREATE TABLE chain_cursors (
  chain text NOT NULL,
  height bigint NOT NULL,
  head_height bigint NOT NULL,
  final_height bigint,
  scanned_at timestamp with time zone NOT NULL,
  fork text,
  CONSTRAINT chain_cursors_pkey PRIMARY KEY (chain),
  CONSTRAINT chain_cursors_fork_check CHECK ((fork = ANY (ARRAY['HALTED'::text, 'FOLLOW'::text])))
);

CREATE TABLE chain_transactions (
  id uuid NOT NULL,
  payment_id uuid NOT NULL,
  chain text NOT NULL,
  txid text NOT NULL,
  raw text NOT NULL,
  sender text,
  sequence numeric(38,0),
  max_fee numeric(38,0),
  expires bigint,
  state text NOT NULL,
  ok boolean,
  height bigint,
  block_hash text,
  fee numeric(38,0),
  created_at timestamp with time zone NOT NULL,
  done_at timestamp with time zone,
  undone integer NOT NULL DEFAULT 0,
  CONSTRAINT chain_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT chain_transactions_chain_txid_key UNIQUE (chain, txid),
  CONSTRAINT chain_transactions_state_check CHECK ((state = ANY (ARRAY['SIGNED'::text, 'SENT'::text, 'INCLUDED'::text, 'DONE'::text, 'DEAD'::text])))
);
CREATE INDEX chain_transactions_done_at_height ON public.chain_transactions USING btree (chain, height) WHERE (state = 'DONE'::text);
CREATE INDEX chain_transactions_of_payment ON public.chain_transactions USING btree (payment_id);
CREATE INDEX chain_transactions_open ON public.chain_transactions USING btree (chain, id) WHERE (state = ANY (ARRAY['SIGNED'::text, 'SENT'::text, 'INCLUDED'::text]));

CREATE TABLE coin_deposits (
  id uuid NOT NULL,
  chain text NOT NULL,
  txid text NOT NULL,
  output_index bigint NOT NULL,
  asset text,
  token_type text,
  contract text,
  address text NOT NULL,
  tag text NOT NULL DEFAULT ''::text,
  amount numeric(38,0) NOT NULL,
  user_id uuid,
  state text NOT NULL,
  reason text,
  raised_by_user boolean NOT NULL DEFAULT false,
  height bigint,
  block_hash text,
  needed_confirmations integer NOT NULL,
  proposed_by uuid,
  proposed_user uuid,
  decided_by uuid,
  created_at timestamp with time zone NOT NULL,
  credited_at timestamp with time zone,
  toman_value numeric(38,0),
  booked boolean NOT NULL DEFAULT false,
  attempt integer NOT NULL DEFAULT 0,
  lost numeric(38,0) NOT NULL DEFAULT 0,
  to_tell text,
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
CREATE INDEX coin_deposits_of_user ON public.coin_deposits USING btree (user_id, id) WHERE (user_id IS NOT NULL);
CREATE INDEX coin_deposits_open ON public.coin_deposits USING btree (chain, id) WHERE (state = ANY (ARRAY['PENDING'::text, 'ORPHANED'::text]));
CREATE INDEX coin_deposits_to_sweep ON public.coin_deposits USING btree (chain, asset, address) WHERE ((state = 'CREDITED'::text) AND (swept_by IS NULL));
CREATE INDEX coin_deposits_to_tell ON public.coin_deposits USING btree (id) WHERE (to_tell IS NOT NULL);
CREATE INDEX coin_deposits_unclaimed ON public.coin_deposits USING btree (id) WHERE ((state = ANY (ARRAY['UNCLAIMED'::text, 'PROPOSED'::text])) OR ((state = 'REVERSED'::text) AND (decided_by IS NULL)));

CREATE TABLE coin_networks (
  asset text NOT NULL,
  token_type text NOT NULL,
  txid_needed boolean NOT NULL,
  tag_needed boolean NOT NULL,
  deposit_enabled boolean NOT NULL,
  withdraw_enabled boolean NOT NULL,
  withdrawal_fee numeric(38,0) NOT NULL,
  min_withdraw numeric(38,0) NOT NULL,
  max_withdraw numeric(38,0) NOT NULL,
  confirmations integer NOT NULL DEFAULT 1,
  min_deposit numeric(38,0) NOT NULL DEFAULT 0,
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

CREATE TABLE coins (
  asset text NOT NULL,
  active boolean NOT NULL,
  min_exchange numeric(38,0) NOT NULL,
  max_exchange numeric(38,0) NOT NULL,
  spread_ppm integer NOT NULL,
  toman_tick numeric(38,0) NOT NULL,
  lot numeric(38,0) NOT NULL,
  max_inventory numeric(38,0) NOT NULL,
  min_deposit numeric(38,0),
  max_deposit_per_payment numeric(38,0),
  max_deposit_per_day numeric(38,0),
  min_withdraw numeric(38,0),
  max_withdraw numeric(38,0),
  withdrawal_fee numeric(38,0),
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

CREATE TABLE companies (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  coin text,
  token_type text,
  address text,
  tag text NOT NULL DEFAULT ''::text,
  per_time text,
  next_coin text,
  next_token_type text,
  next_address text,
  next_tag text NOT NULL DEFAULT ''::text,
  next_from timestamp with time zone,
  settled_until timestamp with time zone NOT NULL,
  next_due_at timestamp with time zone,
  paused_at timestamp with time zone,
  blocked_at timestamp with time zone,
  blocked_reason text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT companies_pkey PRIMARY KEY (id),
  CONSTRAINT companies_check CHECK ((num_nonnulls(coin, token_type, address, per_time, next_due_at) = ANY (ARRAY[0, 5]))),
  CONSTRAINT companies_check1 CHECK ((num_nonnulls(next_coin, next_token_type, next_address, next_from) = ANY (ARRAY[0, 4]))),
  CONSTRAINT companies_per_time_check CHECK ((per_time = ANY (ARRAY['PER_DAY'::text, 'PER_WEEK'::text, 'PER_MONTH'::text]))),
  CONSTRAINT companies_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT companies_user_id_key UNIQUE (user_id)
);
CREATE INDEX companies_changing ON public.companies USING btree (next_from) WHERE (next_from IS NOT NULL);
CREATE INDEX companies_due ON public.companies USING btree (next_due_at) WHERE ((paused_at IS NULL) AND (blocked_at IS NULL));

CREATE TABLE company_applications (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  data_encrypted bytea NOT NULL,
  version integer NOT NULL,
  state text NOT NULL,
  submitted_at timestamp with time zone NOT NULL,
  decided_at timestamp with time zone,
  decided_by uuid,
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

CREATE TABLE company_events (
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  kind text NOT NULL,
  body jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  next_try_at timestamp with time zone,
  tries integer NOT NULL DEFAULT 0,
  delivered_at timestamp with time zone,
  given_up_at timestamp with time zone,
  last_status integer,
  last_answer text,
  CONSTRAINT company_events_pkey PRIMARY KEY (id),
  CONSTRAINT company_events_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT company_events_kind_check CHECK ((kind = ANY (ARRAY['payment.paid'::text, 'payment.refunded'::text, 'settlement.sent'::text])))
);
CREATE INDEX company_events_due ON public.company_events USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX company_events_of_company ON public.company_events USING btree (company_id, id);

CREATE TABLE company_keys (
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  label text NOT NULL,
  digest bytea NOT NULL,
  tail text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT company_keys_pkey PRIMARY KEY (id),
  CONSTRAINT company_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT company_keys_digest_key UNIQUE (digest)
);
CREATE INDEX company_keys_of_company ON public.company_keys USING btree (company_id, id);

CREATE TABLE company_limits (
  singleton boolean NOT NULL DEFAULT true,
  min_payment numeric(38,0) NOT NULL,
  shop_per_day numeric(38,0) NOT NULL,
  starts_per_hour integer NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT company_limits_pkey PRIMARY KEY (singleton),
  CONSTRAINT company_limits_singleton_check CHECK (singleton)
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.company_limits FOR EACH ROW EXECUTE FUNCTION next_version();

CREATE TABLE company_payments (
  payment_id uuid NOT NULL,
  company_id uuid NOT NULL,
  amount numeric(38,0) NOT NULL,
  description text NOT NULL,
  request_id uuid,
  card_digest bytea NOT NULL,
  ip_digest bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  received_at timestamp with time zone,
  settlement_id uuid,
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
CREATE TRIGGER company_payments_keep BEFORE UPDATE ON public.company_payments FOR EACH ROW WHEN ((((old.settlement_id IS NOT NULL) AND (new.settlement_id IS DISTINCT FROM old.settlement_id)) OR ((new.settlement_id IS NOT NULL) AND (new.refund_id IS NOT NULL)) OR ((old.received_at IS NOT NULL) AND (new.received_at IS DISTINCT FROM old.received_at)) OR ((((new.payment_id IS DISTINCT FROM old.payment_id) OR (new.company_id IS DISTINCT FROM old.company_id)) OR (new.amount IS DISTINCT FROM old.amount)) OR (new.request_id IS DISTINCT FROM old.request_id)))) EXECUTE FUNCTION refuse_receipt_change();
CREATE TRIGGER company_payments_stay BEFORE DELETE OR TRUNCATE ON public.company_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE company_refunds (
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  source text NOT NULL,
  amount numeric(38,0) NOT NULL,
  reason text NOT NULL,
  state text NOT NULL,
  asked_by uuid NOT NULL,
  decided_by uuid,
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

CREATE TABLE company_requests (
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  order_number text NOT NULL,
  amount numeric(38,0) NOT NULL,
  description text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  state text NOT NULL,
  payment_id uuid,
  paid_at timestamp with time zone,
  by_key boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT company_requests_pkey PRIMARY KEY (id),
  CONSTRAINT company_requests_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT company_requests_check CHECK (((state = 'PAID'::text) = (payment_id IS NOT NULL))),
  CONSTRAINT company_requests_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT company_requests_company_id_order_number_key UNIQUE (company_id, order_number),
  CONSTRAINT company_requests_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'PAID'::text, 'CANCELLED'::text])))
);
CREATE INDEX company_requests_of_company ON public.company_requests USING btree (company_id, id);

CREATE TABLE company_settlements (
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  number integer NOT NULL,
  kind text NOT NULL,
  part integer NOT NULL DEFAULT 0,
  period_from timestamp with time zone NOT NULL,
  period_to timestamp with time zone NOT NULL,
  receipts numeric(38,0) NOT NULL,
  payments integer NOT NULL,
  carried_in numeric(38,0),
  spent numeric(38,0),
  carried_out numeric(38,0),
  more boolean NOT NULL DEFAULT false,
  last_received_at timestamp with time zone,
  state text NOT NULL,
  coin text,
  token_type text,
  address text,
  tag text NOT NULL DEFAULT ''::text,
  amount numeric(38,0),
  unit_price numeric(38,0),
  fee numeric(38,0),
  order_id uuid,
  bought_at timestamp with time zone,
  withdrawal_id uuid,
  wait_reason text,
  told boolean NOT NULL DEFAULT false,
  tries integer NOT NULL DEFAULT 0,
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
CREATE TRIGGER company_settlements_keep BEFORE UPDATE ON public.company_settlements FOR EACH ROW WHEN ((((((((new.id IS DISTINCT FROM old.id) OR (new.company_id IS DISTINCT FROM old.company_id)) OR (new.number IS DISTINCT FROM old.number)) OR (new.period_from IS DISTINCT FROM old.period_from)) OR (new.period_to IS DISTINCT FROM old.period_to)) OR (new.receipts IS DISTINCT FROM old.receipts)) OR ((old.state <> 'DUE'::text) AND ((((((((((new.kind IS DISTINCT FROM old.kind) OR (new.carried_in IS DISTINCT FROM old.carried_in)) OR (new.spent IS DISTINCT FROM old.spent)) OR (new.carried_out IS DISTINCT FROM old.carried_out)) OR (new.coin IS DISTINCT FROM old.coin)) OR (new.token_type IS DISTINCT FROM old.token_type)) OR (new.amount IS DISTINCT FROM old.amount)) OR (new.unit_price IS DISTINCT FROM old.unit_price)) OR (new.fee IS DISTINCT FROM old.fee)) OR (new.order_id IS DISTINCT FROM old.order_id))) OR ((old.state <> 'DUE'::text) AND (new.state = 'DUE'::text)))) EXECUTE FUNCTION refuse_settlement_change();
CREATE TRIGGER company_settlements_stay BEFORE DELETE OR TRUNCATE ON public.company_settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE company_totals (
  company_id uuid NOT NULL,
  received numeric(38,0) NOT NULL DEFAULT 0,
  refunded numeric(38,0) NOT NULL DEFAULT 0,
  CONSTRAINT company_totals_pkey PRIMARY KEY (company_id),
  CONSTRAINT company_totals_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

CREATE TABLE company_webhooks (
  company_id uuid NOT NULL,
  url text NOT NULL,
  secret_encrypted bytea NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT company_webhooks_pkey PRIMARY KEY (company_id),
  CONSTRAINT company_webhooks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);

CREATE TABLE daily_balances (
  user_id uuid NOT NULL,
  asset text NOT NULL,
  day date NOT NULL,
  balance numeric(38,0) NOT NULL,
  cost_toman numeric(38,0) NOT NULL DEFAULT 0,
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
  corrected numeric(38,0) NOT NULL DEFAULT 0,
  realised_toman numeric(38,0) NOT NULL DEFAULT 0,
  CONSTRAINT daily_balances_pkey PRIMARY KEY (user_id, asset, day),
  CONSTRAINT daily_balances_balance_check CHECK ((balance >= (0)::numeric)),
  CONSTRAINT daily_balances_cost_toman_check CHECK ((cost_toman >= (0)::numeric))
);

CREATE TABLE daily_figures (
  day date NOT NULL,
  new_people bigint NOT NULL,
  verified bigint NOT NULL,
  active_traders bigint NOT NULL,
  open_orders bigint,
  waiting_reviews bigint,
  waiting_withdrawals bigint,
  waiting_tickets bigint,
  looked_at timestamp with time zone,
  CONSTRAINT daily_figures_pkey PRIMARY KEY (day)
) WITH (fillfactor=70);

CREATE TABLE daily_sums (
  day date NOT NULL,
  kind text NOT NULL,
  source text NOT NULL,
  coin text NOT NULL,
  asset text NOT NULL,
  amount numeric(38,0) NOT NULL,
  returned numeric(38,0) NOT NULL,
  toman_value numeric(38,0) NOT NULL,
  entries bigint NOT NULL,
  CONSTRAINT daily_sums_pkey PRIMARY KEY (day, kind, source, coin, asset),
  CONSTRAINT daily_sums_kind_check CHECK ((kind = ANY (ARRAY['FEE'::text, 'REFERRAL'::text, 'DEPOSIT'::text, 'WITHDRAWAL'::text, 'STORE'::text]))),
  CONSTRAINT daily_sums_source_check CHECK ((source = ANY (ARRAY['OTC'::text, 'P2P'::text, 'WITHDRAWAL'::text, ''::text])))
) WITH (fillfactor=70);

CREATE TABLE daily_trades (
  day date NOT NULL,
  source text NOT NULL,
  trades bigint NOT NULL,
  toman_value numeric(38,0) NOT NULL,
  CONSTRAINT daily_trades_pkey PRIMARY KEY (day, source),
  CONSTRAINT daily_trades_source_check CHECK ((source = ANY (ARRAY['OTC'::text, 'P2P'::text])))
) WITH (fillfactor=70);

CREATE TABLE deposit_addresses (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  asset text NOT NULL,
  token_type text NOT NULL,
  chain text NOT NULL,
  address text NOT NULL,
  tag text NOT NULL DEFAULT ''::text,
  key_index bigint NOT NULL,
  signature bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  retired_at timestamp with time zone,
  tampered_at timestamp with time zone,
  CONSTRAINT deposit_addresses_pkey PRIMARY KEY (id),
  CONSTRAINT deposit_addresses_chain_address_tag_key UNIQUE (chain, address, tag)
);
CREATE UNIQUE INDEX deposit_address_in_use ON public.deposit_addresses USING btree (user_id, asset, token_type) WHERE (retired_at IS NULL);
CREATE INDEX deposit_address_of_key ON public.deposit_addresses USING btree (chain, key_index);

CREATE TABLE deposit_identifiers (
  user_id uuid NOT NULL,
  identifier text NOT NULL,
  CONSTRAINT deposit_identifiers_pkey PRIMARY KEY (user_id),
  CONSTRAINT deposit_identifiers_identifier_key UNIQUE (identifier)
);

CREATE TABLE deposit_locks (
  user_id uuid NOT NULL,
  CONSTRAINT deposit_locks_pkey PRIMARY KEY (user_id)
);

CREATE TABLE documents (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  file text NOT NULL,
  digest bytea NOT NULL,
  in_force boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  replaced_at timestamp with time zone,
  CONSTRAINT documents_pkey PRIMARY KEY (id),
  CONSTRAINT documents_file_key UNIQUE (file),
  CONSTRAINT documents_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'backImage'::text, 'warranty'::text, 'businessLicense'::text, 'profileImage'::text]))),
  CONSTRAINT documents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX documents_in_force ON public.documents USING btree (user_id, kind) WHERE in_force;
CREATE INDEX documents_of_user ON public.documents USING btree (user_id);
CREATE INDEX documents_to_leave ON public.documents USING btree (created_at) WHERE (NOT in_force);

CREATE TABLE exchange_info (
  language text NOT NULL,
  address text NOT NULL,
  app_android text NOT NULL,
  app_ios text NOT NULL,
  email text NOT NULL,
  instagram text NOT NULL,
  linkedin text NOT NULL,
  number text NOT NULL,
  telegram text NOT NULL,
  twitter text NOT NULL,
  privacy_policy text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_by uuid,
  CONSTRAINT exchange_info_pkey PRIMARY KEY (language),
  CONSTRAINT exchange_info_language_check CHECK ((language = ANY (ARRAY['fa'::text, 'en'::text]))),
  CONSTRAINT exchange_info_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id)
);

CREATE TABLE exchange_info_versions (
  language text NOT NULL,
  version integer NOT NULL,
  text jsonb NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  saved_by uuid,
  CONSTRAINT exchange_info_versions_pkey PRIMARY KEY (language, version),
  CONSTRAINT exchange_info_versions_language_fkey FOREIGN KEY (language) REFERENCES exchange_info(language),
  CONSTRAINT exchange_info_versions_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id)
);

CREATE TABLE external_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT external_identities_pkey PRIMARY KEY (issuer, subject),
  CONSTRAINT external_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX external_identities_of_user ON public.external_identities USING btree (user_id);

CREATE TABLE external_sign_ins (
  id uuid NOT NULL,
  state_digest bytea NOT NULL,
  secret_encrypted bytea NOT NULL,
  ticket_digest bytea,
  referral_code text,
  language text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT external_sign_ins_pkey PRIMARY KEY (id),
  CONSTRAINT external_sign_ins_language_check CHECK ((language = ANY (ARRAY['fa'::text, 'en'::text]))),
  CONSTRAINT external_sign_ins_state_digest_key UNIQUE (state_digest),
  CONSTRAINT external_sign_ins_ticket_digest_key UNIQUE (ticket_digest)
);
CREATE INDEX external_sign_ins_by_age ON public.external_sign_ins USING btree (created_at);

CREATE TABLE figures_head (
  singleton boolean NOT NULL DEFAULT true,
  transfer_id bigint NOT NULL,
  folded_at timestamp with time zone,
  day date,
  CONSTRAINT figures_head_pkey PRIMARY KEY (singleton),
  CONSTRAINT figures_head_singleton_check CHECK (singleton)
);

CREATE TABLE fills (
  coin text NOT NULL,
  quote text NOT NULL,
  number bigint NOT NULL,
  maker_order uuid NOT NULL,
  taker_order uuid NOT NULL,
  maker_id uuid NOT NULL,
  taker_id uuid NOT NULL,
  taker_side text NOT NULL,
  unit_price numeric(38,0) NOT NULL,
  amount numeric(38,0) NOT NULL,
  notional numeric(38,0) NOT NULL,
  maker_fee numeric(38,0) NOT NULL,
  taker_fee numeric(38,0) NOT NULL,
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
CREATE INDEX fills_by_time ON public.fills USING brin (created_at) WITH (pages_per_range='16');
CREATE INDEX fills_of_maker ON public.fills USING btree (maker_order, number);
CREATE TRIGGER fills_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.fills FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE fills_told (
  coin text NOT NULL,
  quote text NOT NULL,
  fill bigint NOT NULL,
  CONSTRAINT fills_told_pkey PRIMARY KEY (coin, quote)
);

CREATE TABLE freezes (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  asset text NOT NULL,
  amount numeric(38,0) NOT NULL,
  court_order text NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  lifted_by uuid,
  lifted_at timestamp with time zone,
  lift_reason text,
  CONSTRAINT freezes_pkey PRIMARY KEY (id),
  CONSTRAINT freezes_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT freezes_check CHECK (((lifted_by IS NULL) OR (lifted_by <> created_by)))
);
CREATE INDEX freezes_of_user ON public.freezes USING btree (user_id, id);

CREATE TABLE history_sources (
  name text NOT NULL,
  failures integer NOT NULL,
  rest_until timestamp with time zone NOT NULL,
  CONSTRAINT history_sources_pkey PRIMARY KEY (name),
  CONSTRAINT history_sources_failures_check CHECK ((failures >= 0))
);

CREATE TABLE hot_targets (
  asset text NOT NULL,
  percent integer NOT NULL DEFAULT 10,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT hot_targets_pkey PRIMARY KEY (asset),
  CONSTRAINT hot_targets_asset_fkey FOREIGN KEY (asset) REFERENCES coins(asset),
  CONSTRAINT hot_targets_percent_check CHECK (((percent >= 0) AND (percent <= 100)))
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.hot_targets FOR EACH ROW EXECUTE FUNCTION next_version();

CREATE TABLE idempotency (
  key text NOT NULL,
  owner text NOT NULL,
  digest text NOT NULL,
  reply text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_pkey PRIMARY KEY (key, owner)
);
CREATE INDEX idempotency_by_time ON public.idempotency USING brin (created_at) WITH (pages_per_range='16');

CREATE TABLE identity_consents (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  mobile_index bytea NOT NULL,
  person_digest bytea NOT NULL,
  reference text,
  attempts smallint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT identity_consents_pkey PRIMARY KEY (id),
  CONSTRAINT identity_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX identity_consents_of_mobile ON public.identity_consents USING btree (mobile_index, created_at);
CREATE INDEX identity_consents_of_user ON public.identity_consents USING btree (user_id, id);

CREATE TABLE invited_counts (
  inviter_id uuid NOT NULL,
  invited integer NOT NULL,
  CONSTRAINT invited_counts_pkey PRIMARY KEY (inviter_id),
  CONSTRAINT invited_counts_invited_check CHECK ((invited >= 0)),
  CONSTRAINT invited_counts_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES users(id)
) WITH (fillfactor=70);

CREATE TABLE kill_switch (
  singleton boolean NOT NULL DEFAULT true,
  stopped boolean NOT NULL,
  reason text NOT NULL,
  changed_by uuid,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT kill_switch_pkey PRIMARY KEY (singleton),
  CONSTRAINT kill_switch_singleton_check CHECK (singleton)
);

CREATE TABLE ledger_head (
  singleton boolean NOT NULL DEFAULT true,
  epoch bigint NOT NULL,
  holder text NOT NULL,
  lease_until timestamp with time zone NOT NULL,
  batch bigint NOT NULL,
  last_transfer_id bigint NOT NULL,
  last_account_id bigint NOT NULL,
  CONSTRAINT ledger_head_pkey PRIMARY KEY (singleton),
  CONSTRAINT ledger_head_singleton_check CHECK (singleton)
);

CREATE TABLE level_checks (
  user_id uuid NOT NULL,
  CONSTRAINT level_checks_pkey PRIMARY KEY (user_id)
);

CREATE TABLE level_head (
  singleton boolean NOT NULL DEFAULT true,
  aged_until date,
  tiers text,
  CONSTRAINT level_head_pkey PRIMARY KEY (singleton),
  CONSTRAINT level_head_singleton_check CHECK (singleton)
);

CREATE TABLE level_volumes (
  user_id uuid NOT NULL,
  toman_value numeric(38,0) NOT NULL,
  CONSTRAINT level_volumes_pkey PRIMARY KEY (user_id)
) WITH (fillfactor=70);
CREATE INDEX level_volumes_by_value ON public.level_volumes USING btree (toman_value);

CREATE TABLE limit_counters (
  address_key bytea NOT NULL,
  kind text NOT NULL,
  window_began_at timestamp with time zone NOT NULL,
  used integer NOT NULL,
  CONSTRAINT limit_counters_pkey PRIMARY KEY (address_key, kind)
);
CREATE INDEX limit_counters_by_age ON public.limit_counters USING btree (window_began_at);

CREATE TABLE login_attempts (
  id uuid NOT NULL,
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

CREATE TABLE market_heads (
  coin text NOT NULL,
  quote text NOT NULL,
  sequence bigint NOT NULL,
  fill bigint NOT NULL,
  last_price numeric(38,0),
  CONSTRAINT market_heads_pkey PRIMARY KEY (coin, quote),
  CONSTRAINT market_heads_coin_quote_fkey FOREIGN KEY (coin, quote) REFERENCES markets(coin, quote)
) WITH (fillfactor=50);

CREATE TABLE markets (
  coin text NOT NULL,
  quote text NOT NULL,
  active boolean NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT markets_pkey PRIMARY KEY (coin, quote),
  CONSTRAINT markets_coin_fkey FOREIGN KEY (coin) REFERENCES coins(asset),
  CONSTRAINT markets_quote_fkey FOREIGN KEY (quote) REFERENCES quotes(quote)
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.markets FOR EACH ROW EXECUTE FUNCTION next_version();

CREATE TABLE migrations (
  id integer NOT NULL,
  name text NOT NULL,
  sha256 text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT migrations_pkey PRIMARY KEY (id)
);

CREATE TABLE monthly_trader_counts (
  calendar text NOT NULL,
  month date NOT NULL,
  traders bigint NOT NULL,
  CONSTRAINT monthly_trader_counts_pkey PRIMARY KEY (calendar, month),
  CONSTRAINT monthly_trader_counts_calendar_check CHECK ((calendar = ANY (ARRAY['fa'::text, 'en'::text])))
) WITH (fillfactor=70);

CREATE TABLE monthly_traders (
  calendar text NOT NULL,
  month date NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT monthly_traders_pkey PRIMARY KEY (calendar, month, user_id),
  CONSTRAINT monthly_traders_calendar_check CHECK ((calendar = ANY (ARRAY['fa'::text, 'en'::text])))
);

CREATE TABLE news_posts (
  id text NOT NULL,
  language text,
  place integer NOT NULL,
  title text NOT NULL,
  posted_at text NOT NULL,
  link text NOT NULL,
  picture text,
  CONSTRAINT news_posts_pkey PRIMARY KEY (place),
  CONSTRAINT news_posts_language_check CHECK ((language = ANY (ARRAY['fa'::text, 'en'::text]))),
  CONSTRAINT news_posts_link_check CHECK ((link ~ '^https://'::text)),
  CONSTRAINT news_posts_title_check CHECK (((length(title) >= 1) AND (length(title) <= 300)))
);

CREATE TABLE notice_settings (
  user_id uuid NOT NULL,
  notice_group text NOT NULL,
  way text NOT NULL,
  enabled boolean NOT NULL,
  CONSTRAINT notice_settings_pkey PRIMARY KEY (user_id, notice_group, way),
  CONSTRAINT notice_settings_notice_group_check CHECK ((notice_group = ANY (ARRAY['SECURITY'::text, 'DEPOSITS'::text, 'WITHDRAWALS'::text, 'ORDERS'::text, 'ACCOUNT'::text, 'STORE'::text, 'SUPPORT'::text, 'PRICES'::text, 'NEWS'::text]))),
  CONSTRAINT notice_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT notice_settings_way_check CHECK ((way = ANY (ARRAY['PRODUCT'::text, 'EMAIL'::text, 'SMS'::text, 'BROWSER'::text])))
);

CREATE TABLE notices (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  about bytea NOT NULL,
  read boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT notices_pkey PRIMARY KEY (id),
  CONSTRAINT notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX notices_of_person ON public.notices USING btree (user_id, id);
CREATE INDEX notices_unread ON public.notices USING btree (user_id, id) WHERE (NOT read);

CREATE TABLE one_time_codes (
  id uuid NOT NULL,
  address_key bytea NOT NULL,
  purpose text NOT NULL,
  user_id uuid,
  sign_up_id uuid,
  digest bytea NOT NULL,
  step_id uuid NOT NULL,
  step_began_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  used_at timestamp with time zone,
  channel text NOT NULL DEFAULT 'EMAIL'::text,
  subject bytea,
  session_id uuid,
  intent bytea,
  device jsonb,
  CONSTRAINT one_time_codes_pkey PRIMARY KEY (id),
  CONSTRAINT one_time_codes_channel_check CHECK ((channel = ANY (ARRAY['EMAIL'::text, 'SMS'::text, 'GOOGLE_AUTHENTICATOR'::text]))),
  CONSTRAINT one_time_codes_check CHECK (((purpose = 'SIGN_UP'::text) = (sign_up_id IS NOT NULL))),
  CONSTRAINT one_time_codes_check1 CHECK (((purpose = ANY (ARRAY['SIGN_UP'::text, 'RESET'::text])) OR (user_id IS NOT NULL))),
  CONSTRAINT one_time_codes_purpose_check CHECK ((purpose = ANY (ARRAY['SIGN_UP'::text, 'LOGIN'::text, 'STEP_UP'::text, 'TWO_STEP'::text, 'RESET'::text, 'EMAIL'::text, 'MOBILE'::text, 'WITHDRAWAL'::text]))),
  CONSTRAINT one_time_codes_sign_up_id_fkey FOREIGN KEY (sign_up_id) REFERENCES sign_ups(id) ON DELETE CASCADE,
  CONSTRAINT one_time_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX one_time_codes_of_address ON public.one_time_codes USING btree (address_key, id);
CREATE INDEX one_time_codes_of_sign_up ON public.one_time_codes USING btree (sign_up_id) WHERE (sign_up_id IS NOT NULL);
CREATE INDEX one_time_codes_of_user ON public.one_time_codes USING btree (user_id) WHERE (used_at IS NULL);

CREATE TABLE orders (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  coin text NOT NULL,
  quote text NOT NULL,
  order_type text NOT NULL,
  order_status text NOT NULL,
  amount numeric(38,0) NOT NULL,
  unit_price numeric(38,0) NOT NULL,
  executed_amount numeric(38,0) NOT NULL,
  notional numeric(38,0) NOT NULL,
  fee numeric(38,0) NOT NULL,
  total numeric(38,0) NOT NULL,
  toman_value numeric(38,0) NOT NULL,
  created_at timestamp with time zone NOT NULL,
  sequence bigint,
  wage_ppm integer,
  reserved numeric(38,0) NOT NULL DEFAULT 0,
  first_fill bigint,
  last_fill bigint,
  ended_by text,
  closed_at timestamp with time zone,
  CONSTRAINT orders_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT orders_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT orders_ended_by_check CHECK ((ended_by = ANY (ARRAY['OWNER'::text, 'SELF_TRADE'::text, 'NO_LIQUIDITY'::text, 'EXCHANGE'::text]))),
  CONSTRAINT orders_line CHECK (((order_status <> 'IS_OPEN'::text) OR ((sequence IS NOT NULL) AND (wage_ppm IS NOT NULL)))),
  CONSTRAINT orders_quote_check CHECK ((quote = ANY (ARRAY['TOMAN'::text, 'TETHER'::text]))),
  CONSTRAINT orders_reserve CHECK (((order_status = 'IS_OPEN'::text) OR (reserved = (0)::numeric))),
  CONSTRAINT orders_reserved_check CHECK ((reserved >= (0)::numeric)),
  CONSTRAINT orders_unit_price_check CHECK ((unit_price > (0)::numeric))
);
CREATE INDEX orders_by_time ON public.orders USING brin (created_at) WITH (pages_per_range='16');
CREATE INDEX orders_open ON public.orders USING btree (user_id, id) WHERE (order_status = 'IS_OPEN'::text);

CREATE TABLE outgoing (
  id uuid NOT NULL,
  kind text NOT NULL,
  chain text NOT NULL,
  asset text NOT NULL,
  token_type text NOT NULL,
  from_index bigint,
  address text NOT NULL,
  tag text NOT NULL DEFAULT ''::text,
  amount numeric(38,0) NOT NULL,
  user_id uuid,
  withdrawal_id uuid,
  fee numeric(38,0) NOT NULL DEFAULT 0,
  seal bytea NOT NULL,
  state text NOT NULL,
  claim_id uuid,
  transaction_id uuid,
  trouble text,
  next_try_at timestamp with time zone NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  done_at timestamp with time zone,
  CONSTRAINT outgoing_pkey PRIMARY KEY (id),
  CONSTRAINT outgoing_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT outgoing_check CHECK (((kind = 'WITHDRAWAL'::text) = ((user_id IS NOT NULL) AND (withdrawal_id IS NOT NULL)))),
  CONSTRAINT outgoing_check1 CHECK (((state <> ALL (ARRAY['SIGNED'::text, 'SENT'::text, 'DONE'::text])) OR (transaction_id IS NOT NULL))),
  CONSTRAINT outgoing_fee_check CHECK ((fee >= (0)::numeric)),
  CONSTRAINT outgoing_kind_check CHECK ((kind = ANY (ARRAY['WITHDRAWAL'::text, 'SWEEP'::text, 'GAS'::text, 'COLD'::text]))),
  CONSTRAINT outgoing_state_check CHECK ((state = ANY (ARRAY['QUEUED'::text, 'CLAIMED'::text, 'SIGNED'::text, 'SENT'::text, 'DONE'::text, 'FAILED'::text, 'CANCELLED'::text]))),
  CONSTRAINT outgoing_withdrawal_id_key UNIQUE (withdrawal_id)
);
CREATE INDEX outgoing_done ON public.outgoing USING btree (done_at) WHERE ((kind = 'WITHDRAWAL'::text) AND (state = ANY (ARRAY['DONE'::text, 'FAILED'::text])));
CREATE INDEX outgoing_failed_sweeps ON public.outgoing USING btree (chain, from_index) WHERE ((kind = 'SWEEP'::text) AND (state = 'FAILED'::text));
CREATE INDEX outgoing_of_transaction ON public.outgoing USING btree (transaction_id) WHERE (state = ANY (ARRAY['SIGNED'::text, 'SENT'::text]));
CREATE INDEX outgoing_to_do ON public.outgoing USING btree (chain, id) WHERE (state = ANY (ARRAY['QUEUED'::text, 'CLAIMED'::text, 'SIGNED'::text, 'SENT'::text]));

CREATE TABLE payments (
  id uuid NOT NULL,
  user_id uuid,
  gateway text NOT NULL,
  amount numeric(38,0) NOT NULL,
  state text NOT NULL,
  card_masked text NOT NULL,
  card_digest bytea NOT NULL,
  callback_url text NOT NULL,
  idempotency_key text,
  authority text,
  redirect_url text,
  reason text,
  reference text,
  paid_card text,
  created_at timestamp with time zone NOT NULL,
  settled_at timestamp with time zone,
  next_check_at timestamp with time zone,
  checks integer NOT NULL DEFAULT 0,
  company_id uuid,
  returned_at timestamp with time zone,
  dropped_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT payments_check CHECK (((state <> 'PAID'::text) OR (settled_at IS NOT NULL))),
  CONSTRAINT payments_check1 CHECK (((state = 'FAILED'::text) OR (reason IS NULL))),
  CONSTRAINT payments_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT payments_gateway_authority_key UNIQUE (gateway, authority),
  CONSTRAINT payments_have_one_owner CHECK ((num_nonnulls(user_id, company_id) = 1)),
  CONSTRAINT payments_state_check CHECK ((state = ANY (ARRAY['CREATED'::text, 'PENDING'::text, 'PAID'::text, 'FAILED'::text])))
);
CREATE INDEX payments_created ON public.payments USING btree (created_at) WHERE (state = 'CREATED'::text);
CREATE INDEX payments_credited ON public.payments USING btree (user_id, settled_at) WHERE (state = 'PAID'::text);
CREATE INDEX payments_of_user ON public.payments USING btree (user_id, id);
CREATE INDEX payments_open ON public.payments USING btree (user_id, id) WHERE (state = ANY (ARRAY['CREATED'::text, 'PENDING'::text]));
CREATE INDEX payments_to_check ON public.payments USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE TRIGGER payments_keep_company BEFORE UPDATE ON public.payments FOR EACH ROW WHEN ((new.company_id IS DISTINCT FROM old.company_id)) EXECUTE FUNCTION refuse_payment_change();
CREATE TRIGGER payments_settle_once BEFORE UPDATE ON public.payments FOR EACH ROW WHEN (((old.settled_at IS NOT NULL) OR ((((((new.id IS DISTINCT FROM old.id) OR (new.user_id IS DISTINCT FROM old.user_id)) OR (new.gateway IS DISTINCT FROM old.gateway)) OR (new.amount IS DISTINCT FROM old.amount)) OR (new.card_digest IS DISTINCT FROM old.card_digest)) OR (new.created_at IS DISTINCT FROM old.created_at)) OR ((old.authority IS NOT NULL) AND (new.authority IS DISTINCT FROM old.authority)))) EXECUTE FUNCTION refuse_payment_change();
CREATE TRIGGER payments_stay BEFORE DELETE OR TRUNCATE ON public.payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE payout_days (
  day date NOT NULL,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT payout_days_pkey PRIMARY KEY (day)
);

CREATE TABLE payout_exports (
  payout_id uuid NOT NULL,
  staff_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT payout_exports_pkey PRIMARY KEY (payout_id, staff_id),
  CONSTRAINT payout_exports_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id)
);
CREATE TRIGGER payout_exports_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payout_exports FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE payout_lines (
  payout_id uuid NOT NULL,
  withdrawal_id uuid NOT NULL,
  state text NOT NULL,
  reason text,
  returned_by uuid,
  CONSTRAINT payout_lines_pkey PRIMARY KEY (payout_id, withdrawal_id),
  CONSTRAINT payout_lines_check CHECK (((state = 'RETURNED'::text) = (returned_by IS NOT NULL))),
  CONSTRAINT payout_lines_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id),
  CONSTRAINT payout_lines_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'PAID'::text, 'RETURNED'::text, 'HELD'::text, 'UNSURE'::text]))),
  CONSTRAINT payout_lines_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawals(id)
);
CREATE UNIQUE INDEX payout_lines_of_withdrawal ON public.payout_lines USING btree (withdrawal_id) WHERE (state <> 'HELD'::text);
CREATE TRIGGER no_own_return BEFORE UPDATE ON public.payout_lines FOR EACH ROW WHEN ((new.returned_by IS DISTINCT FROM old.returned_by)) EXECUTE FUNCTION refuse_own_return();

CREATE TABLE payouts (
  id uuid NOT NULL,
  day date NOT NULL,
  state text NOT NULL,
  exported_by uuid,
  exported_at timestamp with time zone,
  closed_by uuid,
  closed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  lines integer NOT NULL DEFAULT 0,
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

CREATE TABLE position_exits (
  reference uuid NOT NULL,
  user_id uuid NOT NULL,
  asset text NOT NULL,
  amount numeric(38,0) NOT NULL,
  cost_toman numeric(38,0) NOT NULL,
  cost_tether numeric(38,0) NOT NULL,
  CONSTRAINT position_exits_pkey PRIMARY KEY (reference, user_id, asset),
  CONSTRAINT position_exits_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT position_exits_cost_tether_check CHECK ((cost_tether >= (0)::numeric)),
  CONSTRAINT position_exits_cost_toman_check CHECK ((cost_toman >= (0)::numeric))
);

CREATE TABLE positions (
  user_id uuid NOT NULL,
  asset text NOT NULL,
  amount numeric(38,0) NOT NULL,
  cost_toman numeric(38,0) NOT NULL,
  cost_tether numeric(38,0) NOT NULL,
  realised_toman numeric(38,0) NOT NULL,
  realised_tether numeric(38,0) NOT NULL,
  CONSTRAINT positions_pkey PRIMARY KEY (user_id, asset),
  CONSTRAINT positions_amount_check CHECK ((amount >= (0)::numeric)),
  CONSTRAINT positions_cost_tether_check CHECK ((cost_tether >= (0)::numeric)),
  CONSTRAINT positions_cost_toman_check CHECK ((cost_toman >= (0)::numeric))
) WITH (fillfactor=70);

CREATE TABLE positions_head (
  singleton boolean NOT NULL DEFAULT true,
  transfer_id bigint NOT NULL,
  CONSTRAINT positions_head_pkey PRIMARY KEY (singleton),
  CONSTRAINT positions_head_singleton_check CHECK (singleton)
);

CREATE TABLE price_alerts (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  coin text NOT NULL,
  quote text NOT NULL,
  direction text NOT NULL,
  threshold numeric(38,0) NOT NULL,
  pause_seconds integer,
  state text NOT NULL DEFAULT 'WAITING'::text,
  paused_until timestamp with time zone,
  fired_at timestamp with time zone,
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

CREATE TABLE profiles (
  user_id uuid NOT NULL,
  data_encrypted bytea NOT NULL,
  national_code_index bytea NOT NULL,
  company_id_index bytea,
  held boolean NOT NULL DEFAULT false,
  confirmed_digest bytea,
  saved_at timestamp with time zone NOT NULL,
  CONSTRAINT profiles_pkey PRIMARY KEY (user_id),
  CONSTRAINT profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX profiles_company_id ON public.profiles USING btree (company_id_index) WHERE held;
CREATE UNIQUE INDEX profiles_national_code ON public.profiles USING btree (national_code_index) WHERE held;

CREATE TABLE provider_checks (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  bank_account_id uuid,
  provider text NOT NULL,
  outcome text NOT NULL,
  detail_encrypted bytea NOT NULL,
  checked_at timestamp with time zone NOT NULL,
  CONSTRAINT provider_checks_pkey PRIMARY KEY (id),
  CONSTRAINT provider_checks_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES bank_accounts(id) ON DELETE SET NULL,
  CONSTRAINT provider_checks_kind_check CHECK ((kind = ANY (ARRAY['SHAHKAR'::text, 'IDENTITY'::text, 'CARD'::text, 'IBAN'::text]))),
  CONSTRAINT provider_checks_outcome_check CHECK ((outcome = ANY (ARRAY['MATCH'::text, 'MISMATCH'::text, 'NO_RECORD'::text, 'INVALID'::text, 'UNAVAILABLE'::text]))),
  CONSTRAINT provider_checks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX provider_checks_of_user ON public.provider_checks USING btree (user_id, id);

CREATE TABLE public_statistics (
  singleton boolean NOT NULL DEFAULT true,
  min_users integer NOT NULL,
  min_trades integer NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT public_statistics_pkey PRIMARY KEY (singleton),
  CONSTRAINT public_statistics_singleton_check CHECK (singleton)
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.public_statistics FOR EACH ROW EXECUTE FUNCTION next_version();

CREATE TABLE quotes (
  quote text NOT NULL,
  min_notional numeric(38,0) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT quotes_pkey PRIMARY KEY (quote),
  CONSTRAINT quotes_min_notional_check CHECK ((min_notional > (0)::numeric)),
  CONSTRAINT quotes_quote_check CHECK ((quote = ANY (ARRAY['TOMAN'::text, 'TETHER'::text])))
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.quotes FOR EACH ROW EXECUTE FUNCTION next_version();

CREATE TABLE recoveries (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  new_email text,
  evidence text NOT NULL,
  started_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
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

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  digest bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, digest),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE reference_candles (
  coin text NOT NULL,
  quote text NOT NULL,
  "interval" text NOT NULL,
  "time" timestamp with time zone NOT NULL,
  open numeric(38,0) NOT NULL,
  high numeric(38,0) NOT NULL,
  low numeric(38,0) NOT NULL,
  close numeric(38,0) NOT NULL,
  CONSTRAINT reference_candles_pkey PRIMARY KEY (coin, quote, "interval", "time"),
  CONSTRAINT reference_candles_check CHECK (((low > (0)::numeric) AND (low <= LEAST(open, close)) AND (high >= GREATEST(open, close)))),
  CONSTRAINT reference_candles_close_check CHECK ((close > (0)::numeric)),
  CONSTRAINT reference_candles_interval_check CHECK (("interval" = ANY (ARRAY['1m'::text, '1h'::text, '1d'::text]))),
  CONSTRAINT reference_candles_open_check CHECK ((open > (0)::numeric)),
  CONSTRAINT reference_candles_quote_check CHECK ((quote = ANY (ARRAY['TOMAN'::text, 'TETHER'::text])))
);

CREATE TABLE referral_sums (
  inviter_id uuid NOT NULL,
  invitee_id uuid NOT NULL,
  toman_value numeric(38,0) NOT NULL,
  CONSTRAINT referral_sums_pkey PRIMARY KEY (inviter_id, invitee_id)
) WITH (fillfactor=70);

CREATE TABLE referral_totals (
  inviter_id uuid NOT NULL,
  asset text NOT NULL,
  amount numeric(38,0) NOT NULL,
  toman_value numeric(38,0) NOT NULL,
  CONSTRAINT referral_totals_pkey PRIMARY KEY (inviter_id, asset)
) WITH (fillfactor=70);

CREATE TABLE reset_tickets (
  ticket_digest bytea NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT reset_tickets_pkey PRIMARY KEY (ticket_digest),
  CONSTRAINT reset_tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX reset_tickets_of_user ON public.reset_tickets USING btree (user_id) WHERE (used_at IS NULL);

CREATE TABLE reviews (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  submitted_at timestamp with time zone NOT NULL,
  decided_at timestamp with time zone,
  decided_by uuid,
  decision text,
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

CREATE TABLE row_changes (
  id uuid NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  version integer NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  reason text NOT NULL,
  state text NOT NULL,
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
CREATE TRIGGER row_changes_stay BEFORE DELETE OR UPDATE ON public.row_changes FOR EACH ROW EXECUTE FUNCTION refuse_decided();

CREATE TABLE rules (
  id uuid NOT NULL,
  valid_from timestamp with time zone NOT NULL,
  body jsonb NOT NULL,
  reason text NOT NULL,
  set_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT rules_pkey PRIMARY KEY (id)
);
CREATE INDEX rules_by_time ON public.rules USING btree (valid_from DESC, id DESC);
CREATE TRIGGER rules_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.rules FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE sandbox_balances (
  chain text NOT NULL,
  address text NOT NULL,
  token_type text NOT NULL,
  balance numeric(38,0) NOT NULL,
  sequence bigint NOT NULL DEFAULT 0,
  CONSTRAINT sandbox_balances_pkey PRIMARY KEY (chain, address, token_type)
);

CREATE TABLE sandbox_bank_payments (
  authority text NOT NULL,
  amount numeric(38,0) NOT NULL,
  description text NOT NULL,
  callback_url text NOT NULL,
  card text NOT NULL,
  state text NOT NULL,
  paid_amount numeric(38,0),
  paid_card text,
  reference text,
  verified boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sandbox_bank_payments_pkey PRIMARY KEY (authority),
  CONSTRAINT sandbox_bank_payments_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'PAID'::text, 'CANCELLED'::text])))
);

CREATE TABLE sandbox_blocks (
  chain text NOT NULL,
  height bigint NOT NULL,
  hash text NOT NULL,
  parent_hash text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT sandbox_blocks_pkey PRIMARY KEY (chain, height)
);

CREATE TABLE sandbox_identity_codes (
  reference text NOT NULL,
  user_id uuid NOT NULL,
  code text NOT NULL,
  used boolean NOT NULL DEFAULT false,
  CONSTRAINT sandbox_identity_codes_pkey PRIMARY KEY (reference),
  CONSTRAINT sandbox_identity_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE sandbox_identity_scenarios (
  user_id uuid NOT NULL,
  scenario text NOT NULL,
  CONSTRAINT sandbox_identity_scenarios_pkey PRIMARY KEY (user_id),
  CONSTRAINT sandbox_identity_scenarios_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE sandbox_outbox (
  id uuid NOT NULL,
  recipient text NOT NULL,
  channel text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  code text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT sandbox_outbox_pkey PRIMARY KEY (id),
  CONSTRAINT sandbox_outbox_channel_check CHECK ((channel = ANY (ARRAY['EMAIL'::text, 'SMS'::text])))
);
CREATE INDEX sandbox_outbox_of_recipient ON public.sandbox_outbox USING btree (recipient, id);

CREATE TABLE sandbox_transactions (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  chain text NOT NULL,
  txid text NOT NULL,
  raw text,
  body jsonb NOT NULL,
  height bigint,
  ok boolean NOT NULL DEFAULT true,
  fee numeric(38,0) NOT NULL DEFAULT 0,
  dropped boolean NOT NULL DEFAULT false,
  CONSTRAINT sandbox_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT sandbox_transactions_chain_txid_key UNIQUE (chain, txid)
);
CREATE INDEX sandbox_transactions_at ON public.sandbox_transactions USING btree (chain, height);
CREATE INDEX sandbox_transactions_inputs ON public.sandbox_transactions USING gin (((body -> 'inputs'::text)) jsonb_path_ops);

CREATE TABLE sealed_canaries (
  name text NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT sealed_canaries_pkey PRIMARY KEY (name)
);

CREATE TABLE sessions (
  token_digest bytea NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  remember boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  os_type text NOT NULL,
  device_type text NOT NULL,
  browser text NOT NULL,
  ip text NOT NULL,
  confirmed_at timestamp with time zone NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (token_digest),
  CONSTRAINT sessions_id_key UNIQUE (id),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sessions_of_user ON public.sessions USING btree (user_id);

CREATE TABLE sign_ups (
  id uuid NOT NULL,
  email text NOT NULL,
  password_hash text NOT NULL,
  referral_code text,
  language text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT sign_ups_pkey PRIMARY KEY (id)
);
CREATE INDEX sign_ups_of_email ON public.sign_ups USING btree (email, id);

CREATE TABLE stablecoin_purchases (
  user_id uuid NOT NULL,
  day date NOT NULL,
  amount numeric(38,0) NOT NULL,
  CONSTRAINT stablecoin_purchases_pkey PRIMARY KEY (user_id, day)
);

CREATE TABLE staff (
  user_id uuid NOT NULL,
  role text NOT NULL,
  added_at timestamp with time zone NOT NULL,
  CONSTRAINT staff_pkey PRIMARY KEY (user_id, role),
  CONSTRAINT staff_role_check CHECK ((role = ANY (ARRAY['support'::text, 'kyc'::text, 'treasury'::text, 'admin'::text]))),
  CONSTRAINT staff_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE statements (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  calendar text NOT NULL,
  year integer NOT NULL,
  language text NOT NULL,
  state text NOT NULL,
  percent integer NOT NULL DEFAULT 0,
  asked_at timestamp with time zone NOT NULL,
  touched_at timestamp with time zone NOT NULL,
  made_at timestamp with time zone,
  complete boolean,
  trades integer,
  summary_encrypted bytea,
  digest bytea,
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

CREATE TABLE ticket_messages (
  id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  staff_id uuid,
  body bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT ticket_messages_pkey PRIMARY KEY (id),
  CONSTRAINT ticket_messages_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES users(id),
  CONSTRAINT ticket_messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id)
);
CREATE INDEX ticket_messages_of ON public.ticket_messages USING btree (ticket_id, id);

CREATE TABLE tickets (
  id uuid NOT NULL,
  number integer NOT NULL,
  user_id uuid,
  visitor bytea,
  language text NOT NULL,
  subject bytea NOT NULL,
  topic text NOT NULL,
  reference text NOT NULL DEFAULT ''::text,
  state text NOT NULL DEFAULT 'WAITING'::text,
  since timestamp with time zone NOT NULL,
  unread integer NOT NULL DEFAULT 0,
  assignee uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT tickets_pkey PRIMARY KEY (id),
  CONSTRAINT tickets_assignee_fkey FOREIGN KEY (assignee) REFERENCES users(id),
  CONSTRAINT tickets_check CHECK (((user_id IS NULL) <= (visitor IS NOT NULL))),
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

CREATE TABLE trade_candle_cursors (
  coin text NOT NULL,
  quote text NOT NULL,
  fill bigint NOT NULL,
  CONSTRAINT trade_candle_cursors_pkey PRIMARY KEY (coin, quote),
  CONSTRAINT trade_candle_cursors_coin_quote_fkey FOREIGN KEY (coin, quote) REFERENCES markets(coin, quote),
  CONSTRAINT trade_candle_cursors_fill_check CHECK ((fill >= 0))
);

CREATE TABLE trade_candles (
  coin text NOT NULL,
  quote text NOT NULL,
  "interval" text NOT NULL,
  "time" timestamp with time zone NOT NULL,
  open numeric(38,0) NOT NULL,
  high numeric(38,0) NOT NULL,
  low numeric(38,0) NOT NULL,
  close numeric(38,0) NOT NULL,
  volume numeric(38,0) NOT NULL,
  value numeric(38,0) NOT NULL,
  CONSTRAINT trade_candles_pkey PRIMARY KEY (coin, quote, "interval", "time"),
  CONSTRAINT trade_candles_check CHECK (((low > (0)::numeric) AND (low <= LEAST(open, close)) AND (high >= GREATEST(open, close)))),
  CONSTRAINT trade_candles_coin_quote_fkey FOREIGN KEY (coin, quote) REFERENCES markets(coin, quote),
  CONSTRAINT trade_candles_interval_check CHECK (("interval" = ANY (ARRAY['1m'::text, '1h'::text]))),
  CONSTRAINT trade_candles_value_check CHECK ((value >= (0)::numeric)),
  CONSTRAINT trade_candles_volume_check CHECK ((volume > (0)::numeric))
);

CREATE TABLE trade_totals (
  singleton boolean NOT NULL DEFAULT true,
  trades bigint NOT NULL,
  toman_value numeric(38,0) NOT NULL,
  folded_until timestamp with time zone NOT NULL,
  CONSTRAINT trade_totals_pkey PRIMARY KEY (singleton),
  CONSTRAINT trade_totals_singleton_check CHECK (singleton)
);

CREATE TABLE transfers (
  id bigint NOT NULL,
  debit_account bigint NOT NULL,
  credit_account bigint NOT NULL,
  amount numeric(38,0) NOT NULL,
  debit_balance numeric(38,0) NOT NULL,
  credit_balance numeric(38,0) NOT NULL,
  kind text NOT NULL,
  reference uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT transfers_pkey PRIMARY KEY (id),
  CONSTRAINT transfers_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT transfers_check CHECK ((debit_account <> credit_account))
);
CREATE TRIGGER transfers_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE unspent_outputs (
  chain text NOT NULL,
  txid text NOT NULL,
  output_index bigint NOT NULL,
  amount numeric(38,0) NOT NULL,
  key_index bigint,
  height bigint,
  spent_by uuid,
  CONSTRAINT unspent_outputs_pkey PRIMARY KEY (chain, txid, output_index)
);
CREATE INDEX unspent_outputs_free ON public.unspent_outputs USING btree (chain, height) WHERE (spent_by IS NULL);

CREATE TABLE used_forms (
  digest bytea NOT NULL,
  used_at timestamp with time zone NOT NULL,
  CONSTRAINT used_forms_pkey PRIMARY KEY (digest)
);
CREATE INDEX used_forms_by_age ON public.used_forms USING btree (used_at);

CREATE TABLE user_volumes (
  user_id uuid NOT NULL,
  day date NOT NULL,
  toman_value numeric(38,0) NOT NULL,
  CONSTRAINT user_volumes_pkey PRIMARY KEY (user_id, day)
);
CREATE INDEX user_volumes_by_day ON public.user_volumes USING brin (day) WITH (pages_per_range='16');

CREATE TABLE users (
  id uuid NOT NULL,
  email text NOT NULL,
  password_hash text,
  first_name text NOT NULL DEFAULT ''::text,
  last_name text NOT NULL DEFAULT ''::text,
  mobile text,
  language text NOT NULL DEFAULT 'fa'::text,
  authentication_type text NOT NULL DEFAULT 'NOT_COMPLETE'::text,
  two_step_method text NOT NULL DEFAULT 'EMAIL'::text,
  level text NOT NULL DEFAULT 'BRONZE'::text,
  customer_kind text,
  country_name text,
  country_phone_code text,
  referral_code text NOT NULL,
  inviter_id uuid,
  email_verified_at timestamp with time zone NOT NULL,
  blocked_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  mobile_verified_at timestamp with time zone,
  withdrawals_held_until timestamp with time zone,
  blocked_reason text,
  invited_by_self boolean NOT NULL DEFAULT false,
  language_chosen boolean NOT NULL DEFAULT false,
  theme text,
  authorized_at timestamp with time zone,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_authentication_type_check CHECK ((authentication_type = ANY (ARRAY['UNAUTHORIZED'::text, 'UNIDENTIFIED'::text, 'NOT_COMPLETE'::text, 'PENDING'::text, 'AUTHORIZED'::text, 'INFORMATION_CHANGED'::text, 'INFORMATION_CHANGED_PENDING'::text]))),
  CONSTRAINT users_check CHECK ((inviter_id <> id)),
  CONSTRAINT users_check1 CHECK (((country_name IS NULL) = (country_phone_code IS NULL))),
  CONSTRAINT users_check2 CHECK (((blocked_at IS NULL) = (blocked_reason IS NULL))),
  CONSTRAINT users_check3 CHECK (((mobile IS NOT NULL) OR (mobile_verified_at IS NULL))),
  CONSTRAINT users_check4 CHECK (((NOT invited_by_self) OR (inviter_id IS NOT NULL))),
  CONSTRAINT users_customer_kind_check CHECK ((customer_kind = ANY (ARRAY['REAL'::text, 'COMPANY'::text]))),
  CONSTRAINT users_email_check CHECK ((email = lower(email))),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES users(id),
  CONSTRAINT users_language_check CHECK ((language = ANY (ARRAY['fa'::text, 'en'::text]))),
  CONSTRAINT users_level_fkey FOREIGN KEY (level) REFERENCES account_levels(level),
  CONSTRAINT users_referral_code_key UNIQUE (referral_code),
  CONSTRAINT users_theme_check CHECK ((theme = ANY (ARRAY['dark'::text, 'light'::text]))),
  CONSTRAINT users_two_step_method_check CHECK ((two_step_method = ANY (ARRAY['EMAIL'::text, 'SMS'::text, 'GOOGLE_AUTHENTICATOR'::text])))
);
CREATE INDEX users_authorized ON public.users USING btree (authorized_at) WHERE (authorized_at IS NOT NULL);
CREATE INDEX users_blocked ON public.users USING btree (id) WHERE (blocked_at IS NOT NULL);
CREATE INDEX users_by_time ON public.users USING btree (created_at);
CREATE INDEX users_in_state ON public.users USING btree (authentication_type, id);
CREATE INDEX users_invited ON public.users USING btree (inviter_id, id) WHERE (inviter_id IS NOT NULL);
CREATE INDEX users_mobile ON public.users USING btree (mobile) WHERE (mobile IS NOT NULL);
CREATE INDEX users_of_country ON public.users USING btree (country_name, id) WHERE (country_name IS NOT NULL);
CREATE INDEX users_of_kind ON public.users USING btree (customer_kind, id) WHERE (customer_kind IS NOT NULL);
CREATE INDEX users_of_level ON public.users USING btree (level, id) WHERE (level <> 'BRONZE'::text);
CREATE INDEX users_supervisors ON public.users USING btree (id) WHERE (level = 'SUPERVISOR'::text);
CREATE UNIQUE INDEX users_verified_mobile ON public.users USING btree (mobile) WHERE (mobile_verified_at IS NOT NULL);
CREATE TRIGGER count_invited AFTER INSERT OR UPDATE OF inviter_id ON public.users FOR EACH ROW EXECUTE FUNCTION count_invited();
CREATE TRIGGER users_note_authorization BEFORE INSERT OR UPDATE ON public.users FOR EACH ROW WHEN (((new.authentication_type = 'AUTHORIZED'::text) AND (new.authorized_at IS NULL))) EXECUTE FUNCTION note_authorization();

CREATE TABLE wallet_sums (
  user_id uuid NOT NULL,
  asset text NOT NULL,
  kind text NOT NULL,
  toman_value numeric(38,0) NOT NULL DEFAULT 0,
  unvalued numeric(38,0) NOT NULL DEFAULT 0,
  CONSTRAINT wallet_sums_pkey PRIMARY KEY (user_id, asset, kind),
  CONSTRAINT wallet_sums_kind_check CHECK ((kind = ANY (ARRAY['deposit'::text, 'referral'::text])))
);

CREATE TABLE wallet_sums_head (
  singleton boolean NOT NULL DEFAULT true,
  transfer_id bigint NOT NULL,
  CONSTRAINT wallet_sums_head_pkey PRIMARY KEY (singleton),
  CONSTRAINT wallet_sums_head_singleton_check CHECK (singleton)
);

CREATE TABLE web_errors (
  id uuid NOT NULL,
  fingerprint bytea NOT NULL,
  name text NOT NULL,
  message text NOT NULL,
  route text NOT NULL,
  times bigint NOT NULL,
  first_seen timestamp with time zone NOT NULL,
  last_seen timestamp with time zone NOT NULL,
  version text NOT NULL,
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

CREATE TABLE whitelists (
  user_id uuid NOT NULL,
  since timestamp with time zone NOT NULL,
  CONSTRAINT whitelists_pkey PRIMARY KEY (user_id)
);

CREATE TABLE withdrawal_approvals (
  withdrawal_id uuid NOT NULL,
  staff_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT withdrawal_approvals_pkey PRIMARY KEY (withdrawal_id, staff_id),
  CONSTRAINT withdrawal_approvals_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawals(id)
);
CREATE TRIGGER no_own_approval BEFORE INSERT ON public.withdrawal_approvals FOR EACH ROW EXECUTE FUNCTION refuse_own_approval();
CREATE TRIGGER withdrawal_approvals_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON public.withdrawal_approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE withdrawal_coin_limits (
  asset text NOT NULL,
  per_hour numeric(38,0) NOT NULL,
  per_day numeric(38,0) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT withdrawal_coin_limits_pkey PRIMARY KEY (asset),
  CONSTRAINT withdrawal_coin_limits_asset_fkey FOREIGN KEY (asset) REFERENCES coins(asset)
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.withdrawal_coin_limits FOR EACH ROW EXECUTE FUNCTION next_version();

CREATE TABLE withdrawal_level_limits (
  level text NOT NULL,
  per_day numeric(38,0) NOT NULL,
  per_month numeric(38,0) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT withdrawal_level_limits_pkey PRIMARY KEY (level)
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.withdrawal_level_limits FOR EACH ROW EXECUTE FUNCTION next_version();

CREATE TABLE withdrawal_locks (
  asset text NOT NULL,
  CONSTRAINT withdrawal_locks_pkey PRIMARY KEY (asset),
  CONSTRAINT withdrawal_locks_asset_fkey FOREIGN KEY (asset) REFERENCES coins(asset)
);

CREATE TABLE withdrawal_person_limits (
  user_id uuid NOT NULL,
  per_day numeric(38,0) NOT NULL,
  per_month numeric(38,0) NOT NULL,
  until timestamp with time zone NOT NULL,
  reason text NOT NULL,
  set_by uuid NOT NULL,
  set_at timestamp with time zone NOT NULL,
  raised boolean NOT NULL,
  CONSTRAINT withdrawal_person_limits_pkey PRIMARY KEY (user_id),
  CONSTRAINT withdrawal_person_limits_check CHECK ((per_month >= per_day)),
  CONSTRAINT withdrawal_person_limits_per_day_check CHECK ((per_day >= (0)::numeric)),
  CONSTRAINT withdrawal_person_limits_set_by_fkey FOREIGN KEY (set_by) REFERENCES users(id),
  CONSTRAINT withdrawal_person_limits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE withdrawal_places (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  asset text NOT NULL,
  amount numeric(38,0) NOT NULL,
  toman_value numeric(38,0) NOT NULL,
  reviewed boolean NOT NULL,
  idempotency_key text,
  plan jsonb NOT NULL,
  plan_mac bytea NOT NULL,
  state text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT withdrawal_places_pkey PRIMARY KEY (id),
  CONSTRAINT withdrawal_places_state_check CHECK ((state = ANY (ARRAY['TAKEN'::text, 'USED'::text, 'RELEASED'::text, 'FAILED'::text])))
);
CREATE INDEX withdrawal_places_of_coin ON public.withdrawal_places USING btree (asset, created_at) INCLUDE (toman_value) WHERE ((state <> 'RELEASED'::text) AND (NOT reviewed));
CREATE INDEX withdrawal_places_of_key ON public.withdrawal_places USING btree (user_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX withdrawal_places_of_user ON public.withdrawal_places USING btree (user_id, created_at) INCLUDE (toman_value) WHERE (state <> 'RELEASED'::text);
CREATE INDEX withdrawal_places_open ON public.withdrawal_places USING btree (id) WHERE (state = 'TAKEN'::text);

CREATE TABLE withdrawal_thresholds (
  singleton boolean NOT NULL DEFAULT true,
  review numeric(38,0) NOT NULL,
  four_eyes numeric(38,0) NOT NULL,
  sms numeric(38,0) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT withdrawal_thresholds_pkey PRIMARY KEY (singleton),
  CONSTRAINT withdrawal_thresholds_singleton_check CHECK (singleton)
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.withdrawal_thresholds FOR EACH ROW EXECUTE FUNCTION next_version();

CREATE TABLE withdrawals (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  asset text NOT NULL,
  token_type text NOT NULL,
  address text NOT NULL,
  address_encrypted bytea,
  bank_account_id uuid,
  tag text NOT NULL DEFAULT ''::text,
  amount numeric(38,0) NOT NULL,
  fee numeric(38,0) NOT NULL,
  toman_value numeric(38,0),
  state text NOT NULL,
  review_reasons text[] NOT NULL DEFAULT '{}'::text[],
  needed_approvals integer NOT NULL DEFAULT 0,
  reason text,
  promised_at timestamp with time zone,
  untold text,
  created_at timestamp with time zone NOT NULL,
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
CREATE INDEX withdrawals_in_state ON public.withdrawals USING btree (state, id);
CREATE INDEX withdrawals_of_user ON public.withdrawals USING btree (user_id, id);
CREATE INDEX withdrawals_untold ON public.withdrawals USING btree (id) WHERE (untold IS NOT NULL);
CREATE TRIGGER withdrawals_keep_terms BEFORE UPDATE ON public.withdrawals FOR EACH ROW WHEN (((((((((((new.id IS DISTINCT FROM old.id) OR (new.user_id IS DISTINCT FROM old.user_id)) OR (new.asset IS DISTINCT FROM old.asset)) OR (new.token_type IS DISTINCT FROM old.token_type)) OR (new.address IS DISTINCT FROM old.address)) OR (new.address_encrypted IS DISTINCT FROM old.address_encrypted)) OR (new.tag IS DISTINCT FROM old.tag)) OR (new.amount IS DISTINCT FROM old.amount)) OR (new.fee IS DISTINCT FROM old.fee)) OR (new.created_at IS DISTINCT FROM old.created_at))) EXECUTE FUNCTION refuse_withdrawal_change();
CREATE TRIGGER withdrawals_stay BEFORE DELETE OR TRUNCATE ON public.withdrawals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
