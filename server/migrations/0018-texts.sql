-- The texts the product comes with, in both languages; staff changes them at the desk. Figures that staff may change
-- (fees, limits, confirmations, minimums) are not written here: the texts name the page that shows them.

-- Questions and answers: starting, verification, security, Toman, coins, trading, the rest.
insert into articles (kind, slug, language, place, title, body)
select 'FAQ', slug, language, place, title, body from (values
('how-to-start', 'fa', 1, 'از کجا شروع کنم؟',
$$<p>چهار گام تا نخستین خرید راه است:</p>
<ol>
<li>با ایمیل و یک رمز عبور <a href="/sign-up">ثبت‌نام کنید</a> و کدی را که به ایمیلتان می‌آید وارد کنید.</li>
<li>در «حساب کاربری» کشورتان را انتخاب کنید و اطلاعات، مدارک و حساب بانکی خود را بفرستید.</li>
<li>پس از تأیید هویت، از «کیف پول» تومان یا ارز واریز کنید.</li>
<li>در «معامله سریع» ارز را انتخاب کنید، مبلغ را بنویسید و خرید را تأیید کنید.</li>
</ol>
<p>پیش از احراز هویت می‌توانید قیمت‌ها، نمودارها و دفتر سفارش را ببینید؛ معامله و کیف پول پس از آن باز می‌شود. راهنمای تصویری هر گام در <a href="/guide/">راهنما</a> آمده است.</p>$$),
('how-to-start', 'en', 1, 'How do I start?',
$$<p>There are four steps to your first purchase:</p>
<ol>
<li><a href="/sign-up">Sign up</a> with an email address and a password, and enter the code we email you.</li>
<li>Under “Account”, choose your country and send your details, documents and bank account.</li>
<li>Once you are verified, deposit Toman or a coin from “Wallet”.</li>
<li>In “Quick trade”, pick a coin, type an amount and confirm.</li>
</ol>
<p>Before verification you can look at prices, charts and order books; trading and the wallet open afterwards. The <a href="/guide/">guide</a> shows each step in pictures.</p>$$),
('how-money-is-kept', 'fa', 2, 'پول و ارز من چطور نگهداری می‌شود؟',
$$<p>هر جابه‌جایی پول یک ثبت دوطرفه در دفتر حساب است: از یک حساب کم و به همان اندازه به حساب دیگری افزوده می‌شود. هیچ ثبتی ویرایش یا حذف نمی‌شود و همه مانده‌ها را می‌توان هر زمان از روی همین ثبت‌ها دوباره حساب کرد.</p>
<p>بخش کوچکی از ارزها برای برداشت‌های روزانه در کیف پول گرم است و باقی در کیف پول سرد، جدا از شبکه. کلیدهای امضا هم در همان برنامه‌ای نیست که سایت را اجرا می‌کند؛ برنامه‌ای جداگانه با سقف‌های خودش امضا می‌کند. جزئیات بیشتر در <a href="/about-us/">درباره ما</a> آمده است.</p>$$),
('how-money-is-kept', 'en', 2, 'How are my money and coins kept?',
$$<p>Every movement of money is a double entry in the ledger: what one account loses, another gains. Entries are never edited or deleted, and every balance can be recomputed from them at any time.</p>
<p>A small part of the coins sits in hot wallets for the day’s withdrawals; the rest is in cold wallets, off the network. The signing keys are not in the program that runs the site: a separate one signs, within limits of its own. <a href="/about-us/">About us</a> says more.</p>$$),
('fees-and-levels', 'fa', 3, 'کارمزد معامله چقدر است و سطح حساب چه اثری دارد؟',
$$<p>کارمزد هر معامله درصدی از مبلغ آن است و به سطح حساب شما بستگی دارد. سطح از روی جمع معاملات سه ماه گذشته‌تان خودکار تعیین می‌شود: برنزی، نقره‌ای، طلایی و پلاتینی. هر چه سطح بالاتر باشد، کارمزد کمتر است. درصد بازار تومان و بازار تتر جداست.</p>
<p>درصدها، کارمزد برداشت هر ارز و حداقل‌ها در صفحه <a href="/wages">کارمزدها</a> است. سطح کنونی شما و فاصله‌تان تا سطح بعدی را هم در «حساب کاربری» می‌بینید.</p>$$),
('fees-and-levels', 'en', 3, 'What does a trade cost, and what are levels for?',
$$<p>The fee is a percentage of what you trade, and it depends on the level of your account. Your level follows by itself from your trades of the last three months: Bronze, Silver, Gold, Platinum. The higher the level, the lower the fee. Toman and Tether markets have percentages of their own.</p>
<p>The percentages, each coin’s withdrawal fee and the minimums are on the <a href="/wages">fees page</a>. Your present level and how far the next one is are under “Account”.</p>$$),
('language-and-theme', 'fa', 4, 'زبان و رنگ صفحه را چطور عوض کنم؟',
$$<p>دکمه زبان در بالای صفحه میان فارسی و انگلیسی جابه‌جا می‌شود و دکمه کنار آن میان حالت تیره و روشن. انتخاب شما روی همین مرورگر می‌ماند.</p>
<p>در نسخه انگلیسی، معامله سریع فقط با تتر است؛ برای خرید و فروش با تومان، سایت را به فارسی برگردانید.</p>$$),
('language-and-theme', 'en', 4, 'How do I change the language or the theme?',
$$<p>The language button at the top switches between Persian and English, the one beside it between dark and light. This browser remembers your choice.</p>
<p>In English, quick trades are made in Tether only; to buy and sell with Toman, switch the site to Persian.</p>$$),
('verification-documents', 'fa', 5, 'برای احراز هویت چه چیزهایی لازم است؟',
$$<p>اگر در ایران زندگی می‌کنید:</p>
<ul>
<li>نام، کد ملی و تاریخ تولد، درست مانند کارت ملی؛</li>
<li>موبایلی که سیم‌کارتش به نام خودتان است؛</li>
<li>نشانی، کد پستی و تلفن ثابت؛</li>
<li>شماره کارت و شبای یک حساب بانکی به نام خودتان؛</li>
<li>عکس روی کارت ملی و پشت آن، یا عکس گذرنامه یا گواهی‌نامه رانندگی.</li>
</ul>
<p>پس از فرستادن فرم، سامانه بانکی کدی ۵ رقمی به موبایلتان پیامک می‌کند تا معلوم شود کد ملی و شماره برای یک نفر است. عکس‌ها باید PNG یا JPG باشد، هر چهار گوشه مدرک پیدا و نوشته‌ها خوانا. دست‌کم باید ۱۸ سال داشته باشید.</p>$$),
('verification-documents', 'en', 5, 'What do I need for verification?',
$$<p>If you live in Iran:</p>
<ul>
<li>your name, national code and birth date, exactly as on your national card;</li>
<li>a mobile number whose SIM is registered in your own name;</li>
<li>your address, postal code and landline;</li>
<li>the card number and Sheba (IBAN) of a bank account in your own name;</li>
<li>photos of both sides of your national card, or of your passport or driving licence.</li>
</ul>
<p>After you send the form, the banking system texts you a 5-digit code, which shows that national code and mobile belong to the same person. Photos must be PNG or JPG, with all four corners in sight and the text readable. You have to be at least 18.</p>$$),
('verification-time', 'fa', 6, 'تأیید هویت چقدر طول می‌کشد؟',
$$<p>پر کردن فرم چند دقیقه است. سپس همکاران ما مدارک را یکی‌یکی می‌بینند؛ زمانش به شلوغی آن روز بستگی دارد. نتیجه را با پیام خبر می‌دهیم و در «حساب کاربری» هم می‌نویسیم. تا آن زمان لازم نیست کاری بکنید و فرستادن دوباره مدارک نوبت را جلو نمی‌اندازد.</p>$$),
('verification-time', 'en', 6, 'How long does verification take?',
$$<p>The form takes a few minutes. Then our colleagues look at the documents one by one; how long that takes depends on how many are waiting. We send you a message with the outcome and show it under “Account” too. There is nothing for you to do meanwhile, and sending documents again doesn’t move you forward.</p>$$),
('verification-refused', 'fa', 7, 'مدارک من تأیید نشد. چه کنم؟',
$$<p>در «حساب کاربری» دلیل آن نوشته شده است؛ مثلاً عکس خوانا نبوده، نام با مدرک یکی نبوده، یا کارت و شبا به نام خودتان نبوده است. همان مورد را درست کنید و «ذخیره و فرستادن دوباره» را بزنید. باقی اطلاعات سر جای خودش می‌ماند.</p>
<p>اگر می‌نویسد کد ملی، موبایل یا حساب بانکی برای حساب دیگری ثبت شده، احتمالاً پیش‌تر با ایمیل دیگری ثبت‌نام کرده‌اید. با همان حساب وارد شوید یا به پشتیبانی پیام دهید.</p>$$),
('verification-refused', 'en', 7, 'My documents were not approved. What now?',
$$<p>The reason is under “Account”: the photo couldn’t be read, the name differs from the document, the card and Sheba are not in your own name, and so on. Correct that point and press “Save and send again”. Everything else stays as you left it.</p>
<p>If it says that your national code, mobile or bank account belongs to another account, you have probably signed up before with another email address. Log in with that one, or write to support.</p>$$),
('living-abroad', 'fa', 8, 'خارج از ایران زندگی می‌کنم. می‌توانم حساب داشته باشم؟',
$$<p>بله. هنگام احراز هویت کشور محل زندگی را انتخاب کنید. به‌جای کد ملی شماره شناسایی خودتان را می‌نویسید و عکس گذرنامه، کارت شناسایی یا گواهی‌نامه را می‌فرستید؛ تلفن ثابت، حساب بانکی و کد ۵ رقمی بانک لازم نیست.</p>
<p>کار با تومان به حساب بانکی ایرانی به نام خودتان نیاز دارد. بدون آن با واریز و برداشت ارز و با بازارهای تتر کار می‌کنید. تا پیش از فرستادن مدارک می‌توانید کشور را عوض کنید.</p>$$),
('living-abroad', 'en', 8, 'I live outside Iran. Can I have an account?',
$$<p>Yes. Choose the country you live in when you verify. You give your own identity number instead of a national code, and a photo of your passport, identity card or driving licence; no landline, bank account or bank code is asked for.</p>
<p>Toman needs an Iranian bank account in your own name. Without one you deposit and withdraw coins and trade on the Tether markets. You can change the country until you send your documents.</p>$$),
('change-email-or-mobile', 'fa', 9, 'ایمیل یا موبایلم را چطور عوض کنم؟',
$$<p>در «حساب کاربری» کنار ایمیل یا موبایل «تغییر» را بزنید، مقدار تازه را بنویسید و کدی را که به همان می‌رسد وارد کنید. پیش از آن رمز عبور و کد ورود را می‌پرسیم تا مطمئن شویم خودتان هستید.</p>
<p>پس از تغییر، دستگاه‌های دیگر از حساب خارج می‌شوند و برداشت تا ۷۲ ساعت بسته می‌ماند. اگر هویت شما تأیید شده باشد، اطلاعات تازه باید دوباره بررسی شود؛ در این مدت فروش و لغو سفارش باز است و خرید و برداشت بسته.</p>$$),
('change-email-or-mobile', 'en', 9, 'How do I change my email or mobile number?',
$$<p>Under “Account”, press “Change” beside it, type the new value and enter the code that reaches it. Before that we ask for your password and a login code, to be sure it is you.</p>
<p>After the change, other devices are signed out and withdrawals stay closed for 72 hours. If you are verified, the new information has to be reviewed; until then selling and cancelling orders stay open, and buying and withdrawing are closed.</p>$$),
('which-two-step', 'fa', 10, 'کدام روش ورود دو مرحله‌ای بهتر است؟',
$$<p>برنامه رمزساز. کد را خود گوشی می‌سازد؛ نه آنتن می‌خواهد نه اینترنت، و کسی که به ایمیل یا سیم‌کارت شما دست پیدا کند آن را ندارد. ایمیل و پیامک هم هست، ولی هر کس ایمیلتان را باز کند کد را هم می‌بیند.</p>
<p>روش را در <a href="/profile/settings">تنظیمات</a> عوض کنید. هنگام فعال کردن رمزساز ۱۰ کد بازیابی می‌گیرید؛ آن‌ها را جایی جدا از گوشی نگه دارید. تغییر روش، برداشت را ۲۴ ساعت می‌بندد.</p>$$),
('which-two-step', 'en', 10, 'Which two-step method is best?',
$$<p>The authenticator app. Your phone makes the code by itself, without signal or internet, and whoever gets hold of your mailbox or SIM doesn’t have it. Email and text messages work too, but anybody who can open your mail also sees the code.</p>
<p>Change the method in <a href="/profile/settings">Settings</a>. When you turn on the authenticator you get 10 recovery codes; keep them apart from your phone. Changing the method closes withdrawals for 24 hours.</p>$$),
('code-not-arriving', 'fa', 11, 'کد تأیید نمی‌رسد یا کار نمی‌کند.',
$$<ul>
<li>کد ثبت‌نام ۳۰۰ ثانیه و کدهای دیگر ۱۲۰ ثانیه اعتبار دارند. پس از آن «ارسال دوباره کد» را بزنید.</li>
<li>فقط آخرین کد کار می‌کند و هر کد یک بار.</li>
<li>پوشه هرزنامه را ببینید و مطمئن شوید نشانی ایمیل را درست نوشته‌اید.</li>
<li>اگر رمزساز کد نادرست می‌دهد، ساعت گوشی را روی تنظیم خودکار بگذارید. کد برنامه هر ۳۰ ثانیه عوض می‌شود.</li>
<li>پس از چند کد نادرست باید کمی صبر کنید؛ زمانش روی صفحه نوشته می‌شود.</li>
</ul>$$),
('code-not-arriving', 'en', 11, 'The code doesn’t arrive, or doesn’t work.',
$$<ul>
<li>A sign-up code holds for 300 seconds, the others for 120. After that, ask for a new one.</li>
<li>Only the newest code works, and each works once.</li>
<li>Look into your spam folder, and check the address you typed.</li>
<li>If your authenticator’s code is refused, set the phone’s clock to automatic. The code changes every 30 seconds.</li>
<li>After several wrong codes you have to wait a while; the screen says how long.</li>
</ul>$$),
('lost-authenticator', 'fa', 12, 'گوشی یا برنامه رمزسازم را از دست داده‌ام.',
$$<p>در صفحه کد ورود «ورود با کد بازیابی» را بزنید و یکی از ۱۰ کد بازیابی را وارد کنید. هر کد یک بار کار می‌کند و پس از آن برداشت تا ۷۲ ساعت بسته می‌ماند. سپس در <a href="/profile/settings">تنظیمات</a> رمزساز را روی گوشی تازه راه‌اندازی کنید و کدهای تازه بگیرید.</p>
<p>اگر کد بازیابی هم ندارید، از <a href="/contact-us/">تماس با ما</a> پیام بدهید. همکاران ما هویتتان را دوباره می‌سنجند و پس از آن رمزساز قبلی از حساب برداشته می‌شود؛ برداشت در این حالت هم ۷۲ ساعت بسته است.</p>$$),
('lost-authenticator', 'en', 12, 'I’ve lost my phone or my authenticator.',
$$<p>On the code screen choose “Use a recovery code instead” and enter one of your 10 recovery codes. Each works once, and withdrawals are closed for 72 hours afterwards. Then set up the authenticator on your new phone in <a href="/profile/settings">Settings</a> and take new codes.</p>
<p>Without recovery codes, write to us through <a href="/contact-us/">Contact us</a>. Our colleagues check your identity again and then remove the old authenticator; here too withdrawals stay closed for 72 hours.</p>$$),
('forgot-password', 'fa', 13, 'رمز عبورم را فراموش کرده‌ام.',
$$<p>در صفحه ورود <a href="/login/forget">«رمز عبور را فراموش کرده‌اید؟»</a> را بزنید، ایمیلتان را بنویسید و کدی را که می‌رسد همراه رمز تازه وارد کنید. رمز باید دست‌کم ۸ نویسه با حرف کوچک، حرف بزرگ و عدد داشته باشد؛ رمزهای پرکاربرد را نمی‌پذیریم.</p>
<p>با ثبت رمز تازه همه دستگاه‌ها از حساب خارج می‌شوند و برداشت ۲۴ ساعت بسته می‌ماند. روش ورود دو مرحله‌ای تغییری نمی‌کند.</p>$$),
('forgot-password', 'en', 13, 'I’ve forgotten my password.',
$$<p>On the login page choose <a href="/login/forget">“Forgot password?”</a>, type your email address and enter the code we send, together with a new password. It needs at least 8 characters with a lower-case letter, a capital and a digit; very common passwords are refused.</p>
<p>A new password signs out every device and closes withdrawals for 24 hours. Your two-step method stays as it was.</p>$$),
('withdrawal-hold', 'fa', 14, 'چرا برداشت از حسابم بسته است؟',
$$<p>پس از هر تغییر امنیتی، برداشت برای مدتی بسته می‌شود تا اگر کار شما نبوده، فرصت جلوگیری داشته باشید:</p>
<table>
<thead><tr><th scope="col">چه چیزی عوض شده</th><th scope="col">برداشت بسته است تا</th></tr></thead>
<tbody>
<tr><td>رمز عبور، روش ورود دو مرحله‌ای، خاموش کردن «فقط نشانی‌های ذخیره‌شده»</td><td>۲۴ ساعت</td></tr>
<tr><td>ایمیل، موبایل، ورود با کد بازیابی</td><td>۷۲ ساعت</td></tr>
</tbody>
</table>
<p>گاهی مقررات هم پس از واریز تومان مدتی برداشت ارز را می‌بندد؛ در این صورت پیش از واریز روی همان صفحه نوشته می‌شود. زمان باز شدن همیشه در فرم برداشت دیده می‌شود و خرید و فروش در این مدت باز است.</p>$$),
('withdrawal-hold', 'en', 14, 'Why are my withdrawals closed?',
$$<p>After each security change withdrawals close for a while, so that you can step in if it wasn’t you:</p>
<table>
<thead><tr><th scope="col">What changed</th><th scope="col">Withdrawals are closed for</th></tr></thead>
<tbody>
<tr><td>Password, two-step method, turning “Saved addresses only” off</td><td>24 hours</td></tr>
<tr><td>Email, mobile number, login with a recovery code</td><td>72 hours</td></tr>
</tbody>
</table>
<p>At times regulations also hold coin withdrawals back after a Toman deposit; the deposit screen says so beforehand. The withdrawal form always shows when it opens again, and trading goes on meanwhile.</p>$$),
('suspected-breach', 'fa', 15, 'فکر می‌کنم کسی وارد حسابم شده است.',
$$<ol>
<li>در <a href="/profile/settings">تنظیمات</a> «خروج همه دستگاه‌های دیگر» را بزنید.</li>
<li>رمز عبور را عوض کنید؛ رمزی تازه که جای دیگری به کار نبرده‌اید. با این کار برداشت هم ۲۴ ساعت بسته می‌شود.</li>
<li>رمز ایمیلتان را هم عوض کنید و ورود دو مرحله‌ای را به برنامه رمزساز ببرید.</li>
<li>در «تاریخچه»، زبانه «ورودها»، و در فهرست برداشت‌ها ببینید چه رخ داده است. برداشتی را که هنوز «در حال بررسی» یا «در صف» است لغو کنید.</li>
<li>بی‌درنگ از <a href="/contact-us/">تماس با ما</a> خبر بدهید تا حساب را ببندیم.</li>
</ol>
<p>اگر نمی‌توانید وارد شوید، از <a href="/login/forget">فراموشی رمز عبور</a> شروع کنید.</p>$$),
('suspected-breach', 'en', 15, 'I think somebody has been in my account.',
$$<ol>
<li>In <a href="/profile/settings">Settings</a>, press “Sign out all other devices”.</li>
<li>Change your password to one you use nowhere else. This also closes withdrawals for 24 hours.</li>
<li>Change your mailbox’s password too, and move two-step login to an authenticator app.</li>
<li>Look at “Logins” in your history and at your withdrawals. Cancel whatever is still being reviewed or waiting.</li>
<li>Tell us at once through <a href="/contact-us/">Contact us</a>, so that we can lock the account.</li>
</ol>
<p>If you can’t get in, begin with <a href="/login/forget">Forgot password?</a></p>$$),
('toman-deposit-ways', 'fa', 16, 'تومان را چطور واریز کنم؟',
$$<p>دو راه هست، هر دو در «کیف پول»، دکمه «واریز تومان»:</p>
<ul>
<li><strong>درگاه بانک:</strong> مبلغ را می‌نویسید، کارت تأییدشده خودتان را انتخاب می‌کنید و در درگاه می‌پردازید. مبلغ همان لحظه به کیف پول می‌نشیند.</li>
<li><strong>حواله با شناسه:</strong> برای مبلغ‌های بالاتر از سقف درگاه. با پایا یا ساتنا به شبای نوشته‌شده می‌فرستید و شناسه واریز خودتان را در خانه «شناسه پرداخت» می‌نویسید. همین که بانک حواله را اعلام کند، مبلغ به کیف پول می‌نشیند.</li>
</ul>
<p>هر دو راه فقط از حساب بانکی به نام خودتان پذیرفته می‌شود. سقف‌ها روی همان صفحه نوشته شده است.</p>$$),
('toman-deposit-ways', 'en', 16, 'How do I deposit Toman?',
$$<p>There are two ways, both under “Deposit Toman” in your wallet:</p>
<ul>
<li><strong>Payment gateway:</strong> type the amount, choose a verified card of your own and pay at the bank’s gateway. The amount is in your wallet at once.</li>
<li><strong>Bank transfer:</strong> for amounts above the gateway’s limit. Send it by Paya or Satna to the IBAN shown and write your own identifier into the field “payment identifier”. It is credited as soon as the bank reports it.</li>
</ul>
<p>Both are accepted only from a bank account in your own name. The limits are on that screen.</p>$$),
('card-deposit-failed', 'fa', 17, 'پول از کارتم کم شد ولی به کیف پول نرسید.',
$$<p>نخست <a href="/profile/history?tab=toman">تاریخچه تومان</a> را ببینید:</p>
<ul>
<li><strong>در انتظار بانک:</strong> بانک هنوز پاسخ نداده است. دوباره نپردازید؛ با تأیید بانک، مبلغ خودکار می‌نشیند.</li>
<li><strong>ناموفق:</strong> دلیلش در رسید نوشته شده است. اگر بانک پولی برداشته باشد، حداکثر تا ۷۲ ساعت به همان کارت برمی‌گردد.</li>
</ul>
<p>دلیل معمول این است که در درگاه با کارت دیگری جز کارت انتخاب‌شده پرداخته‌اند. اگر پس از ۷۲ ساعت پول برنگشت، با کد پیگیری به بانک و به ما خبر دهید.</p>$$),
('card-deposit-failed', 'en', 17, 'My card was charged but nothing reached my wallet.',
$$<p>First look at your <a href="/profile/history?tab=toman">Toman history</a>:</p>
<ul>
<li><strong>Waiting for the bank:</strong> the bank hasn’t answered yet. Don’t pay again; the amount is credited by itself once it does.</li>
<li><strong>Failed:</strong> the receipt says why. If the bank took any money, it returns to the same card within 72 hours.</li>
</ul>
<p>Most often another card was used at the gateway than the one chosen here. If the money isn’t back after 72 hours, take the tracking code to your bank and to us.</p>$$),
('bank-transfer-missing', 'fa', 18, 'حواله پایا یا ساتنا فرستادم و هنوز نرسیده است.',
$$<p>پایا در چرخه‌های بانکی و فقط در روزهای کاری می‌رسد؛ ساتنا زودتر. واریز شما وقتی خودکار به کیف پول می‌نشیند که این سه با هم درست باشد: شناسه واریز همان شناسه شما باشد، حساب مبدأ یکی از حساب‌های تأییدشده خودتان باشد، و از سقف روزانه نگذشته باشید.</p>
<p>اگر شناسه را ننوشته یا از حساب دیگری فرستاده باشید، پول کنار گذاشته می‌شود تا همکاران ما صاحبش را با تأیید دونفره پیدا کنند یا آن را به حساب مبدأ برگردانند. با تصویر حواله و شماره پیگیری آن از <a href="/contact-us/">تماس با ما</a> خبر دهید.</p>$$),
('bank-transfer-missing', 'en', 18, 'I sent a Paya or Satna transfer and it isn’t here yet.',
$$<p>Paya arrives with the bank’s cycles and on working days only, Satna sooner. A transfer is credited by itself when three things agree: the payment identifier is yours, it came from a verified account of your own, and the day’s limit holds it.</p>
<p>If the identifier was left out or the money came from another account, it is set aside until our staff, two of them, have found whose it is, or it goes back where it came from. Send us the transfer slip and its tracking number through <a href="/contact-us/">Contact us</a>.</p>$$),
('toman-withdrawal-time', 'fa', 19, 'برداشت تومان چه زمانی به حسابم می‌نشیند؟',
$$<p>برداشت‌های تومانی روزی یک بار، در روزهای کاری، یک‌جا به بانک فرستاده می‌شود. درخواستی که پیش از ساعت ۱۰ صبح تهران ثبت شود در دسته همان روز می‌رود و باقی در روز کاری بعد. جمعه‌ها و تعطیلات رسمی پرداختی نیست. زمان قول‌داده‌شده را پیش از تأیید در فرم و سپس در تاریخچه می‌بینید.</p>
<p>پول فقط به شبای تأییدشده خودتان می‌رود. اگر بانک آن را برگرداند، مثلاً چون حساب بسته است، همه مبلغ همراه کارمزد به کیف پول برمی‌گردد و دلیلش را خبر می‌دهیم. برداشت‌های بزرگ را همکاران ما هم می‌بینند.</p>$$),
('toman-withdrawal-time', 'en', 19, 'When does a Toman withdrawal reach my bank account?',
$$<p>Toman withdrawals go to the bank together, once each working day. What is requested before 10 in the morning, Tehran time, goes with that day’s batch, the rest with the next working day’s. Nothing is paid on Fridays and public holidays. The form shows the promised time before you confirm, and your history afterwards.</p>
<p>The money goes only to a verified IBAN of your own. If the bank sends it back, because the account is closed, say, all of it returns to your wallet, the fee included, and we tell you why. Our staff also looks at large withdrawals.</p>$$),
('coin-deposit-time', 'fa', 20, 'واریز ارز چقدر طول می‌کشد؟',
$$<p>واریز همین که روی شبکه دیده شود در «واریزهای در راه» می‌آید و وقتی به کیف پول می‌نشیند که شبکه تعداد تأیید لازم را داده باشد. این تعداد برای هر شبکه فرق دارد و روی صفحه واریز و صفحه هر ارز نوشته شده است: در چند شبکه چند ثانیه، در بیت‌کوین معمولاً کمتر از یک ساعت، و در اتریوم کلاسیک چند روز.</p>
<p>تأیید بیشتر یعنی اطمینان بیشتر از این‌که شبکه آن بلاک را پس نمی‌گیرد. ما نمی‌توانیم شبکه را تندتر کنیم.</p>$$),
('coin-deposit-time', 'en', 20, 'How long does a coin deposit take?',
$$<p>A deposit shows under “On their way” as soon as the network has it, and is credited once the network has given it the confirmations it needs. Their number differs from network to network and is on the deposit screen and on each coin’s page: seconds on some networks, usually less than an hour with Bitcoin, days with Ethereum Classic.</p>
<p>More confirmations mean more certainty that the network won’t take the block back. We can’t make a network go faster.</p>$$),
('wrong-network', 'fa', 21, 'ارز را روی شبکه اشتباه فرستاده‌ام.',
$$<p>هر نشانی فقط برای همان ارز و همان شبکه‌ای است که کنارش نوشته شده. آنچه روی شبکه دیگری فرستاده شود معمولاً دیده نمی‌شود و ممکن است برای همیشه از دست برود؛ تراکنش زنجیره را هیچ‌کس نمی‌تواند برگرداند.</p>
<p>اگر چیزی فرستاده‌اید، شناسه تراکنش، ارز، شبکه و نشانی مقصد را از <a href="/contact-us/">تماس با ما</a> بفرستید تا ببینیم کاری از دستمان برمی‌آید یا نه. قولی نمی‌توانیم بدهیم. پیش از فرستادن مبلغ بزرگ، مبلغی کم را بیازمایید.</p>$$),
('wrong-network', 'en', 21, 'I’ve sent a coin on the wrong network.',
$$<p>An address is good for the coin and the network written beside it and nothing else. What is sent on another network is usually not seen and may be lost for good; nobody can undo a transaction on a chain.</p>
<p>If it has happened, send us the transaction id, coin, network and destination address through <a href="/contact-us/">Contact us</a>, and we will see whether anything can be done. We can’t promise it. Before a large sum, try a small one.</p>$$),
('missing-tag', 'fa', 22, 'تگ یا ممو را ننوشته‌ام.',
$$<p>در ریپل، استلار و ایاس نشانی میان همه مشترک است و واریز شما فقط از روی تگ (ممو) شناخته می‌شود. واریز بدون تگ گم نمی‌شود، ولی خودکار هم نمی‌نشیند: می‌ماند تا دو نفر از همکاران ما صاحبش را پیدا و تأیید کنند، و این چند روز طول می‌کشد.</p>
<p>شناسه تراکنش و نشانی یا نام صرافی مبدأ را از <a href="/contact-us/">تماس با ما</a> بفرستید. هنگام برداشت هم اگر مقصد تگ داده است حتماً آن را بنویسید.</p>$$),
('missing-tag', 'en', 22, 'I forgot the tag or memo.',
$$<p>With XRP, Stellar and EOS everybody shares one address, and a deposit is recognised by its tag (memo) alone. One without a tag isn’t lost, but isn’t credited by itself either: it waits until two of our staff have found and confirmed its owner, which takes days.</p>
<p>Send us the transaction id and the address or exchange it came from through <a href="/contact-us/">Contact us</a>. When you withdraw, always give the recipient’s tag if they have one.</p>$$),
('missing-deposit', 'fa', 23, 'واریز ارزم در کیف پول نیست.',
$$<ol>
<li>در کیف پول مبدأ ببینید تراکنش واقعاً فرستاده شده و به نشانی و شبکه درست رفته است.</li>
<li>در صفحه واریز همان ارز «واریزم اینجا نیست» را بزنید، شبکه را انتخاب و شناسه تراکنش (TxID) را وارد کنید تا آن را روی شبکه بجوییم. اگر به نشانی شما باشد، همان‌جا می‌گوییم چند تأیید گرفته است.</li>
<li>واریزی که از «کمترین واریز» آن شبکه کمتر باشد خودکار به کیف پول نمی‌نشیند.</li>
</ol>
<p>اگر پیدا نشد یا برای شما نبود، شناسه تراکنش را از <a href="/contact-us/">تماس با ما</a> بفرستید.</p>$$),
('missing-deposit', 'en', 23, 'My coin deposit isn’t in my wallet.',
$$<ol>
<li>Check in the wallet you sent from that the transaction really left, to the right address on the right network.</li>
<li>On that coin’s deposit screen press “My deposit isn’t here”, choose the network and enter the transaction id (TxID); we look it up on the network. If it went to your address, you see at once how many confirmations it has.</li>
<li>Less than the network’s “smallest deposit” isn’t credited by itself.</li>
</ol>
<p>If nothing is found, send us the transaction id through <a href="/contact-us/">Contact us</a>.</p>$$),
('withdrawal-under-review', 'fa', 24, 'برداشتم «در حال بررسی» است. می‌توانم لغوش کنم؟',
$$<p>برداشت‌های بزرگ، و برداشت‌هایی که با درخواست‌های دیگر همان روزتان بزرگ می‌شوند، پیش از رفتن یک یا دو بار دیده می‌شوند؛ معمولاً همان روز. مبلغی را که بررسی از آن آغاز می‌شود فرم برداشت می‌نویسد.</p>
<p>تا وقتی برداشت «در حال بررسی» یا «در صف» است، در تاریخچه «لغو برداشت» را بزنید و پول همان لحظه به کیف پول برمی‌گردد. پس از آن‌که روی شبکه یا به بانک فرستاده شد، دیگر لغوشدنی نیست.</p>$$),
('withdrawal-under-review', 'en', 24, 'My withdrawal is “being reviewed”. Can I cancel it?',
$$<p>Large withdrawals, and those that become large together with your others of the day, are looked at by one or two of our staff before they leave, usually on the same day. The form says from which amount on.</p>
<p>While it is being reviewed or waiting to be sent, press “Cancel the withdrawal” in your history and the money is back at once. After it has gone to the network or the bank it can’t be cancelled.</p>$$),
('address-book', 'fa', 25, '«فقط نشانی‌های ذخیره‌شده» چیست؟',
$$<p>در «کیف پول» می‌توانید نشانی‌هایی را که زیاد به کار می‌برید با نام ذخیره کنید. اگر «فقط نشانی‌های ذخیره‌شده» را روشن کنید، ارز تنها به همان فهرست می‌رود و هر نشانی تازه ۲۴ ساعت پس از افزودن باز می‌شود. خاموش کردنش هم همه برداشت‌ها را ۲۴ ساعت می‌بندد.</p>
<p>پس اگر کسی وارد حسابتان شود، یک روز فرصت دارید. برای افزودن نشانی، رمز عبور و کد را می‌پرسیم و با پیام خبرتان می‌کنیم.</p>$$),
('address-book', 'en', 25, 'What is “Saved addresses only”?',
$$<p>In your wallet you can save the addresses you use often, by name. With “Saved addresses only” turned on, coins go to that list alone, and a new address opens 24 hours after it was added. Turning it off closes all withdrawals for 24 hours.</p>
<p>So if somebody gets into your account, you have a day to stop them. Adding an address needs your password and a code, and we tell you about it.</p>$$),
('price-life', 'fa', 26, 'قیمت معامله سریع تا کی معتبر است؟',
$$<p>قیمتی که می‌بینید چند ثانیه نگه داشته می‌شود و سپس تازه می‌شود؛ شمارش معکوس آن در پنجره تأیید پیداست. اگر پیش از تأیید شما بازار جابه‌جا شود، معامله انجام نمی‌شود، چیزی از حسابتان کم نمی‌شود و قیمت تازه را برای تأیید نشان می‌دهیم. معامله هرگز با قیمتی جز آنچه تأیید کرده‌اید انجام نمی‌شود.</p>
<p>اگر قیمت مرجع یک ارز قدیمی یا نامطمئن باشد، معامله سریع آن ارز تا درست شدن آن متوقف می‌ماند.</p>$$),
('price-life', 'en', 26, 'How long does a quick-trade price hold?',
$$<p>The price you see is held for a few seconds and then renewed; the confirmation counts them down. If the market moves before you confirm, nothing is traded, nothing leaves your account, and we show you the new price to confirm. A trade is never made at another price than the one you confirmed.</p>
<p>When a coin’s reference price is stale or doubtful, quick trades of that coin stop until it is right again.</p>$$),
('quick-trade-total', 'fa', 27, 'چرا مبلغ پرداختی با «قیمت ضربدر مقدار» یکی نیست؟',
$$<p>به‌خاطر کارمزد. در خرید، کارمزد روی مبلغ می‌آید؛ در فروش از آنچه می‌گیرید کم می‌شود. زیر فرم با جمله نوشته می‌شود که با کارمزد چقدر می‌پردازید و چقدر می‌گیرید، و همین رقم در پنجره تأیید و رسید هم هست. بیش از آن چیزی کم نمی‌شود.</p>
<p>قیمت خرید همیشه کمی بالاتر از قیمت فروش است. این فاصله را هم پیش از معامله می‌بینید.</p>$$),
('quick-trade-total', 'en', 27, 'Why isn’t the total simply price times amount?',
$$<p>Because of the fee. On a purchase it is added to the total; on a sale it is taken from what you get. A sentence under the form says what you pay and what you receive with the fee, and the same figures are in the confirmation and on the receipt. Nothing more is taken.</p>
<p>The price to buy is always a little higher than the price to sell. You see both before you trade.</p>$$),
('order-statuses', 'fa', 28, 'سفارش محدودم باز است یا بخشی از آن انجام شده. یعنی چه؟',
$$<ul>
<li><strong>باز:</strong> در دفتر منتظر کسی است که با قیمت شما معامله کند. پول یا ارز آن مسدود است.</li>
<li><strong>باز، با درصد:</strong> بخشی معامله شده و باقی هنوز منتظر است. یک سفارش ممکن است با چند نفر و در چند نوبت انجام شود.</li>
<li><strong>کامل انجام شد:</strong> همه مقدار معامله شد.</li>
<li><strong>لغو شد:</strong> باقی را خودتان لغو کردید، یا سفارش بازار طرف مقابلی با قیمت مناسب نیافت. آنچه پیش از آن معامله شده سر جایش می‌ماند و باقی آزاد می‌شود.</li>
</ul>
<p>هر معامله جزء، با قیمت و کارمزدش، در رسید سفارش است.</p>$$),
('order-statuses', 'en', 28, 'My limit order is open, or partly filled. What does that mean?',
$$<ul>
<li><strong>Open:</strong> it waits in the book for somebody to trade at your price. Its money or coins are blocked.</li>
<li><strong>Open, with a percentage:</strong> part of it has been traded and the rest still waits. One order may be filled by several people, at several times.</li>
<li><strong>Filled:</strong> all of it has been traded.</li>
<li><strong>Cancelled:</strong> you took the rest back, or a market order found nobody left at an acceptable price. What had been traded stays traded; the rest is released.</li>
</ul>
<p>Each single fill, with its price and fee, is on the order’s receipt.</p>$$),
('order-refused', 'fa', 29, 'چرا سفارش محدودم پذیرفته نشد؟',
$$<ul>
<li><strong>قیمت از بازار خیلی دور است:</strong> قیمت باید در محدوده ۲۰ درصدی پیرامون قیمت مرجع باشد. این کار جلوی رقم اشتباه را می‌گیرد.</li>
<li><strong>گام قیمت یا مقدار:</strong> باید مضربی از گام آن بازار باشد؛ گام درست زیر دکمه نوشته می‌شود.</li>
<li><strong>حداقل ارزش:</strong> سفارش از کمترین ارزش بازار کوچک‌تر است.</li>
<li><strong>موجودی:</strong> در خرید، مبلغ همراه کارمزد مسدود می‌شود.</li>
<li><strong>سفارش خودتان:</strong> سفارش تازه به سفارش باز خودتان می‌خورد. اول آن یکی را لغو کنید.</li>
<li><strong>تعداد:</strong> در هر بازار تا ۲۰۰ و در همه بازارها تا ۱٬۰۰۰ سفارش باز می‌توانید داشته باشید.</li>
<li><strong>بازار بسته:</strong> آن بازار فعلاً غیرفعال است. لغو کردن همیشه کار می‌کند.</li>
</ul>$$),
('order-refused', 'en', 29, 'Why was my limit order refused?',
$$<ul>
<li><strong>Price too far from the market:</strong> it has to be within 20% of the reference price, which catches mistyped digits.</li>
<li><strong>Step of price or amount:</strong> both must be multiples of the market’s steps; the right one is written under the button.</li>
<li><strong>Least value:</strong> the order is worth less than the market takes.</li>
<li><strong>Balance:</strong> on a purchase, the total is blocked with the fee.</li>
<li><strong>Your own order:</strong> it would trade with an open order of yours. Cancel that one first.</li>
<li><strong>How many:</strong> up to 200 open orders in a market, and 1,000 in all.</li>
<li><strong>Market closed:</strong> that market is inactive for the moment. Cancelling always works.</li>
</ul>$$),
('referral', 'fa', 30, 'با دعوت دوستان چه چیزی می‌گیرم؟',
$$<p>کسی که با کد یا لینک دعوت شما ثبت‌نام کند، ۳۰ درصد کارمزد هر معامله‌اش در همان لحظه و به همان واحد کارمزد، تومان یا تتر، به کیف پول شما می‌رود. او چیزی بیشتر از کارمزد خودش نمی‌پردازد.</p>
<p>لینک، تعداد دعوت‌شده‌ها و جمع پاداش در <a href="/profile/invite">دعوت از دوستان</a> است. کد باید هنگام ثبت‌نام وارد شده باشد و پس از آن افزوده نمی‌شود. دعوت از خودتان پاداش ندارد؛ معامله‌ای هم که دو سوی آن معرف و دعوت‌شده، یا هر دو دعوت‌شده یک نفر باشند، پاداش ندارد.</p>$$),
('referral', 'en', 30, 'What do I get for inviting friends?',
$$<p>When somebody signs up with your invitation code or link, 30% of the fee of each of their trades comes to your wallet at that very moment, in the fee’s own currency, Toman or Tether. They pay nothing beyond their ordinary fee.</p>
<p>Your link, how many have joined and what it has brought are under <a href="/profile/invite">Invite friends</a>. The code has to be there at sign-up; it can’t be added later. Inviting yourself earns nothing, and neither does a trade between inviter and invited, or between two whom the same person invited.</p>$$),
('company-page', 'fa', 31, 'صفحه شرکت به چه کار می‌آید؟',
$$<p>حسابی که نوع مشتری آن «شرکت (شخص حقوقی)» باشد و هویتش تأیید شود، در <a href="/profile/company">فروشگاه من</a> یک پیوند پرداخت و کد QR دارد. خریدار پیوند را باز می‌کند، مبلغ، شماره کارت و توضیح را می‌نویسد و در درگاه بانک می‌پردازد؛ نیازی به حساب ندارد. پول در «دریافتی تسویه‌نشده» جمع می‌شود.</p>
<p>شرکت دریافتی را به کیف پول تومانی خود می‌برد، یا ارز، شبکه، نشانی و دوره روزانه، هفتگی یا ماهانه را تعیین می‌کند تا در پایان هر دوره با همان دریافتی ارز خریده و به آن نشانی فرستاده شود. آنچه برای تأیید شرکت لازم است در <a href="/guide/">راهنما</a> آمده است.</p>$$),
('company-page', 'en', 31, 'What is the company page for?',
$$<p>An account whose customer kind is “Company” and which has been verified gets a payment link and a QR code under <a href="/profile/company">My store</a>. Buyers open the link, enter amount, card number and a description, and pay at the bank’s gateway; they need no account. The Toman adds up under “Received, not settled”.</p>
<p>The company takes it to its Toman wallet, or sets a coin, a network, an address and a period, daily, weekly or monthly; at the end of each period what came in then buys that coin, and it is sent to that address. What verification of a company takes is in the <a href="/guide/">guide</a>.</p>$$),
('close-account', 'fa', 32, 'چطور حسابم را ببندم؟',
$$<p>سفارش‌های باز را لغو کنید، موجودی را برداشت کنید و سپس از <a href="/contact-us/">تماس با ما</a>، با همان ایمیل حساب، درخواست بستن بدهید. پس از اطمینان از هویت شما حساب بسته می‌شود و دیگر نمی‌شود وارد آن شد.</p>
<p>سوابق مالی و مدارک هویتی تا زمانی که قانون می‌گوید نگه داشته می‌شود و پیش از آن پاک‌شدنی نیست. اگر فقط نگران امنیت حسابید، پیش از بستن پاسخ «فکر می‌کنم کسی وارد حسابم شده است» را ببینید.</p>$$),
('close-account', 'en', 32, 'How do I close my account?',
$$<p>Cancel your open orders, withdraw what you have, and then ask us to close it through <a href="/contact-us/">Contact us</a>, from the account’s own email address. Once we are sure that it is you, the account is closed and can’t be entered any more.</p>
<p>Financial records and identity documents are kept for as long as the law demands and can’t be erased before. If it is safety that worries you, read “I think somebody has been in my account” first.</p>$$)
) as text (slug, language, place, title, body);

