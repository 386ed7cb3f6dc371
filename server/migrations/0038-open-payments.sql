-- A payment that is neither paid nor failed yet is followed closely: the gateway is asked a moment after the payer came
-- back or gave it up, and what never reached a gateway is closed within seconds.

alter table payments
  -- When the payer first came back from the gateway, or gave the payment up in our own pages.
  add column returned_at timestamptz,
  add column dropped_at timestamptz,
  -- When the gateway's word that a store's payment is paid was found to fit the limits: it has its place in them since.
  add column confirmed_at timestamptz;

create index payments_open on payments (user_id, id) where state in ('CREATED', 'PENDING');
create index payments_created on payments (created_at) where state = 'CREATED';

-- A key whose payment is still with the gateway has a reply from its first moment on, where it used to have none.
delete from idempotency i using payments p
  where i.reply = '' and i.key = p.idempotency_key and i.owner = coalesce(p.user_id, p.company_id)::text
    and p.state = 'CREATED';
