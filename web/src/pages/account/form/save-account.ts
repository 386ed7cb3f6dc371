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

/** The provider and the banks are asked while it waits. */
const TIMEOUT_MS = 60_000;
const CODE_NEXT: typeof PROVIDER_STEP_NEEDED = 'Verification Needed';

/** Ids of files that are at the server already, so that a second try doesn't send them again. */
export type SaveResult = Map<File, string>;

/**
 * The first submit with its files in one go; later ones file by file, then the fields (requirements §7.4). Answers
 * where the person goes next; `onProgress` tells the share of the files that has left. Throws an `ApiError`.
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

/** Of the places the form has now: who turned from a company into a person sends no licence. */
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

/** Of an approved person: bank accounts as they are to be, or nothing at all to hand a change in. */
export const updateBankAccounts = (bankAccountsString: string): Promise<{ baseDTO: Account }> =>
  update({ bankAccountsString });
export const submitChange = (): Promise<{ baseDTO: Account }> => update({});

export async function replaceProfileImage(file: File, onProgress: (share: number) => void): Promise<void> {
  const profileImage = await uploadOne('profileImage', file, new Map(), onProgress);
  await update({ profileImage });
}
