import type { RateClass } from '@sarraf/domain/contracts';
import type { FastifyReply } from 'fastify';
import type { Config } from '../platform/config/config.ts';

const MINUTE = { interval: 'MINUTE', intervalNum: 1 } as const;

/** How often one may call in a minute, in Binance's words: each call weighs one, each endpoint counts by itself. */
export const minuteLimits = ({ read, order }: Config['rates']) => [
  { rateLimitType: 'REQUEST_WEIGHT', ...MINUTE, limit: read.max },
  { rateLimitType: 'ORDERS', ...MINUTE, limit: order.max },
];

/** What a key has used of its minute for orders. */
export const orderLimit = ({ max, used }: { max: number; used: number }) => ({
  ...{ rateLimitType: 'ORDERS', ...MINUTE },
  limit: max,
  count: used,
});

/** Says of an answer that tells its limit the same under Binance's names; of a key's it is the key's, of others the address's. */
export function tellUse(reply: FastifyReply, rate: RateClass): void {
  const [max, left] = [reply.getHeader('x-ratelimit-limit'), reply.getHeader('x-ratelimit-remaining')];
  if (typeof max !== 'number' || typeof left !== 'number') return;
  reply.header(rate === 'order' ? 'x-mbx-order-count-1m' : 'x-mbx-used-weight-1m', max - left);
}
