import { Fragment } from 'react';
import { Facts } from '../ui/layout/facts.tsx';
import { AddressText } from '../ui/values/address-text.tsx';
import css from './receipt.module.css';
import type { Receipt } from './use-receipt.ts';
import { GROUPED_LINES } from './wrap-lines.ts';

export function ReceiptLines({ receipt }: { receipt: Receipt }) {
  return (
    <Facts
      className={css.lines}
      facts={receipt.lines.map(({ key, label, value, latin, strong }) => ({
        key,
        label,
        value: GROUPED_LINES.has(key) ? (
          <AddressText text={value} />
        ) : latin ? (
          <GroupedCode text={value} />
        ) : (
          value
        ),
        ...(strong && { strong }),
      }))}
    />
  );
}

const GROUP = /.{1,4}/g;

/** A code longer than its line breaks between groups of four, so that its lines are about equally long. */
function GroupedCode({ text }: { text: string }) {
  return (
    <span className="latin">
      {(text.match(GROUP) ?? []).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is identified by its index.
        <Fragment key={index}>
          {group}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}
