-- expands: indexes alone.

-- The number on a receipt is the last fifteen hexadecimal digits of an id (receiptNumber), by which staff finds a transfer.
-- Orders have no such index, which each trade would pay for: the number of a receipt that was opened is found by its record.
create index withdrawals_by_number on withdrawals ((right(replace(id::text, '-', ''), 15)));
create index coin_deposits_by_number on coin_deposits ((right(replace(id::text, '-', ''), 15)));
create index bank_deposits_by_number on bank_deposits ((right(replace(id::text, '-', ''), 15)));
create index payments_by_number on payments ((right(replace(id::text, '-', ''), 15)));
create index issued_documents_by_number on issued_documents ((right(replace(subject, '-', ''), 15)))
  where kind <> 'STATEMENT';
