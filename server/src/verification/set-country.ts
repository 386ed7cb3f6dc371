import { AppError } from '@sarraf/domain';
import { findCountry } from './countries.ts';
import type { VerificationContext } from './deps.ts';
import { canEdit } from './states.ts';

/**
 * Sets the country of residence. An unverified number of another country is deleted.
 *
 * BAD_REQUEST: not in the list; NOT_EDITABLE: submitted or approved; COUNTRY_PREFIX_MISMATCH: the verified mobile
 * is of another country.
 */
export async function setCountry(context: VerificationContext, userId: string, name: string): Promise<void> {
  const country = findCountry(name);
  if (country === null) throw new AppError('BAD_REQUEST', { errors: ['countryName'] });
  await context.db.transaction().execute(async (tx) => {
    const user = await context.people.lock(tx, userId);
    if (user === null) throw new AppError('Invalid Token');
    if (!canEdit(user.authenticationType)) throw new AppError('NOT_EDITABLE');
    const { countryName, countryPhoneCode } = country;
    const isForeignMobile = user.mobile !== null && !user.mobile.startsWith(countryPhoneCode);
    if (isForeignMobile && user.mobileVerifiedAt) throw new AppError('COUNTRY_PREFIX_MISMATCH');
    await context.people.update(tx, userId, {
      countryName,
      countryPhoneCode,
      ...(isForeignMobile && { mobile: null }),
    });
  });
  context.people.publishUserChange(userId);
}