-- The guide: one task a part, with pictures of our own screens (scripts/guide-pictures.ts).
insert into articles (kind, slug, language, place, picture, title, body)
select 'MANUAL', slug, language, place, case when picture <> '' then '/guide/' || language || '/' || picture || '.webp' end,
  title, body from (values
('sign-up', 'fa', 1, 'sign-up', 'ثبت‌نام و تأیید ایمیل',
$$<p>برای ساختن حساب فقط یک ایمیل و یک رمز عبور لازم است.</p>
<ol>
<li>در بالای صفحه <a href="/sign-up">«ثبت‌نام»</a> را بزنید و ایمیل خود را بنویسید. ایمیلی را بدهید که خودتان می‌خوانید و رمز جداگانه‌ای دارد؛ کدها و خبرهای حساب به همان می‌آید.</li>
<li>رمز عبوری با دست‌کم ۸ نویسه، حرف کوچک، حرف بزرگ و عدد انتخاب کنید. فهرست زیر فرم نشان می‌دهد کدام شرط مانده است. رمزی را که جای دیگری به کار برده‌اید تکرار نکنید.</li>
<li>قوانین را بخوانید، بپذیرید و «ساخت حساب» را بزنید.</li>
<li>کد ۶ رقمی را که به ایمیلتان رفته وارد کنید. این کد ۳۰۰ ثانیه اعتبار دارد؛ اگر نرسید، پوشه هرزنامه را ببینید و پس از پایان زمان، کد تازه بگیرید.</li>
</ol>
<p><img src="/guide/fa/sign-up-code.webp" alt="صفحه تأیید ایمیل با شش خانه برای کد و حلقه زمان" width="260" height="400"></p>
<p>اگر دوستی شما را دعوت کرده است، از لینک خودش وارد شوید تا کد دعوت خودکار نوشته شود؛ پس از ثبت‌نام افزودنی نیست. با گوگل هم می‌توانید حساب بسازید.</p>$$),
('sign-up', 'en', 1, 'sign-up', 'Sign up and confirm your email',
$$<p>An account takes an email address and a password, nothing else.</p>
<ol>
<li>Press <a href="/sign-up">“Sign up”</a> at the top and type your email address. Use one that you read yourself and that has a password of its own: codes and news of your account go there.</li>
<li>Choose a password of at least 8 characters with a lower-case letter, a capital and a digit. The list under the form shows what is still missing. Don’t reuse a password from elsewhere.</li>
<li>Read the rules, accept them and press “Create account”.</li>
<li>Enter the 6-digit code we emailed you. It holds for 300 seconds. If it doesn’t come, look into your spam folder, and ask for a new one when the time is over.</li>
</ol>
<p><img src="/guide/en/sign-up-code.webp" alt="The screen that asks for the code, with six boxes and a ring that shows the time" width="260" height="400"></p>
<p>If a friend invited you, come through their link so that the invitation code is filled in; it can’t be added afterwards. You can also sign up with Google.</p>$$),
('verify-identity', 'fa', 2, 'verify-identity', 'احراز هویت',
$$<p>معامله و کیف پول پس از تأیید هویت باز می‌شود. فرم آن در «حساب کاربری» است.</p>
<h3>شخص حقیقی در ایران</h3>
<ol>
<li>کشور محل زندگی را انتخاب کنید.</li>
<li>نام، کد ملی و تاریخ تولد را درست مانند کارت ملی بنویسید و موبایلی را که سیم‌کارتش به نام خودتان است.</li>
<li>نشانی، کد پستی و تلفن ثابت را کامل کنید.</li>
<li>شماره کارت و شبای یک حساب به نام خودتان را وارد کنید. واریز و برداشت تومان با همین حساب است.</li>
<li>عکس روی و پشت کارت ملی را بفرستید: PNG یا JPG، چهار گوشه پیدا، نوشته‌ها خوانا، بدون بازتاب نور.</li>
<li>کد ۵ رقمی را که سامانه بانکی پیامک می‌کند وارد کنید و منتظر بررسی همکاران ما بمانید.</li>
</ol>
<h3>ساکن کشوری دیگر</h3>
<p>کشور خود را انتخاب کنید، شماره شناسایی ملی خود را بنویسید و عکس گذرنامه، کارت شناسایی یا گواهی‌نامه را بفرستید. تلفن ثابت، حساب بانکی و کد بانکی لازم نیست.</p>
<h3>شرکت</h3>
<p>نوع مشتری را «شرکت (شخص حقوقی)» بگذارید. افزون بر اطلاعات نماینده، نام، شناسه ملی، شماره ثبت، تلفن و نشانی شرکت، تصویر مجوز یا آگهی ثبت، و تعهدنامه لازم است: برگه‌ای که نماینده با دست‌خط خود نوشته و امضا کرده و همراه کارت ملی کنار صورت گرفته است. متن آن در همان فرم آمده است.</p>
<p>دکمه پایین فرم همیشه می‌گوید چه چیزی مانده است. اگر تأیید نشد، دلیلش همان‌جا نوشته می‌شود و فقط همان مورد را درست می‌کنید.</p>$$),
('verify-identity', 'en', 2, 'verify-identity', 'Verify your identity',
$$<p>Trading and the wallet open once you are verified. The form is under “Account”.</p>
<h3>A person in Iran</h3>
<ol>
<li>Choose the country you live in.</li>
<li>Write your name, national code and birth date exactly as on your national card, and a mobile number whose SIM is in your own name.</li>
<li>Complete the address, postal code and landline.</li>
<li>Enter the card number and Sheba (IBAN) of an account in your own name. Toman comes in and goes out through it.</li>
<li>Send photos of both sides of your national card: PNG or JPG, all four corners in sight, readable, free of reflections.</li>
<li>Enter the 5-digit code the banking system texts you, and wait for our colleagues’ review.</li>
</ol>
<h3>Somebody living elsewhere</h3>
<p>Choose your country, write your national identity number and send a photo of your passport, identity card or driving licence. No landline, bank account or bank code is needed.</p>
<h3>A company</h3>
<p>Set the customer kind to “Company”. Beside the representative’s own details we need the company’s name, national ID, registration number, phone and address, a picture of its licence or registration notice, and a written commitment: a sheet in the representative’s own hand, signed, photographed beside their face together with their national card. The form gives its wording.</p>
<p>The button under the form always says what is missing. If something isn’t approved, the reason stands there and you correct that one point.</p>$$),
('two-step-login', 'fa', 3, 'two-step', 'ورود دو مرحله‌ای و کدهای بازیابی',
$$<p>هر ورود، افزون بر رمز عبور، یک کد یک‌بارمصرف می‌خواهد. در آغاز این کد با ایمیل می‌آید. پیشنهاد ما برنامه رمزساز است.</p>
<ol>
<li>یک برنامه رمزساز مثل Google Authenticator یا Aegis روی گوشی نصب کنید.</li>
<li>در <a href="/profile/settings">تنظیمات</a>، زیر «ورود دو مرحله‌ای»، «برنامه رمزساز» را بزنید.</li>
<li>تصویر QR را با برنامه اسکن کنید یا کلید را در آن بنویسید، سپس کدی را که برنامه نشان می‌دهد وارد کنید.</li>
<li>۱۰ کد بازیابی را چاپ یا دانلود کنید و جدا از گوشی نگه دارید. فقط همین یک بار نشان داده می‌شوند.</li>
</ol>
<p>تغییر روش، دستگاه‌های دیگر را از حساب خارج می‌کند و برداشت را ۲۴ ساعت می‌بندد. اگر گوشی‌تان گم شد، با یکی از کدهای بازیابی وارد شوید و در تنظیمات «راه‌اندازی روی گوشی تازه» را بزنید.</p>$$),
('two-step-login', 'en', 3, 'two-step', 'Two-step login and recovery codes',
$$<p>Each login asks for a one-time code after your password. At first it comes by email. We recommend an authenticator app.</p>
<ol>
<li>Install an authenticator app such as Google Authenticator or Aegis on your phone.</li>
<li>In <a href="/profile/settings">Settings</a>, under “Two-step login”, choose “Authenticator app”.</li>
<li>Scan the QR code with the app or type the key into it, then enter the code the app shows.</li>
<li>Print or download the 10 recovery codes and keep them apart from your phone. They are shown only this once.</li>
</ol>
<p>Changing the method signs out your other devices and closes withdrawals for 24 hours. If you lose your phone, log in with one of the recovery codes and choose “Set up on a new phone” in Settings.</p>$$),
('deposit-toman', 'fa', 4, 'deposit-toman', 'واریز تومان',
$$<h3>با درگاه بانک</h3>
<ol>
<li>در <a href="/profile/wallet">کیف پول</a> «واریز تومان» را بزنید.</li>
<li>مبلغ را بنویسید. حداقل، حداکثر و آنچه از سقف امروز مانده همان‌جا نوشته شده است.</li>
<li>کارت تأییدشده خودتان را انتخاب کنید. در درگاه هم باید با همان کارت بپردازید.</li>
<li>به درگاه بانک بروید، بپردازید و تا برگشتن به سایت صبر کنید.</li>
</ol>
<p><img src="/guide/fa/deposit-toman-paid.webp" alt="صفحه نتیجه پرداخت: پرداخت انجام شد" width="260" height="400"></p>
<p>اگر صفحه بسته شد یا اینترنت قطع شد، دوباره نپردازید؛ پرداخت موفق خودش به کیف پول می‌نشیند. اگر ناموفق بود و بانک پول را برداشته بود، حداکثر تا ۷۲ ساعت به کارت برمی‌گردد.</p>
<h3>با حواله و شناسه</h3>
<p>برای مبلغ‌های بالاتر از سقف درگاه «حواله با شناسه» را انتخاب کنید. شبا و شناسه واریز خودتان را کپی کنید و در همراه‌بانک، پایا یا ساتنا، شناسه را در خانه «شناسه پرداخت» بنویسید. شناسه شما همیشه همان است. حواله باید از حسابی به نام خودتان باشد که در «حساب کاربری» تأیید شده است.</p>$$),
('deposit-toman', 'en', 4, 'deposit-toman', 'Deposit Toman',
$$<h3>Through the payment gateway</h3>
<ol>
<li>In your <a href="/profile/wallet">wallet</a>, press “Deposit Toman”.</li>
<li>Type the amount. The least, the most and what is left of today’s limit are written there.</li>
<li>Choose a verified card of your own, and pay with that same card at the gateway.</li>
<li>Go to the bank’s gateway, pay, and wait until you are back here.</li>
</ol>
<p><img src="/guide/en/deposit-toman-paid.webp" alt="The result of a payment: payment complete" width="260" height="400"></p>
<p>If the page closes or your connection is lost, don’t pay again; a payment that succeeded is credited by itself. If it failed and the bank took money nonetheless, it returns to the card within 72 hours.</p>
<h3>By bank transfer</h3>
<p>For amounts above the gateway’s limit, choose “Bank transfer”. Copy the IBAN and your own identifier, and in your banking app, with Paya or Satna, write the identifier into the field “payment identifier”. It never changes. The transfer must come from an account in your own name that is verified under “Account”.</p>$$),
('quick-trade', 'fa', 5, 'buy', 'خرید و فروش با معامله سریع',
$$<p>در معامله سریع با قیمتی که می‌بینید از ما می‌خرید یا به ما می‌فروشید؛ نه انتظار دارد نه دفتر سفارش.</p>
<h3>خرید</h3>
<ol>
<li>در <a href="/profile/otc">معامله سریع</a> ارز و واحد پول، تومان یا تتر، را انتخاب کنید.</li>
<li>در «پرداخت می‌کنید» مبلغ، یا در «دریافت می‌کنید» مقدار را بنویسید؛ آن دیگری خودش حساب می‌شود. جمله زیر فرم می‌گوید با کارمزد چقدر می‌پردازید و چقدر می‌گیرید.</li>
<li>دکمه خرید را بزنید. در پنجره تأیید، قیمت و زمان تازه شدن آن را ببینید و «تأیید و خرید» را بزنید.</li>
<li>ارز همان لحظه در کیف پول شماست و رسید باز می‌شود. آن را به شکل تصویر یا PDF ذخیره کنید.</li>
</ol>
<p><img src="/guide/fa/buy-confirm.webp" alt="پنجره تأیید خرید با قیمت، کارمزد و جمع پرداختی" width="260" height="400"></p>
<h3>فروش</h3>
<p>«فروش» را بزنید، مقدار را بنویسید یا «همه» را انتخاب کنید و تأیید کنید. کارمزد از آنچه می‌گیرید کم می‌شود و رقم پس از کسر آن روی صفحه است.</p>
<p><img src="/guide/fa/sell.webp" alt="فرم معامله سریع در حالت فروش با جمع دریافتی" width="260" height="400"></p>
<p>اگر قیمت پیش از تأیید عوض شود، چیزی کم نمی‌شود و قیمت تازه را برای تأیید می‌بینید. وقتی دکمه خاموش است، متنش می‌گوید چرا.</p>$$),
('quick-trade', 'en', 5, 'buy', 'Buy and sell with a quick trade',
$$<p>In a quick trade you buy from us or sell to us at the price you see; there is no waiting and no order book.</p>
<h3>Buying</h3>
<ol>
<li>In <a href="/profile/otc">Quick trade</a>, choose the coin. In English you pay in Tether; in Persian, in Toman or Tether.</li>
<li>Type what you pay or what you want to receive; the other follows by itself. The sentence under the form says what you pay and get, fee included.</li>
<li>Press the buy button. The confirmation shows the price and when it renews; press “Confirm purchase”.</li>
<li>The coin is in your wallet at once, and the receipt opens. Save it as an image or a PDF.</li>
</ol>
<p><img src="/guide/en/buy-confirm.webp" alt="The confirmation of a purchase, with price, fee and total" width="260" height="400"></p>
<h3>Selling</h3>
<p>Press “Sell”, type the amount or choose “Use all”, and confirm. The fee comes out of what you get; the figure on the screen is what is left after it.</p>
<p><img src="/guide/en/sell.webp" alt="The quick trade form set to sell, with the total you receive" width="260" height="400"></p>
<p>If the price changes before you confirm, nothing is taken and you see the new price to confirm. When the button is off, its text says why.</p>$$),
('limit-orders', 'fa', 6, 'order-form', 'سفارش محدود و خواندن دفتر سفارش',
$$<p>در <a href="/profile/trade/TOMAN/BITCOIN">معامله حرفه‌ای</a> قیمت را خودتان می‌گذارید و طرف معامله، مشتری دیگری است.</p>
<h3>دفتر سفارش را چطور بخوانیم</h3>
<p>سفارش‌های فروش یک سو و سفارش‌های خرید سوی دیگر است، هر کدام با بهترین قیمت در نزدیک‌ترین سطر به میانه. «فاصله» اختلاف بهترین خرید و بهترین فروش است. ستون «جمع» نشان می‌دهد تا آن قیمت چه مقداری پیدا می‌شود. هر سطر را بزنید تا قیمتش در فرم بنشیند.</p>
<p><img src="/guide/fa/order-book.webp" alt="دفتر سفارش: سفارش‌های فروش و خرید با قیمت، مقدار و جمع" width="260" height="400"></p>
<h3>سفارش محدود</h3>
<ol>
<li>«خرید» یا «فروش» و نوع «محدود» را انتخاب کنید.</li>
<li>قیمت و مقدار را بنویسید. پول یا ارز آن تا انجام یا لغو مسدود می‌شود.</li>
<li>سفارش را ثبت و تأیید کنید. هر بخشی که در دفتر طرف دارد همان لحظه با قیمتی برابر یا بهتر از قیمت شما انجام می‌شود و باقی در دفتر منتظر می‌ماند.</li>
</ol>
<p>سفارش‌های باز را در «سفارش‌های من» می‌بینید و هر زمان لغو می‌کنید. نوبت با قیمت بهتر است و در قیمت برابر، با سفارش قدیمی‌تر.</p>
<h3>سفارش بازار</h3>
<p>سفارش بازار با بهترین قیمت‌های موجود در دم انجام می‌شود، ولی نه بدتر از ۵ درصد نسبت به بهترین قیمت؛ آنچه تا آن حد پیدا نشود لغو می‌شود. پیش از ثبت، میانگین قیمت و مرز آن را می‌بینید.</p>$$),
('limit-orders', 'en', 6, 'order-form', 'Limit orders, and how to read the book',
$$<p>In <a href="/profile/trade/TETHER/BITCOIN">Pro trade</a> you name the price, and the other side is another customer.</p>
<h3>Reading the order book</h3>
<p>Sell orders are on one side and buy orders on the other, each with its best price next to the middle. The spread is the distance between the best of both. The column “Sum” shows how much can be had up to that price. Press a row to put its price into the form.</p>
<p><img src="/guide/en/order-book.webp" alt="The order book: sell and buy orders with price, amount and sum" width="260" height="400"></p>
<h3>Limit orders</h3>
<ol>
<li>Choose “Buy” or “Sell” and the type “Limit”.</li>
<li>Enter price and amount. The money or coins stay blocked until the order is filled or cancelled.</li>
<li>Place the order and confirm it. Whatever finds a counterpart in the book is filled at once, at your price or a better one; the rest waits in the book.</li>
</ol>
<p>Open orders are under “My orders”, where you can cancel them at any time. The better price comes first, and at the same price the older order.</p>
<h3>Market orders</h3>
<p>A market order fills at once at the best prices there are, though never more than 5% beyond the best one; what can’t be found within that is cancelled. You see the average price and the limit before you place it.</p>$$),
('deposit-coin', 'fa', 7, 'deposit-coin', 'واریز ارز',
$$<ol>
<li>در <a href="/profile/wallet">کیف پول</a> ارز را پیدا کنید و «واریز» را بزنید.</li>
<li>شبکه را انتخاب کنید: همان شبکه‌ای که در کیف پول مبدأ انتخاب می‌کنید.</li>
<li>نشانی را کپی یا کد QR را اسکن کنید. اگر «تگ (ممو)» هم هست، آن را حتماً بنویسید.</li>
<li>بفرستید. واریز همین که روی شبکه دیده شود، با شمار تأییدها همین‌جا و در تاریخچه می‌آید و با کامل شدن تأییدها به کیف پول می‌نشیند.</li>
</ol>
<p>پیش از فرستادن، کادر «پیش از واریز» را بخوانید: کمترین واریز، تعداد تأیید، و برای توکن‌ها نشانی قرارداد. فقط همان ارز و همان شبکه به حساب می‌آید. بار نخست مبلغی کم بفرستید.</p>
<p>اگر واریز دیده نشد، «واریزم اینجا نیست» را بزنید و شناسه تراکنش را وارد کنید تا روی شبکه بجوییم.</p>$$),
('deposit-coin', 'en', 7, 'deposit-coin', 'Deposit a coin',
$$<ol>
<li>In your <a href="/profile/wallet">wallet</a>, find the coin and press “Deposit”.</li>
<li>Choose the network: the one you will choose in the wallet you send from.</li>
<li>Copy the address or scan the QR code. If there is a tag (memo), be sure to give it.</li>
<li>Send. As soon as the network has it, the deposit shows here and in your history with its confirmations, and it is credited when they are complete.</li>
</ol>
<p>Read “Before you send” first: the smallest deposit, the confirmations and, for tokens, the contract address. Only that coin on that network counts. Send a small amount the first time.</p>
<p>If nothing shows, press “My deposit isn’t here” and enter the transaction id; we look it up on the network.</p>$$),
('withdraw-coin', 'fa', 8, 'withdraw-coin', 'برداشت ارز، نشانی‌های ذخیره‌شده و توقف‌های امنیتی',
$$<ol>
<li>در <a href="/profile/wallet">کیف پول</a> کنار ارز «برداشت» را بزنید و شبکه‌ای را انتخاب کنید که مقصد با آن دریافت می‌کند.</li>
<li>مقدار را بنویسید. این مقدار از کیف پول کم می‌شود؛ «به مقصد می‌رسد» همان پس از کسر کارمزد شبکه است.</li>
<li>نشانی را بچسبانید، از فهرست انتخاب کنید یا کد QR را بخوانید. اگر مقصد تگ دارد آن را هم بنویسید.</li>
<li>«ادامه و دریافت کد» را بزنید، نشانی را گروه‌به‌گروه با مقصد مقایسه کنید و کد را وارد کنید. کد فقط برای همین مقدار و همین نشانی است.</li>
</ol>
<p><img src="/guide/fa/withdraw-code.webp" alt="تأیید برداشت: نشانی در گروه‌های چهارتایی و شش خانه برای کد" width="260" height="400"></p>
<p>برداشت‌های بزرگ را پیش از رفتن همکاران ما هم می‌بینند و اگر روش ورودتان ایمیل باشد، کد پیامک هم لازم است. تا پیش از ارسال می‌توانید برداشت را از تاریخچه لغو کنید؛ پس از آن برگشت‌پذیر نیست.</p>
<h3>فقط نشانی‌های ذخیره‌شده</h3>
<p>در پایین کیف پول نشانی‌ها را با نام ذخیره کنید. با روشن کردن «فقط نشانی‌های ذخیره‌شده»، ارز تنها به همان فهرست می‌رود و نشانی تازه ۲۴ ساعت پس از افزودن باز می‌شود.</p>
<p><img src="/guide/fa/addresses.webp" alt="فهرست نشانی‌های برداشت و کلید «فقط نشانی‌های ذخیره‌شده»" width="260" height="400"></p>
<h3>چه زمانی برداشت بسته است</h3>
<p>۲۴ ساعت پس از تغییر رمز عبور یا روش ورود دو مرحله‌ای یا خاموش کردن محدودیت نشانی‌ها، و ۷۲ ساعت پس از تغییر ایمیل یا موبایل یا ورود با کد بازیابی. فرم برداشت زمان باز شدن را می‌نویسد.</p>$$),
('withdraw-coin', 'en', 8, 'withdraw-coin', 'Withdraw a coin: saved addresses and security pauses',
$$<ol>
<li>In your <a href="/profile/wallet">wallet</a>, press “Withdraw” beside the coin and choose the network the recipient receives on.</li>
<li>Type the amount. It is what leaves your wallet; “The recipient gets” is the same less the network fee.</li>
<li>Paste the address, choose a saved one or scan its QR code. Give the tag too if the recipient has one.</li>
<li>Press “Continue and get a code”, compare the address with the recipient’s, group by group, and enter the code. It is good for this amount and this address alone.</li>
</ol>
<p><img src="/guide/en/withdraw-code.webp" alt="Confirming a withdrawal: the address in groups of four and six boxes for the code" width="260" height="400"></p>
<p>Our staff looks at large withdrawals before they leave, and if your login method is email, a code by text message is needed as well. Until it is sent you can cancel a withdrawal in your history; after that it can’t be undone.</p>
<h3>Saved addresses only</h3>
<p>At the end of the wallet page you can save addresses by name. With “Saved addresses only” on, coins go to that list alone, and a new address opens 24 hours after it was added.</p>
<p><img src="/guide/en/addresses.webp" alt="The list of withdrawal addresses and the switch “Saved addresses only”" width="260" height="400"></p>
<h3>When withdrawals are closed</h3>
<p>For 24 hours after a change of password or two-step method, or after turning the limit to saved addresses off; for 72 hours after a change of email or mobile or a login with a recovery code. The form says when they open again.</p>$$),
('withdraw-toman', 'fa', 9, 'withdraw-toman', 'برداشت تومان',
$$<ol>
<li>در <a href="/profile/wallet">کیف پول</a> «برداشت تومان» را بزنید.</li>
<li>مبلغ و حساب مقصد را انتخاب کنید. پول فقط به شبای تأییدشده خودتان می‌رود.</li>
<li>کارمزد بانک، مبلغی که به حساب می‌رسد و زمان پرداخت را ببینید، ادامه دهید و کد را وارد کنید.</li>
</ol>
<p>هر روز کاری یک دسته به بانک می‌رود. درخواست‌های پیش از ساعت ۱۰ صبح تهران در دسته همان روز است و باقی در روز کاری بعد؛ جمعه‌ها و تعطیلات رسمی پرداختی نیست. تا وقتی «در صف پرداخت» است می‌توانید لغوش کنید. اگر بانک مبلغ را برگرداند، همه آن همراه کارمزد به کیف پول برمی‌گردد.</p>$$),
('withdraw-toman', 'en', 9, 'withdraw-toman', 'Withdraw Toman',
$$<ol>
<li>In your <a href="/profile/wallet">wallet</a>, press “Withdraw Toman”.</li>
<li>Type the amount and choose the account. The money goes only to a verified IBAN of your own.</li>
<li>Look at the bank’s fee, what arrives and by when, continue, and enter the code.</li>
</ol>
<p>One batch goes to the bank each working day. Requests from before 10 in the morning, Tehran time, are in that day’s batch, the rest in the next working day’s; nothing is paid on Fridays and public holidays. While it is “Waiting to be paid” you can cancel it. If the bank sends the amount back, all of it returns to your wallet, the fee included.</p>$$),
('history-and-receipts', 'fa', 10, 'history', 'تاریخچه، رسیدها و فایل خروجی',
$$<p><a href="/profile/history">تاریخچه</a> چهار زبانه دارد: «معاملات»، «تومان»، «ارز دیجیتال» و «ورودها».</p>
<ul>
<li>معاملات را با نوع (سریع یا حرفه‌ای) و ارز محدود کنید. هر سطر رسید خودش را دارد: شماره، تاریخ شمسی و میلادی، قیمت، کارمزد و جمع.</li>
<li>واریزها و برداشت‌ها وضعیتشان را نشان می‌دهند؛ در برداشت ارز، شناسه تراکنش و پیوند کاوشگر شبکه هم هست.</li>
<li>رسید معامله را به شکل تصویر یا PDF ذخیره کنید. شماره رسید را هنگام پرسش از پشتیبانی بنویسید.</li>
<li>با «دریافت فایل» یک سال گذشته را به شکل CSV یا اکسل بگیرید.</li>
</ul>
<p>«جمع‌ها» در کیف پول نشان می‌دهد روی‌هم چه آورده‌اید، چه برده‌اید و دارایی‌تان اکنون چقدر می‌ارزد؛ همه از روی دفتر حساب خودتان. زبانه «ورودها» هر ورود و هر تلاش ناموفق را با دستگاه و نشانی آن نگه می‌دارد.</p>$$),
('history-and-receipts', 'en', 10, 'history', 'History, receipts and files',
$$<p>Your <a href="/profile/history">history</a> has four tabs: “Trades”, “Toman”, “Crypto” and “Logins”.</p>
<ul>
<li>Narrow trades down by kind, quick or professional, and by coin. Each row has its receipt: number, Jalali and Gregorian date, price, fee and total.</li>
<li>Deposits and withdrawals show where they stand; a coin withdrawal also has its transaction id and a link to the network’s explorer.</li>
<li>Save a trade’s receipt as an image or a PDF. Give its number when you ask support about it.</li>
<li>“Download” gives you the last twelve months as a CSV or Excel file.</li>
</ul>
<p>“Totals” in the wallet shows what you have brought in and taken out and what you hold is worth now, all from your own books. The tab “Logins” keeps every login and every failed attempt, with device and address.</p>$$),
('company-account', 'fa', 11, '', 'حساب شرکت و لینک پرداخت',
$$<p>فروشگاه یا شرکتی که هویتش تأیید شده است می‌تواند از خریداران تومان بگیرد.</p>
<ol>
<li>در «حساب کاربری» نوع مشتری را «شرکت (شخص حقوقی)» بگذارید و احراز هویت شرکت را کامل کنید.</li>
<li>پس از تأیید، <a href="/profile/company">فروشگاه من</a> در منو دیده می‌شود. پیوند پرداخت را کپی کنید، یا برگه پیشخوان را با کد QR چاپ کنید و کنار صندوق بگذارید.</li>
<li>خریدار پیوند را باز می‌کند، مبلغ، شماره کارت و توضیح را می‌نویسد و در درگاه بانک می‌پردازد. او به حساب نیاز ندارد.</li>
<li>مبلغ در «دریافتی تسویه‌نشده» جمع می‌شود و همان لحظه در فهرست واریزها، با توضیح خریدار، دیده می‌شود. هر زمان بخواهید آن را به کیف پول تومانی خود می‌برید.</li>
</ol>
<p>در «تنظیمات تسویه» می‌توانید ارز، شبکه، نشانی کیف پول و دوره روزانه، هفتگی یا ماهانه را بگذارید تا در پایان هر دوره با دریافتی‌ها آن ارز خریده و به همان نشانی فرستاده شود. هر مقصد با کد تأیید می‌شود و مقصد تازه ۲۴ ساعت بعد جای پیشین را می‌گیرد. نشانی را پیش از ذخیره گروه‌به‌گروه مقایسه کنید؛ آنچه به نشانی اشتباه برود برگشت‌پذیر نیست. راهنمای برنامه‌نویسان در <a href="/company-docs">مستندات فروشگاه</a> است.</p>$$),
('company-account', 'en', 11, '', 'A company’s account and its payment link',
$$<p>A shop or company that has been verified can take Toman from its buyers.</p>
<ol>
<li>Under “Account”, set the customer kind to “Company” and complete the company’s verification.</li>
<li>Once it is approved, <a href="/profile/company">My store</a> is in your menu. Copy the payment link, or print the counter sheet with the QR code and put it beside the till.</li>
<li>A buyer opens the link, enters amount, card number and a description, and pays at the bank’s gateway. They need no account.</li>
<li>The Toman adds up under “Received, not settled” and shows in the list of payments at once, with the buyer’s description. You can take it to your Toman wallet whenever you like.</li>
</ol>
<p>In the settlement settings you can set a coin, a network, a wallet address and a period: daily, weekly or monthly. At the end of each period what came in then buys that coin, and it is sent there. Each destination is confirmed with a code, and a new one takes the place of the old 24 hours later. Compare the address group by group before you save it; what goes to a wrong address can’t be brought back. Programmers find theirs in the <a href="/company-docs">documentation for shops</a>.</p>$$),
('staying-safe', 'fa', 12, 'devices', 'امن ماندن',
$$<ul>
<li><strong>رمز عبور را تکرار نکنید.</strong> رمز این حساب و رمز ایمیلتان باید جای دیگری به کار نرفته باشد. یک برنامه نگهداری رمز کار را آسان می‌کند.</li>
<li><strong>رمزساز را فعال کنید</strong> و کدهای بازیابی را جدا از گوشی نگه دارید.</li>
<li><strong>نشانی سایت را خودتان بنویسید</strong> یا از نشانک مرورگر باز کنید، نه از لینک پیام‌ها و نتایج تبلیغاتی جست‌وجو.</li>
<li><strong>کد را به هیچ‌کس نگویید.</strong> ما هرگز رمز عبور، کد یا کد بازیابی را با تلفن و پیام نمی‌پرسیم و از شما نمی‌خواهیم برنامه‌ای برای کنترل از راه دور نصب کنید.</li>
<li><strong>هر برداشت را با دقت تأیید کنید.</strong> بدافزارهایی هستند که نشانی کپی‌شده را عوض می‌کنند؛ نشانی روی صفحه را با مقصد مقایسه کنید.</li>
<li><strong>حسابتان را به کسی ندهید</strong> و با کارت دیگران واریز نکنید. کسی که در برابر «سود» از شما می‌خواهد حساب باز کنید یا ارز بفرستید، می‌خواهد رد خودش را با نام شما پنهان کند.</li>
</ul>
<p>گاهی سری به «دستگاه‌های واردشده» در <a href="/profile/settings">تنظیمات</a> و زبانه «ورودها» در تاریخچه بزنید. هر دستگاهی را که نمی‌شناسید خارج کنید و رمز عبورتان را عوض کنید؛ با این کار برداشت ۲۴ ساعت بسته می‌ماند. سپس <a href="/contact-us/">به ما خبر بدهید</a>.</p>$$),
('staying-safe', 'en', 12, 'devices', 'Staying safe',
$$<ul>
<li><strong>Don’t reuse passwords.</strong> The passwords of this account and of your mailbox should be used nowhere else. A password manager makes that easy.</li>
<li><strong>Turn on an authenticator</strong> and keep the recovery codes apart from your phone.</li>
<li><strong>Type this site’s address yourself</strong> or use a bookmark; don’t follow links in messages or advertisements in search results.</li>
<li><strong>Tell nobody a code.</strong> We never ask for your password, a code or a recovery code by phone or message, and never want you to install a program for remote control.</li>
<li><strong>Confirm each withdrawal with care.</strong> Some malware replaces an address you have copied; compare the one on the screen with the recipient’s.</li>
<li><strong>Don’t lend your account</strong>, and don’t deposit with other people’s cards. Whoever offers you a “profit” for opening an account or passing coins on wants to hide behind your name.</li>
</ul>
<p>Now and then, look at “Signed-in devices” in <a href="/profile/settings">Settings</a> and at “Logins” in your history. Sign out any device you don’t recognise and change your password, which closes withdrawals for 24 hours. Then <a href="/contact-us/">tell us</a>.</p>$$)
) as text (slug, language, place, picture, title, body);

