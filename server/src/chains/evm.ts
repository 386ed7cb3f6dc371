import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import {
  type Asset,
  CHAIN_INFO,
  type Chain,
  EVM_CHAIN_IDS,
  listCoinsOnChain,
  TOKEN_CONTRACTS,
} from '@sarraf/domain';
import type { Address, Hex, TransactionSerializable } from 'viem';
// Partial imports: loading the whole library takes half of the signer's start.
import {
  bytesToHex,
  getAddress,
  isAddress,
  keccak256,
  parseTransaction,
  publicKeyToAddress,
  serializeTransaction,
} from 'viem/utils';
import { createSecpKeys } from './secp-keys.ts';
import type { ChainPayment, Codec, DecodedTransaction, Net, TransactionPlan } from './types.ts';

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000';

/** Token contracts by tokenType, shared by the family's codec and node. */
export type Contracts = Readonly<Partial<Record<string, string>>>;

/** Contracts of the main nets. */
export const EVM_CONTRACTS: Readonly<Partial<Record<Chain, Contracts>>> = {
  ETHEREUM: { ERC20: TOKEN_CONTRACTS.ERC20 },
};

/** The chain id of anvil. */
const TEST_CHAIN_ID = 31337;

export function evmChainIdOf(chain: Chain, net: Net): number {
  const id = net === 'main' ? EVM_CHAIN_IDS[chain] : TEST_CHAIN_ID;
  if (id === undefined || CHAIN_INFO[chain].family !== 'EVM') throw new Error(`${chain} is no EVM chain`);
  return id;
}

/**
 * Type-2 transactions (EIP-1559), on CLASSIC_ETHEREUM legacy ones with EIP-155; of either type only plain transfers
 * of the coin, and `transfer(address,uint256)` of the known token contracts.
 */
export function createEvm(chain: Chain, net: Net, options: { contracts?: Contracts } = {}): Codec {
  const chainId = evmChainIdOf(chain, net);
  const contracts = options.contracts ?? EVM_CONTRACTS[chain] ?? {};
  const legacy = chain === 'CLASSIC_ETHEREUM';
  const keys = createSecpKeys(legacy ? "m/44'/61'/0'" : "m/44'/60'/0'", addressOfPublicKey);
  const calls = createCalls(chain, contracts);

  return {
    chain,
    ...keys,
    sign(order, plan, keyOf) {
      const [payment, ...others] = order.payments;
      if (!payment || others.length > 0) throw new Error('one payment at a time');
      const transaction = buildUnsigned(calls.write(payment), plan, chainId, legacy);
      const privateKey = keyOf(order.from);
      const sender = addressOfPublicKey(secp256k1.getPublicKey(privateKey, true));
      if (!isAddress(order.sender) || sender !== getAddress(order.sender))
        throw new Error('the key is not the sender’s');
      const raw = signTransaction(transaction, privateKey);
      return { raw, txid: keccak256(raw) };
    },
    decode(raw) {
      const { transaction, from, payer } = decodeSigned(raw, legacy);
      if (payer.chainId !== chainId) throw new Error('signed for another chain');
      return {
        txid: keccak256(raw as Hex),
        from,
        payments: [calls.read(transaction)],
        inputs: [],
        sequence: BigInt(payer.nonce),
        maxFee: payer.gas * payer.gasPrice,
        expires: null,
      } satisfies DecodedTransaction;
    },
  };
}

/** Returns the planned sequence, gas and fees of signed bytes. */
function decodePlan(raw: string): Extract<TransactionPlan, { family: 'EVM' }> {
  const { chainId, nonce = 0, gas, ...fees } = parseTransaction(raw as Hex);
  const isLegacy = fees.type === 'legacy';
  const maxFeePerGas = isLegacy ? fees.gasPrice : fees.maxFeePerGas;
  if (chainId === undefined || gas === undefined || maxFeePerGas === undefined)
    throw new Error('not a transfer');
  const maxPriorityFeePerGas = isLegacy ? null : (fees.maxPriorityFeePerGas ?? 0n);
  return { family: 'EVM', chainId, nonce, gasLimit: gas, maxFeePerGas, maxPriorityFeePerGas };
}

