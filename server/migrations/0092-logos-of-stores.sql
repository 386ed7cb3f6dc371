-- The picture of a store on its payers' page, apart from the settings: it is read by itself.
create table company_logos (
  company_id uuid primary key references companies,
  png bytea,
  version int not null,
  changed_at timestamptz not null
);

comment on table company_logos is
  'What payers see of a store beside its name.';
comment on column company_logos.png is
  'Drawn anew from what was sent, at most 512 pixels a side. Not secret: anybody may read it. Null: it was taken away.';
comment on column company_logos.version is
  'Rises with each picture of a store, so that each has an address of its own.';
