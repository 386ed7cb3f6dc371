import { COINS } from '@sarraf/domain';
import { sql } from 'kysely';
import type { RowTable } from '../platform/business-rows/business-rows.ts';

/** Coins of a chain that was shut down stay closed. */
const KNOWN_COINS = COINS as readonly string[];
const displayOrderOf = (column: string) =>
  sql`array_position(${[...KNOWN_COINS]}::text[], ${sql.ref(column)})`;

/**
 * `reread`: reloads this process's prices, limits and switches from the rows, and publishes that to pages.
 * `sources`: names of the price sources polled here.
 */
export const createMarketRowTables = (
  reload: () => Promise<void>,
  sources: readonly string[],
): RowTable[] => [
  {
    kind: 'coin',
    table: 'coins',
    keys: ['asset'],
    columns: { spread: 'spread_ppm' },
    where: sql`asset = any(${[...KNOWN_COINS]}::text[])`,
    order: displayOrderOf('asset'),
    reload: reload,
  },
  { kind: 'bank', table: 'coins', keys: ['asset'], where: sql`asset = 'TOMAN'`, reload: reload },
  {
    kind: 'network',
    table: 'coin_networks',
    keys: ['asset', 'token_type'],
    where: sql`asset = any(${[...KNOWN_COINS]}::text[])`,
    order: sql`${displayOrderOf('asset')}, token_type`,
    reload: reload,
  },
  {
    kind: 'market',
    table: 'markets',
    keys: ['coin', 'quote'],
    order: sql`${displayOrderOf('coin')}, quote desc`,
    reload: reload,
  },
  {
    kind: 'priceSource',
    table: 'price_sources',
    keys: ['coin', 'source'],
    where: sql`source = any(${[...sources]}::text[])`,
    order: sql`${displayOrderOf('coin')}, array_position(${[...sources]}::text[], source)`,
    reload: reload,
  },
  { kind: 'quote', table: 'quotes', keys: ['quote'], order: sql`quote desc`, reload: reload },
];
