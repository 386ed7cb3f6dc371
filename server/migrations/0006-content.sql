-- What the exchange says about itself, one row a language.

create table exchange_info (
  language text primary key check (language in ('fa', 'en')),
  address text not null,
  app_android text not null,
  app_ios text not null,
  email text not null,
  instagram text not null,
  linkedin text not null,
  number text not null,
  telegram text not null,
  twitter text not null,
  -- HTML of headings, paragraphs, lists and emphasis.
  privacy_policy text not null
);

insert into exchange_info values
('fa', 'تهران، خیابان نمونه، شماره ۱', '', '', 'support@sarraf.example', 'https://instagram.com/sarraf.example',
'https://linkedin.com/company/sarraf-example', '+982100000000', 'https://t.me/sarraf_example', 'https://x.com/sarraf_example',
'<h2>چه چیزی نگه می‌داریم</h2>
<p>نام، ایمیل، شمارهٔ موبایل، مدارک احراز هویت، حساب‌های بانکی تأییدشده، سفارش‌ها، واریزها و برداشت‌ها، و زمان و نشانی هر ورود را نگه می‌داریم، چون ادارهٔ حساب و رعایت قانون بدون آن‌ها ممکن نیست.</p>
<h2>چگونه از آن مراقبت می‌کنیم</h2>
<p>مدارک و شناسه‌ها رمزنگاری می‌شوند و کلید آن‌ها بیرون از پایگاه داده است. گذرواژهٔ شما را هیچ‌کس، حتی ما، نمی‌تواند بخواند.</p>
<h2>چه کسی آن را می‌بیند</h2>
<p>کارکنان احراز هویت و پشتیبانی، تا جایی که کارشان لازم دارد و با ثبت هر بار دیدن؛ بانک‌ها و خدمات استعلام، برای تأیید هویت و پرداخت؛ و مراجع قضایی، با حکم قانونی. داده‌های شما را نمی‌فروشیم و برای تبلیغ به کسی نمی‌دهیم.</p>
<h2>خطر</h2>
<p>قیمت رمزارزها به‌شدت نوسان می‌کند. تراکنش زنجیره برگشت‌پذیر نیست: نشانی و شبکه را پیش از برداشت بررسی کنید. سودی تضمین نمی‌شود.</p>
<h2>حق شما</h2>
<p>می‌توانید داده‌های خود را ببینید، تصحیح آن‌ها را بخواهید و حساب را ببندید. سوابق مالی تا زمانی که قانون می‌گوید نگه داشته می‌شود. پرسش‌ها: support@sarraf.example</p>'),
('en', '1 Sample Street, Tehran, Iran', '', '', 'support@sarraf.example', 'https://instagram.com/sarraf.example',
'https://linkedin.com/company/sarraf-example', '+982100000000', 'https://t.me/sarraf_example', 'https://x.com/sarraf_example',
'<h2>What we keep</h2>
<p>Your name, e-mail, mobile number, identity documents, confirmed bank accounts, orders, deposits and withdrawals, and the time and address of each login, because an account can''t be run, or the law kept, without them.</p>
<h2>How we protect it</h2>
<p>Documents and identifiers are encrypted, with the keys outside the database. Nobody can read your password, and neither can we.</p>
<h2>Who sees it</h2>
<p>Verification and support staff as far as their work needs it, each look recorded; banks and inquiry services, to confirm identity and payments; courts, on a lawful order. We don''t sell your data or give it to advertisers.</p>
<h2>Risk</h2>
<p>Prices of digital currencies move sharply. A transaction on a chain can''t be undone: check address and network before you withdraw. No profit is guaranteed.</p>
<h2>Your rights</h2>
<p>You may see your data, ask for corrections and close the account. Financial records are kept as long as the law says. Questions: support@sarraf.example</p>');
