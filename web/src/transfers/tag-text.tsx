import { stellarMemo } from '@sarraf/domain';

/** A tag or memo as it is signed; on Stellar with its type, by which the recipient's exchange tells memos apart too. */
export function TagText({ tokenType, tag }: { tokenType: string; tag: string }) {
  if (tokenType !== 'STELLAR') return <bdi className="latin">{tag}</bdi>;
  const { type, value } = stellarMemo(tag);
  return (
    <bdi className="latin">
      {value} <small>{`MEMO_${type}`}</small>
    </bdi>
  );
}
