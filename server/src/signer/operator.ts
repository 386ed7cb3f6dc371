import { createHmac, timingSafeEqual } from 'node:crypto';
import { CHAIN_INFO, CHAINS, type Chain, isChain, parseAddress } from '@sarraf/domain';
import type { ApprovalKey, Assertion } from '../chains/approvals/assertion.ts';
import { actChallenge } from '../chains/approvals/challenge.ts';
import { SignerRefused } from '../custody/ports.ts';
import type { Clock } from '../platform/clock.ts';
import { fromWire } from '../platform/wire.ts';
import { type Allowances, allowsMore, changeAllowances } from './allowances.ts';
import { countSignatures, readKeyFile } from './approval-keys.ts';
import { type Caps, capsAllowMore, changeCaps } from './caps.ts';
import type { Journal, Latch, OperatorAction } from './journal.ts';
import { operatorKey, type SignerKeys } from './keys.ts';

/** What a person is told before they act. */
export interface OperatorView {
  /** How many acts there were: the next one names it, so that none comes true twice. */
  acts: number;
  latch: Latch | null;
  caps: Caps;
  allowances: Allowances;
  keys: readonly ApprovalKey[];
  cold: Partial<Record<Chain, string>>;
  /** Whose seeds are here, oldest first. */
  generations: readonly number[];
  /** Null: EOS is off. */
  eosGeneration: number | null;
}

/**
 * In wire form: `release` names the latch, `caps` is a text for `changeCaps`, `allowances` one for `changeAllowances`,
 * `key` one for `readKeyFile`.
 */
export type OperatorCommand =
  | { release: string }
  | { caps: string }
  | { allowances: string }
  | { key: string }
  | { removedKey: string }
  | { cold: { chain: string; address: string | null } }
  | { eosKey: number }
  | { retire: number };
export type NumberedCommand = { acts: number } & OperatorCommand;

export interface OperatorRequest {
  /** As it is written. */
  asked: string;
  /** Over it, hex. */
  mac: string;
  /** What colleagues' keys signed of it. */
  signatures?: readonly Assertion[];
}

/** What a person with the signer's passphrase does across its socket. */
export interface Operator {
  operatorView(): Promise<OperatorView>;
  /**
   * NOT_APPROVED: of somebody else, of before, or no act at all; NEEDS_APPROVAL: it lets more leave, and colleagues have
   * not signed it.
   */
  operate(request: OperatorRequest): Promise<void>;
}

export const operatorMac = (seed: Uint8Array, asked: string): string =>
  createHmac('sha256', operatorKey(seed)).update(asked).digest('hex');

