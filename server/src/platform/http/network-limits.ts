import { AppError } from '@sarraf/domain';
import type { Endpoint } from '@sarraf/domain/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Caller } from './admit.ts';
import { endpointName } from './calls.ts';
import { GUESS_WIDTHS } from './network-address.ts';
import type { SharedRates } from './shared-rates.ts';

/** A network address over its budget is slowed down to one call per this interval; it is never locked out. */
export const SLOWED_INTERVAL_MS = 5_000;

/** One call, as counted against the network address it came from. */
export interface NetworkUse {
  /**
   * TOO_MANY_REQUESTS (`retryAfter`, `of: 'NETWORK'`): the address is over its budget, and another call was
   * admitted just before.
   */
  assertWithinBudget(): void;
  /** Uncounts the call, since its secret was right. */
  uncount(): void;
}

/** A use that is not counted. */
export const NO_NETWORK_USE: NetworkUse = { assertWithinBudget() {}, uncount() {} };

export interface EndpointLimit {
  count(request: FastifyRequest, reply: FastifyReply): void;
  /**
   * Signed-in callers are counted by their session, not their address, and the headers are of that count.
   * TOO_MANY_REQUESTS (`retryAfter`).
   */
  countSession(request: FastifyRequest, reply: FastifyReply): void;
}

/**
 * Limits of the classes `login` and `code`: guessing of secrets, and sending of messages. Thousands of customers
 * share one address of a mobile carrier, so an address is only ever slowed down. Accounts, codes and mailboxes have
 * budgets of their own.
 */
export class NetworkLimits {
  readonly #rates: SharedRates;
  readonly #limits: Config['rates'];

  constructor(rates: SharedRates, limits: Config['rates']) {
    this.#rates = rates;
    this.#limits = limits;
  }

  /** Null: the endpoint's class is limited by the framework's plugin. */
  createEndpointLimit(endpoint: Endpoint): EndpointLimit | null {
    const { rate } = endpoint;
    if (rate !== 'login' && rate !== 'code') return null;
    const { max, windowMs: timeWindow } = this.#limits[rate];
    const url = endpointName(endpoint);
    const budgets = this.#rates.child({ routeInfo: { method: 'NETWORK', url }, timeWindow });
    const paces = this.#rates.child({ routeInfo: { method: 'PACE', url }, timeWindow: SLOWED_INTERVAL_MS });
    const setHeaders = (reply: FastifyReply, current: number, ttl: number) =>
      reply.headers({
        'x-ratelimit-limit': max,
        'x-ratelimit-remaining': Math.max(0, max - current),
        'x-ratelimit-reset': Math.ceil(ttl / 1000),
      });
    return {
      count(request, reply) {
        const { current, ttl, uncount } = budgets.countAddress(request.ip, max, GUESS_WIDTHS);
        setHeaders(reply, current, ttl);
        const uncounts = [uncount];
        const countPace = () => paces.countAddress(request.ip, 1, GUESS_WIDTHS);
        // The next call has to wait one interval after the one that fills the budget.
        if (current === max) uncounts.push(countPace().uncount);
        request.networkUse = {
          uncount() {
            for (const uncountOne of uncounts.splice(0)) uncountOne();
          },
          assertWithinBudget() {
            if (current <= max) return;
            const pace = countPace();
            if (pace.current > 1) throw createTooManyError(pace.ttl, { of: 'NETWORK' });
            uncounts.push(pace.uncount);
          },
        };
      },
      countSession(request, reply) {
        const { caller, networkUse } = request;
        if (caller === undefined) {
          if (!endpoint.limitsNetwork) networkUse?.assertWithinBudget();
          return;
        }
        networkUse?.uncount();
        const { current, ttl } = budgets.count(sessionKey(caller), max);
        setHeaders(reply, current, ttl);
        if (current > max) throw createTooManyError(ttl);
      },
    };
  }
}

const sessionKey = ({ sessionId }: Caller): string => `session ${sessionId}`;

const createTooManyError = (ttl: number, extraData: { of?: 'NETWORK' } = {}): AppError =>
  new AppError('TOO_MANY_REQUESTS', {
    data: { retryAfter: Math.max(1, Math.ceil(ttl / 1000)), ...extraData },
  });
