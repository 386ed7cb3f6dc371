import { createHash } from 'node:crypto';
import { signerRequestMessage } from '@sarraf/domain';

/** All of a withdrawal that a colleague lets go. Amounts are smallest units. */
export interface WithdrawalToApprove {
  withdrawalId: string;
  userId: string;
  asset: string;
  tokenType: string;
  address: string;
  /** '' for none. */
  tag: string;
  /** What arrives. */
  amount: bigint;
  fee: bigint;
}

const challengeOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** What a colleague's key signs to let exactly this go. */
export function withdrawalChallenge(leaving: WithdrawalToApprove): string {
  const { withdrawalId, userId, asset, tokenType, address, tag, amount, fee } = leaving;
  const fields = [withdrawalId, userId, asset, tokenType, address, tag, String(amount), String(fee)];
  return challengeOf(`sarraf withdrawal\0${JSON.stringify(fields)}`);
}

/** What a colleague's key signs beside the operator of the signer. `asked`: as the operator sends it. */
export const actChallenge = (asked: string): string => challengeOf(signerRequestMessage(asked));
