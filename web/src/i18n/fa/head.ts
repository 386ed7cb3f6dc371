/** What search results and shared links say of each public page. Used by the server alone. */
export const head = {
  name: 'صرّاف',
  pages: {
    '/': {
      title: 'خرید و فروش ارز دیجیتال با تومان و تتر',
      description:
        'خرید و فروش آنی بیت‌کوین، تتر و ارزهای دیگر با قیمت روشن و کارمزد روشن؛ کیف پول، معاملهٔ حرفه‌ای و تسویهٔ تومانی روزانه.',
    },
  },
};
