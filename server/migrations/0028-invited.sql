-- How many people somebody invited, kept as they come: a count of them would grow with their number.

create table invited_counts (
  inviter_id uuid primary key references users,
  invited int not null check (invited >= 0)
) with (fillfactor = 70);

insert into invited_counts select inviter_id, count(*)::int from users where inviter_id is not null group by inviter_id;

create function count_invited() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update invited_counts set invited = invited - 1 where inviter_id = old.inviter_id;
  end if;
  if new.inviter_id is not null then
    insert into invited_counts as c (inviter_id, invited) values (new.inviter_id, 1)
      on conflict (inviter_id) do update set invited = c.invited + 1;
  end if;
  return null;
end $$;
create trigger count_invited after insert or update of inviter_id on users for each row
  execute function count_invited();
