-- expands: an index.

-- What goes back in a day at the wish of a store's programs alone is added up for each next refund.
create index company_instructions_of_day on company_instructions (company_id, created_at) include (amount)
  where kind = 'REFUND' and state = 'DONE' and expires_at is null;

comment on column companies.approval_above is
  'Instructions by key of more Toman than this (smallest units) wait for the owner, and refunds that come to more with those of their day in Tehran that did not wait; 0: all of them; null: none.';