interface OperatorContext {
  /** The newest. */
  seed: Uint8Array;
  journal: Journal;
  keys: SignerKeys;
  /** Throws NOT_APPROVED while something lies at an address of that generation, or came to one within a year. */
  checkRetirable(generation: number): Promise<void>;
  caps(): Caps;
  allowances(): Allowances;
  keyOf(id: string): ApprovalKey | null;
  cold(chain: Chain): string | null;
  clock: Clock;
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

export function createOperator(context: OperatorContext): Operator {
  const { seed, journal, caps, allowances, keyOf, cold, clock, inTurn } = context;

  async function act({ asked, mac, signatures = [] }: OperatorRequest): Promise<void> {
    const [expected, given] = [Buffer.from(operatorMac(seed, asked)), Buffer.from(mac)];
    if (expected.length !== given.length || !timingSafeEqual(expected, given))
      throw new SignerRefused('NOT_APPROVED', 'not by the passphrase');
    const wanted = fromWire(asked) as NumberedCommand;
    if (wanted.acts !== journal.acts) throw new SignerRefused('NOT_APPROVED', 'something was done meanwhile');
    if ('retire' in wanted) await context.checkRetirable(wanted.retire);
    const { act, allowsMore } = readAct(context, wanted);
    const { count, by } = countSignatures(keyOf, signatures, actChallenge(asked), null);
    const needed = allowsMore ? signaturesFor(journal.keys) : 0;
    if (count < needed)
      throw new SignerRefused(
        'NEEDS_APPROVAL',
        `it lets more leave, or can not be taken back: ${count} of ${needed} colleagues signed it`,
      );
    journal.act(act, clock.now(), by);
    if ('retired' in act) context.keys.forget(act.retired.generation);
  }

  return {
    operatorView: async () => ({
      acts: journal.acts,
      latch: journal.latched,
      caps: caps(),
      allowances: allowances(),
      keys: [...journal.keys.values()],
      cold: Object.fromEntries(CHAINS.flatMap((chain) => (cold(chain) ? [[chain, cold(chain)]] : []))),
      generations: context.keys.generations(),
      eosGeneration: context.keys.eosGeneration(),
    }),
    operate: (request) => inTurn(() => act(request)),
  };
}

/** Two colleagues, where so many have keys and one of them may be second; none while nobody has. */
export function signaturesFor(keys: ReadonlyMap<string, ApprovalKey>): 0 | 1 | 2 {
  const people = new Set([...keys.values()].map(({ staffId }) => staffId));
  if (people.size === 0) return 0;
  return people.size > 1 && [...keys.values()].some(({ second }) => second) ? 2 : 1;
}

/**
 * What of the request becomes a line of the journal, and whether more may leave by it or it can't be taken back. Throws on
 * what is no act.
 */
function readAct(
  { journal, keys, caps, allowances, cold }: OperatorContext,
  wanted: NumberedCommand,
): { act: OperatorAction; allowsMore: boolean } {
  if ('caps' in wanted) {
    const changed = changeCaps(caps(), wanted.caps);
    return { act: { caps: changed }, allowsMore: capsAllowMore(caps(), changed) };
  }
  if ('allowances' in wanted) {
    const changed = changeAllowances(allowances(), wanted.allowances);
    return { act: { allowances: changed }, allowsMore: allowsMore(allowances(), changed) };
  }
  if ('cold' in wanted) {
    const place = readCold(wanted.cold);
    return {
      act: { cold: place },
      allowsMore: place.address !== null && place.address !== cold(place.chain),
    };
  }
  if ('eosKey' in wanted) {
    if (!keys.generations().includes(wanted.eosKey))
      throw new SignerRefused('NOT_APPROVED', 'there is no such seed here');
    return { act: { eosKey: wanted.eosKey }, allowsMore: false };
  }
  if ('retire' in wanted)
    return { act: { retired: { ...keys.keysOf(wanted.retire), isRetired: true } }, allowsMore: true };
  // Whoever may enrol keys has the passphrase, and with it the seed: nothing that a key guards is out of their reach.
  if ('key' in wanted) return { act: { key: newKey(journal, wanted.key) }, allowsMore: false };
  if ('removedKey' in wanted) {
    if (!journal.keys.has(wanted.removedKey)) throw new SignerRefused('NOT_APPROVED', 'there is no such key');
    return { act: { removedKey: wanted.removedKey }, allowsMore: false };
  }
  if (wanted.release !== journal.latched?.id)
    throw new SignerRefused('NOT_APPROVED', 'it is not latched by that');
  return { act: { release: wanted.release }, allowsMore: false };
}

/** One key is one person's. */
function newKey(journal: Journal, text: string): ApprovalKey {
  const key = readKeyFile(text);
  for (const known of journal.keys.values())
    if (known.id === key.id || known.publicKey === key.publicKey)
      throw new SignerRefused('NOT_APPROVED', `it is ${known.name}’s key already`);
  return key;
}

/** With its checksum, in the form that we keep. */
function readCold({ chain, address }: { chain: string; address: string | null }): {
  chain: Chain;
  address: string | null;
} {
  if (!isChain(chain)) throw new SignerRefused('NOT_APPROVED', 'no such chain');
  if (address === null) return { chain, address };
  const read = parseAddress(CHAIN_INFO[chain].coin, chain, address);
  if (read === null || read.tag !== null) throw new SignerRefused('NOT_APPROVED', 'no address of that chain');
  return { chain, address: read.address };
}
