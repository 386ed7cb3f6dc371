/** Small contracts for tests, written in EVM assembly; installed with anvil_setCode. */

const OPCODES: Readonly<Record<string, number>> = {
  STOP: 0x00,
  ADD: 0x01,
  SUB: 0x03,
  LT: 0x10,
  EQ: 0x14,
  ISZERO: 0x15,
  SHL: 0x1b,
  SHR: 0x1c,
  CALLER: 0x33,
  CALLVALUE: 0x34,
  CALLDATALOAD: 0x35,
  CALLDATASIZE: 0x36,
  CALLDATACOPY: 0x37,
  POP: 0x50,
  MLOAD: 0x51,
  MSTORE: 0x52,
  SLOAD: 0x54,
  SSTORE: 0x55,
  JUMP: 0x56,
  JUMPI: 0x57,
  GAS: 0x5a,
  DUP1: 0x80,
  DUP2: 0x81,
  DUP5: 0x84,
  DUP6: 0x85,
  SWAP1: 0x90,
  LOG3: 0xa3,
  CALL: 0xf1,
  RETURN: 0xf3,
  REVERT: 0xfd,
};

/** `0x…` pushes, `:name` is a jump destination, `@name` pushes it. */
function assemble(source: string): `0x${string}` {
  const words = source.trim().split(/\s+/);
  const sizes = words.map((word) =>
    word.startsWith('0x') ? 1 + (word.length - 2) / 2 : word.startsWith('@') ? 3 : 1,
  );
  const places = new Map<string, number>();
  let at = 0;
  for (const [i, word] of words.entries()) {
    if (word.startsWith(':')) places.set(word.slice(1), at);
    at += sizes[i] ?? 0;
  }
  const bytes = words.map((word) => {
    if (word.startsWith(':')) return '5b';
    if (word.startsWith('@')) return `61${(places.get(word.slice(1)) ?? 0).toString(16).padStart(4, '0')}`;
    if (word.startsWith('0x')) return (0x5f + (word.length - 2) / 2).toString(16) + word.slice(2);
    const code = OPCODES[word];
    if (code === undefined) throw new Error(`no ${word}`);
    return code.toString(16).padStart(2, '0');
  });
  return `0x${bytes.join('')}`;
}

const TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** emit Transfer(msg.sender, to, amount), both from the call data. */
const EMIT_TRANSFER = `0x24 CALLDATALOAD 0x00 MSTORE 0x04 CALLDATALOAD CALLER ${TOPIC} 0x20 0x00 LOG3`;
const RETURN_TRUE = '0x01 0x00 MSTORE 0x20 0x00 RETURN';
const REVERT_CALL = ':fail 0x00 0x00 REVERT';

/**
 * ERC-20: balanceOf and transfer, which reverts without enough balance. The slot of a balance is its owner's
 * address.
 */
export const TOKEN = assemble(`
  0x00 CALLDATALOAD 0xe0 SHR
  DUP1 0x70a08231 EQ @balance JUMPI
  DUP1 0xa9059cbb EQ @transfer JUMPI
  @fail JUMP
  :balance 0x04 CALLDATALOAD SLOAD 0x00 MSTORE 0x20 0x00 RETURN
  :transfer 0x24 CALLDATALOAD CALLER SLOAD
  DUP2 DUP2 LT @fail JUMPI
  DUP2 SWAP1 SUB CALLER SSTORE
  0x04 CALLDATALOAD SLOAD ADD 0x04 CALLDATALOAD SSTORE
  ${EMIT_TRANSFER} ${RETURN_TRUE} ${REVERT_CALL}`);

/** transfer(address,uint256) like CELO's GoldToken: by the precompiled contract 0xfd, with a log. */
export const GOLD_TOKEN = assemble(`
  CALLER 0x00 MSTORE 0x04 CALLDATALOAD 0x20 MSTORE 0x24 CALLDATALOAD 0x40 MSTORE
  0x00 0x00 0x60 0x00 0x00 0xfd GAS CALL ISZERO @fail JUMPI
  ${EMIT_TRANSFER} ${RETURN_TRUE} ${REVERT_CALL}`);

/** transfer(address,uint256) like Polygon's MRC20: forwards the value of the call to `to`, with a log. */
export const MRC20 = assemble(`
  0x24 CALLDATALOAD CALLVALUE EQ ISZERO @fail JUMPI
  0x00 0x00 0x00 0x00 CALLVALUE 0x04 CALLDATALOAD GAS CALL ISZERO @fail JUMPI
  ${EMIT_TRANSFER} ${RETURN_TRUE} ${REVERT_CALL}`);

const PAY_EACH = `
  0x00
  :loop CALLDATASIZE DUP2 EQ @done JUMPI
  0x00 0x00 0x00 0x00 DUP5 0x20 ADD CALLDATALOAD DUP6 CALLDATALOAD GAS CALL POP
  0x40 ADD @loop JUMP`;

/** Call data: words of (address, amount). Pays each in the coin. */
export const SPLITTER = assemble(`${PAY_EACH} :done STOP`);
/** Pays each likewise, and reverts everything. */
export const REGRETTER = assemble(`${PAY_EACH} :done 0x00 0x00 REVERT`);

/** Call data: an address and the call data for it. Forwards the value, and ignores a failure. */
export const FORWARDER = assemble(`
  0x20 CALLDATASIZE SUB 0x20 0x00 CALLDATACOPY
  0x00 0x00 0x20 CALLDATASIZE SUB 0x00 CALLVALUE 0x00 CALLDATALOAD GAS CALL POP STOP`);

/** Call data: a token, then words of (address, amount). Transfers its own tokens. */
export const AIRDROP = assemble(`
  0xa9059cbb 0xe0 SHL 0x00 MSTORE
  0x20
  :loop CALLDATASIZE DUP2 EQ @done JUMPI
  DUP1 CALLDATALOAD 0x04 MSTORE DUP1 0x20 ADD CALLDATALOAD 0x24 MSTORE
  0x00 0x00 0x44 0x00 0x00 0x00 CALLDATALOAD GAS CALL POP
  0x40 ADD @loop JUMP
  :done STOP`);

/** Encodes addresses and amounts as call data. */
export const encodeWords = (...values: (string | bigint)[]): `0x${string}` =>
  `0x${values.map((value) => (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')).join('')}`;
