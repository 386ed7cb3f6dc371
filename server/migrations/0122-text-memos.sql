-- expands: a row that only the lease asks for, and tags of saved addresses in the digits that every version writes.
insert into version_needs (name, since, because, in_use) values
  ('TEXT_MEMOS', 122, 'withdrawals of Stellar wait to be sent with a memo of text that is digits, which versions before 0122 would send as another text; wait until they have left to go back to one',
    $$exists (select from outgoing where chain = 'STELLAR' and state in ('QUEUED', 'CLAIMED', 'SIGNED', 'SENT') and tag like 'text:%')
      or exists (select from withdrawals where state in ('REVIEW', 'APPROVED') and asset = 'STELLAR' and tag like 'text:%')$$);

-- A memo of digits is kept in 0-9 from now on: a saved one in other digits would no longer be found.
update book_addresses a set tag = translate(a.tag, '۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩', '01234567890123456789')
where a.asset = 'STELLAR' and a.tag ~ '^[۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩]+$'
  and not exists (select from book_addresses b where b.user_id = a.user_id and b.asset = a.asset and b.token_type = a.token_type
    and b.address = a.address and translate(b.tag, '۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩', '01234567890123456789') = translate(a.tag, '۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩', '01234567890123456789')
    and b.id <> a.id);