-- Pages: terms, about us, contact, fees.
insert into articles (kind, slug, language, place, title, summary, body)
select 'PAGE', slug, language, place, title, summary, body from (values
('terms', 'fa', 1, 'قوانین استفاده', 'قواعدی که با ساختن حساب می‌پذیرید: معامله، کارمزد، واریز و برداشت، مسئولیت و شکایت.',
$$<p><em>این متن الگوست و پیش از بهره‌برداری باید با وضعیت حقوقی گرداننده این صرافی تطبیق داده شود و مشاور حقوقی آن را تأیید کند.</em></p>
<h2>۱. این قوانین</h2>
<p>این متن رابطه شما با گرداننده این صرافی («ما») را تنظیم می‌کند. با ساختن حساب آن را می‌پذیرید. سیاست حریم خصوصی بخشی از همین قوانین است. آنچه صفحه‌های سایت درباره کارمزدها، حداقل‌ها و سقف‌ها نشان می‌دهند نیز جزو آن است.</p>
<h2>۲. چه کسی می‌تواند از این صرافی استفاده کند</h2>
<ul>
<li>شخص حقیقی با دست‌کم ۱۸ سال سن و اهلیت قانونی، برای خودش و با پول خودش؛</li>
<li>شخص حقوقی ثبت‌شده، از راه نماینده‌ای که اختیار او با مدرک ثابت شده باشد.</li>
</ul>
<p>هر شخص یک حساب دارد. کسی که قانون یا حکم مرجع صالح او را از این کار منع کرده است نمی‌تواند حساب داشته باشد.</p>
<h2>۳. حساب و نگهداری از آن</h2>
<p>رمز عبور، کدها و کدهای بازیابی شخصی است و نباید به کسی داده شود؛ ما هرگز آن‌ها را نمی‌پرسیم. کاری که با رمز و کد شما انجام شود کار شما شمرده می‌شود، مگر آن‌که پیش از آن به ما خبر داده باشید یا کوتاهی ما سبب آن باشد. اگر گمان می‌کنید کسی به حسابتان دست یافته، بی‌درنگ رمز را عوض کنید و به ما خبر دهید.</p>
<p>واگذاری، اجاره یا فروش حساب و معامله برای دیگران با این حساب ممنوع است.</p>
<h2>۴. احراز هویت</h2>
<p>برای معامله، واریز و برداشت باید هویت شما تأیید شود. اطلاعات باید درست، کامل و از آنِ خودتان باشد و تغییر آن را باید اعلام کنید. ما اطلاعات را از بانک و مراجع استعلام می‌سنجیم و می‌توانیم درباره هویت یا منشأ پول توضیح یا مدرک بخواهیم. تا روشن شدن موضوع ممکن است بخشی از خدمات بسته بماند.</p>
<p>پس از تغییر اطلاعات امنیتی، برداشت برای مدتی بسته می‌شود. این مدت‌ها در پرسش‌های متداول نوشته شده است.</p>
<h2>۵. معامله سریع</h2>
<p>در معامله سریع طرف معامله شما ما هستیم. قیمت، کارمزد و جمع نهایی پیش از تأیید نشان داده می‌شود و قرارداد وقتی بسته می‌شود که تأیید شما در زمان اعتبار آن قیمت به ما برسد و ثبت شود. اگر قیمت پیش از آن عوض شده باشد، قراردادی بسته نمی‌شود و چیزی کم نمی‌شود. معامله ثبت‌شده برگشت‌پذیر نیست.</p>
<h2>۶. سفارش‌های محدود و بازار</h2>
<p>در معامله حرفه‌ای طرف معامله، مشتری دیگری است و ما سفارش‌ها را به هم می‌رسانیم. سفارش‌ها با اولویت قیمت و سپس زمان انجام می‌شوند. سفارش محدود ممکن است بخش‌بخش، دیر یا هیچ‌گاه انجام نشود. سفارش بازار تا مرزی که پیش از ثبت نشان داده می‌شود انجام و باقی آن لغو می‌شود. سفارش باز را تا پیش از انجام می‌توانید لغو کنید؛ بخش انجام‌شده سر جای خود می‌ماند. دارایی هر سفارش تا انجام یا لغو مسدود است.</p>
<h2>۷. کارمزد</h2>
<p>کارمزد معامله به سطح حساب، و کارمزد برداشت به ارز و شبکه بستگی دارد. همه آن‌ها در صفحه <a href="/wages">کارمزدها</a> است و پیش از تأیید هر کار نشان داده می‌شود. کارمزد یک سفارش همان است که هنگام ثبت آن برقرار بوده. تغییر کارمزد به گذشته سرایت نمی‌کند.</p>
<h2>۸. واریز و برداشت تومان</h2>
<p>تومان فقط از حساب و کارت بانکی به نام خودتان واریز و فقط به شبای تأییدشده خودتان برداشت می‌شود. پرداخت از حساب دیگران پذیرفته نمی‌شود و به همان حساب برمی‌گردد. برداشت‌ها در روزهای کاری در یک دسته به بانک می‌رود؛ زمان قول‌داده‌شده در فرم نوشته می‌شود. تأخیر یا تعطیلی سامانه‌های بانکی در اختیار ما نیست.</p>
<h2>۹. واریز و برداشت ارز</h2>
<p>واریز پس از تعداد تأیید اعلام‌شده به حساب می‌آید. واریز کمتر از حداقل، روی شبکه دیگر، بدون تگ لازم یا از توکنی ناشناخته خودکار به حساب نمی‌آید و ممکن است بازیافتنی نباشد.</p>
<p>برداشت ارز به نشانی و شبکه‌ای می‌رود که شما داده و با کد تأیید کرده‌اید. <strong>تراکنشی که روی شبکه رفته برگشت‌پذیر نیست</strong> و درستی نشانی، شبکه و تگ بر عهده شماست. ما می‌توانیم برداشت را پیش از ارسال بررسی، یا با گفتن دلیل رد کنیم؛ در این صورت همه مبلغ به کیف پول برمی‌گردد.</p>
<h2>۱۰. کارهای ممنوع</h2>
<ul>
<li>پول‌شویی، تأمین مالی جرم، معامله با عواید جرم و پنهان کردن مالک واقعی پول؛</li>
<li>استفاده از مدرک، کارت یا حساب دیگران، حتی با رضایت آن‌ها؛</li>
<li>معامله صوری، دستکاری قیمت و سفارش‌گذاری برای گمراه کردن دیگران؛</li>
<li>سوءاستفاده از خطای نرم‌افزار یا قیمت، و دسترسی یا بار غیرمجاز به سامانه؛</li>
<li>هر کار دیگری که در قوانین کشور ممنوع است.</li>
</ul>
<h2>۱۱. توقف و خطا</h2>
<p>اگر قیمت مرجع در دسترس یا مطمئن نباشد، شبکه‌ای مشکل داشته باشد، مقررات بخواهد یا امنیت دارایی‌ها در خطر باشد، می‌توانیم یک بازار، واریز یا برداشت را موقتاً متوقف کنیم. لغو سفارش‌های باز در این مدت ممکن است، مگر آن‌که خود سامانه در دسترس نباشد.</p>
<p><strong>خطای آشکار قیمت.</strong> معامله‌ای که بر اثر نقص فنی با قیمتی آشکارا دور از بازار ثبت شده باشد می‌تواند با یک ثبت جبرانی برگردانده شود. این کار مستند، با تأیید دو نفر و با آگاهی دو طرف انجام می‌شود و هیچ ثبتی پاک نمی‌شود.</p>
<p><strong>بازگشت بلاک‌ها.</strong> اگر شبکه‌ای بلاکی را پس بگیرد و واریزی با آن از میان برود، همان مقدار از حساب کم می‌شود. اگر آن دارایی دیگر در حساب نباشد، باید جبران شود و تا آن زمان برداشت‌ها ممکن است بسته بماند.</p>
<h2>۱۲. دستور مراجع قضایی</h2>
<p>به حکم یا دستور قانونی مرجع صالح، همه یا بخشی از دارایی یک حساب مسدود می‌شود. تا جایی که قانون اجازه دهد شما را آگاه می‌کنیم. ما خود داور اختلاف‌های میان شما و دیگران نیستیم.</p>
<h2>۱۳. فروشگاه‌ها و شرکت‌ها</h2>
<p>شرکت مسئول کالا یا خدمتی است که در برابر پرداخت می‌دهد، و مسئول بازپرداخت به خریدار. ما فقط پرداخت را از درگاه دریافت و به حساب شرکت می‌نشانیم. شرکت نباید از پیوند پرداخت برای کسب‌وکار دیگران یا فعالیت ممنوع استفاده کند. نشانی مقصدی که شرکت برای دریافت‌های خود تعیین می‌کند بر عهده خود اوست.</p>
<h2>۱۴. خطر</h2>
<p>قیمت ارزهای دیجیتال به‌شدت نوسان می‌کند و ممکن است همه آنچه خریده‌اید بی‌ارزش شود. رمزارزهای باثبات هم به منتشرکننده‌شان وابسته‌اند و او می‌تواند نشانی‌ها را مسدود کند. هیچ سودی تضمین نمی‌شود و هیچ نوشته‌ای در این سایت توصیه سرمایه‌گذاری نیست. فقط با پولی معامله کنید که از دست رفتنش زندگی‌تان را سخت نکند.</p>
<h2>۱۵. مسئولیت ما</h2>
<p>ما در برابر مانده ثبت‌شده شما در دفتر حساب و زیانی که از کوتاهی ما برسد مسئولیم. مسئول تغییر قیمت، خطای شبکه‌ها، تأخیر بانک‌ها، قطع اینترنت، بدافزار روی دستگاه شما و نشانی‌هایی که خودتان داده‌اید نیستیم. هیچ بند این قوانین حقی را که قانون به مصرف‌کننده داده است از میان نمی‌برد.</p>
<h2>۱۶. بستن حساب</h2>
<p>هر زمان می‌توانید پس از برداشت دارایی درخواست بستن حساب بدهید. ما نیز در صورت نقض این قوانین یا به دستور قانون می‌توانیم خدمات را محدود یا حساب را ببندیم؛ دارایی شما، جز آنچه به دستور مرجع صالح مسدود است، به شما پس داده می‌شود. سوابق تا زمانی که قانون می‌گوید می‌ماند.</p>
<h2>۱۷. تغییر قوانین</h2>
<p>تغییرها پیش از اجرا در سایت اعلام می‌شود. اگر تغییری را نمی‌پذیرید، می‌توانید دارایی را برداشت کنید و حساب را ببندید. تغییری که قانون یا امنیت فوراً می‌خواهد از همان زمان اعلام اجرا می‌شود.</p>
<h2>۱۸. شکایت و قانون حاکم</h2>
<p>نخست از <a href="/contact-us/">تماس با ما</a> موضوع را با شماره رسید بنویسید. هر درخواست شماره پیگیری دارد و دفتر حساب اجازه می‌دهد هر رقم را از آغاز با هم بازبینی کنیم. اگر به نتیجه نرسیدیم، مراجع صالح ایران به موضوع رسیدگی می‌کنند و قانون ایران حاکم است. اگر متن فارسی و انگلیسی با هم نخواند، متن فارسی ملاک است.</p>$$),
('terms', 'en', 1, 'Terms of use', 'What you agree to with an account: trades, fees, deposits and withdrawals, liability and complaints.',
$$<p><em>This is a model text. Before it is used, it has to be fitted to the legal position of whoever operates this exchange and reviewed by counsel.</em></p>
<h2>1. These terms</h2>
<p>These terms govern what is between you and the operator of this exchange (“we”). You accept them by making an account. The privacy policy is part of them, and so are the fees, minimums and limits shown on the pages of this site.</p>
<h2>2. Who may use the exchange</h2>
<ul>
<li>A natural person of at least 18 years with legal capacity, for themselves and with their own money;</li>
<li>a registered company, through a representative whose authority has been proved.</li>
</ul>
<p>Each person has one account. Whoever is barred by law, or by order of a competent authority, may not have one.</p>
<h2>3. Your account and its keeping</h2>
<p>Passwords, codes and recovery codes are personal and must not be given to anybody; we never ask for them. What is done with your password and code counts as done by you, unless you told us before, or our own fault was the cause. If you believe that somebody has got into your account, change the password and tell us at once.</p>
<p>You may not hand over, rent out or sell an account, nor trade for others with it.</p>
<h2>4. Verification</h2>
<p>Trading, depositing and withdrawing need a verified identity. What you tell us must be true, complete and your own, and you have to tell us when it changes. We check it with banks and inquiry services, and may ask for explanations or papers about identity or the origin of money. Until a matter is cleared, parts of the service may stay closed.</p>
<p>After a change to the security of your account, withdrawals are closed for a while; the questions and answers say for how long.</p>
<h2>5. Quick trades</h2>
<p>In a quick trade we are the other side. Price, fee and final total are shown before you confirm, and the contract is made when your confirmation reaches us and is recorded while that price is good. If the price has changed before that, there is no contract and nothing is taken. A recorded trade can’t be undone.</p>
<h2>6. Limit and market orders</h2>
<p>In pro trade the other side is another customer, and we bring orders together by price first and time second. A limit order may be filled in parts, late, or never. A market order is filled up to a bound that is shown before you place it, and the rest of it is cancelled. You can cancel an open order until it is filled; what has been traded stays traded. What an order needs is blocked until it is filled or cancelled.</p>
<h2>7. Fees</h2>
<p>The fee of a trade depends on the level of your account, that of a withdrawal on coin and network. All of them are on the <a href="/wages">fees page</a> and are shown before you confirm anything. An order pays the fee that held when it was placed. No change of fees reaches back.</p>
<h2>8. Toman in and out</h2>
<p>Toman is accepted only from bank accounts and cards in your own name, and paid only to your own verified IBAN. Payments from somebody else’s account are not accepted and go back to it. Withdrawals go to the bank in one batch a working day; the form shows the time we promise. Delays and closures of the banking systems are not in our hands.</p>
<h2>9. Coins in and out</h2>
<p>A deposit counts after the confirmations that are shown. A deposit below the minimum, on another network, without a tag it needs, or of a token we don’t know is not credited by itself and may be impossible to recover.</p>
<p>A withdrawal goes to the address and network that you gave and confirmed with a code. <strong>What has gone to a network can’t be undone</strong>, and that address, network and tag are right is your responsibility. We may review a withdrawal before it is sent, or refuse it and say why; all of it then returns to your wallet.</p>
<h2>10. What is forbidden</h2>
<ul>
<li>Laundering money, financing crime, dealing in its proceeds, and hiding who really owns money;</li>
<li>using the papers, cards or accounts of others, even with their consent;</li>
<li>sham trades, manipulating prices, and orders meant to mislead;</li>
<li>exploiting errors of software or price, and unauthorised access to or load on our systems;</li>
<li>anything else that the law of the country forbids.</li>
</ul>
<h2>11. Halts and errors</h2>
<p>When a reference price is missing or doubtful, a network is in trouble, regulations demand it or the safety of assets is at risk, we may halt a market, deposits or withdrawals for the time being. Open orders can still be cancelled, unless the system itself is down.</p>
<p><strong>Obvious errors of price.</strong> A trade that was recorded, through a technical fault, at a price plainly far from the market may be reversed by a compensating entry. This is documented, approved by two people and told to both sides, and no entry is erased.</p>
<p><strong>Blocks taken back.</strong> If a network takes a block back and a deposit vanishes with it, the same amount is taken off the account. If it is no longer there, it has to be made good, and withdrawals may stay closed until then.</p>
<h2>12. Orders of courts</h2>
<p>On a lawful order of a competent authority, all or part of an account’s assets is frozen. We tell you as far as the law allows. We are not the judge of disputes between you and others.</p>
<h2>13. Shops and companies</h2>
<p>A company answers for the goods or services it gives for a payment, and for refunds to its buyers. We only receive the payment from the gateway and credit it to the company. A payment link must not be used for somebody else’s business or for anything forbidden. The destination that a company sets for its receipts is its own responsibility.</p>
<h2>14. Risk</h2>
<p>Prices of digital currencies move sharply, and all that you have bought may lose its worth. Stablecoins too depend on their issuers, who can freeze addresses. No profit is guaranteed and nothing on this site is investment advice. Trade only with money whose loss would not make your life hard.</p>
<h2>15. Our liability</h2>
<p>We answer for the balance recorded for you in the ledger and for damage caused by our fault. We don’t answer for changes of price, failures of networks, delays of banks, lost connections, malware on your device, or addresses that you gave. Nothing here takes away a right that the law gives to consumers.</p>
<h2>16. Closing an account</h2>
<p>You may ask us to close your account at any time once you have withdrawn what is in it. We may limit the service or close an account that breaks these terms, or where the law says so; your assets are returned to you, except what a competent authority has ordered frozen. Records stay for as long as the law demands.</p>
<h2>17. Changes</h2>
<p>Changes are announced on this site before they take effect. If you don’t accept one, you can withdraw your assets and close your account. What law or safety demands at once takes effect when it is announced.</p>
<h2>18. Complaints and law</h2>
<p>Write to us first, through <a href="/contact-us/">Contact us</a>, with the receipt’s number. Each request has a number of its own, and the ledger lets us go through every figure with you from the start. If we come to no agreement, the competent authorities of Iran decide under the law of Iran. Where the Persian and the English text differ, the Persian one holds.</p>$$),
('about', 'fa', 2, 'درباره ما', 'صرافی ارز دیجیتال با بازار تومان و تتر؛ چگونه پول نگهداری و هر رقم حساب می‌شود.',
$$<p>این‌جا می‌توانید ارز دیجیتال را با تومان یا تتر بخرید، بفروشید، نگه دارید و جابه‌جا کنید. معامله سریع برای کسی است که می‌خواهد با قیمتی روشن و در چند لحظه کارش را انجام دهد؛ معامله حرفه‌ای برای کسی که قیمت را خودش می‌گذارد؛ و صفحه شرکت برای فروشگاهی که می‌خواهد از مشتریانش تومان بگیرد.</p>
<h2>چگونه حساب پول را نگه می‌داریم</h2>
<ul>
<li><strong>دفتر دوطرفه.</strong> هر جابه‌جایی میان دو حساب ثبت می‌شود. جمع همه حساب‌های هر ارز همیشه صفر است؛ چیزی از هیچ نمی‌آید و گم نمی‌شود.</li>
<li><strong>ثبت‌ها پاک نمی‌شوند.</strong> خود پایگاه داده ویرایش و حذف ثبت‌ها و منفی شدن حساب مشتری را نمی‌پذیرد. اصلاح، ثبتی تازه است.</li>
<li><strong>هر رقم دوباره حساب‌شدنی است.</strong> همه مانده‌ها را می‌توان هر زمان از نخستین ثبت تا امروز دوباره حساب کرد و با آنچه نشان داده می‌شود سنجید.</li>
<li><strong>بی‌گرد کردن.</strong> مبلغ‌ها عدد صحیح در کوچک‌ترین واحد هر ارزند. معامله، کارمزد و سهم معرف یا با هم ثبت می‌شوند یا هیچ‌کدام.</li>
</ul>
<h2>چگونه از ارزها نگهداری می‌کنیم</h2>
<ul>
<li><strong>گرم و سرد.</strong> در کیف پول‌های گرم فقط به اندازه برداشت‌های روز ارز هست؛ باقی در کیف پول سرد است.</li>
<li><strong>امضاکننده جدا.</strong> برنامه‌ای که سایت را اجرا می‌کند هیچ کلیدی ندارد. امضا کار برنامه دیگری است که خودش درخواست و تأیید آن را می‌سنجد و سقف ساعتی دارد.</li>
<li><strong>چشم دوم.</strong> برداشت بزرگ، آزاد کردن واریز بی‌صاحب و پرداخت بانکی را هیچ‌کس تنها تأیید نمی‌کند. هر کار همکاران ما در دفتری می‌ماند که دستکاری در آن پیداست.</li>
</ul>
<h2>چه چیزی قول نمی‌دهیم</h2>
<p>سود قول نمی‌دهیم و نمی‌گوییم چه بخرید. قول ما این است که قیمت و کارمزد را پیش از تأیید ببینید، آنچه تأیید کرده‌اید انجام شود، و هر رقم حسابتان را بتوان توضیح داد.</p>
<p>آمار زنده همین صفحه نیز از همان دفتر می‌آید.</p>$$),
('about', 'en', 2, 'About us', 'An exchange for digital currencies with Toman and Tether markets; how money is kept and every figure accounted for.',
$$<p>Here you can buy, sell, hold and move digital currencies, against Toman or Tether. Quick trade is for those who want a clear price and to be done in moments; pro trade for those who name their own; and the company page for shops that want to take Toman from their customers.</p>
<h2>How we keep the books</h2>
<ul>
<li><strong>Double entry.</strong> Every movement is recorded between two accounts. All accounts of a currency always add up to zero; nothing comes from nowhere and nothing goes missing.</li>
<li><strong>Entries stay.</strong> The database itself refuses to change or delete an entry, or to let a customer’s account go negative. A correction is a new entry.</li>
<li><strong>Every figure can be recomputed.</strong> At any time all balances can be reckoned anew from the first entry to the last, and compared with what is shown.</li>
<li><strong>No rounding away.</strong> Amounts are whole numbers of each currency’s smallest unit. A trade, its fee and a referrer’s share are recorded together or not at all.</li>
</ul>
<h2>How we keep the coins</h2>
<ul>
<li><strong>Hot and cold.</strong> Hot wallets hold what a day’s withdrawals need; the rest is in cold wallets.</li>
<li><strong>A signer apart.</strong> The program that runs this site has no keys. Signing is done by another one, which checks request and approval for itself and has a limit for each hour.</li>
<li><strong>A second pair of eyes.</strong> Nobody alone lets a very large withdrawal go, gives an unclaimed deposit to somebody, or settles a bank batch. What our staff does stays in a log that shows any tampering.</li>
</ul>
<h2>What we don’t promise</h2>
<p>We promise no profit and don’t tell you what to buy. We do promise that you see price and fee before you confirm, that what you confirmed is what is done, and that every figure of your account can be explained.</p>
<p>The live figures on this page come from the same books.</p>$$),
('contact', 'fa', 3, 'تماس با ما', 'پیش از نوشتن پیام: چه چیزی را بفرستید و چه چیزی را هرگز نفرستید.',
$$<p>اگر حساب دارید، از <a href="/profile/support">پشتیبانی</a> در پنل خود بنویسید تا پرسش و پاسخ یک‌جا بماند؛ وگرنه فرم همین صفحه را پر کنید. هر پیام شماره پیگیری می‌گیرد و به ترتیب رسیدن، در روزهای کاری پاسخ داده می‌شود. موضوع‌های امنیتی، مانند ورود ناشناس به حساب، جلوتر از همه بررسی می‌شوند؛ آن را در عنوان پیام بنویسید. پاسخ خیلی از پرسش‌ها در <a href="/faq">پرسش‌های متداول</a> آماده است.</p>
<h2>برای پاسخ زودتر این‌ها را بنویسید</h2>
<ul>
<li>شماره رسید معامله یا شماره درخواست برداشت؛</li>
<li>برای واریز ارز: شناسه تراکنش، ارز و شبکه؛</li>
<li>برای واریز تومان: کد پیگیری، مبلغ و زمان پرداخت؛</li>
<li>متن خطایی که دیده‌اید، و این‌که از گوشی یا رایانه بوده است.</li>
</ul>
<h2>این‌ها را هرگز برای هیچ‌کس نفرستید</h2>
<ul>
<li>رمز عبور، کد یک‌بارمصرف، کد بازیابی یا کلید رمزساز؛</li>
<li>عبارت بازیابی یا کلید خصوصی کیف پول خودتان؛</li>
<li>رمز دوم و CVV2 کارت بانکی؛</li>
<li>عکس مدارک شناسایی در شبکه‌های اجتماعی و پیام‌رسان‌ها. مدارک فقط در «حساب کاربری» بارگذاری می‌شود.</li>
</ul>
<p>ما با شما تماس نمی‌گیریم تا کد بپرسیم یا برنامه‌ای نصب کنید. کسی که چنین می‌کند از ما نیست.</p>$$),
('contact', 'en', 3, 'Contact us', 'Before you write: what to send, and what never to send.',
$$<p>If you have an account, write to <a href="/profile/support">Support</a> in it, where questions and answers stay together; otherwise use the form on this page. Each message gets a number and is answered on working days, in the order they come. Matters of security, such as a login you don’t recognise, come before all others: say so in the subject. Many questions are already answered in the <a href="/faq">questions and answers</a>.</p>
<h2>This helps us to answer sooner</h2>
<ul>
<li>the number of the trade’s receipt or of the withdrawal request;</li>
<li>for a coin deposit: transaction id, coin and network;</li>
<li>for a Toman deposit: tracking code, amount and time of payment;</li>
<li>the words of the error you saw, and whether it was on a phone or a computer.</li>
</ul>
<h2>Never send these to anybody</h2>
<ul>
<li>your password, a one-time code, a recovery code or your authenticator’s key;</li>
<li>the recovery phrase or private key of a wallet of your own;</li>
<li>your bank card’s second password or CVV2;</li>
<li>pictures of identity documents by social networks or messengers. Documents are uploaded under “Account” only.</li>
</ul>
<p>We don’t call you to ask for a code or to have you install a program. Whoever does that is not one of us.</p>$$),
('fees', 'fa', 4, 'کارمزدها چگونه حساب می‌شود', 'کارمزد معامله، سطح حساب، کارمزد شبکه و تومان.',
$$<h3>کارمزد معامله</h3>
<p>کارمزد درصدی از مبلغ معامله است: در بازار تومان به تومان و در بازار تتر به تتر. در خرید روی مبلغ می‌آید و در فروش از دریافتی کم می‌شود. معامله سریع و سفارش محدود و بازار، سازنده دفتر باشید یا گیرنده، درصد یکسانی دارند: درصد سطح شما. کارمزد یک سفارش روی همه بخش‌های انجام‌شده آن یک‌جا حساب و تنها یک بار گرد می‌شود؛ سفارشی که صد تکه انجام شود همان کارمزدی را دارد که یک تکه.</p>
<h3>سطح حساب</h3>
<p>سطح شما از جمع معاملات سه ماه گذشته، به تومان، خودکار تعیین می‌شود؛ معامله‌های تتری هم به ارزش تومانی حساب می‌آیند. با بالا رفتن سطح، کارمزد معامله‌های بعدی کمتر می‌شود.</p>
<h3>کارمزد برداشت ارز</h3>
<p>کارمزد برداشت برای هر ارز و شبکه مقدار ثابتی است و به مبلغ بستگی ندارد. پیش از تأیید می‌بینید چه مقدار از کیف پول کم می‌شود و چه مقدار به مقصد می‌رسد. واریز ارز از سوی ما کارمزدی ندارد؛ کارمزد شبکه را کیف پول فرستنده می‌پردازد.</p>
<h3>تومان</h3>
<p>واریز تومان از سوی ما کارمزدی ندارد. برداشت تومان کارمزد بانکی ثابتی دارد که در فرم برداشت، جدا از مبلغ، نوشته می‌شود. اگر بانک برداشت را برگرداند یا پیش از پرداخت لغوش کنید، کارمزد هم برمی‌گردد. برداشت‌ها روزی یک بار پرداخت می‌شود، ممکن است تا ۲۴ ساعت زمان ببرد، و در روزهای تعطیل انجام نمی‌شود.</p>$$),
('fees', 'en', 4, 'How fees are reckoned', 'Trading fees, account levels, network fees and Toman.',
$$<h3>Trading fees</h3>
<p>The fee is a percentage of the trade’s value: in Toman on Toman markets, in Tether on Tether markets. On a purchase it is added, on a sale it comes out of what you get. Quick trades, limit orders and market orders, whether they make the book or take from it, have the same percentage: that of your level. An order’s fee is reckoned on all its fills together and rounded once, so an order filled in a hundred parts costs what one part would.</p>
<h3>Levels</h3>
<p>Your level follows by itself from your trades of the last three months, in Toman; trades in Tether count at their worth in Toman. A higher level makes later trades cheaper.</p>
<h3>Withdrawing coins</h3>
<p>The withdrawal fee is a fixed amount for each coin and network and doesn’t depend on the sum. You see what leaves your wallet and what arrives before you confirm. We charge nothing for coin deposits; the sending wallet pays the network’s fee.</p>
<h3>Toman</h3>
<p>We charge nothing for Toman deposits. A Toman withdrawal has a fixed bank fee, written on the form apart from the amount. If the bank sends a withdrawal back, or you cancel it before it is paid, the fee comes back too. Withdrawals are paid once a day, may take up to 24 hours, and are not processed on holidays.</p>$$)
) as text (slug, language, place, title, summary, body);