/**
 * Raises fees so that they replace the old ones and are at least `fees`: by at least an eighth, since nodes require
 * a tenth (geth, core/txpool: PriceBump). Null: the old ones are sufficient.
 */
export function raiseFees(
  raw: string,
  fees: Pick<Extract<TransactionPlan, { family: 'EVM' }>, 'maxFeePerGas' | 'maxPriorityFeePerGas'>,
): TransactionPlan | null {
  const old = decodePlan(raw);
  const tip = { old: old.maxPriorityFeePerGas ?? 0n, now: fees.maxPriorityFeePerGas ?? 0n };
  if (old.maxFeePerGas >= fees.maxFeePerGas && tip.old >= tip.now) return null;
  const raiseFee = (oldFee: bigint, newFee: bigint) => {
    const minFee = (oldFee * 9n + 7n) / 8n;
    return minFee > newFee ? minFee : newFee;
  };
  return {
    ...old,
    maxFeePerGas: raiseFee(old.maxFeePerGas, fees.maxFeePerGas),
    maxPriorityFeePerGas: old.maxPriorityFeePerGas === null ? null : raiseFee(tip.old, tip.now),
  };
}

/** EIP-55. */
const addressOfPublicKey = (publicKey: Uint8Array): string =>
  publicKeyToAddress(bytesToHex(secp256k1.Point.fromBytes(publicKey).toBytes(false)));

// ── Calls ───────────────────────────────────────────────────────────────────────────────────────

interface Call {
  to: Address;
  value: bigint;
  data: Hex;
}

/** First four bytes of keccak("transfer(address,uint256)"). */
const TRANSFER = '0xa9059cbb';

/** Encodes and decodes transfers as calls; refuses everything else. */
function createCalls(chain: Chain, contracts: Contracts) {
  const coin = CHAIN_INFO[chain].coin;
  const tokens = listEvmTokens(chain, contracts);

  function write(payment: ChainPayment): Call {
    if (payment.tag !== null) throw new Error('no tags here');
    if (payment.amount <= 0n || payment.amount >= 1n << 256n) throw new Error('amount out of range');
    const to = parseDestination(payment.to);
    if (payment.asset === coin && payment.tokenType === chain)
      return { to, value: payment.amount, data: '0x' };
    const token = tokens.find(
      ({ asset, tokenType }) => asset === payment.asset && tokenType === payment.tokenType,
    );
    if (!token) throw new Error(`no ${payment.asset} by ${payment.tokenType} here`);
    return { to: token.contract, value: 0n, data: encodeTransferCall(to, payment.amount) };
  }

  function read({ to, value, data }: Call): ChainPayment {
    const token = tokens.find(({ contract }) => contract === to);
    if (!token) {
      if (data !== '0x' || value <= 0n) throw new Error('not a transfer');
      return { to: parseDestination(to), tag: null, asset: coin, tokenType: chain, amount: value };
    }
    const words = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/.exec(data);
    const amount = BigInt(`0x${words?.[2] ?? '0'}`);
    if (!words || value !== 0n || amount <= 0n) throw new Error('not a transfer');
    const { asset, tokenType } = token;
    return { to: parseDestination(`0x${words[1]}`), tag: null, asset, tokenType, amount };
  }

  return { write, read };
}

/** Call data of a token transfer. */
export const encodeTransferCall = (to: string, amount: bigint): Hex =>
  `${TRANSFER}${to.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`;

/** Returns the tokens known on a chain, with checksummed contracts. */
export function listEvmTokens(
  chain: Chain,
  contracts: Contracts,
): readonly { asset: Asset; tokenType: string; contract: Address }[] {
  return listCoinsOnChain(chain).flatMap(({ asset, tokenType }) => {
    const contract = contracts[tokenType];
    return contract === undefined ? [] : [{ asset, tokenType, contract: getAddress(contract) }];
  });
}

function parseDestination(to: string): Address {
  // Strict: a mixed-case address must have the EIP-55 checksum.
  if (!isAddress(to)) throw new Error('not an address');
  const address = getAddress(to);
  if (address === ZERO_ADDRESS) throw new Error('the zero address belongs to no user');
  return address;
}

