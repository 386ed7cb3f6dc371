/** Every page of the web with an address to visit: no page of the web's router is left out. */
import type { DemoData, PageViewer } from './life.ts';

export interface PageTarget {
  pattern: string;
  address: string;
  by: PageViewer;
}

/** Example addresses for patterns with parameters, which name personal things or content. */
const buildExampleAddresses = (
  life: DemoData,
  unknownId: string,
): Readonly<Record<string, readonly string[]>> => ({
  '/market/:coin/:sourceCoin': ['/market/BITCOIN/TOMAN'],
  '/blog/:slug': ['/blog/bitcoin'],
  '/developers/:page?': [
    '/developers',
    ...['keys', 'orders', 'streams', 'errors', 'webhooks', 'tools', 'changes'].map(
      (page) => `/developers/${page}`,
    ),
  ],
  '/dashboard/:tradeTo/:tradeFrom': ['/dashboard/TOMAN/BITCOIN'],
  '/verify/:code?': ['/verify', `/verify/${life.code}`],
  '/company-deposit': [`/company-deposit?id=${life.storeId}`, life.payerLink],
  '/company-deposit/result': [`/company-deposit/result?payment=${life.paymentId}`],
  '/sandbox/bank/:authority': [`/sandbox/bank/${life.authority}`],
  '/sandbox/google/:state': ['/sandbox/google/unknown'],
  '/profile/trade/:quote?/:coin?': ['/profile/trade/TOMAN/BITCOIN'],
  '/profile/history/statements/:id': [`/profile/history/statements/${life.statementId}`],
  '/profile/company/settlements/:id': [`/profile/company/settlements/${unknownId}`],
  '/profile/support/:id': [`/profile/support/${life.ticketId}`],
  '/backoffice/tickets/:id': [`/backoffice/tickets/${life.ticketId}`],
  '/backoffice/people/:id': [`/backoffice/people/${life.personId}`],
  '/backoffice/companies/:id': [`/backoffice/companies/${life.storeId}`],
  '/backoffice/payouts/:id': [`/backoffice/payouts/${unknownId}`],
  '/backoffice/content/:kind/:slug': ['/backoffice/content/FAQ/how-to-start'],
});

/** Returns the viewers of each frame: newcomers see some of a customer's pages differently. */
function listViewers(pattern: string): readonly PageViewer[] {
  if (pattern.startsWith('/backoffice')) return ['staff'];
  if (pattern.startsWith('/profile/company')) return ['store'];
  if (pattern.startsWith('/profile/trade/')) return ['visitor', 'customer', 'newcomer'];
  if (pattern === '/profile/redirect-from-banks') return ['customer'];
  if (['/profile', '/profile/account', '/profile/otc', '/profile/wallet'].includes(pattern))
    return ['customer', 'newcomer'];
  return pattern.startsWith('/profile') ? ['customer'] : ['visitor'];
}

/**
 * `patterns`: as listed by the build (`web/dist/screens.json`).
 * @throws when a pattern has a parameter without an example here.
 */
export function listPageTargets(patterns: readonly string[], life: DemoData): PageTarget[] {
  const examples = buildExampleAddresses(life, crypto.randomUUID());
  return [...patterns, '/no-such-page'].flatMap((pattern) => {
    const addresses = examples[pattern] ?? [pattern];
    if (addresses.some((address) => /[:*]/.test(address.replace(/\?.*/, ''))))
      throw new Error(`${pattern} has no example: give it one in ${import.meta.filename}`);
    return addresses.flatMap((address) =>
      listViewers(pattern).map((viewer) => ({ pattern, address, by: viewer })),
    );
  });
}
