import { parseStellarMemo } from '@sarraf/domain';

/** The names used by Stellar and exchanges, in every language. */
const MEMO_TYPES = { ID: 'MEMO_ID', TEXT: 'MEMO_TEXT' };

/** A tag or memo; on Stellar with its type, because the recipient's exchange distinguishes memos by type too. */
export function TagText({ tokenType, tag }: { tokenType: string; tag: string }) {
  if (tokenType !== 'STELLAR') return <bdi className="latin">{tag}</bdi>;
  const { type, value } = parseStellarMemo(tag);
  return (
    <bdi className="latin">
      {value} <small>{MEMO_TYPES[type]}</small>
    </bdi>
  );
}
