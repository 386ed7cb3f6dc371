/** Stands on a store's counter beside the same in the other language, whatever that of the page is. */
export const sheet = {
  pay: 'پرداخت با کارت بانکی',
  steps:
    'دوربین گوشی را روی کد بگیرید. مبلغ و شماره کارت را وارد کنید. در درگاه بانک پرداخت کنید و رسید را نشان دهید.',
};
