-- expands: tables that the version before doesn't read, and an index of settlements.
-- What the bank says of our own accounts, line by line, and what each line is. It moves no money. Decision 113.
create table house_bank_accounts (
  id uuid primary key,
  sheba text not null unique check (sheba ~ '^\d{24}$'),
  name text not null,
  created_by uuid not null,
  created_at timestamptz not null
);
comment on table house_bank_accounts is
  'Our own accounts at banks, whose statements are brought in. Those of customers are bank_accounts.';
comment on column house_bank_accounts.sheba is 'The Sheba of the account, 24 digits without IR; it is ours and no secret.';
comment on column house_bank_accounts.created_by is
  'The admin who named it: never who brings its first statement in, whose opening nothing before it proves.';
create trigger house_bank_accounts_stay before update or delete or truncate on house_bank_accounts
  for each statement execute function refuse_change();

create table bank_statements (
  id uuid primary key,
  account_id uuid not null references house_bank_accounts,
  previous_id uuid references bank_statements,
  opening numeric(38,0) not null,
  closing numeric(38,0) not null,
  lines integer not null check (lines >= 0),
  first_at timestamptz,
  last_at timestamptz,
  state text not null check (state in ('KEPT', 'DISCARDED')),
  imported_by uuid not null,
  created_at timestamptz not null,
  discarded_by uuid,
  discarded_at timestamptz,
  reason text,
  check ((state = 'DISCARDED') = (discarded_by is not null and discarded_at is not null)),
  check (discarded_by <> imported_by)
);
comment on table bank_statements is
  'Statements of our bank accounts: each goes on where the one before ended, and its lines lead from opening to closing.';
comment on column bank_statements.previous_id is 'The statement of the account before it; null: it is the first.';
comment on column bank_statements.opening is 'The balance before its first line, smallest units of Toman.';
comment on column bank_statements.closing is 'The balance after its last line, smallest units of Toman.';
comment on column bank_statements.lines is 'How many.';
comment on column bank_statements.first_at is 'The time of its first line; null: it has none.';
comment on column bank_statements.last_at is 'The time of its last line; null: it has none.';
comment on column bank_statements.state is
  'KEPT: it counts. DISCARDED: it was the last of its account and brought in by mistake; its references are free again.';
create unique index bank_statements_chain on bank_statements (account_id, previous_id) nulls not distinct where state = 'KEPT';
create index bank_statements_of on bank_statements (account_id, id) where state = 'KEPT';

create function judge_bank_statement() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.previous_id is null and exists (select from house_bank_accounts where id = new.account_id and created_by = new.imported_by) then
      raise exception 'bank account %: who named it cannot say what lay there', new.account_id using errcode = 'insufficient_privilege';
    end if;
    if new.previous_id is not null and not exists (select from bank_statements p where p.id = new.previous_id
      and p.account_id = new.account_id and p.state = 'KEPT' and p.closing = new.opening) then
      raise exception 'bank statement %: it does not begin where the one before ended', new.id using errcode = 'check_violation';
    end if;
  elsif (new.id, new.account_id, new.opening, new.closing, new.lines, new.imported_by, new.created_at)
      is distinct from (old.id, old.account_id, old.opening, old.closing, old.lines, old.imported_by, old.created_at)
    or new.previous_id is distinct from old.previous_id or old.state = 'DISCARDED'
    or exists (select from bank_statements n where n.previous_id = old.id and n.state = 'KEPT') then
    raise exception 'bank statement % stays', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger bank_statements_keep before insert or update on bank_statements for each row execute function judge_bank_statement();
create trigger bank_statements_stay before delete or truncate on bank_statements for each statement execute function refuse_change();

create table bank_lines (
  id uuid primary key,
  statement_id uuid not null references bank_statements,
  account_id uuid not null references house_bank_accounts,
  number integer not null,
  at timestamptz not null,
  reference text not null,
  identifier text not null,
  amount numeric(38,0) not null check (amount <> 0),
  balance numeric(38,0) not null,
  cause text not null check (cause in ('UNEXPLAINED', 'DEPOSIT', 'DEPOSIT_BACK', 'PAYOUT', 'BATCH', 'PAYOUT_BACK', 'SETTLEMENT',
    'FEE', 'CAPITAL', 'DISCARDED')),
  cause_id uuid,
  said text check (said in ('FEE', 'CAPITAL')),
  said_by uuid,
  confirmed_by uuid,
  reason text,
  imported_by uuid not null,
  created_at timestamptz not null,
  unique (statement_id, number),
  check ((cause in ('DEPOSIT', 'DEPOSIT_BACK', 'PAYOUT', 'BATCH', 'PAYOUT_BACK', 'SETTLEMENT')) = (cause_id is not null)),
  check (case cause when 'PAYOUT' then amount < 0 when 'BATCH' then amount < 0 when 'DEPOSIT_BACK' then amount < 0
    when 'FEE' then amount < 0 when 'DEPOSIT' then amount > 0 when 'PAYOUT_BACK' then amount > 0
    when 'SETTLEMENT' then amount > 0 else true end),
  check ((said is null) = (said_by is null)),
  check (cause not in ('FEE', 'CAPITAL') or (said is not null and said = cause and confirmed_by is not null)),
  check (confirmed_by <> said_by and confirmed_by <> imported_by)
);
comment on table bank_lines is 'The lines of statements of our bank accounts, and what each is: one thing at most.';
comment on column bank_lines.number is 'Its place in the statement, from 0.';
comment on column bank_lines.at is 'When the bank booked it.';
comment on column bank_lines.reference is 'By which the bank names it; of one account it counts once.';
comment on column bank_lines.identifier is
  'What the bank was told with it: the payment identifier of a deposit, the id in the file of a payout; empty: nothing.';
