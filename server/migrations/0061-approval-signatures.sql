-- What a colleague's security key signed of a withdrawal of coins; the signer checks it by itself.
alter table withdrawal_approvals add column assertion jsonb;

comment on column withdrawal_approvals.assertion is
  'WebAuthn assertion over exactly what leaves: key, authenticatorData, clientDataJSON and signature in base64url. Null: Toman, or given before there were keys.';
