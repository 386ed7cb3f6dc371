-- Who issues receipts and statements, as the register of companies has it. Staff writes it; empty: it stands on no document.
alter table exchange_info
  add column legal_name text not null default '',
  add column registration_number text not null default '',
  add column national_id text not null default '';
comment on column exchange_info.legal_name is 'Name of the company in the register, in the language of the row.';
comment on column exchange_info.registration_number is 'Number of the company in the register; Latin digits.';
comment on column exchange_info.national_id is 'National id of the company, eleven Latin digits.';
