import type {
  Account,
  createAccount,
  DocumentKind,
  PROVIDER_STEP_NEEDED,
  updateAccount,
  uploadDocument,
} from '@sarraf/domain/contracts';
import { call } from '../../../lib/api/api.ts';
import { upload } from '../../../lib/api/transfer.ts';
import { listRequiredDocuments } from './files.ts';
import { type AccountDraft, toAccountForm, toRequestFields } from './form.ts';

/** The server queries the identity provider and the banks during the request. */
const TIMEOUT_MS = 60_000;
const CODE_NEEDED: typeof PROVIDER_STEP_NEEDED = 'Verification Needed';

/** Ids of files already uploaded, so that a retry doesn't send them again. */
export type UploadedFiles = Map<File, string>;

/**
 * The first submit sends the fields and files together; later ones file by file, then the fields (requirements
 * §7.4). Resolves with the next page; `onProgress` receives the uploaded share of the files. Throws an `ApiError`.
 */
export async function saveAccount(
  draft: AccountDraft,
  account: Account,
  uploaded: UploadedFiles,
  onProgress: (share: number) => void,
): Promise<'code' | 'home'> {
  const fields = toRequestFields(draft, account);
  const files = listRequiredFiles(draft, account);
  const isFirst = account.authenticationType === 'NOT_COMPLETE';
  const { message } = isFirst
    ? await upload<typeof createAccount>('POST', '/users/account', {
        fields,
        files: Object.fromEntries(files),
        onProgress,
      })
    : await updateAccountFields({ ...fields, ...(await uploadAll(files, uploaded, onProgress)) });
  return message === CODE_NEEDED ? 'code' : 'home';
}

/** Returns only files that the current form requires: a person who is no longer a company sends no licence. */
function listRequiredFiles(draft: AccountDraft, account: Account): [DocumentKind, File][] {
  return listRequiredDocuments(toAccountForm(draft, account)).flatMap((kind) => {
    const file = draft.files[kind];
    return file ? [[kind, file]] : [];
  });
}

async function uploadAll(
  files: readonly [DocumentKind, File][],
  uploaded: UploadedFiles,
  onProgress: (share: number) => void,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  const total = files.reduce((sum, [, { size }]) => sum + size, 0);
  let sentBytes = 0;
  for (const [kind, file] of files) {
    const start = sentBytes;
    ids[kind] = await uploadOne(kind, file, uploaded, (share) =>
      onProgress((start + share * file.size) / total),
    );
    sentBytes += file.size;
  }
  return ids;
}

async function uploadOne(
  kind: DocumentKind,
  file: File,
  uploaded: UploadedFiles,
  onProgress: (share: number) => void,
): Promise<string> {
  const knownId = uploaded.get(file);
  if (knownId !== undefined) return knownId;
  const { baseDTO } = await upload<typeof uploadDocument>('POST', '/users/documents/:document', {
    params: { document: kind },
    fields: {},
    files: { file },
    onProgress,
  });
  uploaded.set(file, baseDTO.id);
  return baseDTO.id;
}

const updateAccountFields = (body: Record<string, string>) =>
  call<typeof updateAccount>('PUT', '/users/account', { body, timeoutMs: TIMEOUT_MS });

/** Updates the bank accounts of an approved person; submits no other change. */
export const updateBankAccounts = (bankAccountsString: string): Promise<{ baseDTO: Account }> =>
  updateAccountFields({ bankAccountsString });
export const submitUnchanged = (): Promise<{ baseDTO: Account }> => updateAccountFields({});

export async function replaceProfileImage(file: File, onProgress: (share: number) => void): Promise<void> {
  const profileImage = await uploadOne('profileImage', file, new Map(), onProgress);
  await updateAccountFields({ profileImage });
}
