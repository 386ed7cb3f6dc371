-- The texts the product came with say it as its pages do; what staff has written since stays as it is.
update articles set title = replace(title, 'دو مرحله‌ای', 'دومرحله‌ای'),
    summary = replace(summary, 'دو مرحله‌ای', 'دومرحله‌ای'), body = replace(body, 'دو مرحله‌ای', 'دومرحله‌ای')
  where language = 'fa' and updated_by is null;
