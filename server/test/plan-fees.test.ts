/** docs/decisions/0114-the-most-a-transaction-costs.md: a plan's fee is the maximum cost of its transaction. */
import { type Chain, listCoinsOnChain } from '@sarraf/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { raiseFees } from '../src/chains/evm.ts';
import { type ChainPayment, codecOf, type Input, type TransactionPlan } from '../src/chains/index.ts';
import { computePlannedFee } from '../src/chains/planned-fee.ts';
import { computeMaxSize, verifyInputs } from '../src/chains/utxo/utxo.ts';
import { utxoRulesOf } from '../src/chains/utxo/utxo-rules.ts';
import type { PlanRequest } from '../src/custody/ports.ts';
import { parseEvmReceipt } from '../src/providers/nodes/evm/evm-replies.ts';
import { choosePlan, FEE_RATES } from '../src/providers/nodes/utxo/utxo-plan.ts';
import { type PlanFacts, planSandboxTransaction } from '../src/sandbox/sandbox-chain-plans.ts';

const SEED = new Uint8Array(64).fill(7);
const EXTERNAL_SEED = new Uint8Array(64).fill(150);
const HOT_KEY = { branch: 'hot' } as const;
const signerKey = (chain: Chain, seed = SEED) => codecOf(chain, 'main').keyOf(seed, HOT_KEY);
const sum = (parts: readonly { amount: bigint }[]) => parts.reduce((total, { amount }) => total + amount, 0n);

const CHAIN_FACTS: PlanFacts = {
  tip: { height: 1_000, hash: 'ab'.repeat(32) } as PlanFacts['tip'],
  sequence: 5n,
  isKnownAccount: true,
  now: Date.UTC(2026, 0, 1),
  raws: { get: () => '00', has: () => true } as unknown as PlanFacts['raws'],
};

