-- Which recurring purchase a quick trade is of, for whoever reads the list of orders.
alter table orders add column recurring_id uuid;
comment on column orders.recurring_id is 'The recurring_plans it was bought for; null: its owner bought or sold it, as nearly all.';
