-- What waits in a store is reckoned from its settlements that are due: looked for at each visit of its owner.
create index company_settlements_due on company_settlements (company_id) where state = 'DUE';
