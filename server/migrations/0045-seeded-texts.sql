-- Articles come from files (content/), no longer from migrations.
create table seeded_texts (
  kind text not null,
  language text not null,
  slug text not null,
  sha256 text not null,
  primary key (kind, language, slug)
);

comment on table seeded_texts is
  'The files of content/ as they were last taken into articles. A text that is named here and missing there was deleted, and '
  'stays so; one that staff has written (articles.updated_by) is left alone.';
comment on column seeded_texts.kind is
  'As in articles.';
comment on column seeded_texts.slug is
  'As in articles.';
comment on column seeded_texts.sha256 is
  'Digest of the file, in hexadecimal digits: a file whose digest differs has changed since.';
