-- Documents that were issued with a verification code, so that whoever holds one can have it confirmed. Decision 98.
create table issued_documents (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('TRADE', 'DEPOSIT', 'WITHDRAWAL', 'STATEMENT')),
  subject text not null,
  code_digest bytea not null unique,
  content_encrypted bytea not null,
  issued_at timestamptz not null,
  renewed_at timestamptz not null
);
comment on table issued_documents is 'Receipts and statements that were issued with a verification code, as they were.';
comment on column issued_documents.subject is
  'What it is of: the id of an order, deposit or withdrawal; of a statement its calendar and year.';
comment on column issued_documents.code_digest is 'Keyed digest of the code, which stands on the document alone.';
comment on column issued_documents.content_encrypted is
  'JSON of what the document says, encrypted under a key derived from SECRET_KEY. The code is a keyed digest of it.';
comment on column issued_documents.renewed_at is
  'When the document last read like this: another of the same subject with a later time is its newer version.';
create index issued_documents_by_subject on issued_documents (user_id, kind, subject, renewed_at);
