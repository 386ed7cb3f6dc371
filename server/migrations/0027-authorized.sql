-- Who was authorised before anybody noted when: nobody can say when, but they are no news of the day on which their row is
-- next touched.
update users set authorized_at = created_at where authorized_at is null
  and authentication_type in ('AUTHORIZED', 'INFORMATION_CHANGED', 'INFORMATION_CHANGED_PENDING');