-- The privacy policy.
update exchange_info set privacy_policy = text.body from (values
('fa', $$<p>این سیاست می‌گوید چه داده‌ای از شما می‌گیریم، چرا، چه کسی آن را می‌بیند و چه حقی بر آن دارید. <em>این متن الگوست و پیش از بهره‌برداری باید مشاور حقوقی گرداننده این صرافی آن را تأیید کند.</em></p>
<h2>چه چیزی نگه می‌داریم</h2>
<ul>
<li><strong>برای حساب:</strong> ایمیل، شماره موبایل، چکیده یک‌طرفه رمز عبور، روش ورود دو مرحله‌ای و زبان.</li>
<li><strong>برای احراز هویت:</strong> نام، کد ملی یا شماره شناسایی، تاریخ تولد، نشانی، تلفن، عکس مدارک و حساب‌های بانکی؛ برای شرکت‌ها مشخصات و مدارک شرکت.</li>
<li><strong>برای معامله و پول:</strong> سفارش‌ها، معاملات، واریزها، برداشت‌ها، نشانی‌های ذخیره‌شده و پاداش دعوت.</li>
<li><strong>برای امنیت:</strong> زمان، نشانی اینترنتی (IP)، کشور و دستگاه هر ورود و هر تلاش ناموفق، و تغییرهای امنیتی حساب.</li>
<li><strong>پیام‌های شما به پشتیبانی</strong> و پاسخ آن‌ها.</li>
</ul>
<h2>چرا آن‌ها را می‌خواهیم</h2>
<p>برای باز کردن و اداره حساب، انجام دستورهای شما، شناخت مشتری و پیشگیری از پول‌شویی که قانون از ما می‌خواهد، جلوگیری از سوءاستفاده، و پاسخ به پرسش‌هایتان. داده را برای تبلیغ به کار نمی‌بریم، نمی‌فروشیم و رفتار شما را برای دیگران دنبال نمی‌کنیم.</p>
<h2>چگونه از آن مراقبت می‌کنیم</h2>
<ul>
<li>مدارک و شناسه‌های شخصی رمزگذاری‌شده نگهداری می‌شود و کلیدش بیرون از پایگاه داده است.</li>
<li>رمز عبور شما را هیچ‌کس، حتی ما، نمی‌تواند بخواند؛ فقط چکیده‌ای از آن نگهداری می‌شود.</li>
<li>هر بار که همکاری اطلاعات شما را می‌بیند یا تغییری می‌دهد، نام او و زمانش در دفتری ثبت می‌شود که دستکاری در آن پیداست.</li>
<li>نامه‌ها و پیامک‌ها مدرک یا رمز عبور شما را در خود ندارند.</li>
</ul>
<h2>چه کسی آن را می‌بیند</h2>
<ul>
<li>همکاران احراز هویت، پشتیبانی و خزانه، هر کدام فقط تا جایی که کارشان لازم دارد؛</li>
<li>بانک‌ها، درگاه‌های پرداخت و خدمات استعلام، برای سنجش هویت و جابه‌جایی تومان؛</li>
<li>سرویس‌های ایمیل و پیامک، برای رساندن کد و خبر؛</li>
<li>مراجع قضایی و نظارتی، با دستور قانونی؛</li>
<li>گوگل، فقط اگر خودتان «ورود با گوگل» را انتخاب کنید.</li>
</ul>
<p>تراکنش‌های روی زنجیره‌ها عمومی است: هر کس نشانی‌ای را بداند، رفت‌وآمد آن را می‌بیند. نام شما روی زنجیره نوشته نمی‌شود. کسی که شما را دعوت کرده است ایمیل شما را با حرف‌های پوشیده، زمان پیوستن و سهم خودش از کارمزدتان را می‌بیند؛ نه نام و نه موجودی شما را.</p>
<h2>چه چیزی در مرورگر شما می‌ماند</h2>
<p>زبان، حالت تیره یا روشن، کد دعوت، بازارهای نشان‌شده و اگر خودتان «مرا به خاطر بسپار» را بزنید نشان ورود، در حافظه مرورگر می‌ماند. بدون آن، نشان ورود یک کوکی است که با بستن مرورگر پاک می‌شود. کوکی تبلیغاتی و ابزار ردگیری دیگران در سایت نیست.</p>
<h2>تا کی نگه می‌داریم</h2>
<p>سوابق مالی و مدارک هویتی تا زمانی که قانون می‌گوید می‌ماند، حتی پس از بستن حساب. ثبت‌نامی که ایمیلش تأیید نشود پس از هفت روز پاک می‌شود. ثبت‌های دفتر حساب هرگز تغییر نمی‌کند.</p>
<h2>حق شما</h2>
<ul>
<li>داده‌های خود را در «حساب کاربری»، «تنظیمات» و «تاریخچه» ببینید و تاریخچه را به شکل فایل بگیرید؛</li>
<li>تصحیح اطلاعات نادرست را بخواهید؛</li>
<li>پایان دادن به هر دستگاه واردشده و بستن حساب را بخواهید؛</li>
<li>بپرسید داده‌تان چگونه به کار رفته و اگر پاسخ درستی نگرفتید، به مرجع صالح شکایت کنید.</li>
</ul>
<h2>تغییر این سیاست و تماس</h2>
<p>تغییرها پیش از اجرا در سایت اعلام می‌شود. پرسش‌های مربوط به حریم خصوصی را از <a href="/contact-us/">تماس با ما</a> یا به ایمیلی که در همان صفحه آمده است بفرستید.</p>$$),
('en', $$<p>This policy says what we collect about you, why, who sees it and what your rights are. <em>It is a model text, to be reviewed by the operator’s counsel before it is used.</em></p>
<h2>What we keep</h2>
<ul>
<li><strong>For your account:</strong> email address, mobile number, a one-way digest of your password, your two-step method and language.</li>
<li><strong>For verification:</strong> name, national code or identity number, birth date, address, telephone, pictures of documents and bank accounts; of companies, their particulars and papers.</li>
<li><strong>For trades and money:</strong> orders, trades, deposits, withdrawals, saved addresses and referral rewards.</li>
<li><strong>For security:</strong> time, IP address, country and device of each login and failed attempt, and changes to the security of your account.</li>
<li><strong>Your messages to support</strong> and our answers.</li>
</ul>
<h2>Why we need it</h2>
<p>To open and run your account, carry out your instructions, know our customers and prevent money laundering as the law demands, keep abuse away, and answer your questions. We don’t use it for advertising, don’t sell it, and don’t track you for anybody else.</p>
<h2>How we protect it</h2>
<ul>
<li>Documents and personal identifiers are encrypted, and the key lies outside the database.</li>
<li>Nobody can read your password, and neither can we: only a digest of it is kept.</li>
<li>Each time one of our staff looks at your data or changes it, who and when goes into a log that shows any tampering.</li>
<li>Our emails and text messages carry neither documents nor passwords.</li>
</ul>
<h2>Who sees it</h2>
<ul>
<li>Our verification, support and treasury staff, each as far as their work needs it;</li>
<li>banks, payment gateways and inquiry services, to check identity and move Toman;</li>
<li>the services that deliver our emails and text messages;</li>
<li>courts and supervisors, on a lawful order;</li>
<li>Google, only if you choose to log in with it.</li>
</ul>
<p>Transactions on chains are public: whoever knows an address sees what comes and goes there. Your name is not written on a chain. Whoever invited you sees your email address with most of its letters hidden, when you joined and their own share of your fees; neither your name nor your balance.</p>
<h2>What stays in your browser</h2>
<p>The language, dark or light mode, an invitation code, your favourite markets and, if you tick “Remember me”, your login token are kept in the browser’s storage. Otherwise the token is a cookie that goes when the browser is closed. There are no advertising cookies and no trackers of others on this site.</p>
<h2>How long we keep it</h2>
<p>Financial records and identity documents stay for as long as the law demands, even after an account is closed. A sign-up whose email is never confirmed is erased after seven days. Entries of the ledger never change.</p>
<h2>Your rights</h2>
<ul>
<li>See your data under “Account”, “Settings” and “History”, and take your history with you as a file;</li>
<li>ask us to correct what is wrong;</li>
<li>sign out any device, and ask us to close your account;</li>
<li>ask how your data has been used and, if the answer doesn’t satisfy you, complain to the competent authority.</li>
</ul>
<h2>Changes and contact</h2>
<p>Changes are announced on this site before they take effect. Send questions about privacy through <a href="/contact-us/">Contact us</a> or to the email address given there.</p>$$)
) as text (language, body)
where exchange_info.language = text.language;