describe.each(['BITCOIN', 'LITE_COIN', 'DOGE_COIN', 'DASH', 'BITCOIN_CASH'] as const)('%s', (chain) => {
  const rules = utxoRulesOf(chain, 'main');
  const { dust } = rules;
  const codec = codecOf(chain, 'main');
  const to = signerKey(chain, EXTERNAL_SEED).address;
  const { address: sender, privateKey } = signerKey(chain);
  const createPayment = (amount: bigint) =>
    ({ to, tag: null, asset: chain, tokenType: chain, amount }) as const;

  /** Remainders after payments and fee: every boundary of dust, and far from it. */
  const EDGE_REMAINDERS = [0n, 1n, 2n, dust - 2n, dust - 1n, dust, dust + 1n, 2n * dust, 50n * dust];
  const createOutputs = (amounts: readonly bigint[]) =>
    amounts.map((amount, index): Input => ({ txid: 'cd'.repeat(32), index, amount, key: HOT_KEY }));
  const outputs = fc
    .array(fc.bigInt({ min: dust * 6n, max: dust * 4_000n }), { minLength: 1, maxLength: 40 })
    .map(createOutputs);
  const parts = fc.integer({ min: 1, max: 3 });
  const edge = fc.constantFrom(...EDGE_REMAINDERS);
  const { min, max } = FEE_RATES[chain];
  const rates = fc.bigInt({ min, max: max / 10n });

  const computeFee = (inputs: number, payments: PlanRequest['payments'], rate: bigint) =>
    (BigInt(computeMaxSize(chain, 'main', inputs, payments)) * rate + 999n) / 1_000n;

  /** Pays all of the outputs except `left` and the fee, in several payments, the last of them the largest. */
  function createRequest(
    unspent: Input[],
    count: number,
    left: bigint,
    feeOf: (payments: PlanRequest['payments']) => bigint,
  ): PlanRequest {
    const others = Array.from({ length: count - 1 }, () => createPayment(dust));
    const fee = feeOf([...others, createPayment(dust)]);
    const amount = sum(unspent) - sum(others) - fee - left;
    fc.pre(amount >= dust);
    return { sender, payments: [...others, createPayment(amount)], unspent };
  }

  /** Checks that the change is zero or an output that nodes relay; it costs `least`, plus at most dust. */
  function checkPlan(plan: TransactionPlan, { payments }: PlanRequest, least: bigint): void {
    if (plan.family !== 'UTXO') throw new Error('of another family');
    const change = sum(plan.inputs) - sum(payments) - plan.fee;
    expect(change === 0n || change >= dust, `${change} is left`).toBe(true);
    expect(plan.fee).toBeGreaterThanOrEqual(least);
    expect(plan.fee).toBeLessThan(least + dust);
  }

  const planInSandbox = (request: PlanRequest) => {
    const plan = planSandboxTransaction(chain, request, CHAIN_FACTS);
    if (plan.family !== 'UTXO') throw new Error('of another family');
    return plan;
  };
  /** The sandbox's fee for these inputs: a plan for more than the balance has no change. */
  const computeSandboxFee = (inputs: Input[], payments: PlanRequest['payments']) =>
    planInSandbox({
      sender,
      payments: [...payments.slice(1), createPayment(sum(inputs))],
      unspent: inputs,
      all: true,
    }).fee;

  test('a plan leaves no dust, and counts the remainder as fee', () => {
    fc.assert(
      fc.property(outputs, parts, edge, rates, (unspent, count, left, rate) => {
        const request = createRequest(unspent, count, left, (payments) =>
          computeFee(unspent.length, payments, rate),
        );
        const plan = choosePlan(rules, request, rate);
        checkPlan({ ...plan, previous: [] }, request, computeFee(plan.inputs.length, request.payments, rate));
      }),
      { numRuns: 200 },
    );
  });

  test('a plan that replaces another leaves no dust either, where the chain supports it', () => {
    const replaces = chain !== 'DASH' && chain !== 'BITCOIN_CASH';
    fc.assert(
      fc.property(outputs, parts, edge, rates, (inputs, count, left, rate) => {
        const minFee = (payments: PlanRequest['payments']) => computeFee(inputs.length, payments, 3n * rate);
        const request = createRequest(inputs, count, left, minFee);
        const bump = { raw: '', inputs, fee: computeFee(inputs.length, request.payments, rate) };
        const createPlan = () => choosePlan(rules, { ...request, unspent: [], bump }, 3n * rate);
        if (replaces) checkPlan({ ...createPlan(), previous: [] }, request, minFee(request.payments));
        else expect(createPlan).toThrow('ENOUGH');
      }),
      { numRuns: 200 },
    );
  });

  test('plans of the sandbox’s chain leave no dust either', () => {
    fc.assert(
      fc.property(outputs, parts, edge, (unspent, count, left) => {
        const request = createRequest(unspent, count, left, (payments) =>
          computeSandboxFee(unspent, payments),
        );
        const plan = planInSandbox(request);
        checkPlan(plan, request, computeSandboxFee([...plan.inputs], request.payments));
        const bump = { raw: '', inputs: unspent, fee: 1n };
        const dearer = planInSandbox({ ...request, unspent: [], bump });
        checkPlan(dearer, request, computeSandboxFee(unspent, request.payments));
      }),
      { numRuns: 200 },
    );
  });

  test('the signed transaction costs exactly what was planned', () => {
    for (const left of EDGE_REMAINDERS) {
      const unspent = createOutputs([dust * 900n, dust * 300n]);
      const request = createRequest(unspent, 2, left, (payments) =>
        computeFee(unspent.length, payments, min * 5n),
      );
      const plan = { ...choosePlan(rules, request, min * 5n), previous: [] };
      const { raw } = codec.sign({ from: HOT_KEY, ...request }, plan, () => privateKey);
      const { payments } = codec.decode(raw);
      const spent = plan.inputs.map((input) => ({ ...input, address: sender }));
      expect(verifyInputs(chain, 'main', raw, spent)).toEqual({ fee: computePlannedFee(plan) });
      expect(sum(payments) + computePlannedFee(plan)).toBe(sum(plan.inputs));
      expect(payments.filter(({ amount }) => amount < dust)).toEqual([]);
    }
  });
});

/** Returns a number of thousandths; the whole at 1,000. */
const thousandthsOf = (whole: bigint, thousandths: bigint): bigint => (whole * thousandths) / 1_000n;
const toHex = (value: bigint): string => `0x${value.toString(16)}`;

