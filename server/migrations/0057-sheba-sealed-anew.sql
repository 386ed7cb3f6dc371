-- A Sheba may be sealed anew under another key; that it is still the agreed one, its plan's digest says (decision 0054).
drop trigger withdrawals_keep_terms on withdrawals;
create trigger withdrawals_keep_terms before update on withdrawals for each row
  when ((new.id, new.user_id, new.asset, new.token_type, new.address, new.address_encrypted is null, new.tag, new.amount,
      new.fee, new.created_at)
    is distinct from (old.id, old.user_id, old.asset, old.token_type, old.address, old.address_encrypted is null, old.tag,
      old.amount, old.fee, old.created_at))
  execute function refuse_withdrawal_change();
