import type {
  approvalKeys,
  approveWithdrawal,
  KeyAssertion,
  sandboxApprovalKey,
  withdrawalApproval,
} from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { hasSecurityKeys, signWithKey } from '../../../lib/browser/security-key.ts';

export const approvalKeysQuery = queryOptions({
  queryKey: ['backoffice', 'approval-keys'],
  queryFn: async ({ signal }) =>
    (await call<typeof approvalKeys>('GET', '/backoffice/approval-keys', { signal })).baseDTO,
});

/**
 * KEY: the caller's own; SANDBOX: simulated by a button. Impossible: NONE is enrolled; UNSUPPORTED by this browser;
 * AWAY: the signer is unreachable; LOADING: not known yet.
 */
export type SigningMethod = 'KEY' | 'SANDBOX' | 'NONE' | 'UNSUPPORTED' | 'AWAY' | 'LOADING';

export const canSignBy = (way: SigningMethod): way is 'KEY' | 'SANDBOX' => way === 'KEY' || way === 'SANDBOX';

/** Returns how the caller can sign. Both functions throw a `SecurityKeyError`, or an `ApiError`. */
export function useSigning(): {
  way: SigningMethod;
  /** `keys`: ids of the allowed keys. */
  sign: (challenge: string, keys: readonly string[]) => Promise<KeyAssertion>;
  approve: (withdrawalId: string) => Promise<unknown>;
} {
  const { data, error } = useQuery(approvalKeysQuery);
  const hasOwnKey = data?.keys.some((key) => key.own) ?? false;
  const way = data
    ? hasOwnKey
      ? getKeyMethod()
      : data.sandbox
        ? 'SANDBOX'
        : 'NONE'
    : error
      ? 'AWAY'
      : 'LOADING';
  const sign = async (challenge: string, keys: readonly string[]): Promise<KeyAssertion> =>
    way === 'SANDBOX' ? signInSandbox(challenge) : signWithKey(challenge, keys);
  return {
    way,
    sign,
    async approve(id) {
      const path = { params: { id } };
      const { baseDTO } = await call<typeof withdrawalApproval>(
        'GET',
        '/backoffice/withdrawals/:id/approval',
        path,
      );
      const assertion = await sign(baseDTO.challenge, baseDTO.keys);
      return call<typeof approveWithdrawal>('POST', '/backoffice/withdrawals/:id/approve', {
        ...path,
        body: { assertion },
      });
    },
  };
}

const getKeyMethod = (): SigningMethod => (hasSecurityKeys() ? 'KEY' : 'UNSUPPORTED');

const signInSandbox = async (challenge: string): Promise<KeyAssertion> =>
  (await call<typeof sandboxApprovalKey>('POST', '/sandbox/approval-key', { body: { challenge } })).baseDTO;