-- Announcements, the newest first.
insert into articles (kind, slug, language, place, title, summary, body, published_at)
select 'ANNOUNCEMENT', slug, language, place, title, summary, body, now() - place * interval '1 minute' from (values
('limit-orders', 'fa', 1, 'معامله حرفه‌ای باز شد: سفارش محدود و بازار', 'اکنون می‌توانید با قیمت خودتان سفارش بگذارید و آن را در دفتر سفارش دنبال کنید.',
$$<p>در کنار معامله سریع، بازارهای تومان و تتر حالا دفتر سفارش هم دارند. در <a href="/profile/trade/TOMAN/BITCOIN">معامله حرفه‌ای</a> قیمت را خودتان می‌گذارید و طرف معامله، مشتری دیگری است.</p>
<ul>
<li><strong>سفارش محدود</strong> با قیمت شما یا بهتر از آن انجام می‌شود؛ باقی تا انجام یا لغو در دفتر منتظر می‌ماند.</li>
<li><strong>سفارش بازار</strong> همان لحظه با بهترین قیمت‌های دفتر انجام می‌شود و مرز قیمتش را پیش از ثبت می‌بینید.</li>
<li>کارمزد همان درصد سطح شماست، چه سفارشتان در دفتر منتظر بوده باشد و چه نباشد.</li>
<li>قیمتی که بیش از ۲۰ درصد از قیمت مرجع دور باشد پذیرفته نمی‌شود تا یک رقم اشتباه گران تمام نشود.</li>
</ul>
<p>موجودی هر دو روش یکی است و چیزی را جابه‌جا نمی‌کنید. اگر تازه شروع می‌کنید، <a href="/blog/order-book">دفتر سفارش چگونه کار می‌کند</a> را بخوانید.</p>$$),
('limit-orders', 'en', 1, 'Pro trade is open: limit and market orders', 'You can now place orders at your own price and follow them in the order book.',
$$<p>Beside quick trades, the Toman and Tether markets now have order books. In <a href="/profile/trade/TETHER/BITCOIN">Pro trade</a> you name the price, and the other side is another customer.</p>
<ul>
<li><strong>A limit order</strong> is filled at your price or a better one; the rest waits in the book until it is filled or cancelled.</li>
<li><strong>A market order</strong> fills at once at the book’s best prices, and you see its bound before you place it.</li>
<li>The fee is your level’s percentage, whether or not your order waited in the book.</li>
<li>A price more than 20% away from the reference price is refused, so that a mistyped digit doesn’t cost you dearly.</li>
</ul>
<p>Both ways of trading use the same balance; there is nothing to move. If you are new to this, read <a href="/blog/order-book">how an order book works</a>.</p>$$),
('security-holds', 'fa', 2, 'توقف برداشت پس از تغییر امنیتی: چرا و تا کی', 'پس از تغییر رمز، روش ورود، ایمیل یا موبایل، برداشت ۲۴ یا ۷۲ ساعت بسته می‌ماند.',
$$<p>کسی که به حسابی دست می‌یابد معمولاً نخست رمز، ایمیل یا شماره را عوض می‌کند و سپس برداشت می‌زند. توقف برداشت میان این دو فاصله می‌اندازد تا صاحب حساب خبر شود.</p>
<table>
<thead><tr><th scope="col">رخداد</th><th scope="col">برداشت بسته است</th></tr></thead>
<tbody>
<tr><td>تغییر یا بازیابی رمز عبور</td><td>۲۴ ساعت</td></tr>
<tr><td>تغییر روش ورود دو مرحله‌ای</td><td>۲۴ ساعت</td></tr>
<tr><td>خاموش کردن «فقط نشانی‌های ذخیره‌شده»</td><td>۲۴ ساعت</td></tr>
<tr><td>تغییر ایمیل یا موبایل</td><td>۷۲ ساعت</td></tr>
<tr><td>ورود با کد بازیابی</td><td>۷۲ ساعت</td></tr>
</tbody>
</table>
<p>از هر تغییر با پیام خبردار می‌شوید. خرید و فروش در این مدت باز است و زمان باز شدن برداشت در فرم آن نوشته می‌شود. همکاران پشتیبانی نمی‌توانند این زمان را به خواهش کسی کوتاه کنند؛ حتی به خواهش خود شما، چون همان چیزی است که یک نفوذگر هم می‌خواهد.</p>$$),
('security-holds', 'en', 2, 'Why withdrawals pause after a security change', 'After a change of password, login method, email or mobile, withdrawals stay closed for 24 or 72 hours.',
$$<p>Whoever gets into somebody’s account usually changes the password, email or number first and withdraws next. The pause puts time between the two, so that the owner finds out.</p>
<table>
<thead><tr><th scope="col">What happened</th><th scope="col">Withdrawals are closed for</th></tr></thead>
<tbody>
<tr><td>Password changed or reset</td><td>24 hours</td></tr>
<tr><td>Two-step method changed</td><td>24 hours</td></tr>
<tr><td>“Saved addresses only” turned off</td><td>24 hours</td></tr>
<tr><td>Email or mobile changed</td><td>72 hours</td></tr>
<tr><td>Login with a recovery code</td><td>72 hours</td></tr>
</tbody>
</table>
<p>We tell you of each change. Trading stays open, and the withdrawal form says when it opens again. Support can’t shorten the time because somebody asks, not even you: that is exactly what an intruder would ask for.</p>$$),
('toman-batches', 'fa', 3, 'برداشت تومان: دسته روزانه و روزهای تعطیل', 'برداشت‌های پیش از ۱۰ صبح در همان روز کاری پرداخت می‌شود؛ جمعه و تعطیل رسمی پرداختی نیست.',
$$<p>برداشت‌های تومانی هر روز کاری یک‌جا به بانک فرستاده می‌شود. یک نفر دسته را به بانک می‌دهد و یک نفر دیگر پرداخت آن را تأیید می‌کند.</p>
<ul>
<li>درخواستی که پیش از ساعت ۱۰ صبح به وقت تهران ثبت شود در دسته همان روز است.</li>
<li>درخواست‌های پس از آن، و درخواست‌های جمعه و روزهای تعطیل، در دسته روز کاری بعد می‌رود. پیش از چند روز تعطیلی پیاپی زودتر اقدام کنید.</li>
<li>زمان قول‌داده‌شده را پیش از تأیید می‌بینید. تعطیلات قمری تا اعلام رسمی موقتی است؛ قولی که پیش از تغییر تقویم داده‌ایم در درخواست شما می‌ماند.</li>
<li>تا وقتی دسته به بانک نرفته، می‌توانید درخواست را لغو کنید.</li>
<li>اگر بانک پرداختی را برگرداند، همه مبلغ همراه کارمزد به کیف پول برمی‌گردد و دلیلش را خبر می‌دهیم.</li>
</ul>
<p>کارمزد و سقف برداشت در <a href="/profile/wallet">کیف پول</a>، فرم برداشت تومان، نوشته شده است.</p>$$),
('toman-batches', 'en', 3, 'Toman withdrawals: the daily batch, and holidays', 'What is requested before 10 in the morning is paid that working day; Fridays and public holidays have no batch.',
$$<p>Toman withdrawals go to the bank together on each working day. One colleague hands the batch to the bank, and another confirms that it was paid.</p>
<ul>
<li>What is requested before 10 in the morning, Tehran time, is in that day’s batch.</li>
<li>Later requests, and those of Fridays and holidays, go with the next working day’s. Before several holidays in a row, ask early.</li>
<li>You see the promised time before you confirm. Holidays of the lunar calendar are provisional until they are announced; a promise made before a change stays with your request as it was.</li>
<li>Until the batch goes to the bank you can cancel your request.</li>
<li>If the bank sends a payment back, all of it returns to your wallet, the fee included, and we tell you why.</li>
</ul>
<p>Fee and limits are in your <a href="/profile/wallet">wallet</a>, on the form for withdrawing Toman.</p>$$)
) as text (slug, language, place, title, summary, body);

