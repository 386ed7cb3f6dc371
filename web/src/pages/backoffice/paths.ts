import type { Place } from './shared/access.ts';

/** The back office's own routes, and the part of it that each belongs to. The server tells by them what is a page. */
export const BACKOFFICE_PATHS = {
  people: 'people',
  'people/:id': 'people',
  recoveries: 'recoveries',
  companies: 'companies',
  'companies/:id': 'companies',
  withdrawals: 'withdrawals',
  payouts: 'payouts',
  'payouts/:id': 'payouts',
  incoming: 'incoming',
  treasury: 'treasury',
  coins: 'coins',
  limits: 'limits',
  figures: 'figures',
  reports: 'reports',
  rules: 'rules',
  content: 'content',
  'content/info': 'content',
  'content/:kind/:slug': 'content',
  tickets: 'tickets',
  'tickets/:id': 'tickets',
  brand: 'brand',
  'web-errors': 'webErrors',
  audit: 'audit',
} as const satisfies Record<string, Place>;

export type BackofficePath = keyof typeof BACKOFFICE_PATHS;
