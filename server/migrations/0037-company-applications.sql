-- A verified person asks for a company account. Each request is decided by staff; the person goes on as a person meanwhile.
create table company_applications (
  id uuid primary key,
  user_id uuid not null references users,
  -- The company's name, national id, telephone and address: encrypted JSON.
  data_encrypted bytea not null,
  -- Grows with each request and each change of a person's: a decision names the version it was made on.
  version integer not null check (version > 0),
  state text not null check (state in ('PENDING', 'APPROVED', 'REFUSED', 'WITHDRAWN')),
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users,
  reasons text[] not null default '{}',
  note text not null default '',
  check ((decided_at is null) = (state = 'PENDING')),
  check ((decided_by is not null) = (state in ('APPROVED', 'REFUSED'))),
  check (decided_by <> user_id)
);
create unique index company_applications_open on company_applications (user_id) where state = 'PENDING';
create index company_applications_waiting on company_applications (id) where state = 'PENDING';
create unique index company_applications_of_user on company_applications (user_id, version);
