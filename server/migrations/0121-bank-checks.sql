-- expands: a table that the version before doesn't read.
-- Whether the Toman at the bank is what the books say, as it was counted. Decision 113.
create table bank_checks (
  id uuid primary key,
  at timestamptz not null,
  closing numeric(38,0) not null,
  books numeric(38,0) not null,
  openings numeric(38,0) not null,
  settlements numeric(38,0) not null,
  fees numeric(38,0) not null,
  capital numeric(38,0) not null,
  unexplained numeric(38,0) not null,
  unbooked_deposits numeric(38,0) not null,
  unseen_deposits numeric(38,0) not null,
  unseen_returns numeric(38,0) not null,
  unseen_payouts numeric(38,0) not null,
  unbooked_payouts numeric(38,0) not null,
  payouts_back numeric(38,0) not null,
  fractions numeric(38,0) not null,
  difference numeric(38,0) not null,
  differs_since timestamptz,
  late_deposits integer not null,
  over boolean not null,
  check (difference = closing - books - openings - settlements - fees - capital - unexplained - unbooked_deposits
    + unseen_deposits - unseen_returns - unseen_payouts + unbooked_payouts - payouts_back - fractions),
  check ((difference = 0) = (differs_since is null))
);
comment on table bank_checks is
  'Counts of whether our bank accounts hold what the books say: closing = books + openings + settlements + fees + capital + unexplained + unbooked_deposits - unseen_deposits + unseen_returns + unseen_payouts - unbooked_payouts + payouts_back + fractions, and what is left over is the difference. All in smallest units of Toman.';
comment on column bank_checks.closing is 'The closing balances of the last statement of each account.';
comment on column bank_checks.books is 'What the books say lies at the bank: the balance of outside:bank, negated.';
comment on column bank_checks.openings is 'What lay in each account before its first statement.';
comment on column bank_checks.settlements is 'Lines that are the net of a settlement of a gateway.';
comment on column bank_checks.fees is 'Lines that two people say are fees of the bank; negative.';
comment on column bank_checks.capital is 'Lines that two people say are our own money.';
comment on column bank_checks.unexplained is 'Lines that nobody knows.';
comment on column bank_checks.unbooked_deposits is 'Lines of deposits that are not in the books yet.';
comment on column bank_checks.unseen_deposits is 'Deposits that are in the books and in no statement.';
comment on column bank_checks.unseen_returns is 'Deposits that the books gave back and no statement has.';
comment on column bank_checks.unseen_payouts is 'Withdrawals that the books have as paid and no statement has.';
comment on column bank_checks.unbooked_payouts is 'Withdrawals with a line that the books do not have as paid, without what came back.';
comment on column bank_checks.payouts_back is 'Withdrawals that came back by a line and that the books have as paid.';
comment on column bank_checks.fractions is 'Fractions of a Rial that the books paid and the bank did not.';
comment on column bank_checks.differs_since is 'Of the first count in a row with a difference; null: there is none.';
comment on column bank_checks.late_deposits is
  'How many deposits are in the books, are of a time that statements cover, and stand in none after the hours of the setting.';
comment on column bank_checks.over is 'Whether what nobody can explain is above the limit at which what leaves stops.';
create trigger bank_checks_stay before update or delete or truncate on bank_checks
  for each statement execute function refuse_change();
