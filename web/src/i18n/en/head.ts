import type { head as fa } from '../fa/head.ts';

/** What search results and shared links say of each public page. Used by the server alone. */
export const head: typeof fa = {
  name: 'Sarraf',
  pages: {
    '/': {
      title: 'Buy and sell digital currencies with Tether',
      description:
        'Instant trades of Bitcoin, Tether and other coins at a clear price and a clear fee, with wallets, limit orders and daily payouts.',
    },
  },
};
