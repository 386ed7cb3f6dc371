import { groupAddress } from '../../lib/format/group-address.ts';
import { cx } from '../class-names.ts';
import css from './address-text.module.css';

/** An address or hash whole, in groups of four, so that eyes can compare it; copying gives it unbroken. */
export function AddressText({ text, className }: { text: string; className?: string | undefined }) {
  return (
    <bdi dir="ltr" translate="no" className={cx(css.address, className)}>
      {groupAddress(text).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is identified by its index.
        <span key={index}>{group}</span>
      ))}
    </bdi>
  );
}
