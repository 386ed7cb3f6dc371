import { cx } from '../class-names.ts';
import css from './address-text.module.css';

/** Texts up to this length need no grouping: a tag, a name. */
const MAX_UNGROUPED_LENGTH = 12;

/** An address or hash whole, in groups of four, so that eyes can compare it; copying gives it unbroken. */
export function AddressText({ text, className }: { text: string; className?: string }) {
  const groups = text.length <= MAX_UNGROUPED_LENGTH ? [text] : (text.match(/.{1,4}/g) ?? []);
  return (
    <bdi dir="ltr" translate="no" className={cx(css.address, className)}>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is identified by its index.
        <span key={index}>{group}</span>
      ))}
    </bdi>
  );
}