// ── Transactions ────────────────────────────────────────────────────────────────────────────────

function buildUnsigned(
  call: Call,
  plan: TransactionPlan,
  chainId: number,
  legacy: boolean,
): TransactionSerializable {
  if (plan.family !== 'EVM') throw new Error('plan of another family');
  const { nonce, gasLimit: gas, maxFeePerGas, maxPriorityFeePerGas } = plan;
  if (plan.chainId !== chainId) throw new Error('plan of another chain');
  if (!Number.isSafeInteger(nonce) || nonce < 0) throw new Error('nonce out of range');
  if (gas < 21_000n || maxFeePerGas <= 0n) throw new Error('fee out of range');
  if (legacy !== (maxPriorityFeePerGas === null)) throw new Error('plan of another kind of transaction');
  return maxPriorityFeePerGas === null
    ? { type: 'legacy', chainId, nonce, gas, gasPrice: maxFeePerGas, ...call }
    : { type: 'eip1559', chainId, nonce, gas, maxFeePerGas, maxPriorityFeePerGas, ...call };
}

function signTransaction(transaction: TransactionSerializable, privateKey: Uint8Array): Hex {
  const digest = hexToBytes(keccak256(serializeTransaction(transaction)).slice(2));
  // RFC 6979, low s: recovery bit, r, s.
  const bytes = secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' });
  return serializeTransaction(transaction, {
    r: bytesToHex(bytes.slice(1, 33)),
    s: bytesToHex(bytes.slice(33, 65)),
    v: BigInt(27 + (bytes[0] ?? 0)),
  });
}

interface PayerFields {
  chainId: number;
  nonce: number;
  gas: bigint;
  /** Maximum price per gas. */
  gasPrice: bigint;
}

/** Throws unless the bytes are exactly what the codec itself would write for their content. */
function decodeSigned(raw: string, legacy: boolean): { transaction: Call; from: string; payer: PayerFields } {
  if (!/^0x([0-9a-f]{2})+$/.test(raw)) throw new Error('not hex');
  const parsed = parseTransaction(raw as Hex);
  const { to, value = 0n, data = '0x', gas, nonce = 0, chainId } = parsed;
  const gasPrice = parsed.type === 'legacy' ? parsed.gasPrice : parsed.maxFeePerGas;
  if (parsed.type !== (legacy ? 'legacy' : 'eip1559')) throw new Error('another kind of transaction');
  if (!to || chainId === undefined || gas === undefined || gasPrice === undefined)
    throw new Error('not a transfer');
  const call: Call = { to: getAddress(to), value, data };
  const { maxPriorityFeePerGas = 0n } = parsed;
  const unsigned: TransactionSerializable =
    parsed.type === 'legacy'
      ? { type: 'legacy', chainId, nonce, gas, gasPrice, ...call }
      : { type: 'eip1559', chainId, nonce, gas, maxFeePerGas: gasPrice, maxPriorityFeePerGas, ...call };
  const { r, s, v } = parsed;
  if (!r || !s || v === undefined) throw new Error('not signed');
  const recoveryBit = parsed.type === 'legacy' ? (v - 35n) % 2n : v - 27n;
  const reserialized = serializeTransaction(unsigned, { r, s, v: 27n + recoveryBit });
  if (reserialized !== raw) throw new Error('not what we would have written');
  return {
    transaction: call,
    from: recoverSigner(unsigned, { r, s, bit: recoveryBit }),
    payer: { chainId, nonce, gas, gasPrice },
  };
}

function recoverSigner(
  unsigned: TransactionSerializable,
  { r, s, bit }: { r: Hex; s: Hex; bit: bigint },
): string {
  const digest = hexToBytes(keccak256(serializeTransaction(unsigned)).slice(2));
  const signature = new secp256k1.Signature(BigInt(r), BigInt(s), bit === 0n ? 0 : 1);
  // EIP-2: the equivalent signature with a high s is refused.
  if (signature.hasHighS()) throw new Error('malleable signature');
  return addressOfPublicKey(signature.recoverPublicKey(digest).toBytes(true));
}