function multiplyFee(plan: TransactionPlan, times: bigint): TransactionPlan {
  switch (plan.family) {
    case 'EVM':
      return { ...plan, maxFeePerGas: plan.maxFeePerGas * times };
    case 'TRON':
      return { ...plan, feeLimit: plan.feeLimit * times };
    case 'MULTIVERSX':
      return { ...plan, gasPrice: plan.gasPrice * times };
    case 'XRPL':
    case 'STELLAR':
      return { ...plan, fee: plan.fee * times };
    default:
      return plan;
  }
}

/** Returns the chain's actual charge by its own rules, if it charges this many thousandths of the maximum. */
function chargedFee(plan: TransactionPlan, payment: ChainPayment, raw: string, thousandths: bigint): bigint {
  switch (plan.family) {
    case 'EVM':
      return parseEvmReceipt({
        transactionHash: `0x${'1'.repeat(64)}`,
        blockHash: `0x${'2'.repeat(64)}`,
        blockNumber: '0x1',
        status: '0x1',
        gasUsed: toHex(21_000n + thousandthsOf(plan.gasLimit - 21_000n, thousandths)),
        effectiveGasPrice: toHex(thousandthsOf(plan.maxFeePerGas, thousandths)),
      }).fee;
    case 'TRON': {
      // Energy, then bandwidth; or for TRX to a new destination, the cost of creating an account (java-tron's
      // BandwidthProcessor and TransferActuator).
      const bandwidth = (BigInt(raw.length / 2) + 64n) * 1_000n;
      const account = payment.tokenType === 'TRON' ? 1_100_000n : 0n;
      return thousandthsOf(plan.feeLimit, thousandths) + (bandwidth > account ? bandwidth : account);
    }
    case 'STELLAR':
      return thousandthsOf(plan.fee, thousandths);
    default:
      return computePlannedFee(plan);
  }
}

const ACCOUNTS = ['ETHEREUM', 'CLASSIC_ETHEREUM', 'TRON', 'RIPPLE', 'STELLAR', 'ELROND', 'EOS'] as const;

describe.each(
  ACCOUNTS.flatMap((chain) =>
    listCoinsOnChain(chain).map(({ asset, tokenType }) => ({ chain, asset, tokenType })),
  ),
)('$asset by $tokenType', ({ chain, asset, tokenType }) => {
  const codec = codecOf(chain, 'main');
  const { privateKey, address } = signerKey(chain);
  const [sender, to] =
    chain === 'EOS' ? ['sarrafhotwal', 'strangersacc'] : [address, signerKey(chain, EXTERNAL_SEED).address];
  const signPlan = (plan: TransactionPlan, payment: ChainPayment) =>
    codec.sign({ from: HOT_KEY, sender, payments: [payment] }, plan, () => privateKey).raw;

  test('never costs more than its bytes allow, which is the planned amount', () => {
    const draws = [
      fc.bigInt({ min: 100n, max: 10n ** 15n }),
      fc.bigInt({ min: 1n, max: 20n }),
      fc.bigInt({ min: 0n, max: 1_000n }),
    ] as const;
    fc.assert(
      fc.property(...draws, (amount, times, thousandths) => {
        const payment = { to, tag: null, asset, tokenType, amount };
        const request = { sender, payments: [payment], unspent: [] };
        const plan = multiplyFee(planSandboxTransaction(chain, request, CHAIN_FACTS), times);
        const raw = signPlan(plan, payment);
        const most = codec.decode(raw).maxFee ?? -1n;
        expect(chargedFee(plan, payment, raw, thousandths)).toBeLessThanOrEqual(most);
        // Bandwidth on TRON is counted in bytes, which no plan has.
        if (chain === 'TRON') expect(most).toBeGreaterThan(computePlannedFee(plan));
        else expect(most).toBe(computePlannedFee(plan));
        if (plan.family !== 'EVM') return;
        const bump = raiseFees(raw, { ...plan, maxFeePerGas: plan.maxFeePerGas + 1n });
        if (bump === null) throw new Error('not outbid');
        expect(codec.decode(signPlan(bump, payment)).maxFee).toBe(computePlannedFee(bump));
        expect(computePlannedFee(bump)).toBeGreaterThanOrEqual((most * 9n) / 8n);
      }),
      { numRuns: 20 },
    );
  });
});
