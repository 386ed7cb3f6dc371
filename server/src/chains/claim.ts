import { createPublicKey, verify } from 'node:crypto';

/** The fields of a deposit address that the signer signs (ed25519), verified before an address is shown. */
export interface AddressClaimFields {
  /** Generation of the seed; absent: the first. */
  generation?: number;
  chain: string;
  address: string;
  tag: string | null;
  index: number;
  userId: string;
  asset: string;
  tokenType: string;
}

/** Returns the signed bytes; those of the first generation are unchanged from before there were others. */
export function encodeClaim({ generation = 0, ...claim }: AddressClaimFields): Buffer {
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
  return verify(null, encodeClaim(claim), key, signature);
}