-- Our own texts beside those about coins.
insert into articles (kind, slug, language, place, picture, title, summary, body)
select 'BLOG', slug, language, place, '/content/' || slug || '.svg', title, summary, body from (values
('what-is-a-stablecoin', 'fa', 101, 'رمزارز باثبات چیست و باثباتی‌اش از کجاست؟', 'توکنی که قرار است یک دلار بماند: چه چیزی پشت آن است، چه وقت از یک دلار می‌افتد و پیش از نگه داشتنش چه بپرسیم.',
$$<p>رمزارز باثبات توکنی است که ارزشش به چیز دیگری، بیشتر به دلار، گره خورده است. معامله‌گران آن را مانند پول نقد میان دو معامله نگه می‌دارند و خیلی‌ها با آن در هر ساعت شبانه‌روز پول جابه‌جا می‌کنند. ولی «باثبات» یک صفت است نه یک تضمین.</p>
<h2>سه راه برای یک دلار ماندن</h2>
<ul>
<li><strong>ذخیره نزد یک شرکت.</strong> شرکت در برابر هر توکن دارایی نگه می‌دارد، بیشتر اوراق بدهی دولتی و پول نقد، و توکن را بازخرید می‌کند. <a href="/blog/tether">تتر</a> از این گونه است. پرسش اصلی این است که ذخایر واقعاً هست و نقدشونده است یا نه.</li>
<li><strong>وثیقه رمزارزی.</strong> کسی بیش از ارزش توکن، رمزارز در قراردادی می‌گذارد. شفاف است، ولی در سقوط تند بازار وثیقه باید زود فروخته شود.</li>
<li><strong>الگوریتم.</strong> قرار است خود عرضه و تقاضا قیمت را نگه دارد. چند نمونه بزرگ آن، از جمله UST شبکه ترا در ماه مه ۲۰۲۲، در چند روز فرو ریخته‌اند.</li>
</ul>
<h2>چه وقت از یک دلار می‌افتد</h2>
<p>وقتی خیلی‌ها با هم بخواهند آن را نقد کنند یا در ذخایر تردید باشد. ذخیره‌دارهای بزرگ هم چند بار برای چند ساعت یا چند روز زیر یک دلار معامله شده‌اند. برگشتشان به این بسته بود که بازخرید ادامه یافت.</p>
<h2>چیزی که دلار بانکی ندارد</h2>
<p>منتشرکننده می‌تواند نشانی‌ها را مسدود کند؛ آن‌گاه توکن‌های آن نشانی جابه‌جا نمی‌شوند. همان توکن روی چند شبکه هم وجود دارد و فرستنده و گیرنده باید روی یک شبکه باشند: <a href="/blog/choosing-a-network">شبکه‌ها و انتخاب میان آن‌ها</a>.</p>
<h2>پیش از نگه داشتن بپرسید</h2>
<ol>
<li>چه کسی آن را منتشر می‌کند و چه کسی ذخایرش را بررسی می‌کند؟</li>
<li>روی کدام شبکه نگهش می‌دارم و خروج از آن چقدر هزینه دارد؟</li>
<li>اگر یک هفته زیر یک دلار بماند، برایم چه معنایی دارد؟</li>
</ol>
<p>قیمت تتر به تومان چیز دیگری است: آن را بازار ارز تعیین می‌کند و بالا و پایین می‌رود. باثباتی تتر فقط در برابر دلار است.</p>$$),
('what-is-a-stablecoin', 'en', 101, 'What a stablecoin is, and what makes it stable', 'A token meant to stay at one dollar: what stands behind it, when it slips, and what to ask before holding one.',
$$<p>A stablecoin is a token whose worth is tied to something else, mostly to the dollar. Traders park money in it between two trades, and many people use it to send money at any hour. But “stable” is a description, not a guarantee.</p>
<h2>Three ways to stay at a dollar</h2>
<ul>
<li><strong>Reserves held by a company.</strong> For each token it holds assets, mostly government debt and cash, and it buys tokens back. <a href="/blog/tether">Tether</a> is of this kind. The question is whether the reserves are really there and can be sold quickly.</li>
<li><strong>Coins as collateral.</strong> Somebody locks up coins worth more than the tokens. That is open to view, but in a crash the collateral has to be sold fast.</li>
<li><strong>An algorithm.</strong> Supply and demand alone are supposed to hold the price. Some large ones, TerraUSD in May 2022 among them, collapsed within days.</li>
</ul>
<h2>When it slips</h2>
<p>When many want out at once, or when the reserves are in doubt. Large reserve-backed tokens too have traded below a dollar for hours or days. They came back because they went on being redeemed.</p>
<h2>What a dollar in a bank doesn’t have</h2>
<p>The issuer can freeze addresses, and tokens there then stay where they are. The same token also lives on several networks, and sender and receiver have to use the same one: see <a href="/blog/choosing-a-network">networks and choosing between them</a>.</p>
<h2>Before you hold one, ask</h2>
<ol>
<li>Who issues it, and who examines the reserves?</li>
<li>On which network do I hold it, and what does it cost to leave?</li>
<li>What would it mean to me if it stayed below a dollar for a week?</li>
</ol>
<p>The price of Tether in Toman is another matter: the currency market sets it, and it moves. Tether is stable against the dollar only.</p>$$),
('choosing-a-network', 'fa', 102, 'شبکه چیست و چرا انتخاب آن مهم است', 'یک ارز، چند شبکه: نشانی، کارمزد و سرعت هر کدام فرق دارد و اشتباه در آن گاهی برگشت ندارد.',
$$<p>شبکه همان زنجیره‌ای است که جابه‌جایی روی آن نوشته می‌شود. بیت‌کوین یک شبکه دارد؛ تتر چند شبکه. این‌جا میان ERC20 (اتریوم) و TRC20 (ترون) انتخاب می‌کنید. تتر روی هر دو همان یک دلار است، ولی این دو شبکه یکدیگر را نمی‌بینند.</p>
<h2>مانند دو بانک بدون پل</h2>
<p>فرض کنید کسی به شماره حسابی در یک بانک پول بفرستد، ولی در بانکی دیگر. در زنجیره‌ها کسی نیست که حواله را برگرداند. پس قاعده ساده است: <strong>شبکه فرستنده و گیرنده باید یکی باشد</strong>، و این شبکه را گیرنده تعیین می‌کند.</p>
<h2>شکل نشانی کافی نیست</h2>
<table>
<thead><tr><th scope="col">نشانی با این شروع می‌شود</th><th scope="col">ممکن است برای این‌ها باشد</th></tr></thead>
<tbody>
<tr><td>0x</td><td>اتریوم، اتریوم کلاسیک، زنجیره هوشمند BNB، پالیگان، سلو</td></tr>
<tr><td>T</td><td>ترون و توکن‌های آن</td></tr>
<tr><td>bc1</td><td>بیت‌کوین</td></tr>
<tr><td>bitcoincash:</td><td>بیت‌کوین کش</td></tr>
<tr><td>r</td><td>ریپل؛ معمولاً همراه با تگ</td></tr>
</tbody>
</table>
<p>پنج شبکه‌ای که نشانی‌شان با 0x شروع می‌شود از ظاهر نشانی شناخته نمی‌شوند. برای همین هنگام واریز و برداشت شبکه را جداگانه می‌پرسیم.</p>
<h2>چه چیزی را بسنجیم</h2>
<ul>
<li><strong>گیرنده چه می‌پذیرد؟</strong> این از همه مهم‌تر است.</li>
<li><strong>کارمزد.</strong> کارمزد هر شبکه فرق دارد و به مبلغ بستگی ندارد. رقم امروز در صفحه <a href="/wages">کارمزدها</a> است.</li>
<li><strong>زمان.</strong> شمار تأیید لازم و فاصله بلاک‌ها در هر شبکه فرق دارد.</li>
<li><strong>تگ یا ممو.</strong> در ریپل، استلار و ایاس نشانی مشترک است و بدون تگ صاحب واریز شناخته نمی‌شود.</li>
</ul>
<h2>عادت خوب</h2>
<p>بار نخست مبلغی کم بفرستید، منتظر رسیدنش بمانید و سپس باقی را بفرستید. یک کارمزد اضافی از یک اشتباه بزرگ ارزان‌تر است.</p>$$),
('choosing-a-network', 'en', 102, 'What a network is, and why the choice matters', 'One coin, several networks: addresses, fees and speed differ, and a mistake can be final.',
$$<p>The network is the chain on which a transfer is written. Bitcoin has one; Tether has several, and here you choose between ERC20 (Ethereum) and TRC20 (TRON). Tether is the same dollar on both, but the two networks don’t see each other.</p>
<h2>Like two banks without a bridge</h2>
<p>Imagine sending money to the right account number at the wrong bank. With chains there is nobody to send it back. So the rule is simple: <strong>sender and receiver use the same network</strong>, and the receiver says which.</p>
<h2>The look of an address isn’t enough</h2>
<table>
<thead><tr><th scope="col">It begins with</th><th scope="col">It may belong to</th></tr></thead>
<tbody>
<tr><td>0x</td><td>Ethereum, Ethereum Classic, BNB Smart Chain, Polygon, Celo</td></tr>
<tr><td>T</td><td>TRON and its tokens</td></tr>
<tr><td>bc1</td><td>Bitcoin</td></tr>
<tr><td>bitcoincash:</td><td>Bitcoin Cash</td></tr>
<tr><td>r</td><td>XRP; usually with a tag</td></tr>
</tbody>
</table>
<p>Nothing in an address that begins with 0x tells you which of five networks is meant. That is why we ask for the network separately, on deposits and withdrawals alike.</p>
<h2>What to weigh</h2>
<ul>
<li><strong>What does the receiver take?</strong> This comes before all else.</li>
<li><strong>The fee.</strong> It differs from network to network and doesn’t depend on the amount. Today’s figures are on the <a href="/wages">fees page</a>.</li>
<li><strong>Time.</strong> Networks differ in their blocks and in the confirmations they need.</li>
<li><strong>Tag or memo.</strong> With XRP, Stellar and EOS the address is shared, and without a tag nobody knows whose deposit it is.</li>
</ul>
<h2>A good habit</h2>
<p>Send a small amount first, wait until it has arrived, then send the rest. One more fee is cheaper than one large mistake.</p>$$),
('order-book', 'fa', 103, 'دفتر سفارش چگونه کار می‌کند', 'خریداران و فروشندگان در یک فهرست: قیمت از کجا می‌آید، فاصله چیست و سفارش شما کجای صف می‌ایستد.',
$$<p>دفتر سفارش دو صف است: کسانی که می‌خواهند بخرند، هر کدام با بالاترین قیمتی که می‌پردازند، و کسانی که می‌خواهند بفروشند، هر کدام با پایین‌ترین قیمتی که می‌پذیرند. «قیمت بازار» چیزی جز جایی که این دو صف به هم می‌رسند نیست.</p>
<h2>یک نمونه</h2>
<p>فرض کنید دفتر یک ارز چنین است:</p>
<table>
<thead><tr><th scope="col">سفارش</th><th scope="col">قیمت (تومان)</th><th scope="col">مقدار</th></tr></thead>
<tbody>
<tr><td>فروش</td><td>۱۰۲٬۰۰۰</td><td>۳۰</td></tr>
<tr><td>فروش</td><td>۱۰۱٬۰۰۰</td><td>۱۰</td></tr>
<tr><td>خرید</td><td>۱۰۰٬۰۰۰</td><td>۲۰</td></tr>
<tr><td>خرید</td><td>۹۹٬۰۰۰</td><td>۵۰</td></tr>
</tbody>
</table>
<p>فاصله بهترین خرید و بهترین فروش ۱٬۰۰۰ تومان است. اگر اکنون سفارش بازار برای خرید ۲۵ واحد بگذارید، ۱۰ واحد به ۱۰۱٬۰۰۰ و ۱۵ واحد به ۱۰۲٬۰۰۰ تومان می‌خرید: ۱٬۰۱۰٬۰۰۰ به‌علاوه ۱٬۵۳۰٬۰۰۰ یعنی ۲٬۵۴۰٬۰۰۰ تومان، با میانگین ۱۰۱٬۶۰۰ تومان. به این دور شدن میانگین از بهترین قیمت لغزش می‌گویند؛ هر چه سفارش بزرگ‌تر و دفتر کم‌عمق‌تر باشد، لغزش بیشتر است.</p>
<p>اگر به‌جای آن سفارش محدود خرید ۲۵ واحد به قیمت ۱۰۱٬۰۰۰ بگذارید، ۱۰ واحد همان لحظه انجام می‌شود و ۱۵ واحد در صف خرید، جلوتر از همه، منتظر می‌ماند.</p>
<h2>نوبت</h2>
<p>قیمت بهتر جلوتر است؛ در قیمت برابر، هر که زودتر آمده. تغییر قیمت یعنی سفارش تازه و رفتن به ته صف آن قیمت.</p>
<h2>محدود یا بازار؟</h2>
<ul>
<li><strong>محدود</strong> وقتی قیمت مهم است و عجله ندارید. ممکن است هیچ‌گاه انجام نشود.</li>
<li><strong>بازار</strong> وقتی زمان مهم است. این‌جا مرزی دارد: بیش از ۵ درصد بدتر از بهترین قیمت انجام نمی‌شود.</li>
<li><strong>معامله سریع</strong> وقتی فقط یک قیمت روشن می‌خواهید؛ طرف معامله ماییم و دفتری در کار نیست.</li>
</ul>
<p>پیش از سفارش بزرگ، ستون «جمع» دفتر را ببینید: می‌گوید تا هر قیمت چقدر پیدا می‌شود. راهنمای تصویری در <a href="/guide/">راهنما</a> است.</p>$$),
('order-book', 'en', 103, 'How an order book works', 'Buyers and sellers in one list: where the price comes from, what the spread is, and where your order stands in line.',
$$<p>An order book is two queues: those who want to buy, each with the most they would pay, and those who want to sell, each with the least they would take. The “market price” is nothing but the place where the two meet.</p>
<h2>An example</h2>
<p>Suppose the book of some coin looks like this:</p>
<table>
<thead><tr><th scope="col">Order</th><th scope="col">Price (Toman)</th><th scope="col">Amount</th></tr></thead>
<tbody>
<tr><td>Sell</td><td>102,000</td><td>30</td></tr>
<tr><td>Sell</td><td>101,000</td><td>10</td></tr>
<tr><td>Buy</td><td>100,000</td><td>20</td></tr>
<tr><td>Buy</td><td>99,000</td><td>50</td></tr>
</tbody>
</table>
<p>The spread between the best of both sides is 1,000 Toman. A market order to buy 25 takes 10 at 101,000 and 15 at 102,000: 1,010,000 and 1,530,000, which is 2,540,000 Toman, 101,600 on average. That drift away from the best price is called slippage; the larger the order and the thinner the book, the more of it.</p>
<p>A limit order to buy 25 at 101,000 instead fills 10 at once, and 15 wait at the very front of the buyers.</p>
<h2>Whose turn it is</h2>
<p>The better price comes first; at the same price, whoever came earlier. To change a price is to place a new order and go to the end of that line.</p>
<h2>Limit or market?</h2>
<ul>
<li><strong>Limit</strong> when the price matters and you can wait. It may never be filled.</li>
<li><strong>Market</strong> when time matters. Here it has a bound: it never fills more than 5% beyond the best price.</li>
<li><strong>Quick trade</strong> when you just want one clear price; we are the other side, and there is no book.</li>
</ul>
<p>Before a large order, look at the book’s column “Sum”: it tells how much there is up to each price. The <a href="/guide/">guide</a> shows it in pictures.</p>$$),
('keeping-an-account-safe', 'fa', 104, 'حساب خود را امن نگه دارید: ده دقیقه کار', 'چند کار کوچک که بیشتر دزدی‌ها را ناکام می‌گذارد، به ترتیب اهمیت.',
$$<p>بیشتر حساب‌هایی که خالی می‌شوند با شکستن رمزنگاری خالی نشده‌اند. رمزی که جای دیگری لو رفته، ایمیلی که باز مانده یا کدی که پشت تلفن گفته شده کافی بوده است. این کارها را امروز بکنید، به همین ترتیب.</p>
<h2>۱. ایمیل</h2>
<p>هر کس ایمیلتان را داشته باشد می‌تواند رمزهای دیگر را عوض کند. برایش رمزی بگذارید که جای دیگری نیست و ورود دو مرحله‌ای خود ایمیل را هم فعال کنید.</p>
<h2>۲. رمز عبور این حساب</h2>
<p>بلند و یکتا؛ بهتر است آن را یک برنامه نگهداری رمز بسازد و به خاطر بسپارد.</p>
<h2>۳. برنامه رمزساز</h2>
<p>در <a href="/profile/settings">تنظیمات</a> روش ورود را به رمزساز تغییر دهید. سیم‌کارت را می‌توان با مدرک جعلی دوباره گرفت؛ رمزساز روی گوشی خود شماست. کدهای بازیابی را روی کاغذ و جدا از گوشی نگه دارید.</p>
<h2>۴. فقط نشانی‌های ذخیره‌شده</h2>
<p>اگر همیشه به چند نشانی ثابت برداشت می‌کنید، آن‌ها را ذخیره و این گزینه را روشن کنید. کسی که وارد حساب شود دست‌کم ۲۴ ساعت نمی‌تواند به نشانی خودش بفرستد.</p>
<h2>۵. دستگاه‌ها</h2>
<p>در تنظیمات، «دستگاه‌های واردشده» را ببینید و هر کدام را نمی‌شناسید خارج کنید. روی رایانه دیگران «مرا به خاطر بسپار» را نزنید.</p>
<h2>شگردهای آشنا</h2>
<ul>
<li><strong>«پشتیبانی» که خودش تماس می‌گیرد</strong> و برای «آزاد کردن برداشت» کد می‌خواهد. ما کد نمی‌پرسیم.</li>
<li><strong>سایت هم‌شکل</strong> با نشانی یک حرف متفاوت، بیشتر از راه تبلیغ جست‌وجو. نشانی را خودتان بنویسید.</li>
<li><strong>برنامه کنترل از راه دور</strong> به بهانه کمک یا آموزش.</li>
<li><strong>اجاره حساب</strong>: از شما می‌خواهند در برابر سهمی از سود، با کارت خودتان تتر بخرید و بفرستید. پول آن معمولاً دزدی است و رد آن به نام شما می‌ماند.</li>
<li><strong>عوض شدن نشانی کپی‌شده</strong> با بدافزار. در صفحه تأیید، نشانی را گروه‌به‌گروه مقایسه کنید، نه فقط چند حرف آغاز و پایان.</li>
</ul>
<p>اگر دیر شده است: پاسخ «فکر می‌کنم کسی وارد حسابم شده است» در <a href="/faq">پرسش‌های متداول</a>.</p>$$),
('keeping-an-account-safe', 'en', 104, 'Keeping your account safe: ten minutes of work', 'A few small things that defeat most thefts, in the order of their worth.',
$$<p>Most accounts that are emptied were not emptied by breaking any cryptography. A password leaked elsewhere, a mailbox left open or a code told over the phone was enough. Do these today, in this order.</p>
<h2>1. Your mailbox</h2>
<p>Whoever has your mail can reset your other passwords. Give it a password used nowhere else, and turn on its own two-step login too.</p>
<h2>2. This account’s password</h2>
<p>Long and unique; best made and remembered by a password manager.</p>
<h2>3. An authenticator app</h2>
<p>Switch your login method to it in <a href="/profile/settings">Settings</a>. A SIM can be reissued on forged papers; the authenticator is on your own phone. Keep the recovery codes on paper, apart from the phone.</p>
<h2>4. Saved addresses only</h2>
<p>If you always withdraw to the same few addresses, save them and turn this on. Whoever gets in then can’t send to an address of theirs for at least 24 hours.</p>
<h2>5. Devices</h2>
<p>Look at “Signed-in devices” in Settings and sign out any you don’t recognise. On somebody else’s computer, don’t tick the box that remembers you.</p>
<h2>Familiar tricks</h2>
<ul>
<li><strong>“Support” that calls you</strong> and wants a code to “release your withdrawal”. We don’t ask for codes.</li>
<li><strong>A site that looks the same</strong> at an address one letter off, mostly through search advertisements. Type the address yourself.</li>
<li><strong>A program for remote control</strong>, to help or to teach you.</li>
<li><strong>Renting your account</strong>: for a share of some profit you are to buy Tether with your card and pass it on. The money is usually stolen, and the trail ends at your name.</li>
<li><strong>A copied address that changes</strong>, by malware. On the confirmation, compare the address group by group, not just its first and last letters.</li>
</ul>
<p>If it is too late: read “I think somebody has been in my account” in the <a href="/faq">questions and answers</a>.</p>$$),
('what-a-fee-costs', 'fa', 105, 'کارمزد واقعاً چقدر تمام می‌شود؟ یک حساب کامل', 'کارمزد، فاصله خرید و فروش و کارمزد شبکه: خرید و فروش ۵۰ تتر را تا آخرین تومان حساب می‌کنیم.',
$$<p>درصدِ نوشته‌شده فقط بخشی از هزینه است. یک خرید و فروش را از آغاز تا پایان حساب کنیم. رقم‌ها فرضی‌اند؛ رقم‌های امروز در صفحه <a href="/wages">کارمزدها</a> و فرم معامله است.</p>
<h2>خرید</h2>
<p>فرض: قیمت خرید هر تتر ۱۰۰٬۰۰۰ تومان و کارمزد ۰٫۴ درصد. ۵۰ تتر می‌خریم.</p>
<table>
<tbody>
<tr><th scope="row">مبلغ</th><td>۵۰ × ۱۰۰٬۰۰۰ = ۵٬۰۰۰٬۰۰۰ تومان</td></tr>
<tr><th scope="row">کارمزد</th><td>۵٬۰۰۰٬۰۰۰ × ۰٫۴٪ = ۲۰٬۰۰۰ تومان</td></tr>
<tr><th scope="row">می‌پردازید</th><td>۵٬۰۲۰٬۰۰۰ تومان</td></tr>
</tbody>
</table>
<h2>فروش در همان لحظه</h2>
<p>قیمت فروش کمی پایین‌تر است؛ فرض ۹۹٬۷۰۰ تومان.</p>
<table>
<tbody>
<tr><th scope="row">مبلغ</th><td>۵۰ × ۹۹٬۷۰۰ = ۴٬۹۸۵٬۰۰۰ تومان</td></tr>
<tr><th scope="row">کارمزد</th><td>۴٬۹۸۵٬۰۰۰ × ۰٫۴٪ = ۱۹٬۹۴۰ تومان</td></tr>
<tr><th scope="row">می‌گیرید</th><td>۴٬۹۶۵٬۰۶۰ تومان</td></tr>
</tbody>
</table>
<p>هزینه رفت‌وبرگشت ۵۴٬۹۴۰ تومان است، حدود ۱٫۱ درصد مبلغ: ۳۹٬۹۴۰ تومان کارمزد و ۱۵٬۰۰۰ تومان فاصله قیمت. کسی که روزی چند بار می‌خرد و می‌فروشد این را هر بار می‌پردازد.</p>
<h2>سربه‌سر کجاست؟</h2>
<p>برای آن‌که دست‌کم همان ۵٬۰۲۰٬۰۰۰ تومان برگردد، قیمت <strong>فروش</strong> باید به ۱۰۰٬۸۰۴ تومان برسد: ۵۰ × ۱۰۰٬۸۰۴ منهای ۰٫۴ درصد می‌شود ۵٬۰۲۰٬۰۳۹ تومان. یعنی حدود ۰٫۸ درصد بالاتر از قیمتی که خریده‌اید و حدود ۱٫۱ درصد بالاتر از قیمت فروش همان روز.</p>
<h2>کارمزد برداشت، ثابت است</h2>
<p>اگر کارمزد برداشت یک شبکه ۱٫۵ تتر باشد، برای فرستادن ۲۰ تتر ۷٫۵ درصد مبلغ است و برای ۱٬۰۰۰ تتر ۰٫۱۵ درصد. پس برداشت‌های کوچک پیاپی گران است و انتخاب شبکه اثر دارد.</p>
<h2>چگونه کمتر بپردازیم</h2>
<ul>
<li>سطح حساب با معاملات سه ماه بالا می‌رود و درصد را پایین می‌آورد؛ ولی برای کم کردن کارمزد بیشتر معامله نکنید: هر معامله خودش هزینه دارد.</li>
<li>با سفارش محدود، قیمت را خودتان می‌گذارید و اگر در دفتر منتظر بمانید فاصله قیمت را نمی‌پردازید.</li>
<li>برداشت‌ها را یکی کنید.</li>
</ul>$$),
('what-a-fee-costs', 'en', 105, 'What a fee really costs: a full calculation', 'Fee, spread and network fee: buying and selling 50 Tether, down to the last Toman.',
$$<p>The percentage you read is only part of the cost. Let us follow one purchase and sale from start to end. The figures are assumed; today’s are on the <a href="/wages">fees page</a> and in the trade form.</p>
<h2>Buying</h2>
<p>Assume that a Tether costs 100,000 Toman and the fee is 0.4%. We buy 50.</p>
<table>
<tbody>
<tr><th scope="row">Value</th><td>50 × 100,000 = 5,000,000 Toman</td></tr>
<tr><th scope="row">Fee</th><td>5,000,000 × 0.4% = 20,000 Toman</td></tr>
<tr><th scope="row">You pay</th><td>5,020,000 Toman</td></tr>
</tbody>
</table>
<h2>Selling at the same moment</h2>
<p>The price to sell is a little lower: assume 99,700 Toman.</p>
<table>
<tbody>
<tr><th scope="row">Value</th><td>50 × 99,700 = 4,985,000 Toman</td></tr>
<tr><th scope="row">Fee</th><td>4,985,000 × 0.4% = 19,940 Toman</td></tr>
<tr><th scope="row">You get</th><td>4,965,060 Toman</td></tr>
</tbody>
</table>
<p>There and back costs 54,940 Toman, about 1.1% of the value: 39,940 of fees and 15,000 of spread. Whoever buys and sells several times a day pays it each time.</p>
<h2>Where you break even</h2>
<p>To see at least those 5,020,000 Toman again, the price to <strong>sell</strong> has to reach 100,804: 50 × 100,804 less 0.4% is 5,020,039 Toman. That is about 0.8% above the price you bought at, and about 1.1% above the selling price of that day.</p>
<h2>Withdrawal fees are fixed</h2>
<p>If a network’s withdrawal fee is 1.5 Tether, that is 7.5% of a withdrawal of 20, and 0.15% of one of 1,000. So many small withdrawals are dear, and the choice of network counts.</p>
<h2>How to pay less</h2>
<ul>
<li>Your level rises with the trades of three months and lowers the percentage; but don’t trade more in order to pay less, since each trade has its cost.</li>
<li>With a limit order you name the price, and if it waits in the book you don’t pay the spread.</li>
<li>Put withdrawals together.</li>
</ul>$$),
('reading-a-receipt', 'fa', 106, 'رسید معامله را چگونه بخوانیم', 'هر سطر رسید چه می‌گوید، چطور درستی آن را خودتان بسنجید و چه وقت به کارتان می‌آید.',
$$<p>هر معامله، واریز و برداشت رسیدی دارد که همیشه در <a href="/profile/history">تاریخچه</a> می‌ماند. رسید معامله این سطرها را دارد:</p>
<ul>
<li><strong>شماره رسید:</strong> نام یکتای معامله. هنگام پرسش از پشتیبانی همین را بنویسید؛ با آن همه ثبت‌های مربوط پیدا می‌شود.</li>
<li><strong>تاریخ شمسی و میلادی:</strong> به وقت تهران.</li>
<li><strong>نوع معامله:</strong> سریع، سفارش محدود یا سفارش بازار.</li>
<li><strong>مقدار و قیمت هر واحد:</strong> در سفارشی که چند تکه انجام شده، میانگین قیمت. خود تکه‌ها هم با قیمت و کارمزدشان در رسید سفارش هست.</li>
<li><strong>کارمزد:</strong> به تومان یا تتر، همان واحد پول بازار.</li>
<li><strong>جمع پرداختی یا دریافتی:</strong> آنچه واقعاً از کیف پول رفته یا به آن آمده است.</li>
</ul>
<h2>خودتان بسنجید</h2>
<p>در خرید: مقدار × قیمت، به‌علاوه کارمزد، می‌شود جمع پرداختی. در فروش: مقدار × قیمت، منهای کارمزد، می‌شود جمع دریافتی. نمونه: فروش ۲ واحد به قیمت ۱٬۵۰۰٬۰۰۰ تومان با کارمزد ۰٫۳۵ درصد: ۳٬۰۰۰٬۰۰۰ منهای ۱۰٬۵۰۰ می‌شود ۲٬۹۸۹٬۵۰۰ تومان.</p>
<p>اگر اختلافی در آخرین رقم دیدید، از گرد کردن است. مبلغ و کارمزد هر کدام یک بار و حداکثر به اندازه کوچک‌ترین واحد آن پول گرد می‌شود؛ آنچه روی صفحه می‌بینید هم گاهی رقم‌های اعشار کمتری دارد.</p>
<h2>رسید برداشت و واریز</h2>
<p>رسید برداشت ارز مقدار کم‌شده از کیف پول، کارمزد شبکه، آنچه به مقصد رسیده، نشانی و شناسه تراکنش را دارد. با همین شناسه هر کسی، از جمله گیرنده، می‌تواند تراکنش را روی کاوشگر شبکه ببیند. رسید واریز تومان کد پیگیری بانک را دارد.</p>
<h2>به چه کار می‌آید</h2>
<ul>
<li>حساب و کتاب شخصی و مالی؛ «دریافت فایل» در تاریخچه یک سال را یک‌جا به CSV یا اکسل می‌دهد.</li>
<li>پرسش از پشتیبانی، از ما یا از گیرنده.</li>
<li>نشان دادن منشأ پول، اگر بانک یا مرجعی بپرسد.</li>
</ul>
<p>رسید نام کامل و موجودی شما را ندارد، ولی نشانی و مبلغ دارد. آن را در گروه‌های عمومی نگذارید.</p>$$),
('reading-a-receipt', 'en', 106, 'How to read a receipt', 'What each line says, how to check it yourself, and when you will need it.',
$$<p>Each trade, deposit and withdrawal has a receipt that stays in your <a href="/profile/history">history</a> for good. A trade’s receipt has these lines:</p>
<ul>
<li><strong>Receipt number:</strong> the trade’s own name. Give it when you ask support; it leads to all entries that belong to it.</li>
<li><strong>Jalali and Gregorian date:</strong> in Tehran time.</li>
<li><strong>Type:</strong> quick trade, limit order or market order.</li>
<li><strong>Amount and unit price:</strong> of an order filled in parts, the average price. The parts themselves are on the order’s receipt with their prices and fees.</li>
<li><strong>Fee:</strong> in Toman or Tether, whichever the market trades in.</li>
<li><strong>Total paid or received:</strong> what really left your wallet or came into it.</li>
</ul>
<h2>Check it yourself</h2>
<p>On a purchase, amount × price plus the fee is the total paid. On a sale, amount × price less the fee is the total received. Selling 2 units at 1,500,000 Toman with a fee of 0.35%, for example: 3,000,000 less 10,500 is 2,989,500 Toman.</p>
<p>A difference in the very last digit comes from rounding. Value and fee are each rounded once, by at most the currency’s smallest unit; the screen sometimes shows fewer decimals than there are.</p>
<h2>Deposits and withdrawals</h2>
<p>The receipt of a coin withdrawal has what left your wallet, the network fee, what the recipient got, the address and the transaction id. With that id anybody, the recipient included, can see the transaction in the network’s explorer. A Toman deposit’s receipt has the bank’s tracking code.</p>
<h2>What it is good for</h2>
<ul>
<li>Your own books; “Download” in the history gives a whole year as a CSV or Excel file.</li>
<li>Questions to support, ours or the recipient’s.</li>
<li>Showing where money comes from, if a bank or an authority asks.</li>
</ul>
<p>A receipt has neither your full name nor your balance, but it does have addresses and amounts. Don’t post it in public groups.</p>$$)
) as text (slug, language, place, title, summary, body);

