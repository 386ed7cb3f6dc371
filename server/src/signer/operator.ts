import { createHmac, timingSafeEqual } from 'node:crypto';
import { CHAIN_INFO, CHAINS, type Chain, isChain, parseAddress } from '@sarraf/domain';
import type { ApprovalKey, Assertion } from '../chains/approvals/assertion.ts';
import { createOperatorChallenge } from '../chains/approvals/challenge.ts';
import { SignerRefusedError } from '../custody/ports.ts';
import type { Clock } from '../platform/clock.ts';
import { fromWire } from '../platform/wire.ts';
import { type Allowances, allowancesAllowMore, applyAllowanceChanges } from './allowances.ts';
import { countSignatures, parseKeyFile } from './approval-keys.ts';
import { applyCapChanges, type Caps, capsAllowMore } from './caps.ts';
import type { Journal, Latch, OperatorAction } from './journal.ts';
import { deriveOperatorKey, type SignerKeys } from './keys.ts';

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
 * In wire format: `release` names the latch, `caps` is a text for `applyCapChanges`, `allowances` one for
 * `applyAllowanceChanges`, `key` one for `parseKeyFile`.
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

export const computeOperatorMac = (seed: Uint8Array, commandText: string): string =>
  createHmac('sha256', deriveOperatorKey(seed)).update(commandText).digest('hex');

interface OperatorContext {
  /** The newest seed. */
  seed: Uint8Array;
  journal: Journal;
  keys: SignerKeys;
  /** Throws NOT_APPROVED while an address of that generation has a balance, or received a deposit within a year. */
  assertRetirable(generation: number): Promise<void>;
  caps(): Caps;
  allowances(): Allowances;
  keyOf(id: string): ApprovalKey | null;
  cold(chain: Chain): string | null;
  clock: Clock;
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

export function createOperator(context: OperatorContext): Operator {
  const { seed, journal, caps, allowances, keyOf, cold, clock, inTurn } = context;

  async function executeCommand({ asked, mac, signatures = [] }: OperatorRequest): Promise<void> {
    const [expected, received] = [Buffer.from(computeOperatorMac(seed, asked)), Buffer.from(mac)];
    if (expected.length !== received.length || !timingSafeEqual(expected, received))
      throw new SignerRefusedError('NOT_APPROVED', 'not by the passphrase');
    const command = fromWire(asked) as NumberedCommand;
    if (command.acts !== journal.acts)
      throw new SignerRefusedError('NOT_APPROVED', 'something was done meanwhile');
    if ('retire' in command) await context.assertRetirable(command.retire);
    const { act, allowsMore } = parseAction(context, command);
    const { count, by } = countSignatures(keyOf, signatures, createOperatorChallenge(asked), null);
    const needed = allowsMore ? countRequiredSignatures(journal.keys) : 0;
    if (count < needed)
      throw new SignerRefusedError(
        'NEEDS_APPROVAL',
        `it allows larger payments, or is irreversible: ${count} of ${needed} staff members signed it`,
      );
    journal.recordAction(act, clock.now(), by);
    if ('retired' in act) context.keys.dropSeed(act.retired.generation);
  }

  return {
    operatorView: async () => ({
      acts: journal.acts,
      latch: journal.latched,
      caps: caps(),
      allowances: allowances(),
      keys: [...journal.keys.values()],
      cold: Object.fromEntries(CHAINS.flatMap((chain) => (cold(chain) ? [[chain, cold(chain)]] : []))),
      generations: context.keys.listGenerations(),
      eosGeneration: context.keys.eosGeneration(),
    }),
    operate: (request) => inTurn(() => executeCommand(request)),
  };
}

/**
 * Returns the number of required signatures: 2 if two staff members have keys and one may be second; none while
 * there are no keys.
 */
export function countRequiredSignatures(keys: ReadonlyMap<string, ApprovalKey>): 0 | 1 | 2 {
  const people = new Set([...keys.values()].map(({ staffId }) => staffId));
  if (people.size === 0) return 0;
  return people.size > 1 && [...keys.values()].some(({ second }) => second) ? 2 : 1;
}

/** Parses the command for the journal, and whether it allows more or is irreversible. Throws on anything else. */
function parseAction(
  { journal, keys, caps, allowances, cold }: OperatorContext,
  command: NumberedCommand,
): { act: OperatorAction; allowsMore: boolean } {
  if ('caps' in command) {
    const changed = applyCapChanges(caps(), command.caps);
    return { act: { caps: changed }, allowsMore: capsAllowMore(caps(), changed) };
  }
  if ('allowances' in command) {
    const changed = applyAllowanceChanges(allowances(), command.allowances);
    return { act: { allowances: changed }, allowsMore: allowancesAllowMore(allowances(), changed) };
  }
  if ('cold' in command) {
    const coldAddress = parseColdAddress(command.cold);
    return {
      act: { cold: coldAddress },
      allowsMore: coldAddress.address !== null && coldAddress.address !== cold(coldAddress.chain),
    };
  }
  if ('eosKey' in command) {
    if (!keys.listGenerations().includes(command.eosKey))
      throw new SignerRefusedError('NOT_APPROVED', 'there is no such seed here');
    return { act: { eosKey: command.eosKey }, allowsMore: false };
  }
  if ('retire' in command)
    return {
      act: { retired: { ...keys.generationKeysOf(command.retire), isRetired: true } },
      allowsMore: true,
    };
  // A person who can enrol keys has the passphrase, and with it the seed: approval keys can't protect against them.
  if ('key' in command) return { act: { key: parseNewKey(journal, command.key) }, allowsMore: false };
  if ('removedKey' in command) {
    if (!journal.keys.has(command.removedKey))
      throw new SignerRefusedError('NOT_APPROVED', 'there is no such key');
    return { act: { removedKey: command.removedKey }, allowsMore: false };
  }
  if (command.release !== journal.latched?.id)
    throw new SignerRefusedError('NOT_APPROVED', 'it is not latched by that');
  return { act: { release: command.release }, allowsMore: false };
}

/** A key belongs to one person only. */
function parseNewKey(journal: Journal, text: string): ApprovalKey {
  const key = parseKeyFile(text);
  for (const existing of journal.keys.values())
    if (existing.id === key.id || existing.publicKey === key.publicKey)
      throw new SignerRefusedError('NOT_APPROVED', `it is ${existing.name}’s key already`);
  return key;
}

/** Normalised, with its checksum. */
function parseColdAddress({ chain, address }: { chain: string; address: string | null }): {
  chain: Chain;
  address: string | null;
} {
  if (!isChain(chain)) throw new SignerRefusedError('NOT_APPROVED', 'no such chain');
  if (address === null) return { chain, address };
  const parsed = parseAddress(CHAIN_INFO[chain].coin, chain, address);
  if (parsed === null || parsed.tag !== null)
    throw new SignerRefusedError('NOT_APPROVED', 'no address of that chain');
  return { chain, address: parsed.address };
}
