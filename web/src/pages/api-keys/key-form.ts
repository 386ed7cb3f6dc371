import { parseDecimal } from '@sarraf/domain';
import type { addProgramKey, BodyOf, KeyPermission } from '@sarraf/domain/contracts';

/** In the order of the form; contains all permissions of the contract. */
const PERMISSION_ORDER: Readonly<Record<KeyPermission, true>> = {
  READ: true,
  TRADE: true,
  DEPOSIT: true,
  WITHDRAW: true,
};
export const PERMISSIONS = Object.keys(PERMISSION_ORDER) as KeyPermission[];

export const LIFETIMES = ['NEVER', '30', '90', '365'] as const;
export type Lifetime = (typeof LIFETIMES)[number];

/** State of the form for a new key. */
export interface KeyForm {
  label: string;
  kind: 'ED25519' | 'HMAC';
  publicKey: string;
  permissions: readonly KeyPermission[];
  /** One per line, or separated by spaces and commas. */
  addresses: string;
  /** Toman within 24 hours, for a key that may withdraw. */
  withdrawalLimit: string;
  life: Lifetime;
}

export const EMPTY_KEY_FORM: KeyForm = {
  label: '',
  kind: 'ED25519',
  publicKey: '',
  permissions: ['READ'],
  addresses: '',
  withdrawalLimit: '',
  life: '90',
};

const DAY_MS = 86_400_000;

export const parseAddresses = (text: string): string[] =>
  text.split(/[\s,،;]+/).filter((part) => part !== '');

export type MissingPart =
  | 'label'
  | 'publicKey'
  | 'privateKey'
  | 'permissions'
  | 'addresses'
  | 'withdrawalLimit';

/** Returns the first missing or invalid field; the server validates the rest. */
export function findMissingPart({
  label,
  kind,
  publicKey,
  permissions,
  addresses,
  withdrawalLimit,
}: KeyForm): MissingPart | null {
  if (label.trim() === '') return 'label';
  // A private key must never be sent to the server, not even to be refused there.
  if (kind === 'ED25519' && publicKey.includes('PRIVATE')) return 'privateKey';
  if (kind === 'ED25519' && publicKey.trim() === '') return 'publicKey';
  if (permissions.length === 0) return 'permissions';
  if (!permissions.includes('WITHDRAW')) return null;
  if (parseAddresses(addresses).length === 0) return 'addresses';
  return (parseDecimal(withdrawalLimit, 0) ?? 0n) === 0n ? 'withdrawalLimit' : null;
}

export const togglePermission = (
  permissions: readonly KeyPermission[],
  permission: KeyPermission,
): readonly KeyPermission[] =>
  PERMISSIONS.filter((one) => permissions.includes(one) !== (one === permission));

export function toKeyBody(form: KeyForm, now: number): BodyOf<typeof addProgramKey> {
  const { label, kind, publicKey, permissions, addresses, withdrawalLimit, life } = form;
  const ends = life === 'NEVER' ? null : new Date(now + Number.parseInt(life, 10) * DAY_MS);
  return {
    label,
    kind,
    permissions: [...permissions],
    addresses: parseAddresses(addresses),
    ...(kind === 'ED25519' && { publicKey }),
    ...(permissions.includes('WITHDRAW') && { withdrawalLimit }),
    ...(ends && { expiresAt: ends.toISOString() }),
  };
}
