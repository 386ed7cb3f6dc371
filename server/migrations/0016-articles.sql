-- What the exchange says about itself: questions and answers, the guide, pages, announcements and its own texts.

create table articles (
  -- FAQ: title is the question; MANUAL: a part of the guide; PAGE: terms, about, contact, fees.
  kind text not null check (kind in ('FAQ', 'MANUAL', 'PAGE', 'ANNOUNCEMENT', 'BLOG')),
  -- Its name in links, the same in every language.
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  language text not null check (language in ('fa', 'en', 'ar')),
  -- Of a BLOG text what it is about, which stands on the coin's page; null: nothing that is traded.
  coin text references coins,
  -- Of a text about a coin its English name in every language: it is looked up by it.
  title text not null check (length(title) between 1 and 200),
  summary text not null default '' check (length(summary) <= 500),
  -- HTML, sanitised when it was written and once more when it is read.
  body text not null check (length(body) <= 100000),
  -- Path on this site.
  picture text,
  -- Their order within a kind and language, first things first.
  place integer not null,
  state text not null default 'PUBLISHED' check (state in ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  published_at timestamptz not null default now(),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- Null: it came with the product.
  updated_by uuid references users,
  primary key (kind, language, slug),
  check (coin is null or kind = 'BLOG')
);

create index articles_by_place on articles (kind, language, place, slug);

-- What a text was before each change.
create table article_versions (
  kind text not null,
  language text not null,
  slug text not null,
  version integer not null,
  title text not null,
  summary text not null,
  body text not null,
  coin text,
  picture text,
  place integer not null,
  state text not null,
  saved_at timestamptz not null,
  saved_by uuid references users,
  primary key (kind, language, slug, version),
  foreign key (kind, language, slug) references articles
);

alter table exchange_info
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  -- Null: it came with the product.
  add column updated_by uuid references users;

-- What it was before each change.
create table exchange_info_versions (
  language text not null references exchange_info,
  version integer not null,
  -- The row's words, by column.
  text jsonb not null,
  saved_at timestamptz not null,
  saved_by uuid references users,
  primary key (language, version)
);

insert into articles (kind, slug, language, coin, title, body, place)
select 'BLOG', slug, language, coin, title, body, place from (values
('tether', 'fa', 'TETHER', 'Tether', '<p>تتر (USDT) یک رمزارز باثبات است: توکنی که قرار است ارزشش برابر یک دلار آمریکا بماند. آن را شرکتی به همین نام منتشر می‌کند و می‌گوید در برابر هر توکن ذخیره‌ای دارد که بیشترش اوراق بدهی دولت آمریکاست. استخراجی در کار نیست؛ توکن وقتی ساخته می‌شود که کسی به شرکت پول بدهد و وقتی از میان می‌رود که شرکت آن را بازخرید کند.</p>
<p>از تتر برای نگه‌داشتن ارزش دلاری میان دو معامله، فرستادن پول به هر جای دنیا در هر ساعت شبانه‌روز، و به‌عنوان ارز پایهٔ بیشتر بازارها استفاده می‌شود. در این صرافی هم یکی از دو ارز پایه است: همهٔ رمزارزها با آن معامله می‌شوند و خودش با تومان.</p>
<p>تتر همان دلارِ حساب بانکی نیست. ارزشش به ذخایر منتشرکننده و اعتماد به آن بسته است، گاهی برای مدتی کوتاه کمتر از یک دلار معامله شده، و منتشرکننده می‌تواند نشانی‌ها را مسدود کند. این توکن روی چند شبکه وجود دارد؛ این‌جا میان ERC20 (اتریوم، نشانی‌هایی که با 0x شروع می‌شوند) و TRC20 (ترون، نشانی‌هایی که با T شروع می‌شوند) انتخاب می‌کنید. فرستنده و گیرنده باید روی یک شبکه باشند و آنچه روی شبکهٔ دیگری فرستاده شود ممکن است از دست برود.</p>', 1),
('tether', 'en', 'TETHER', 'Tether', '<p>Tether (USDT) is a stablecoin: a token meant to be worth one US dollar. A company, Tether, issues it and says that every token is covered by reserves it holds, mostly US government debt. There is no mining; tokens come into being when somebody pays the company and end when it buys them back.</p>
<p>People use it to hold dollars between trades, to send value across borders at any hour, and as the other side of most markets. On this exchange it is itself a market currency: every coin can be traded against it, and it can be traded against Toman.</p>
<p>It is not a dollar in a bank. Its worth rests on the issuer''s reserves and on trust in them, it has slipped below a dollar for short times, and the issuer can freeze addresses. The same token lives on several chains: here you choose ERC20 (Ethereum, addresses that begin with 0x) or TRC20 (TRON, addresses that begin with T). Sender and receiver must use the same network, and tokens sent on another one may be lost.</p>', 1),
('bitcoin', 'fa', 'BITCOIN', 'Bitcoin', '<p>بیت‌کوین نخستین پول دیجیتالی است که بدون هیچ گرداننده‌ای کار می‌کند. طرح آن را در سال ۲۰۰۸ کسی با نام ساتوشی ناکاموتو منتشر کرد و شبکه از ژانویهٔ ۲۰۰۹ بی‌وقفه برپاست. ماینرها در سراسر دنیا تقریباً هر ده دقیقه با اثبات کار تراکنش‌ها را در یک بلاک می‌گذارند و بیت‌کوین تازه پاداش می‌گیرند؛ این پاداش حدوداً هر چهار سال نصف می‌شود و هرگز بیش از ۲۱ میلیون بیت‌کوین وجود نخواهد داشت.</p>
<p>بیشتر برای نگه‌داشتن ارزش و فرستادن مبلغ‌های بزرگ به راه دور به کار می‌رود. هر بیت‌کوین صد میلیون جزء به نام ساتوشی دارد و هر مقداری از آن را می‌توان خرید. پرداخت‌های کوچک و سریع با شبکه‌هایی مانند لایتنینگ که روی بیت‌کوین ساخته شده‌اند آسان‌تر است؛ این صرافی از آن‌ها استفاده نمی‌کند.</p>
<p>قیمتش به‌شدت بالا و پایین می‌رود. کارمزد شبکه به شلوغی بستگی دارد نه به مبلغ، و در روزهای پرکار چند برابر می‌شود. واریز پس از چند بلاک تأیید می‌شود و شاید یک ساعت طول بکشد. نشانی‌ها با 1 یا 3 یا bc1 شروع می‌شوند؛ نشانی‌های قدیمی بیت‌کوین کش دقیقاً همین شکل را دارند، پس مطمئن شوید کدام را می‌فرستید. تراکنش تأییدشده برگشت‌پذیر نیست.</p>', 2),
('bitcoin', 'en', 'BITCOIN', 'Bitcoin', '<p>Bitcoin is the first digital currency that works without anybody in charge. It was described in 2008 by somebody who called themselves Satoshi Nakamoto and has run since January 2009. Miners all over the world put transactions into a block about every ten minutes, by proof of work, and are paid in new coins; that pay halves about every four years, and there will never be more than 21 million bitcoins.</p>
<p>It is mostly held as a store of value and sent over long distances in larger sums. One bitcoin has a hundred million parts, called satoshi, so that any amount can be bought. Small, fast payments are better served by networks built on top of it, such as Lightning, which this exchange does not use.</p>
<p>Its price moves strongly, in both directions. The network fee depends on how many people want to send, not on the amount, and can be many times higher on a busy day. A deposit counts after several blocks, so it may take an hour or so. Addresses begin with 1, 3 or bc1; old Bitcoin Cash addresses look exactly the same, so make sure which coin you send. What has been confirmed can''t be called back.</p>', 2),
('ethereum', 'fa', 'ETHEREUM', 'Ethereum', '<p>اتریوم شبکه‌ای است که علاوه بر پرداخت، برنامه هم اجرا می‌کند؛ برنامه‌هایی به نام قرارداد هوشمند. کوین آن اتر (ETH) نام دارد و شبکه از سال ۲۰۱۵ کار می‌کند. از سپتامبر ۲۰۲۲ امنیتش با اثبات سهام است: هر که بخواهد بلاک تأیید کند باید اتر قفل کند و اگر تقلب کند بخشی از آن را از دست می‌دهد؛ به همین دلیل انرژی بسیار کمی مصرف می‌کند.</p>
<p>هر کاری در این شبکه با اتر پرداخت می‌شود: جابه‌جایی توکن‌هایی مانند تتر، صرافی‌های غیرمتمرکز، وام، بازی و آثار دیجیتال. شبکه‌های زیادی از طراحی آن پیروی می‌کنند یا روی آن تسویه می‌شوند و به همین دلیل شکل نشانی‌های آن‌ها یکی است.</p>
<p>کارمزد شبکه (گَس) هنگام شلوغی بالا می‌رود و تراکنشی که شکست بخورد هم کارمزد دارد. نشانی‌ها با 0x شروع می‌شوند و شکلشان در اتریوم، اتریوم کلاسیک، زنجیرهٔ هوشمند BNB، پالیگان و سلو یکسان است؛ از ظاهر نشانی نمی‌توان شبکه را فهمید، پس در هر دو سو شبکه را با دقت انتخاب کنید. خطای قراردادها تا امروز زیان‌های بزرگی به بار آورده و هیچ‌کس نمی‌تواند تراکنشی را برگرداند.</p>', 3),
('ethereum', 'en', 'ETHEREUM', 'Ethereum', '<p>Ethereum is a network that runs programs, called smart contracts, as well as payments; its coin is Ether (ETH). It began in 2015. Since September 2022 it is secured by proof of stake: whoever wants to confirm blocks locks up Ether, and loses part of it for cheating, so that the network needs very little energy.</p>
<p>Ether pays for everything that happens there: sending tokens such as USDT, exchanges without an operator, loans, games and collectibles. Many other networks copy its design or settle on it, which is why so many addresses look alike.</p>
<p>The fee, called gas, rises when the network is busy, and a transaction can fail and still cost its fee. Addresses begin with 0x and have the same form on Ethereum, Ethereum Classic, BNB Smart Chain, Polygon and Celo: the form of an address does not tell you the network, so choose it on both sides with care. Errors in contracts have cost people a lot of money, and nobody can undo a transaction.</p>', 3),
('bnb', 'fa', 'BINANCE_COIN_BSC', 'BNB', '<p>بی‌ان‌بی کوین زنجیرهٔ هوشمند BNB است. صرافی بایننس آن را در سال ۲۰۱۷ نخست به شکل توکنی روی اتریوم عرضه کرد؛ امروز زنجیرهٔ خودش را دارد که همان نوع برنامه‌های اتریوم را اجرا می‌کند و بلاک‌هایش در چند ثانیه یا کمتر ساخته می‌شود. بلاک‌ها را گروه نسبتاً کوچکی از اعتبارسنج‌ها تأیید می‌کنند.</p>
<p>کارمزد این زنجیره با آن پرداخت می‌شود، در صرافی بایننس تخفیف می‌آورد و در برنامه‌های ساخته‌شده روی زنجیره به کار می‌رود. هر سه ماه بخشی از آن سوزانده می‌شود.</p>
<p>سرنوشتش به یک شرکت نزدیک است و کم بودن اعتبارسنج‌ها یعنی استقلال کمتر از شبکه‌های بزرگ‌تر. کوین‌های زنجیرهٔ قدیمی (BEP2، نشانی‌هایی که با bnb1 شروع می‌شوند) دیگر جابه‌جا نمی‌شوند؛ آن زنجیره در سال ۲۰۲۴ خاموش شد. این‌جا واریز و برداشت فقط روی زنجیرهٔ هوشمند BNB است، با نشانی‌هایی که با 0x شروع می‌شوند و بدون ممو. توکن‌های این زنجیره، از جمله نسخه‌های تتر روی آن، بی‌ان‌بی نیستند و به حساب واریز نمی‌شوند.</p>', 4),
('bnb', 'en', 'BINANCE_COIN_BSC', 'BNB', '<p>BNB is the coin of BNB Smart Chain. The Binance exchange brought it out in 2017, first as a token on Ethereum; today it has a chain of its own that runs the same kind of programs as Ethereum, with blocks every few seconds or faster. A rather small group of validators confirms them.</p>
<p>It pays the fees of that chain, gives discounts on the Binance exchange, and is used in the applications built there. Part of the supply is destroyed every quarter.</p>
<p>Its fate is close to that of one company, and few validators means less independence than on larger networks. Coins of the former Beacon Chain (BEP2, addresses that begin with bnb1) can no longer move: that chain was shut down in 2024. Here BNB comes and goes on BNB Smart Chain alone, with addresses that begin with 0x and without a memo. Tokens on that chain, among them its versions of USDT, are not BNB and are not credited.</p>', 4),
('xrp', 'fa', 'RIPPLE', 'XRP', '<p>ایکس‌آر‌پی (ریپل) کوین دفتر کل XRP است که از سال ۲۰۱۲ کار می‌کند. استخراج ندارد: ۱۰۰ میلیارد واحد در آغاز ساخته شد و گروهی از سرورهای شناخته‌شده هر چند ثانیه دربارهٔ آنچه رخ داده به توافق می‌رسند. شرکت ریپل که چند تن از سازندگان این دفتر بنیاد گذاشتند هنوز بخش بزرگی از آن را در اختیار دارد.</p>
<p>برای پرداخت ساخته شده، بیش از همه میان کشورها و ارزها: انتقال در چند ثانیه قطعی می‌شود و هزینه‌اش کسر کوچکی از یک واحد است که از میان می‌رود.</p>
<p>همهٔ واریزها به یک نشانی می‌رسند و با «تگ مقصد» از هم جدا می‌شوند. تگی را که به شما نشان داده می‌شود همیشه وارد کنید؛ بدون آن معلوم نیست کوین‌ها از آنِ کیست و پیدا کردنش زمان می‌برد. هنگام برداشت هم اگر گیرنده تگ دارد آن را بنویسید. هر حساب تازه باید مقدار کمی ذخیره داشته باشد تا ساخته شود، پس فرستادن مبلغ ناچیز به نشانی نو ممکن است شکست بخورد. این‌جا فقط خود XRP به حساب می‌آید، نه دارایی‌های دیگر آن دفتر.</p>', 5),
('xrp', 'en', 'RIPPLE', 'XRP', '<p>XRP is the coin of the XRP Ledger, which has run since 2012. There is no mining: 100 billion XRP were made at the start, and a set of known servers agrees every few seconds on what happened. The company Ripple, founded by some of the ledger''s authors, still holds a large share.</p>
<p>It was made for payments, above all between countries and currencies: a transfer is final within seconds and costs a tiny fraction of an XRP, which is destroyed.</p>
<p>All deposits go to one address and are told apart by a destination tag. Send the tag that you are shown, always: without it nobody can see whose coins they are, and finding out takes time. When you withdraw, give the tag of the receiver if they have one. An account must hold a small reserve of XRP before it exists, so a small sum to a new address can fail. Only XRP itself is credited here, not other assets of that ledger.</p>', 5),
('tron', 'fa', 'TRON', 'TRON', '<p>ترون شبکه‌ای برای برنامه‌ها و توکن‌هاست و کوین آن TRX نام دارد. از سال ۲۰۱۸ زنجیرهٔ مستقل خود را دارد. دارندگان به ۲۷ نماینده رأی می‌دهند و آن‌ها هر سه ثانیه یک بلاک می‌سازند.</p>
<p>بزرگ‌ترین کاربردش جابه‌جایی تتر است: شبکهٔ TRC20 همان ترون است. هزینهٔ آن با TRX پرداخت می‌شود، یا به‌صورت کارمزد، یا با قفل کردن TRX برای مدتی در برابر پهنای باند و انرژی که تراکنش‌ها مصرف می‌کنند.</p>
<p>فرستادن TRX ارزان است، اما فرستادن توکن از نشانی‌ای که انرژی ندارد به‌مراتب گران‌تر تمام می‌شود، به‌ویژه اگر گیرنده پیش‌تر آن توکن را نداشته باشد. بیست‌وهفت نماینده عدد کمی است و بخش بزرگی از رأی‌ها در دست گروهی کوچک. نشانی‌ها با T شروع می‌شوند و برای TRX و تترِ TRC20 یکسان‌اند؛ پیش از واریز ببینید کدام را می‌فرستید. ممو ندارد.</p>', 6),
('tron', 'en', 'TRON', 'TRON', '<p>TRON is a network for programs and tokens; its coin is TRX. It has had a chain of its own since 2018. Holders vote for 27 representatives who make the blocks, one every three seconds.</p>
<p>Its largest use by far is moving USDT: the TRC20 network of Tether is TRON. TRX pays for that, either as a fee or by being frozen for a time in exchange for bandwidth and energy, which are what transactions use up.</p>
<p>Sending TRX is cheap; sending tokens can cost noticeably more where an address has no energy, and most where the receiver has never held the token. Twenty-seven representatives are few, and a large part of the votes is in few hands. Addresses begin with T and are the same for TRX and for USDT on TRC20: check which of the two you deposit. There is no memo.</p>', 6),
('dogecoin', 'fa', 'DOGE_COIN', 'Dogecoin', '<p>دوج‌کوین را بیلی مارکوس و جکسون پالمر در دسامبر ۲۰۱۳ به شوخی با دنیای رمزارزها ساختند و نشانش سگِ یک تصویر معروف اینترنتی است. طرز کارش بسیار شبیه لایت‌کوین است و با اثبات کار، همراه با همان استخراج می‌شود؛ هر دقیقه یک بلاک.</p>
<p>برای انعام و پرداخت‌های خُرد به کار می‌رود و جامعه‌ای بزرگ و شوخ‌طبع آن را زنده نگه داشته است. کارمزدش کم است و معمولاً با واحد کامل شمرده می‌شود: سفارش‌های این‌جا هم به دوج کامل است.</p>
<p>سقف ندارد: با هر بلاک ۱۰٬۰۰۰ واحد تازه، یعنی نزدیک پنج میلیارد در سال. قیمتش بارها بیش از آنکه از شبکه‌اش خبر بدهد، دنبال شوخی‌ها و حرف چهره‌ها و مُد روز رفته و به همان سرعتِ بالا رفتن پایین آمده است. نشانی‌ها با D شروع می‌شوند و واریز پس از چند ده بلاک به حساب می‌نشیند.</p>', 7),
('dogecoin', 'en', 'DOGE_COIN', 'Dogecoin', '<p>Dogecoin was started in December 2013 by Billy Markus and Jackson Palmer as a joke about digital currencies, with the dog of an internet picture as its sign. It works much like Litecoin and is mined together with it, by proof of work, with a block every minute.</p>
<p>It is used for tips and small payments, and a large and cheerful community keeps it known. Fees are low and whole coins are the usual unit: orders here are in whole DOGE.</p>
<p>There is no upper limit: 10,000 new coins with every block, about five billion a year. Its price has often followed jokes, famous people''s words and fashions rather than anything that happened on its network, and has fallen as fast as it rose. Addresses begin with D; a deposit counts after some tens of blocks.</p>', 7),
('litecoin', 'fa', 'LITE_COIN', 'Litecoin', '<p>لایت‌کوین را چارلی لی در سال ۲۰۱۱ از روی برنامهٔ بیت‌کوین ساخت، با گام‌های کوتاه‌تر: تقریباً هر دو و نیم دقیقه یک بلاک، گونهٔ دیگری از اثبات کار (اسکریپت) و سقف ۸۴ میلیون واحد. پاداش ماینرها حدوداً هر چهار سال نصف می‌شود.</p>
<p>برای پرداخت‌هایی به کار می‌رود که باید ارزان و سریع باشند، و جایی است که تغییرهایی در آن آزموده می‌شوند که شاید بعد به بیت‌کوین هم برسند.</p>
<p>نشانی‌ها با L یا M یا ltc1 شروع می‌شوند. نشانی‌های قدیمی که با 3 شروع می‌شوند از نشانی‌های بیت‌کوین بازشناختنی نیستند و این‌جا پذیرفته نمی‌شوند؛ نشانی‌های خصوصی ltcmweb1 هم همین‌طور. قیمت لایت‌کوین معمولاً دنبال بیت‌کوین می‌رود و اغلب تندتر از آن. واریز پس از چند بلاک تأیید می‌شود و تراکنش تأییدشده قطعی است.</p>', 8),
('litecoin', 'en', 'LITE_COIN', 'Litecoin', '<p>Litecoin was made in 2011 by Charlie Lee from Bitcoin''s program, with smaller steps: a block about every two and a half minutes, another kind of proof of work (Scrypt), and a limit of 84 million coins. What miners get for a block halves about every four years.</p>
<p>It is used for payments that should cost little and be quick, and as a network where changes are tried out that Bitcoin may take up as well.</p>
<p>Addresses begin with L, M or ltc1. Old ones that begin with 3 can''t be told from Bitcoin''s and are not accepted here, and neither are the private addresses that begin with ltcmweb1. Litecoin''s price tends to follow Bitcoin''s, often more strongly. A deposit counts after several blocks, and a confirmed transaction is final.</p>', 8),
('bitcoin-cash', 'fa', 'BITCOIN_CASH', 'Bitcoin Cash', '<p>بیت‌کوین کش در ۱ اوت ۲۰۱۷، پس از کشمکشی طولانی بر سر اندازهٔ بلاک‌ها، از بیت‌کوین جدا شد. تاریخچهٔ هر دو تا آن روز یکی است؛ از آن پس بیت‌کوین کش بلاک‌های بسیار بزرگ‌تری دارد و راه خود را می‌رود. سقفش همان است: ۲۱ میلیون واحد با اثبات کار، تقریباً هر ده دقیقه یک بلاک.</p>
<p>هدفش پرداخت روزمره است: بلاک‌های بزرگ جا برای تراکنش‌های زیاد دارند و کارمزد بسیار کم می‌ماند.</p>
<p>توان پردازشی‌ای که از آن محافظت می‌کند بسیار کمتر از بیت‌کوین است که همان نوع استخراج را دارد، به همین دلیل واریز آن بلاک‌های بیشتری منتظر می‌ماند. نشانی‌های خودش با bitcoincash:q یا q شروع می‌شوند؛ نشانی‌های قدیمی که با 1 یا 3 شروع می‌شوند دقیقاً شبیه بیت‌کوین‌اند و این‌جا پذیرفته نمی‌شوند تا کسی یکی را به نشانی دیگری نفرستد. از آن هم شاخه‌هایی جدا شده (بیت‌کوین اس‌وی، ای‌کش) که به حساب واریز نمی‌شوند.</p>', 9),
('bitcoin-cash', 'en', 'BITCOIN_CASH', 'Bitcoin Cash', '<p>Bitcoin Cash split from Bitcoin on 1 August 2017, after a long quarrel about how large blocks should be. Both share their history up to that day; since then Bitcoin Cash has made its blocks much larger and gone its own way. The limit is the same: 21 million coins, mined by proof of work, a block about every ten minutes.</p>
<p>It is meant for everyday payments: large blocks leave room for many transactions, so that fees stay very low.</p>
<p>Far less computing power secures it than Bitcoin, which uses the same kind of mining, so deposits wait for more blocks. Its own addresses begin with bitcoincash:q or q; old ones beginning with 1 or 3 look exactly like Bitcoin''s and are not accepted here, so that nobody sends one coin to the other''s address. It has split further since (Bitcoin SV, eCash): those coins are not credited.</p>', 9),
('stellar', 'fa', 'STELLAR', 'Stellar', '<p>استلار شبکه‌ای برای پرداخت است که جد مک‌کیلب و همراهانش در سال ۲۰۱۴ راه انداختند و کوین آن لومن (XLM) نام دارد. استخراج ندارد: سرورهایی که به گفتهٔ یکدیگر اعتماد دارند هر چند ثانیه به توافق می‌رسند. بنیاد توسعهٔ استلار از آن نگه‌داری می‌کند و بخش بزرگی را در اختیار دارد؛ این بنیاد در سال ۲۰۱۹ بیش از نیمی از لومن‌ها را سوزاند و حدود ۵۰ میلیارد باقی است.</p>
<p>برای فرستادن پول میان کشورها و برای توکن‌هایی که نمایندهٔ ارزهای معمولی‌اند به کار می‌رود. انتقال در چند ثانیه قطعی می‌شود و هزینه‌اش کسر ناچیزی از یک لومن است.</p>
<p>همهٔ واریزها به یک نشانی می‌رسند و با «ممو» از هم جدا می‌شوند؛ همان مموی نمایش‌داده‌شده را همیشه بفرستید، وگرنه کوین‌ها می‌مانند تا کارکنان صاحبش را پیدا کنند. هر حساب تازه باید مقدار کمی لومن داشته باشد تا ساخته شود، پس فرستادن مبلغ بسیار کم به نشانی نو شکست می‌خورد. در استلار هر کسی می‌تواند توکنی با هر نامی بسازد؛ این‌جا فقط خود لومن به حساب می‌آید.</p>', 10),
('stellar', 'en', 'STELLAR', 'Stellar', '<p>Stellar is a network for payments, started in 2014 by Jed McCaleb and others; its coin is the lumen (XLM). There is no mining: servers that trust one another''s word agree every few seconds. The Stellar Development Foundation looks after it and holds a large share; in 2019 it destroyed more than half of all lumens, and about 50 billion are left.</p>
<p>It is used to send money between countries and for tokens that stand for ordinary currencies. A transfer is final within seconds and costs a tiny fraction of a lumen.</p>
<p>All deposits go to one address and are told apart by a memo: always send the one you are shown, or your coins wait until staff have found out whose they are. An account must hold a small amount of lumens before it exists, so a very small sum to a new address fails. Anybody may issue a token with any name on Stellar; only the lumen itself is credited here.</p>', 10),
('polygon', 'fa', 'MATIC', 'Polygon', '<p>پالیگان شبکه‌ای در کنار اتریوم است که همان برنامه‌ها را با کارمزد بسیار کمتر اجرا می‌کند. در سال ۲۰۲۰ با نام شبکهٔ ماتیک راه افتاد. کوین آن تا سپتامبر ۲۰۲۴ MATIC نام داشت و سپس POL یک به یک جایش را گرفت؛ این صرافی آن را POL می‌نامد و کد بازارش همان کد قدیمی است.</p>
<p>کارمزد شبکه با POL پرداخت می‌شود و اعتبارسنج‌هایی که شبکه را امن نگه می‌دارند آن را قفل می‌کنند. بازی‌ها، پرداخت با رمزارزهای باثبات و برنامه‌های زیادی که روی اتریوم گران تمام می‌شوند آن‌جا کار می‌کنند.</p>
<p>این‌جا واریز و برداشت روی خود شبکهٔ پالیگان است. MATIC یا POL به شکل توکن روی اتریوم چیز دیگری است، هرچند نشانی‌اش آن‌جا هم با 0x شروع می‌شود، و به حساب واریز نمی‌شود؛ شبکه را با دقت انتخاب کنید. گاهی شبکه بلاک‌هایی را پس گرفته است، به همین دلیل واریز منتظر بلاک‌های زیادی می‌ماند. توکن‌های روی پالیگان POL نیستند.</p>', 11),
('polygon', 'en', 'MATIC', 'Polygon', '<p>Polygon is a network beside Ethereum that runs the same programs with much lower fees. It was launched in 2020 as Matic Network. Its coin was called MATIC until September 2024, when POL took its place, one for one; this exchange calls it POL, and its market keeps the old code.</p>
<p>POL pays the fees of the network and is locked up by the validators who secure it. Games, payments in stablecoins and many applications that are too costly on Ethereum run there.</p>
<p>Here it comes and goes on the Polygon network itself. MATIC or POL as a token on Ethereum is something else, although the address begins with 0x there too, and is not credited: choose the network with care. Blocks have been taken back by the network now and then, so a deposit waits for many of them. Tokens on Polygon are not POL.</p>', 11),
('ethereum-classic', 'fa', 'CLASSIC_ETHEREUM', 'Ethereum Classic', '<p>اتریوم کلاسیک همان زنجیره‌ای است که اتریوم تا ژوئیهٔ ۲۰۱۶ بود. در آن زمان بیشتر کاربران تصمیم گرفتند سرقت از برنامه‌ای به نام دائو را با تغییر تاریخچهٔ زنجیره خنثی کنند و کسانی که می‌گفتند هیچ تاریخچه‌ای نباید تغییر کند زنجیرهٔ قدیمی را ادامه دادند. هنوز با اثبات کار استخراج می‌شود و هرگز بیش از حدود ۲۱۰ میلیون واحد نخواهد داشت.</p>
<p>همان نوع برنامه‌های اتریوم را اجرا می‌کند، هرچند امروز برنامه‌های کمی برای آن ساخته می‌شود. برخی آن را به خاطر عرضهٔ محدود و پایبندی به اصلش نگه می‌دارند.</p>
<p>کسانی که توان پردازشی بیشتری از همهٔ ماینرهایش داشتند به آن حمله کرده‌اند: در سال ۲۰۱۹ و چند بار در ۲۰۲۰ بلاک‌هایی بازنویسی شد، یک بار هزاران بلاک پشت سر هم، و کوین‌ها دو بار خرج شدند. به همین دلیل واریز این‌جا منتظر تعداد بسیار زیادی بلاک می‌ماند و ممکن است چند روز طول بکشد. نشانی‌ها مانند اتریوم با 0x شروع می‌شوند و کوینی که روی شبکهٔ اشتباه فرستاده شود نمی‌رسد.</p>', 12),
('ethereum-classic', 'en', 'CLASSIC_ETHEREUM', 'Ethereum Classic', '<p>Ethereum Classic is the chain that Ethereum was before July 2016. Then most people chose to undo a theft from a program called The DAO by changing the chain''s history; those who held that no history may be changed carried on with the old one. It is still mined by proof of work, and there will never be more than about 210 million coins.</p>
<p>It runs the same kind of programs as Ethereum, though few are built for it today. Some hold it for its fixed supply and its principle.</p>
<p>It has been attacked by people who had more computing power than all its miners: in 2019 and several times in 2020 blocks were rewritten, once thousands in one go, and coins spent twice. That is why a deposit here waits for an unusually large number of blocks and may take days. Addresses begin with 0x, as on Ethereum: coins sent on the wrong network don''t arrive.</p>', 12),
('dash', 'fa', 'DASH', 'Dash', '<p>دش در ژانویهٔ ۲۰۱۴ آغاز شد و یک سال بعد نام کنونی‌اش را از «پول نقد دیجیتال» گرفت. با اثبات کار استخراج می‌شود و تقریباً هر دو و نیم دقیقه یک بلاک دارد؛ در کنار ماینرها «مسترنود»ها هستند: سرورهایی که صاحبانشان ۱٬۰۰۰ دش قفل می‌کنند، در پاداش شریک‌اند و دربارهٔ خرج بخشی از آن رأی می‌دهند.</p>
<p>برای پرداخت در فروشگاه ساخته شده است: مسترنودها می‌توانند تراکنش را در چند ثانیه قطعی کنند (InstantSend) و جلوی بازنویسی بلاک‌ها را بگیرند (ChainLocks).</p>
<p>دش می‌تواند کوین‌ها را درهم کند تا ردشان سخت‌تر دنبال شود. به همین دلیل برخی کشورها و صرافی‌ها آن را نمی‌پذیرند و برخی دیگر از منشأ چنین کوین‌هایی می‌پرسند. نشانی‌ها با X شروع می‌شوند، یا با 7 اگر چند کلید لازم باشد. بازارش از کوین‌های بزرگ کوچک‌تر است و قیمتش گاهی می‌پرد.</p>', 13),
('dash', 'en', 'DASH', 'Dash', '<p>Dash began in January 2014 and took its name, from digital cash, a year later. It is mined by proof of work, with a block about every two and a half minutes; beside the miners there are masternodes, servers whose owners lock up 1,000 DASH, share in the rewards and vote on how a part of them is spent.</p>
<p>It is made for payments in shops: masternodes can settle a transaction within seconds (InstantSend) and pin down blocks so that they can''t be rewritten (ChainLocks).</p>
<p>Dash can mix coins so that their way is harder to follow. That is why some countries and exchanges don''t allow it, and why others ask where such coins come from. Addresses begin with X, or with 7 where several keys are needed. Its market is smaller than those of the large coins, so that prices can jump.</p>', 13),
('multiversx', 'fa', 'ELROND', 'MultiversX', '<p>مولتی‌ورس‌ایکس شبکه‌ای برای برنامه‌ها و پرداخت است و کوین آن EGLD نام دارد. در سال ۲۰۲۰ با نام الروند آغاز به کار کرد و در نوامبر ۲۰۲۲ تغییر نام داد. امنیتش با اثبات سهام است و به بخش‌هایی به نام «شارد» تقسیم شده که کنار هم کار می‌کنند تا با بیشتر شدن اعتبارسنج‌ها توانش هم بیشتر شود.</p>
<p>کارمزد با EGLD پرداخت می‌شود و اعتبارسنج‌ها و کسانی که به آن‌ها وکالت می‌دهند آن را قفل می‌کنند. شبکه برای پرداخت، توکن و برنامه به کار می‌رود و کیف‌پول‌هایی دارد که به‌جای نشانی با نام کار می‌کنند.</p>
<p>نشانی‌ها با erd1 شروع می‌شوند و ممو ندارند. فقط خود EGLD به حساب می‌آید، نه توکن‌های این شبکه (ESDT) و نه نسخه‌های قدیمی کوین روی اتریوم یا زنجیره‌های BNB. این شبکه از بیشتر شبکه‌ها جوان‌تر و کوچک‌تر است و بازارش هم همین‌طور؛ قیمت ممکن است با معاملهٔ کم زیاد جابه‌جا شود.</p>', 14),
('multiversx', 'en', 'ELROND', 'MultiversX', '<p>MultiversX is a network for programs and payments; its coin is EGLD. It opened in 2020 under the name Elrond and was renamed in November 2022. It is secured by proof of stake and split into parts, called shards, that work side by side, so that it can do more as more validators join.</p>
<p>EGLD pays fees and is locked up by validators and by those who delegate to them. The network is used for payments, tokens and applications, and has wallets that work with names in place of addresses.</p>
<p>Addresses begin with erd1; there is no memo. Only EGLD itself is credited, not the tokens (ESDT) of that network, nor the older versions of the coin on Ethereum or on BNB''s chains. The network is younger and smaller than most, and so is its market: prices can move far on little trade.</p>', 14),
('celo', 'fa', 'CELO', 'Celo', '<p>سلو شبکه‌ای برای پرداخت با تلفن همراه است. در آوریل ۲۰۲۰ با زنجیرهٔ مستقل خود آغاز شد و در مارس ۲۰۲۵ به لایه‌ای روی اتریوم تبدیل شد. کوین آن، CELO، حداکثر یک میلیارد واحد خواهد داشت.</p>
<p>از CELO برای کارمزد و رأی دادن دربارهٔ قواعد شبکه استفاده می‌شود. کارمزد را با رمزارزهای باثبات هم می‌توان داد و کاربرد اصلی شبکه همین‌هاست: دلار، یورو و ارزهای دیگر، برای انتقال‌های کوچک در جاهایی که بانک دور است.</p>
<p>نشانی‌ها مانند اتریوم با 0x شروع می‌شوند اما شبکه دیگری است؛ در هر دو سو سلو را انتخاب کنید. رمزارزهای باثبات سلو همان CELO نیستند و این‌جا به حساب واریز نمی‌شوند. رفتن روی اتریوم شیوهٔ تأمین امنیت شبکه را تغییر داده و این تغییر هنوز جوان است. بازارش کوچک است و قیمت گاهی می‌پرد.</p>', 15),
('celo', 'en', 'CELO', 'Celo', '<p>Celo is a network for payments by mobile phone. It opened in April 2020 as a chain of its own and became a layer on top of Ethereum in March 2025. Its coin, CELO, is limited to one billion.</p>
<p>CELO is used for fees and for votes on the network''s rules. Fees may also be paid in stablecoins, and several of these, for the dollar, the euro and other currencies, are the network''s main use: small transfers in places where banks are far away.</p>
<p>Addresses begin with 0x, as on Ethereum, but the network is another: choose Celo on both sides. The stablecoins of Celo are not CELO and are not credited here. The move onto Ethereum has changed how the network is secured, and such a change is young. Its market is small, so that prices can jump.</p>', 15),
('eos', 'fa', 'EOS', 'EOS (Vaulta)', '<p>ایاس شبکه‌ای برای اجرای برنامه‌هاست که در سال ۲۰۱۸ پس از یکی از بزرگ‌ترین عرضه‌های توکن آغاز به کار کرد. دارندگان به ۲۱ تولیدکنندهٔ بلاک رأی می‌دهند که در هر ثانیه دو بلاک می‌سازند. شبکه در سال ۲۰۲۵ نام والتا و کوین تازه‌ای به نام A گرفت که ایاس یک به یک به آن تبدیل می‌شود؛ این صرافی همچنان نام ایاس را به کار می‌برد.</p>
<p>تراکنش‌ها کارمزد ندارند؛ به‌جای آن حساب باید سهمی از زمان پردازش و فضای شبکه داشته باشد. برای بازی، پرداخت و با نام تازه‌اش برای خدمات بانکی به کار می‌رود.</p>
<p>به‌جای نشانی، نام حسابی با حداکثر دوازده حرف و رقم دارد. همهٔ واریزها به یک حساب می‌رسند و با «ممو» از هم جدا می‌شوند؛ همان مموی نمایش‌داده‌شده را همیشه بفرستید، وگرنه کوین‌ها می‌مانند تا کارکنان صاحبش را پیدا کنند. هر کسی می‌تواند توکنی به نام EOS بسازد؛ فقط نوع اصلی به حساب می‌آید. تغییر نام و کوین هنوز همه‌جا تمام نشده است؛ از طرف مقابل بپرسید کدام یک را می‌پذیرد.</p>', 16),
('eos', 'en', 'EOS', 'EOS (Vaulta)', '<p>EOS is a network for programs that opened in 2018, after one of the largest sales of tokens ever held. Holders vote for 21 producers who make the blocks, two a second. In 2025 the network took the name Vaulta and a new coin called A, which EOS can be exchanged for one for one; this exchange still uses the name EOS.</p>
<p>Transactions cost no fee; instead an account needs shares of the network''s computing time and storage. It is used for games, payments and, under its new name, for banking services.</p>
<p>In place of an address there is an account name of up to twelve letters and digits. All deposits go to one account and are told apart by a memo: always send the one you are shown, or your coins wait until staff have found out whose they are. Anybody may make a token that is called EOS; only the real one is credited. The change of name and coin is not over everywhere: ask the other side which of the two it takes.</p>', 16)
) as text (slug, language, coin, title, body, place);