comment on column bank_lines.amount is 'Smallest units of Toman: what came in, or, negative, went out.';
comment on column bank_lines.balance is 'The balance after it, smallest units of Toman, as the bank says.';
comment on column bank_lines.cause is
  'UNEXPLAINED: nobody knows. DEPOSIT, DEPOSIT_BACK: a row of bank_deposits came, or went back to its payer. PAYOUT, PAYOUT_BACK: a withdrawal of Toman went, or came back. BATCH: all of a payout in one sum. SETTLEMENT: the net of a gateway''s settlement. FEE: of the bank. CAPITAL: our own money. DISCARDED: with its statement.';
comment on column bank_lines.cause_id is
  'Of bank_deposits, withdrawals, payouts or gateway_settlements, as the cause says; null: of none.';
comment on column bank_lines.said is 'What one of the staff says that it is; it is so when another confirms. Null: nobody says.';
comment on column bank_lines.confirmed_by is 'Never who said so, nor who brought the statement in.';
comment on column bank_lines.imported_by is 'Who brought its statement in.';
create unique index bank_lines_reference on bank_lines (account_id, upper(reference)) where cause <> 'DISCARDED';
create unique index bank_lines_once on bank_lines (cause, cause_id) where cause_id is not null;
create index bank_lines_unexplained on bank_lines (id) where cause = 'UNEXPLAINED';
create index bank_lines_said on bank_lines (cause) where cause in ('FEE', 'CAPITAL', 'PAYOUT_BACK', 'SETTLEMENT');

create function judge_bank_line() returns trigger language plpgsql as $$
begin
  if (new.id, new.statement_id, new.account_id, new.number, new.at, new.reference, new.identifier, new.amount, new.balance,
      new.imported_by, new.created_at)
    is distinct from (old.id, old.statement_id, old.account_id, old.number, old.at, old.reference, old.identifier, old.amount,
      old.balance, old.imported_by, old.created_at)
    or not (old.cause = 'UNEXPLAINED' or (new.cause = 'DISCARDED' and old.cause <> 'DISCARDED')
      or (old.cause = 'SETTLEMENT' and new.cause = 'UNEXPLAINED'
        and exists (select from gateway_settlements s where s.id = old.cause_id and s.state = 'DISCARDED'))) then
    raise exception 'line % of the bank stays', old.id using errcode = 'insufficient_privilege';
  end if;
  if new.cause = 'DISCARDED' and not exists (select from bank_statements s where s.id = new.statement_id and s.state = 'DISCARDED') then
    raise exception 'line % of the bank is of a statement that counts', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger bank_lines_keep before update on bank_lines for each row execute function judge_bank_line();
create trigger bank_lines_stay before delete or truncate on bank_lines for each statement execute function refuse_change();

create table bank_line_payouts (
  withdrawal_id uuid primary key references withdrawals,
  line_id uuid not null references bank_lines,
  paid numeric(38,0) not null check (paid > 0)
);
comment on table bank_line_payouts is 'Which line of the bank paid a withdrawal of Toman: its own, or that of its whole batch.';
comment on column bank_line_payouts.paid is 'Smallest units of Toman that the bank paid: what the books have, without a fraction of a Rial.';
create index bank_line_payouts_of on bank_line_payouts (line_id);
create function judge_line_payout() returns trigger language plpgsql as $$
begin
  if not exists (select from bank_lines l where l.id = old.line_id and l.cause = 'DISCARDED') then
    raise exception 'the bank paid withdrawal %', old.withdrawal_id using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
create trigger bank_line_payouts_leave before delete on bank_line_payouts for each row execute function judge_line_payout();
create trigger bank_line_payouts_stay before update or truncate on bank_line_payouts for each statement execute function refuse_change();

create index gateway_settlements_by_reference on gateway_settlements (upper(reference)) where state <> 'DISCARDED';
