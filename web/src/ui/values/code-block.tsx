import { CopyButton } from '../buttons/copy-button.tsx';
import css from './code-block.module.css';

interface CodeBlockProps {
  text: string;
  /** Name of the copied code, for screen readers. */
  copy: string;
  /** File name shown above the code. */
  name?: string;
}

/** A block of code: left to right in every language; scrolls if it is too wide. */
export function CodeBlock({ text, copy, name }: CodeBlockProps) {
  return (
    <div className={css.block} dir="ltr">
      <div className={css.bar}>
        {name && <span className={css.name}>{name}</span>}
        <CopyButton text={text} label={copy} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be focusable by keyboard. */}
      <pre tabIndex={0} translate="no">
        <code>{text}</code>
      </pre>
    </div>
  );
}
