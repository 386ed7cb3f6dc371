import type { head as fa } from '../fa/head.ts';

/** What search results and shared links say of each public page. Used by the server alone. */
export const head: typeof fa = {
  name: 'Sarraf',
  missing: { title: 'Page not found', description: 'There is no page at this address.' },
  pages: {
    '/': {
      title: 'Buy and sell digital currencies with Tether',
      description:
        'Instant trades of Bitcoin, Tether and other coins at a clear price and a clear fee, with wallets, limit orders and daily payouts.',
      crumb: 'Home',
    },
    '/markets': {
      title: 'Live cryptocurrency prices in Tether',
      description:
        'Live prices of every coin, the change of the last 24 hours, traded volume and the shape of the week in one table, with search and your own list.',
      crumb: 'Markets',
    },
    '/wages': {
      title: 'Trading and withdrawal fees',
      description:
        'The trading fee of every account level, the minimum and the fee of a withdrawal for each coin and network, and what moving Toman costs.',
      crumb: 'Fees',
    },
    '/faq': {
      title: 'Frequently asked questions',
      description:
        'Short, plain answers about signing up, verification, deposits and withdrawals, trading, fees, and keeping your account safe.',
      crumb: 'Questions',
    },
    '/guide': {
      title: 'Step-by-step guide',
      description:
        'From signing up and verification to your first purchase, a withdrawal and a safe account: each task step by step, with pictures of the screens.',
      crumb: 'Guide',
    },
    '/terms': {
      title: 'Terms and privacy',
      description:
        'The terms of the service, of trades, deposits and withdrawals, and what data we keep about you, why, and for how long.',
      crumb: 'Terms',
    },
    '/about-us': {
      title: 'About us',
      description:
        'Who we are, how we keep your money and coins, and why every figure you see can be checked down to its last unit.',
      crumb: 'About us',
    },
    '/contact-us': {
      title: 'Contact us',
      description:
        'How to reach our support, when we answer, and a form for your message, which reaches us with a number you can refer to.',
      crumb: 'Contact',
    },
    '/blog': {
      title: 'Blog: digital currencies in plain words',
      description:
        'Clear, quiet writing on Bitcoin, Tether, networks, order books, fees and account security, for readers who want to understand.',
      crumb: 'Blog',
    },
    '/announcements': {
      title: 'Announcements',
      description:
        'News of the exchange itself: new markets, changes to deposits and withdrawals, and whatever you should know before you trade.',
      crumb: 'Announcements',
    },
  },
  post: { coin: 'About {coin}' },
  market: {
    title: '{coin} ({symbol}) price in {unit}: buy and sell',
    description:
      'The live {coin} price in {unit} with chart, change and volume of the last 24 hours, networks and withdrawal fees. Buy and sell {coin} at a clear price.',
  },
};
