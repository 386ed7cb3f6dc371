import { createPublicKey, verify } from 'node:crypto';

/** What the signer signs of a deposit address (ed25519), and what is checked before an address is shown. */
export interface AddressClaimFields {
  /** Of the seed; absent: the first. */
  generation?: number;
  chain: string;
  address: string;
  tag: string | null;
  index: number;
  userId: string;
  asset: string;
  tokenType: string;
}

/** The bytes under the signature; those of the first generation are as they were before there were others. */
export function claimBytes({ generation = 0, ...claim }: AddressClaimFields): Buffer {
  const { chain, address, tag, index, userId, asset, tokenType } = claim;
  const fields = [chain, address, tag ?? '', index, userId, asset, tokenType];
  return Buffer.from(
    generation === 0
      ? `sarraf address\0${JSON.stringify(fields)}`
      : `sarraf address 2\0${JSON.stringify([generation, ...fields])}`,
  );
}

/** DER prefix of an ed25519 public key (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** `integrityKey`: 32 bytes in hex. */
export function verifyAttestation(
  integrityKey: string,
  claim: AddressClaimFields,
  signature: Buffer,
): boolean {
  const key = createPublicKey({
    key: Buffer.concat([SPKI, Buffer.from(integrityKey, 'hex')]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, claimBytes(claim), key, signature);
}
