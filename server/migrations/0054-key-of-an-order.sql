-- The audit knows each order's reply and each reply's order, and the fee that a quick trade's level asked for.
alter table orders add column idempotency_key text;

comment on column orders.idempotency_key is
  'The key of the request that placed it, whose reply is in idempotency; null: it came without one, or is of before
keys were kept here.';
comment on column orders.wage_ppm is
  'The fee it pays, in millionths (ppm): that of its owner''s level when it was placed. Null: a quick trade of before it
was kept.';
