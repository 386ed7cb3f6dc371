import { COINS } from '@sarraf/domain';
import { sql } from 'kysely';
import type { RowTable } from '../platform/business-rows/business-rows.ts';

/** Coins of a chain that was shut down stay closed. */
const KNOWN = COINS as readonly string[];
const IN_ORDER = (column: string) => sql`array_position(${[...KNOWN]}::text[], ${sql.ref(column)})`;

/**
 * `reread`: reloads this process's prices, limits and switches from the rows, and publishes that to pages.
 * `sources`: names of the price sources polled here.
 */
export const marketRows = (reread: () => Promise<void>, sources: readonly string[]): RowTable[] => [
  {
    kind: 'coin',
    table: 'coins',
    keys: ['asset'],
    columns: { spread: 'spread_ppm' },
    where: sql`asset = any(${[...KNOWN]}::text[])`,
    order: IN_ORDER('asset'),
    reread,
  },
  { kind: 'bank', table: 'coins', keys: ['asset'], where: sql`asset = 'TOMAN'`, reread },
  {
    kind: 'network',
    table: 'coin_networks',
    keys: ['asset', 'token_type'],
    where: sql`asset = any(${[...KNOWN]}::text[])`,
    order: sql`${IN_ORDER('asset')}, token_type`,
    reread,
  },
  {
    kind: 'market',
    table: 'markets',
    keys: ['coin', 'quote'],
    order: sql`${IN_ORDER('coin')}, quote desc`,
    reread,
  },
  {
    kind: 'priceSource',
    table: 'price_sources',
    keys: ['coin', 'source'],
    where: sql`source = any(${[...sources]}::text[])`,
    order: sql`${IN_ORDER('coin')}, array_position(${[...sources]}::text[], source)`,
    reread,
  },
  { kind: 'quote', table: 'quotes', keys: ['quote'], order: sql`quote desc`, reread },
];
