import { createPublicKey, verify } from 'node:crypto';

/** What the signer signs of a deposit address (ed25519), and what is checked before an address is shown. */
export interface AddressClaimFields {
  chain: string;
  address: string;
  tag: string | null;
  index: number;
  userId: string;
  asset: string;
  tokenType: string;
}

/** The bytes under the signature. */
export const claimBytes = (claim: AddressClaimFields): Buffer =>
  Buffer.from(
    `sarraf address\0${JSON.stringify([
      claim.chain,
      claim.address,
      claim.tag ?? '',
      claim.index,
      claim.userId,
      claim.asset,
      claim.tokenType,
    ])}`,
  );

/** DER prefix of an ed25519 public key (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** `integrityKey`: 32 bytes in hex. */
export function claimHolds(integrityKey: string, claim: AddressClaimFields, signature: Buffer): boolean {
  const key = createPublicKey({
    key: Buffer.concat([SPKI, Buffer.from(integrityKey, 'hex')]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, claimBytes(claim), key, signature);
}
