import { ownedRow } from '../platform/secrets/secrets.ts';
import type { WithdrawalContext } from './deps.ts';
import type { StoredWithdrawal } from './withdrawal.ts';

type Sealing = Pick<WithdrawalContext, 'secrets'>;
type Row = Pick<StoredWithdrawal, 'id' | 'userId'>;

/** Throws if the Sheba belongs to another withdrawal. */
export function shebaOf(
  { secrets }: Sealing,
  { id, userId, addressEncrypted }: Row & Pick<StoredWithdrawal, 'addressEncrypted'>,
): string {
  if (addressEncrypted === null) throw new Error('a withdrawal without a Sheba');
  return secrets.decrypt(addressEncrypted, 'withdrawals.address_encrypted', ownedRow(id, userId));
}

/** Returns the plan's digest of the Sheba, which does not change when the Sheba is re-encrypted. */
export const digestOfSheba = ({ secrets }: Sealing, { id, userId }: Row, sheba: string): string =>
  secrets.blindIndex('sheba of a withdrawal', `${ownedRow(id, userId)}\0${sheba}`).toString('base64');

/** Encrypts the Sheba for the reservation's row, before it is encrypted for the withdrawal's. */
export const sealForReservation = ({ secrets }: Sealing, { id, userId }: Row, sheba: string): Buffer =>
  secrets.encrypt(sheba, 'withdrawal_places.address_encrypted', ownedRow(id, userId));

export const sealForWithdrawal = ({ secrets }: Sealing, { id, userId }: Row, reserved: Buffer): Buffer => {
  const row = ownedRow(id, userId);
  const sheba = secrets.decrypt(reserved, 'withdrawal_places.address_encrypted', row);
  return secrets.encrypt(sheba, 'withdrawals.address_encrypted', row);
};
