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
import { documentKinds } from './files.ts';
import { type AccountDraft, accountFormOf, fieldsOf } from './form.ts';

/** The server queries the identity provider and the banks during the request. */
const TIMEOUT_MS = 60_000;
const CODE_NEXT: typeof PROVIDER_STEP_NEEDED = 'Verification Needed';

/** Ids of files already uploaded, so that a retry doesn't send them again. */
export type SaveResult = Map<File, string>;

/**
 * The first submit sends the fields and files together; later ones file by file, then the fields (requirements
 * §7.4). Resolves with the next page; `onProgress` receives the uploaded share of the files. Throws an `ApiError`.
 */
export async function saveAccount(
  draft: AccountDraft,
  account: Account,
  sent: SaveResult,
  onProgress: (share: number) => void,
): Promise<'code' | 'home'> {
  const fields = fieldsOf(draft, account);
  const files = chosenFiles(draft, account);
  const first = account.authenticationType === 'NOT_COMPLETE';
  const { message } = first
    ? await upload<typeof createAccount>('POST', '/users/account', {
        fields,
        files: Object.fromEntries(files),
        onProgress,
      })
    : await update({ ...fields, ...(await uploadAll(files, sent, onProgress)) });
  return message === CODE_NEXT ? 'code' : 'home';
}

/** Returns only files that the current form requires: a person who is no longer a company sends no licence. */
function chosenFiles(draft: AccountDraft, account: Account): [DocumentKind, File][] {
  return documentKinds(accountFormOf(draft, account)).flatMap((kind) => {
    const file = draft.files[kind];
    return file ? [[kind, file]] : [];
  });
}

async function uploadAll(
  files: readonly [DocumentKind, File][],
  sent: SaveResult,
  onProgress: (share: number) => void,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  const total = files.reduce((sum, [, { size }]) => sum + size, 0);
  let before = 0;
  for (const [kind, file] of files) {
    const start = before;
    ids[kind] = await uploadOne(kind, file, sent, (share) => onProgress((start + share * file.size) / total));
    before += file.size;
  }
  return ids;
}

async function uploadOne(
  kind: DocumentKind,
  file: File,
  sent: SaveResult,
  onProgress: (share: number) => void,
): Promise<string> {
  const known = sent.get(file);
  if (known !== undefined) return known;
  const { baseDTO } = await upload<typeof uploadDocument>('POST', '/users/documents/:document', {
    params: { document: kind },
    fields: {},
    files: { file },
    onProgress,
  });
  sent.set(file, baseDTO.id);
  return baseDTO.id;
}

const update = (body: Record<string, string>) =>
  call<typeof updateAccount>('PUT', '/users/account', { body, timeoutMs: TIMEOUT_MS });

/** Updates the bank accounts of an approved person; submits no other change. */
export const updateBankAccounts = (bankAccountsString: string): Promise<{ baseDTO: Account }> =>
  update({ bankAccountsString });
export const submitChange = (): Promise<{ baseDTO: Account }> => update({});

export async function replaceProfileImage(file: File, onProgress: (share: number) => void): Promise<void> {
  const profileImage = await uploadOne('profileImage', file, new Map(), onProgress);
  await update({ profileImage });
}
