import { AppError, type UserLevel } from '@sarraf/domain';
import {
  type ApiLevel,
  type AuthenticationType,
  type Endpoint,
  type KeyPermission,
  MAX_CONFIRMATION_AGE_S,
  PASSKEY_ROLES,
  STAFF_ROLES,
  type StaffRole,
  type StepUpChange,
} from '@sarraf/domain/contracts';
import { type AddressRange, containsAddress, parseAddressRange } from '../address-ranges.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';

/** The API key by which a user's program calls. */
export interface CallerKey {
  id: string;
  permissions: readonly KeyPermission[];
  /** Networks that it may be used from; empty: any. */
  addresses: readonly string[];
  /** Time from which it may withdraw, in milliseconds; null: it may not. */
  withdrawsFrom: number | null;
  /** Level of its owner: how often their programs may call. */
  level: ApiLevel;
}

/** The authenticated user as every capability sees them; created by identity. */
export interface Caller {
  userId: string;
  sessionId: string;
  authenticationType: AuthenticationType;
  supervisor: boolean;
  level: UserLevel;
  /** User who gets a share of their fees. */
  inviterId: string | null;
  /** User who invited them, also if it was themselves and nothing is shared. */
  invitedBy: string | null;
  customerKind: 'REAL' | 'COMPANY' | null;
  staffRoles: readonly StaffRole[];
  /** Whether the second factor is an authenticator app. */
  authenticator: boolean;
  /** Whether the session was started with a passkey. */
  byPasskey: boolean;
  /** When the session last proved password and second factor, in milliseconds. */
  confirmedAt: number;
  /** The one change for which the session has proved both, and when. */
  proved: { change: StepUpChange; at: number } | null;
  /** Withdrawals are blocked until then, in milliseconds; 0: no hold. */
  heldUntil: number;
  /** Withdrawals and changes of security settings are blocked until the freeze is lifted. */
  frozen: boolean;
  /** Changes of security settings are blocked until then, in milliseconds; 0: never locked. */
  settingsLockedUntil: number;
  /** When the session expires unless it is used before, in milliseconds. */
  endsAt: number;
  /** Set if a program of theirs calls by this key instead of a session. */
  program?: CallerKey;
}

export type Authenticate = (token: string) => Promise<Caller | null>;

/** Dependencies of the authorization of a caller. */
export interface Admission {
  config: Config;
  authenticate: Authenticate;
  clock: Clock;
}

/**
 * Rechecks a caller whom another process has admitted: returned unchanged unless something of theirs may have
 * changed since.
 * Null: their session has ended.
 */
export type Recheck = (caller: Caller) => Promise<Caller | null>;

/** Whether it can be called without a token. */
export const needsNoToken = ({ access }: Endpoint): boolean => access === 'public' || access === 'sandbox';

/** Denies by default: only `public` and `sandbox` endpoints can be called without a token. */
export async function authorizeRequest(
  endpoint: Endpoint,
  token: string | null,
  admission: Admission,
): Promise<Caller | undefined> {
  if (needsNoToken(endpoint)) return undefined;
  const caller = token === null ? null : await admission.authenticate(token);
  if (caller === null) throw new AppError('Invalid Token');
  authorizeCaller(endpoint, caller, admission);
  return caller;
}

/** Checks whether a signed-in caller may call this endpoint. */
export function authorizeCaller(
  endpoint: Endpoint,
  caller: Caller,
  { config, clock }: Pick<Admission, 'config' | 'clock'>,
): void {
  const { access } = endpoint;
  if (caller.program) authorizeKey(endpoint, caller, caller.program);
  if (access === 'authorized' && caller.authenticationType !== 'AUTHORIZED')
    throw new AppError('NOT_AUTHORIZED');
  if (access === 'verified' && !VERIFIED.has(caller.authenticationType)) throw new AppError('NOT_AUTHORIZED');
  if (access === 'staff') authorizeStaff(endpoint, caller, config);
  if (endpoint.setting) assertSettingsUnlocked(caller, clock);
  const maxAgeSeconds =
    endpoint.confirmedWithin ?? (access === 'staff' ? STAFF_CONFIRMED_SECONDS : undefined);
  if (maxAgeSeconds !== undefined && clock.now() - caller.confirmedAt > maxAgeSeconds * 1000)
    throw new AppError('CONFIRMATION_NEEDED');
  assertProved(endpoint, caller, clock);
}

/** While the account is frozen its programs may do nothing: its owner can sign in and act directly. */
function authorizeKey({ permission }: Endpoint, { frozen }: Caller, { permissions }: CallerKey): void {
  if (permission === undefined) throw new AppError('API_KEY_NOT_ALLOWED');
  if (frozen) throw new AppError('ACCOUNT_FROZEN');
  if (!permissions.includes(permission)) throw new AppError('API_KEY_PERMISSION', { data: { permission } });
}

/** API_KEY_ADDRESS (`address`): the key may not be used from this address. */
export function assertAddressAllowed({ addresses }: CallerKey, ip: string): void {
  if (addresses.length === 0) return;
  const ranges = addresses.map(parseAddressRange).filter((range): range is AddressRange => range !== null);
  if (!containsAddress(ranges, ip)) throw new AppError('API_KEY_ADDRESS', { data: { address: ip } });
}

function assertSettingsUnlocked({ frozen, settingsLockedUntil: lockedUntil }: Caller, clock: Clock): void {
  if (frozen) throw new AppError('ACCOUNT_FROZEN');
  if (lockedUntil > clock.now())
    throw new AppError('SETTINGS_LOCKED', { data: { until: new Date(lockedUntil).toISOString() } });
}

/** The operation uses the proof up; only its existence is checked here, before any input is parsed. */
function assertProved({ provedFor }: Endpoint, { proved }: Caller, clock: Clock): void {
  if (provedFor === undefined) return;
  if (proved?.change !== provedFor || clock.now() - proved.at > MAX_CONFIRMATION_AGE_S * 1000)
    throw new AppError('CONFIRMATION_NEEDED', { data: { change: provedFor } });
}

const VERIFIED: ReadonlySet<AuthenticationType> = new Set([
  'AUTHORIZED',
  'INFORMATION_CHANGED',
  'INFORMATION_CHANGED_PENDING',
]);
/** Seconds for which a staff session stays confirmed. */
const STAFF_CONFIRMED_SECONDS = 3600;

function authorizeStaff(
  { roles }: Endpoint,
  { staffRoles, authenticator, byPasskey }: Caller,
  config: Config,
): void {
  const allowed =
    staffRoles.includes('admin') || (roles ?? STAFF_ROLES).some((role) => staffRoles.includes(role));
  if (!allowed) throw new AppError('FORBIDDEN');
  if (config.sandbox) return;
  if (!authenticator) throw new AppError('AUTHENTICATOR_REQUIRED');
  if (!byPasskey && staffRoles.some((role) => PASSKEY_ROLES.has(role)))
    throw new AppError('PASSKEY_REQUIRED');
}
