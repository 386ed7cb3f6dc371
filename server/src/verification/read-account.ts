import { AppError, formatAmount, maskNationalCode, percentText } from '@sarraf/domain';
import { type Account, DOCUMENT_KINDS, type DocumentKind } from '@sarraf/domain/contracts';
import { preferencesOf, type User } from '../identity/index.ts';
import { listBankAccounts } from './bank-accounts.ts';
import type { VerificationContext } from './deps.ts';
import { listDocuments } from './documents/document-store.ts';
import { type Profile, readProfile } from './profile-store.ts';
import { findNewestReview } from './review/review-store.ts';

/**
 * Returns the account as its user sees it; `full` with the complete national code, `images` with the ids of
 * documents.
 * Invalid Token: no user with this id.
 */
export async function readAccount(
  context: VerificationContext,
  userId: string,
  { full, images }: { full: boolean; images: boolean },
): Promise<Account> {
  const [user, staffRoles, volume, profile, bankAccounts, review] = await Promise.all([
    context.people.find(userId),
    context.people.readStaffRoles(userId),
    context.volumeOf(userId),
    readProfile(context.db, context.secrets, userId),
    listBankAccounts(context.db, userId),
    findNewestReview(context.db, userId),
  ]);
  if (user === null) throw new AppError('Invalid Token');
  const { countryName, countryPhoneCode, withdrawalsHeldUntil, settingsLockedUntil } = user;
  const areSettingsLocked =
    settingsLockedUntil !== null && settingsLockedUntil.getTime() > context.clock.now();
  const areWithdrawalsHeld =
    withdrawalsHeldUntil !== null && withdrawalsHeldUntil.getTime() > context.clock.now();
  const refusedReview = review?.decision === 'REFUSE' ? review : null;
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    mobileNumber: user.mobile ?? '',
    mobileVerified: user.mobileVerifiedAt !== null,
    authorized: user.authenticationType === 'AUTHORIZED',
    supervisor: user.level === 'SUPERVISOR',
    authenticationType: user.authenticationType,
    twoStepAuthenticationType: user.twoStepMethod,
    userAccountLevel: user.level,
    totalTradesVolume: formatAmount(volume, 'TOMAN'),
    customerKind: user.customerKind,
    fee: percentText(context.levels.feeRateOf(user.level, 'TOMAN')),
    feeTether: percentText(context.levels.feeRateOf(user.level, 'TETHER')),
    referralCode: user.referralCode,
    location: countryName !== null && countryPhoneCode !== null ? { countryName, countryPhoneCode } : null,
    hasPassword: user.passwordEncrypted !== null,
    staffRoles,
    preferences: preferencesOf(user),
    frozen: frozenDto(user),
    hasMailPhrase: user.hasMailPhrase,
    settingsLockedUntilDateTime: areSettingsLocked ? settingsLockedUntil.toISOString() : null,
    withdrawalHoldUntil: areWithdrawalsHeld ? withdrawalsHeldUntil.toISOString() : null,
    countryName: countryName ?? '',
    countryPhoneCode: countryPhoneCode ?? '',
    ...profileDto(profile?.data ?? null, full),
    bankAccounts,
    ...(images ? await readDocumentIds(context, userId) : NO_DOCUMENTS),
    refusalReasons: refusedReview?.reasons ?? [],
    refusalNote: refusedReview?.note ?? '',
  };
}

const frozenDto = ({ frozenAt, frozenBy, thawsAt }: User): Account['frozen'] =>
  frozenAt &&
  frozenBy && {
    by: frozenBy,
    sinceDateTime: frozenAt.toISOString(),
    thawsAtDateTime: thawsAt?.toISOString() ?? null,
  };

const EMPTY_PROFILE = {
  nationalCode: '',
  birthDay: '',
  state: '',
  city: '',
  address: '',
  postalCode: '',
  telephone: '',
  idFormatType: null,
  companyName: '',
  companyAddress: '',
  companyPhone: '',
  companyNationalId: '',
} as const;

const profileDto = (profile: Profile | null, isFull: boolean) =>
  profile
    ? { ...profile, nationalCode: isFull ? profile.nationalCode : maskNationalCode(profile.nationalCode) }
    : EMPTY_PROFILE;

const NO_DOCUMENTS: Record<DocumentKind, string | null> = {
  image: null,
  backImage: null,
  warranty: null,
  businessLicense: null,
  profileImage: null,
};

async function readDocumentIds(
  { db }: VerificationContext,
  userId: string,
): Promise<Record<DocumentKind, string | null>> {
  const inForce = (await listDocuments(db, userId)).filter((document) => document.inForce);
  const ids = { ...NO_DOCUMENTS };
  for (const kind of DOCUMENT_KINDS) ids[kind] = inForce.find((row) => row.kind === kind)?.id ?? null;
  return ids;
}
