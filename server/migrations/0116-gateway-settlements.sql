-- expands: tables that the version before doesn't read, and two indexes of payments that are settled: a payment that settles meanwhile waits.
-- What gateways say they paid to the bank, and which payments that was. Decision 112.
create table gateway_settlements (
  id uuid primary key,
  gateway text not null,
  reference text not null,
  paid_day date not null,
  from_day date not null,
  to_day date not null,
  gross numeric(38,0) not null check (gross > 0),
  fee numeric(38,0) not null check (fee >= 0 and fee < gross),
  way text not null check (way in ('LINES', 'DAYS')),
  state text not null check (state in ('OPEN', 'DONE', 'DISCARDED')),
  found numeric(38,0) not null default 0,
  missing numeric(38,0) not null default 0,
  faults integer not null default 0,
  missing_lines integer not null default 0,
  imported_by uuid not null,
  created_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  reason text,
  check (from_day <= to_day and to_day <= paid_day),
  check ((decided_by is null) = (decided_at is null)),
  check (decided_by <> imported_by),
  check (state <> 'DISCARDED' or decided_by is not null)
);
comment on table gateway_settlements is
  'What a gateway says that it paid to the bank in one sum, as one of the staff brought it in. It moves no money in the books.';
comment on column gateway_settlements.reference is
  'The reference of the transfer to the bank; of one gateway it counts once, until it is discarded.';
comment on column gateway_settlements.paid_day is 'The day in Tehran on which the sum went to the bank.';
comment on column gateway_settlements.from_day is 'The first day in Tehran whose payments it is for.';
comment on column gateway_settlements.to_day is 'The last of these days.';
comment on column gateway_settlements.gross is 'What payers paid, smallest units of Toman, as the gateway says.';
comment on column gateway_settlements.fee is 'What the gateway kept of it, smallest units of Toman; the rest is what the bank got.';
comment on column gateway_settlements.way is 'LINES: the gateway names each payment. DAYS: it says the sum alone.';
comment on column gateway_settlements.state is
  'OPEN: something differs, or a second person has to confirm. DONE: each payment was found, or somebody else than who brought it in accepted it. DISCARDED: it was brought in by mistake.';
comment on column gateway_settlements.found is
  'The payments in our books that it is for, smallest units of Toman, when they were last looked for.';
comment on column gateway_settlements.missing is
  'Payments in our books of its days that no settlement names, smallest units of Toman, as of then.';
comment on column gateway_settlements.faults is 'How many of its lines differ from our books; of DAYS 1 where the sums do.';
comment on column gateway_settlements.missing_lines is 'How many payments of our books that it does not name.';
comment on column gateway_settlements.decided_by is 'Who accepted or discarded it: never who brought it in. Null: nobody has.';
create unique index gateway_settlements_once on gateway_settlements (gateway, upper(reference)) where state <> 'DISCARDED';
create index gateway_settlements_open on gateway_settlements (id) where state = 'OPEN';
create trigger gateway_settlements_keep before update on gateway_settlements for each row
  when ((new.id, new.gateway, new.reference, new.paid_day, new.from_day, new.to_day, new.gross, new.fee, new.way, new.imported_by,
      new.created_at)
    is distinct from (old.id, old.gateway, old.reference, old.paid_day, old.from_day, old.to_day, old.gross, old.fee, old.way,
      old.imported_by, old.created_at) or old.state = 'DISCARDED')
  execute function refuse_change();
create trigger gateway_settlements_stay before delete or truncate on gateway_settlements
  for each statement execute function refuse_change();

create table gateway_settlement_lines (
  id uuid primary key,
  settlement_id uuid not null references gateway_settlements,
  reference text not null,
  amount numeric(38,0) not null,
  fee numeric(38,0) not null check (fee >= 0),
  payment_id uuid references payments,
  trouble text check (trouble in ('UNKNOWN', 'SEVERAL', 'AMOUNT', 'UNBOOKED', 'TWICE', 'MISSING', 'DISCARDED')),
  check (trouble is not null or payment_id is not null),
  check (amount > 0 or coalesce(trouble, '') in ('MISSING', 'DISCARDED'))
);
comment on table gateway_settlement_lines is
  'The payments that settlements are for: each as the gateway names it, and those of our books that it does not name.';
comment on column gateway_settlement_lines.reference is
  'The reference or authority by which the gateway names the payment; of a MISSING one ours.';
comment on column gateway_settlement_lines.amount is 'What the payer paid, smallest units of Toman, as the gateway says; 0: it does not name it.';
comment on column gateway_settlement_lines.fee is 'What the gateway kept of it, smallest units of Toman; 0: it says so for the sum alone.';
comment on column gateway_settlement_lines.payment_id is 'The payment in our books that it is or should be; null: none, or several.';
comment on column gateway_settlement_lines.trouble is
  'Null: it is that payment, with its amount, and in no other settlement. UNKNOWN: no payment of the gateway has the reference. SEVERAL: more than one has. AMOUNT: the payment has another amount. UNBOOKED: the payment was not credited. TWICE: another line has it. MISSING: a payment of our books that the gateway does not name. DISCARDED: with its settlement.';
create unique index gateway_settlement_lines_once on gateway_settlement_lines (payment_id) where trouble is null;
create index gateway_settlement_lines_of_payment on gateway_settlement_lines (payment_id) where payment_id is not null;
create index gateway_settlement_lines_of on gateway_settlement_lines (settlement_id, id);
create index gateway_settlement_lines_in_trouble on gateway_settlement_lines (settlement_id, id) where trouble is not null;
create trigger gateway_settlement_lines_keep before update on gateway_settlement_lines for each row
  when ((new.id, new.settlement_id, new.reference, new.amount, new.fee) is distinct from
    (old.id, old.settlement_id, old.reference, old.amount, old.fee) or old.trouble = 'DISCARDED')
  execute function refuse_change();
create trigger gateway_settlement_lines_stay before delete on gateway_settlement_lines for each row
  when (old.trouble is distinct from 'MISSING') execute function refuse_change();
create trigger gateway_settlement_lines_all_stay before truncate on gateway_settlement_lines
  for each statement execute function refuse_change();

create index payments_by_reference on payments (gateway, reference) where reference is not null;
create index payments_settled on payments (gateway, settled_at) where settled_at is not null;
