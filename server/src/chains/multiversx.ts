// Partial imports: the whole library, with its network clients, takes five times as long to load.
import { Address } from '@multiversx/sdk-core/out/core/address.js';
import { Transaction } from '@multiversx/sdk-core/out/core/transaction.js';
import { TransactionComputer } from '@multiversx/sdk-core/out/core/transactionComputer.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { assertWithinBounds, getSinglePayment } from './single.ts';
import { deriveEd25519Key } from './slip10.ts';
import type { Codec, DecodedTransaction, KeyPath, Net } from './types.ts';

const ACCOUNT_PATH = [44, 508, 0, 0];
/** Version of a transaction without options, the only one that is signed directly. */
const VERSION = 2;

/** The body of the gateway's /transaction/send (docs.multiversx.com, "creating transactions"). */
interface Wire {
  nonce: number;
  value: string;
  receiver: string;
  sender: string;
  gasPrice: number;
  gasLimit: number;
  chainID: string;
  version: number;
  signature: string;
}
const FIELDS: readonly (keyof Wire)[] = [
  'nonce',
  'value',
  'receiver',
  'sender',
  'gasPrice',
  'gasLimit',
  'chainID',
  'version',
  'signature',
];

/** MultiversX (Elrond): ed25519 keys by SLIP-10, plain transfers of EGLD without data. The hot key is the first one. */
export function createMultiversx(net: Net): Codec {
  const chainId = net === 'main' ? '1' : 'local';
  return {
    chain: 'ELROND',
    accountPath: "m/44'/508'/0'/0'",
    derivesPublicly: false,
    addressOf() {
      throw new Error('multiversx: nothing can be derived from a public key');
    },
    keyOf(seed, keyPath) {
      const privateKey = deriveEd25519Key(seed, [...ACCOUNT_PATH, lastPathIndex(keyPath)]);
      return { privateKey, address: addressOfKey(privateKey) };
    },
    accountPublicKey: () => null,
    sign(order, plan, keyOf) {
      if (plan.family !== 'MULTIVERSX') throw new Error(`multiversx: a plan of ${plan.family}`);
      if (plan.chainId !== chainId) throw new Error('multiversx: another chain');
      const payment = getSinglePayment('ELROND', order.payments);
      const privateKey = keyOf(order.from);
      if (addressOfKey(privateKey) !== order.sender)
        throw new Error('multiversx: the key is not the sender’s');
      const wire: Omit<Wire, 'signature'> = {
        nonce: plan.nonce,
        value: String(payment.amount),
        receiver: payment.to,
        sender: order.sender,
        gasPrice: Number.parseInt(String(plan.gasPrice), 10),
        gasLimit: Number.parseInt(String(plan.gasLimit), 10),
        chainID: chainId,
        version: VERSION,
      };
      const transaction = buildTransaction(wire);
      const computer = new TransactionComputer();
      transaction.signature = ed25519.sign(computer.computeBytesForSigning(transaction), privateKey);
      const signature = bytesToHex(transaction.signature);
      return {
        raw: JSON.stringify({ ...wire, signature }),
        txid: computer.computeTransactionHash(transaction),
      };
    },
    decode: (raw) => decodePayment(raw, chainId),
  };
}

function buildTransaction(wire: Omit<Wire, 'signature'>): Transaction {
  assertWithinBounds('multiversx: nonce', wire.nonce, 0, Number.MAX_SAFE_INTEGER);
  assertWithinBounds('multiversx: gas price', wire.gasPrice, 1, Number.MAX_SAFE_INTEGER);
  assertWithinBounds('multiversx: gas limit', wire.gasLimit, 1, Number.MAX_SAFE_INTEGER);
  return new Transaction({
    nonce: BigInt(wire.nonce),
    value: BigInt(wire.value),
    receiver: Address.newFromBech32(wire.receiver),
    sender: Address.newFromBech32(wire.sender),
    gasPrice: BigInt(wire.gasPrice),
    gasLimit: BigInt(wire.gasLimit),
    chainID: wire.chainID,
    version: wire.version,
  });
}

function decodePayment(raw: string, chainId: string): DecodedTransaction {
  const wire = parseWire(raw);
  if (wire.chainID !== chainId || wire.version !== VERSION) throw new Error('multiversx: another chain');
  const payment = {
    to: wire.receiver,
    tag: null,
    asset: 'ELROND' as const,
    tokenType: 'ELROND',
    amount: BigInt(wire.value),
  };
  getSinglePayment('ELROND', [payment]);
  const transaction = buildTransaction(wire);
  const computer = new TransactionComputer();
  transaction.signature = hexToBytes(wire.signature);
  const isValid = ed25519.verify(
    transaction.signature,
    computer.computeBytesForSigning(transaction),
    transaction.sender.getPublicKey(),
    { zip215: false },
  );
  if (!isValid) throw new Error('multiversx: bad signature');
  return {
    txid: computer.computeTransactionHash(transaction),
    from: wire.sender,
    payments: [payment],
    inputs: [],
    sequence: transaction.nonce,
    maxFee: transaction.gasLimit * transaction.gasPrice,
    expires: null,
  };
}

/** Data, a guardian, a relayer or options would make it more than a transfer: any other field is refused. */
function parseWire(raw: string): Wire {
  const wire = JSON.parse(raw) as Wire;
  const names = Object.keys(wire);
  if (names.length !== FIELDS.length || FIELDS.some((name, i) => names[i] !== name))
    throw new Error('multiversx: fields');
  for (const name of ['value', 'receiver', 'sender', 'chainID', 'signature'] as const)
    if (typeof wire[name] !== 'string') throw new Error(`multiversx: ${name}`);
  if (!/^[1-9]\d{0,37}$/.test(wire.value) || !/^[0-9a-f]{128}$/.test(wire.signature))
    throw new Error('multiversx: value or signature');
  if (JSON.stringify(wire) !== raw) throw new Error('multiversx: not in canonical form');
  return wire;
}

/** Last step of the path: the hot key is the first, deposit addresses follow. */
function lastPathIndex(keyPath: KeyPath): number {
  if (keyPath.branch === 'hot') return 0;
  assertWithinBounds('multiversx: index', keyPath.index, 0, MAX_INDEX);
  return keyPath.index + 1;
}

/** The largest index whose successor can still be hardened. */
const MAX_INDEX = 0x7fff_fffe;

const addressOfKey = (privateKey: Uint8Array): string =>
  new Address(ed25519.getPublicKey(privateKey), 'erd').toBech32();
