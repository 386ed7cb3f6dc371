/** How the yearly statement reckons, in the words of the paper, the Excel file and the CSV alike. */
export const STATEMENT_METHOD = {
  fa: [
    'سود هر رمزارز به روش میانگین بهای تمام‌شده حساب می‌شود: همه خریدهای یک رمزارز روی هم، یک میانگین قیمت برای هر واحد می‌سازند و هر فروش به همین میانگین از دارایی کم می‌شود. مبلغ فروش منهای این بها، سود یا زیان تحقق‌یافته آن فروش است.',
    'کارمزد خرید به بهای تمام‌شده اضافه و کارمزد فروش از سود کم می‌شود.',
    'رمزارزی که از بیرون واریز شود یا به‌عنوان پاداش دعوت برسد، به قیمت همان زمان وارد حساب می‌شود. رمزارزی که برداشت شود بهای خودش را با خود می‌برد و اگر برگردد، با همان بها برمی‌گردد. واریز و برداشت سود یا زیان نمی‌سازد.',
    'معامله با تتر هم به تومان ارزش‌گذاری شده است: به قیمت تتر در زمان همان معامله. خریدِ رمزارز با تتر، فروشِ تتر به شمار می‌آید و برعکس.',
    'در ردیف تومان، «خرید» تومانی است که از فروش‌ها به دست آمده و «فروش» تومانی است که بابت خریدها پرداخت شده است.',
    'روزها و سال بر اساس ساعت تهران‌اند. در هر ردیف: مانده اول دوره + خرید − فروش + دریافت − ارسال − کارمزد + پاداش دعوت + برگشت و اصلاح = مانده پایان دوره.',
  ],
  en: [
    'The profit of each coin is calculated from its average cost: all purchases of a coin together make one average price per unit, and each sale takes coins out at that average. What the sale brought less that cost is its realised profit or loss.',
    'The fee of a purchase is added to the cost; the fee of a sale is taken off the profit.',
    'Coins that come from outside, or as a referral reward, enter at their price of that time. Coins that are withdrawn take their own cost along, and bring it back if they return. Deposits and withdrawals make no profit or loss.',
    'Trades in Tether are valued in Toman too, at the price of Tether when they were made. Buying a coin with Tether counts as selling Tether, and the other way round.',
    'In the row of Toman, “bought” is what sales brought and “sold” is what purchases cost.',
    'Days and years are those of Tehran. In each row: opening balance + bought − sold + received − sent − fees + referral rewards + returned and corrected = closing balance.',
  ],
} as const;
