import { createHash } from 'node:crypto';
import { buildSignerRequestMessage } from '@sarraf/domain';

/** All fields of a withdrawal that a staff member approves. Amounts are smallest units. */
export interface WithdrawalToApprove {
  withdrawalId: string;
  userId: string;
  asset: string;
  tokenType: string;
  address: string;
  /** Empty if there is no tag. */
  tag: string;
  /** Amount that arrives. */
  amount: bigint;
  fee: bigint;
}

const hashChallenge = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Challenge that a staff member's key signs to approve exactly this withdrawal. */
export function createWithdrawalChallenge(withdrawal: WithdrawalToApprove): string {
  const { withdrawalId, userId, asset, tokenType, address, tag, amount, fee } = withdrawal;
  const fields = [withdrawalId, userId, asset, tokenType, address, tag, String(amount), String(fee)];
  return hashChallenge(`sarraf withdrawal\0${JSON.stringify(fields)}`);
}

/**
 * Challenge that a staff member's key signs in addition to the signer operator. `asked`: the request as the
 * operator sends it.
 */
export const createOperatorChallenge = (commandText: string): string =>
  hashChallenge(buildSignerRequestMessage(commandText));
