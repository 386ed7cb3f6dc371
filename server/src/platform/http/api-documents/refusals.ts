import { ERRORS, type ErrorCode, type Status } from '@sarraf/domain';
import { type Endpoint, isRefusedInMaintenance } from '@sarraf/domain/contracts';

/** Returns the error codes of an endpoint by status: those of its contract, and those that the server itself adds. */
export function listRefusals(endpoint: Endpoint): Map<Status, ErrorCode[]> {
  const codes = new Set<ErrorCode>([...listStandardCodes(endpoint), ...(endpoint.errors ?? [])]);
  const byStatus = new Map<Status, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERRORS[code], [...(byStatus.get(ERRORS[code]) ?? []), code]);
  return byStatus;
}

/** Whether all of these codes are added by the server. */
export function areStandardCodes(endpoint: Endpoint, codes: readonly ErrorCode[]): boolean {
  const standard = listStandardCodes(endpoint);
  return codes.every((code) => standard.includes(code));
}

/** Codes that admit.ts, strict-contracts.ts, failures.ts and pass-on.ts may add to any endpoint. */
function listStandardCodes({ access, ...endpoint }: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = [
    'BAD_REQUEST',
    'UNKNOWN_FIELD',
    'TOO_MANY_REQUESTS',
    'INTERNAL_SERVER_ERROR',
    'SERVICE_UNAVAILABLE',
  ];
  if (access !== 'public' && access !== 'sandbox') codes.push('Invalid Token', ...listKeyCodes(endpoint));
  if (access === 'verified' || access === 'authorized') codes.push('NOT_AUTHORIZED');
  if (access === 'staff') codes.push('FORBIDDEN', 'AUTHENTICATOR_REQUIRED', 'PASSKEY_REQUIRED');
  if (access === 'staff' || endpoint.confirmedWithin !== undefined || endpoint.provedFor !== undefined)
    codes.push('CONFIRMATION_NEEDED');
  if (endpoint.setting) codes.push('ACCOUNT_FROZEN', 'SETTINGS_LOCKED');
  if (endpoint.params) codes.push('NOT_FOUND');
  if (endpoint.method !== 'GET') codes.push('PAYLOAD_TOO_LARGE');
  if (endpoint.idempotent) codes.push('IDEMPOTENCY_KEY_REUSED');
  if (isRefusedInMaintenance({ access, ...endpoint })) codes.push('MAINTENANCE');
  if (endpoint.feature != null) codes.push('PAUSED');
  if (endpoint.settles) codes.push('ANSWER_TOO_LARGE');
  return codes;
}

/** Codes of keys/key-gate.ts. */
const listKeyCodes = ({ permission }: Pick<Endpoint, 'permission'>): ErrorCode[] =>
  permission === undefined
    ? ['API_KEY_NOT_ALLOWED']
    : [
        'API_KEY_REFUSED',
        'API_KEY_EXPIRED',
        'API_KEY_ADDRESS',
        'API_KEY_PERMISSION',
        'TIMESTAMP_OUT_OF_WINDOW',
        'SIGNATURE_USED',
        'ACCOUNT_FROZEN',
      ];
