import { formatAmount, percentText, Refusal } from '@sarraf/domain';
import type { Account } from '@sarraf/domain/contracts';
import type { Kit } from './deps.ts';
import type { Levels } from './levels.ts';
import { findUser } from './store.ts';

/** The signed-in person as they see themselves. Invalid Token: nobody has this id. */
export async function readAccount(kit: Kit, levels: Levels, userId: string): Promise<Account> {
  const [user, volume] = await Promise.all([findUser(kit.db, userId), kit.volumeOf(userId)]);
  if (user === null) throw new Refusal('Invalid Token');
  const { countryName, countryPhoneCode } = user;
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    mobileNumber: user.mobile ?? '',
    authorized: user.authenticationType === 'AUTHORIZED',
    supervisor: user.level === 'SUPERVISOR',
    authenticationType: user.authenticationType,
    twoStepAuthenticationType: user.twoStepMethod,
    userAccountLevel: user.level,
    totalTradesVolume: formatAmount(volume, 'TOMAN'),
    customerKind: user.customerKind,
    fee: percentText(levels.wageOf(user.level, 'TOMAN')),
    feeTether: percentText(levels.wageOf(user.level, 'TETHER')),
    referralCode: user.referralCode,
    location: countryName !== null && countryPhoneCode !== null ? { countryName, countryPhoneCode } : null,
  };
}
