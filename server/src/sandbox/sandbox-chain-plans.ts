import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import { evmChainIdOf, raiseFees } from '../chains/evm.ts';
import type { Input, TransactionPlan } from '../chains/types.ts';
import { addDustToFee, computeMaxSize } from '../chains/utxo/utxo.ts';
import type { PlanRequest } from '../custody/ports.ts';
import type { StoredBlock } from './sandbox-chain-store.ts';

/** State of a sandbox chain for planning a transaction. */
export interface PlanFacts {
  tip: StoredBlock;
  /** The sender's next sequence number, pending transactions included. */
  sequence: bigint;
  /** Whether the destination was ever paid. */
  isKnownAccount: boolean;
  /** Milliseconds since 1970. */
  now: number;
  /** For UTXO chains: the previous transactions, as hashed, by txid. */
  raws: ReadonlyMap<string, string>;
}

/** Smallest units per virtual byte. */
const FEE_RATES: Partial<Record<Chain, bigint>> = {
  BITCOIN: 10n,
  LITE_COIN: 20n,
  DOGE_COIN: 2_000n,
  DASH: 10n,
  BITCOIN_CASH: 3n,
};
const GAS_PRICE = 20n * 10n ** 9n;
const TRON_LIFETIME_MS = 600_000;
const LEDGER_LIFETIME = 20;
const LIFETIME_S = 300;
/** Chain id of the main net (chains/eos.ts): a sandbox chain accepts what the real one would. */
const EOS_CHAIN_ID = 'aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906';
/** Minimum balance of a new account: 1 XRP, 1 XLM. */
const ACCOUNT_RESERVE: Partial<Record<Chain, bigint>> = { RIPPLE: 1_000_000n, STELLAR: 10_000_000n };

const toNumber = (value: bigint): number => Number.parseInt(value.toString(), 10);
const parseHex = (hex: string): number => Number.parseInt(hex, 16);

/**
 * Returns what signing needs on a sandbox chain. Throws 'DESTINATION' if a new account would get less than its
 * reserve, 'FUNDS' if too little can be spent, 'ENOUGH' if no fee bump is needed.
 */
export function planSandboxTransaction(
  chain: Chain,
  request: PlanRequest,
  facts: PlanFacts,
): TransactionPlan {
  const { tip, sequence, now } = facts;
  const isToken = request.payments[0]?.tokenType !== chain;
  const paid = request.payments.reduce((sum, { amount }) => sum + amount, 0n);
  if (!facts.isKnownAccount && paid < (ACCOUNT_RESERVE[chain] ?? 0n)) throw new Error('DESTINATION');
  switch (CHAIN_INFO[chain].family) {
    case 'UTXO':
      return planUtxo(chain, request, paid, facts.raws);
    case 'EVM': {
      const fees = {
        maxFeePerGas: GAS_PRICE,
        maxPriorityFeePerGas: chain === 'CLASSIC_ETHEREUM' ? null : GAS_PRICE / 20n,
      };
      if (request.bump) return raiseFees(request.bump.raw, fees) ?? throwEnough();
      const gasLimit = isToken ? 65_000n : 21_000n;
      return {
        family: 'EVM',
        chainId: evmChainIdOf(chain, 'main'),
        nonce: toNumber(sequence),
        gasLimit,
        ...fees,
      };
    }
    case 'TRON':
      return {
        family: 'TRON',
        refBlockBytes: (tip.height & 0xffff).toString(16).padStart(4, '0'),
        refBlockHash: tip.hash.slice(-16).toLowerCase(),
        timestamp: now,
        expiration: now + TRON_LIFETIME_MS,
        feeLimit: isToken ? 30_000_000n : 0n,
      };
    case 'XRPL':
      return {
        family: 'XRPL',
        sequence: toNumber(sequence),
        fee: 12n,
        lastLedgerSequence: tip.height + LEDGER_LIFETIME,
      };
    case 'STELLAR': {
      const maxTime = Math.floor(now / 1000) + LIFETIME_S;
      return { family: 'STELLAR', sequence, fee: 100n, maxTime, createAccount: !facts.isKnownAccount };
    }
    case 'MULTIVERSX':
      return {
        family: 'MULTIVERSX',
        nonce: toNumber(sequence),
        gasPrice: 10n ** 9n,
        gasLimit: 50_000n,
        chainId: '1',
      };
    case 'EOS':
      return {
        family: 'EOS',
        refBlockNum: tip.height & 0xffff,
        refBlockPrefix: parseHex(tip.hash.slice(-8)),
        expiration: Math.floor(now / 1000) + LIFETIME_S,
        chainId: EOS_CHAIN_ID,
      };
  }
}

function throwEnough(): never {
  throw new Error('ENOUGH');
}

/**
 * Selects the oldest outputs first, until they cover payments and fee; outputs of replaced transactions come
 * before.
 */
function planUtxo(
  chain: Chain,
  { unspent, payments, all, bump }: PlanRequest,
  paid: bigint,
  raws: PlanFacts['raws'],
): TransactionPlan {
  const computeFee = (inputs: number) =>
    (FEE_RATES[chain] ?? 1n) * BigInt(computeMaxSize(chain, 'main', inputs, payments));
  const chosen: Input[] = [...(bump?.inputs ?? [])];
  if (bump && computeFee(chosen.length) <= bump.fee) throwEnough();
  let sum = chosen.reduce((total, { amount }) => total + amount, 0n);
  const buildPlan = (): TransactionPlan => ({
    family: 'UTXO',
    inputs: chosen,
    previous: [...new Set(chosen.map(({ txid }) => raws.get(txid) ?? ''))],
    fee: addDustToFee(chain, chosen, payments, computeFee(chosen.length)),
  });
  if (bump && sum >= paid + computeFee(chosen.length)) return buildPlan();
  for (const output of unspent) {
    chosen.push(output);
    sum += output.amount;
    if (!all && sum >= paid + computeFee(chosen.length)) break;
  }
  if (!all && sum < paid + computeFee(chosen.length)) throw new Error('FUNDS');
  return buildPlan();
}
