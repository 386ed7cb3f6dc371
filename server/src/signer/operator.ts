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

/** State shown to an operator before a command. */
export interface OperatorView {
  /** Number of commands so far: the next one names it, so that none is executed twice. */
  acts: number;
  latch: Latch | null;
  caps: Caps;
  allowances: Allowances;
  keys: readonly ApprovalKey[];
  cold: Partial<Record<Chain, string>>;
  /** Available seeds, oldest first. */
  generations: readonly number[];
  /** Null: EOS is disabled. */
  eosGeneration: number | null;
}

/**
 * In wire format: `release` names the latch, `caps` is a text for `changeCaps`, `allowances` one for
 * `changeAllowances`, `key` one for `readKeyFile`.
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
  /** The command as written. */
  asked: string;
  /** MAC over it, hex. */
  mac: string;
  /** Signatures of it by staff keys. */
  signatures?: readonly Assertion[];
}

/** Commands of a person with the signer's passphrase, by its socket. */
export interface Operator {
  operatorView(): Promise<OperatorView>;
  /**
   * NOT_APPROVED: not authenticated, outdated, or no command at all; NEEDS_APPROVAL: it allows more, and lacks
   * staff signatures.
   */
  operate(request: OperatorRequest): Promise<void>;
}

export const operatorMac = (seed: Uint8Array, asked: string): string =>
  createHmac('sha256', operatorKey(seed)).update(asked).digest('hex');

interface OperatorContext {
  /** The newest seed. */
  seed: Uint8Array;
  journal: Journal;
  keys: SignerKeys;
  /** Throws NOT_APPROVED while an address of that generation has a balance, or received a deposit within a year. */
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

/**
 * Returns the number of required signatures: 2 if two staff members have keys and one may be second; none while
 * there are no keys.
 */
export function signaturesFor(keys: ReadonlyMap<string, ApprovalKey>): 0 | 1 | 2 {
  const people = new Set([...keys.values()].map(({ staffId }) => staffId));
  if (people.size === 0) return 0;
  return people.size > 1 && [...keys.values()].some(({ second }) => second) ? 2 : 1;
}

/** Parses the command for the journal, and whether it allows more or is irreversible. Throws on anything else. */
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
  // A person who can enrol keys has the passphrase, and with it the seed: approval keys can't protect against them.
  if ('key' in wanted) return { act: { key: newKey(journal, wanted.key) }, allowsMore: false };
  if ('removedKey' in wanted) {
    if (!journal.keys.has(wanted.removedKey)) throw new SignerRefused('NOT_APPROVED', 'there is no such key');
    return { act: { removedKey: wanted.removedKey }, allowsMore: false };
  }
  if (wanted.release !== journal.latched?.id)
    throw new SignerRefused('NOT_APPROVED', 'it is not latched by that');
  return { act: { release: wanted.release }, allowsMore: false };
}

/** A key belongs to one person only. */
function newKey(journal: Journal, text: string): ApprovalKey {
  const key = readKeyFile(text);
  for (const known of journal.keys.values())
    if (known.id === key.id || known.publicKey === key.publicKey)
      throw new SignerRefused('NOT_APPROVED', `it is ${known.name}’s key already`);
  return key;
}

/** Normalised, with its checksum. */
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
