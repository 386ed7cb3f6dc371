alter table users
  add column api_level text not null default 'STANDARD' check (api_level in ('STANDARD', 'MARKET_MAKER'));

comment on column users.api_level is
  'How often the person''s programs may call; MARKET_MAKER: ten times as often. An admin gives and takes it.';
