import { stellarMemo } from '@sarraf/domain';

/** As Stellar and the exchanges on it call them, in every language. */
const MEMO_TYPES = { ID: 'MEMO_ID', TEXT: 'MEMO_TEXT' };

/** A tag or memo as it is signed; on Stellar with its type, by which the recipient's exchange tells memos apart too. */
export function TagText({ tokenType, tag }: { tokenType: string; tag: string }) {
  if (tokenType !== 'STELLAR') return <bdi className="latin">{tag}</bdi>;
  const { type, value } = stellarMemo(tag);
  return (
    <bdi className="latin">
      {value} <small>{MEMO_TYPES[type]}</small>
    </bdi>
  );
}
