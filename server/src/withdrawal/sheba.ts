import { toOwnedRowKey } from '../platform/secrets/secrets.ts';
import type { WithdrawalContext } from './deps.ts';
import type { StoredWithdrawal } from './withdrawal.ts';

type ShebaContext = Pick<WithdrawalContext, 'secrets'>;
type OwnedRow = Pick<StoredWithdrawal, 'id' | 'userId'>;

/** Throws if the Sheba belongs to another withdrawal. */
export function decryptSheba(
  { secrets }: ShebaContext,
  { id, userId, addressEncrypted }: OwnedRow & Pick<StoredWithdrawal, 'addressEncrypted'>,
): string {
  if (addressEncrypted === null) throw new Error('a withdrawal without a Sheba');
  return secrets.decrypt(addressEncrypted, 'withdrawals.address_encrypted', toOwnedRowKey(id, userId));
}

/** Returns the plan's digest of the Sheba, which does not change when the Sheba is re-encrypted. */
export const computeShebaDigest = (
  { secrets }: ShebaContext,
  { id, userId }: OwnedRow,
  sheba: string,
): string =>
  secrets.blindIndex('sheba of a withdrawal', `${toOwnedRowKey(id, userId)}\0${sheba}`).toString('base64');

/** Encrypts the Sheba for the reservation's row, before it is encrypted for the withdrawal's. */
export const encryptForReservation = (
  { secrets }: ShebaContext,
  { id, userId }: OwnedRow,
  sheba: string,
): Buffer => secrets.encrypt(sheba, 'withdrawal_places.address_encrypted', toOwnedRowKey(id, userId));

export const encryptForWithdrawal = (
  { secrets }: ShebaContext,
  { id, userId }: OwnedRow,
  reserved: Buffer,
): Buffer => {
  const rowContext = toOwnedRowKey(id, userId);
  const sheba = secrets.decrypt(reserved, 'withdrawal_places.address_encrypted', rowContext);
  return secrets.encrypt(sheba, 'withdrawals.address_encrypted', rowContext);
};
