import { cx } from '../class-names.ts';
import css from './address-text.module.css';

/** Texts up to this length need no grouping: a tag, a name. */
const SHORT = 12;

/** An address or hash in groups of four, so that people can compare it; copying yields it without blanks. */
export function AddressText({ text, className }: { text: string; className?: string }) {
  const groups = text.length <= SHORT ? [text] : (text.match(/.{1,4}/g) ?? []);
  return (
    <bdi dir="ltr" translate="no" className={cx(css.address, className)}>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is identified by its index.
        <span key={index}>{group}</span>
      ))}
    </bdi>
  );
}

/** Cuts long link texts to 15 characters (requirements §9). */
export const cutLink = (text: string): string => (text.length <= 15 ? text : `${text.slice(0, 15)}…`);
