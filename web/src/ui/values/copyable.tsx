import type { ReactNode } from 'react';
import { CopyButton } from '../buttons/copy-button.tsx';
import { cx } from '../class-names.ts';
import { AddressText } from './address-text.tsx';
import css from './copyable.module.css';

interface CopyableProps {
  label: ReactNode;
  text: string;
  /** Text of the button. */
  copy: string;
  onCopied?: () => void;
  /** Highlighted: required for every transfer. */
  loud?: boolean;
  /** For rarely copied values: an icon button without text. */
  quiet?: boolean;
}

/** A code that people copy: an address, a tag, an IBAN. */
export function Copyable({ label, text, copy, onCopied, loud, quiet }: CopyableProps) {
  return (
    <div className={cx(css.copyable, loud && css.loud)}>
      <span className={css.label}>{label}</span>
      <AddressText text={text} className={css.text ?? ''} />
      <CopyButton text={text} label={copy} wide={!quiet} onCopied={onCopied} />
    </div>
  );
}
