import { createHmac, timingSafeEqual } from 'node:crypto';
import { SignerRefused } from '../custody/ports.ts';
import type { Clock } from '../platform/clock.ts';
import { fromWire } from '../platform/wire.ts';
import { type Caps, changeCaps } from './caps.ts';
import type { Journal, Latch } from './journal.ts';
import { operatorKey } from './keys.ts';

/** What a person is told before they act. */
export interface OperatorView {
  /** How many acts there were: the next one names it, so that none comes true twice. */
  acts: number;
  latch: Latch | null;
  caps: Caps;
}

/** In wire form: `release` names the latch, `caps` is a text for `changeCaps`. */
export type Asked = { acts: number } & ({ release: string } | { caps: string });

/** What a person with the signer's passphrase does across its socket. */
export interface Operator {
  operatorView(): Promise<OperatorView>;
  /** `mac` (hex) is over `asked` as it is written. NOT_APPROVED: of somebody else, or of before. */
  operate(request: { asked: string; mac: string }): Promise<void>;
}

export const operatorMac = (seed: Uint8Array, asked: string): string =>
  createHmac('sha256', operatorKey(seed)).update(asked).digest('hex');

export function createOperator(options: {
  seed: Uint8Array;
  journal: Journal;
  caps(): Caps;
  clock: Clock;
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}): Operator {
  const { seed, journal, caps, clock, inTurn } = options;

  async function act({ asked, mac }: { asked: string; mac: string }): Promise<void> {
    const [expected, given] = [Buffer.from(operatorMac(seed, asked)), Buffer.from(mac)];
    if (expected.length !== given.length || !timingSafeEqual(expected, given))
      throw new SignerRefused('NOT_APPROVED', 'not by the passphrase');
    const wanted = fromWire(asked) as Asked;
    if (wanted.acts !== journal.acts) throw new SignerRefused('NOT_APPROVED', 'something was done meanwhile');
    if ('caps' in wanted) return journal.act({ caps: changeCaps(caps(), wanted.caps) }, clock.now());
    if (wanted.release !== journal.latched?.id)
      throw new SignerRefused('NOT_APPROVED', 'it is not latched by that');
    journal.act({ release: wanted.release }, clock.now());
  }

  return {
    operatorView: async () => ({ acts: journal.acts, latch: journal.latched, caps: caps() }),
    operate: (request) => inTurn(() => act(request)),
  };
}
