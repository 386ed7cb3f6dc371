import type { RateClass } from '@sarraf/domain/contracts';
import type { FastifyReply } from 'fastify';
import type { Config } from '../platform/config/config.ts';

const MINUTE = { interval: 'MINUTE', intervalNum: 1 } as const;

/** Rate limits per minute in Binance's format: each call weighs one, each endpoint counts separately. */
export const buildMinuteLimits = ({ read, order }: Config['rates']) => [
  { rateLimitType: 'REQUEST_WEIGHT', ...MINUTE, limit: read.max },
  { rateLimitType: 'ORDERS', ...MINUTE, limit: order.max },
];

/** A key's used part of its limit for orders in this minute. */
export const buildOrderLimit = ({ max, used }: { max: number; used: number }) => ({
  ...{ rateLimitType: 'ORDERS', ...MINUTE },
  limit: max,
  count: used,
});

/** Adds our limit's headers under Binance's names: for a call with a key the key's limit, otherwise the address's. */
export function setUseHeaders(reply: FastifyReply, rate: RateClass): void {
  const [max, remaining] = [reply.getHeader('x-ratelimit-limit'), reply.getHeader('x-ratelimit-remaining')];
  if (typeof max !== 'number' || typeof remaining !== 'number') return;
  reply.header(rate === 'order' ? 'x-mbx-order-count-1m' : 'x-mbx-used-weight-1m', max - remaining);
}