-- What the texts about coins say in one sentence.
update articles set summary = text.fa from (values
('tether', 'رمزارز باثباتی به ارزش یک دلار؛ ارز پایه بازارهای تتر، روی اتریوم و ترون.'),
('bitcoin', 'نخستین پول دیجیتال بی‌گرداننده؛ بیش از ۲۱ میلیون واحد از آن نخواهد بود.'),
('ethereum', 'شبکه‌ای که برنامه اجرا می‌کند و بیشتر توکن‌ها روی آن ساخته شده‌اند.'),
('bnb', 'کوین زنجیره هوشمند BNB که سرنوشتش به صرافی بایننس نزدیک است.'),
('xrp', 'برای پرداخت‌های چندثانیه‌ای میان کشورها؛ واریزش همیشه تگ می‌خواهد.'),
('tron', 'شبکه‌ای که بیش از هر چیز برای جابه‌جایی تتر به کار می‌رود.'),
('dogecoin', 'کوینی که با شوخی آغاز شد و جامعه‌ای بزرگ و عرضه‌ای بی‌سقف دارد.'),
('litecoin', 'خواهر سبک‌تر بیت‌کوین با بلاک‌های تندتر و کارمزد کم.'),
('bitcoin-cash', 'شاخه‌ای از بیت‌کوین با بلاک‌های بزرگ‌تر برای پرداخت‌های روزمره.'),
('stellar', 'شبکه‌ای برای فرستادن پول میان کشورها؛ واریزش همیشه ممو می‌خواهد.'),
('polygon', 'شبکه ارزان‌تری در کنار اتریوم که کوینش از MATIC به POL تغییر نام داد.'),
('ethereum-classic', 'زنجیره دست‌نخورده اتریوم که واریزش چند روز منتظر تأیید می‌ماند.'),
('dash', 'کوین پرداخت با مسترنودها که تراکنش را در چند ثانیه قطعی می‌کنند.'),
('multiversx', 'شبکه‌ای چندبخشی برای برنامه و پرداخت که پیش‌تر الروند نام داشت.'),
('celo', 'شبکه پرداخت با تلفن همراه که اکنون لایه‌ای روی اتریوم است.'),
('eos', 'شبکه‌ای بدون کارمزد تراکنش که نامش والتا شده است؛ واریزش همیشه ممو می‌خواهد.')
) as text (slug, fa) where articles.kind = 'BLOG' and articles.language = 'fa' and articles.slug = text.slug;
update articles set summary = text.en from (values
('tether', 'A stablecoin worth one dollar, and the currency of our Tether markets; on Ethereum and TRON.'),
('bitcoin', 'The first digital currency without anybody in charge; there will never be more than 21 million.'),
('ethereum', 'The network that runs programs, and on which most tokens are made.'),
('bnb', 'The coin of BNB Smart Chain, close in fate to the Binance exchange.'),
('xrp', 'For payments across borders within seconds; its deposits always need a tag.'),
('tron', 'A network used above all for moving Tether.'),
('dogecoin', 'A coin that began as a joke, with a large community and no limit to its supply.'),
('litecoin', 'Bitcoin’s lighter sister, with faster blocks and low fees.'),
('bitcoin-cash', 'A branch of Bitcoin with larger blocks, meant for everyday payments.'),
('stellar', 'A network for sending money between countries; its deposits always need a memo.'),
('polygon', 'A cheaper network beside Ethereum, whose coin was renamed from MATIC to POL.'),
('ethereum-classic', 'Ethereum’s unaltered chain, whose deposits wait days for their confirmations.'),
('dash', 'A coin for payments, whose masternodes settle a transaction within seconds.'),
('multiversx', 'A network in parts, for programs and payments; it used to be called Elrond.'),
('celo', 'A network for payments by mobile phone, now a layer on top of Ethereum.'),
('eos', 'A network without transaction fees, now named Vaulta; its deposits always need a memo.')
) as text (slug, en) where articles.kind = 'BLOG' and articles.language = 'en' and articles.slug = text.slug;
