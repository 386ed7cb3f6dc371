import type { home as fa } from '../fa/home.ts';
import type { Texts } from '../texts.ts';

export const home: Texts<typeof fa> = {
  title: 'Buy and sell digital currencies',
  hero: {
    title: 'Buy and sell crypto,<br></br>exact to the last digit',
    lead: 'See the price, type an amount, and the coins are in your wallet that very moment. One clear price, one clear fee, nothing hidden.',
    start: 'Get started',
  },
  stats: {
    label: 'Sarraf at a glance',
    users: 'users',
    trades: 'trades',
    value: 'Toman traded',
  },
  markets: {
    title: 'Markets',
    unit: 'Show prices in',
    caption: 'Live coin prices in {unit}',
    name: 'Name',
    price: 'Last price ({unit})',
    change: '24h change',
    week: 'Week',
    action: 'Trade',
    trade: 'Trade',
    tradeCoin: 'Trade {coin}',
    inactive: 'Inactive',
    showAll: 'Show all {count} coins',
    failed: 'Prices didn’t arrive',
    empty: 'No prices to show right now',
    emptyText: 'Markets are closed for the moment. Prices will appear here when they open.',
  },
  steps: {
    title: 'Four steps',
    register: { title: 'Sign up', text: 'With your email, in a minute.' },
    verify: { title: 'Verify your identity', text: 'With your own details and bank card.' },
    choose: { title: 'Choose a coin', text: 'From Bitcoin to TRON, against Tether.' },
    trade: { title: 'Buy or sell', text: 'At the price you saw, in that moment.' },
  },
  news: {
    title: 'Latest news',
    out: 'Opens on the news site.',
  },
  faq: {
    title: 'Questions and answers',
    lead: 'Short answers to what people ask most.',
    all: 'See all questions',
  },
  why: {
    title: 'Why Sarraf',
    exact: {
      title: 'Exact to the last digit',
      text: 'Every amount is kept to the coin’s smallest unit, and every trade has a receipt of its own.',
    },
    fee: {
      title: 'No hidden cost',
      text: 'Price, fee and final total are in sight before you confirm. Nothing more is taken.',
    },
    language: {
      title: 'Persian and English',
      text: 'Jalali dates and Persian digits from the first line, and a complete English edition beside it.',
    },
  },
};
