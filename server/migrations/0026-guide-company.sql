-- The company's part of the guide has a picture now. Its words stay; whoever of the staff has chosen one keeps it.
update articles set picture = '/guide/' || language || '/company.webp'
  where kind = 'MANUAL' and slug = 'company-account' and language in ('fa', 'en') and picture is null;
