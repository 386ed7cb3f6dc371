import { type ChangeEvent, type DragEvent, type ReactNode, useState } from 'react';
import { cx } from '../class-names.ts';
import css from './file-drop.module.css';

interface FileDropProps {
  /** Names the field for screen readers. */
  label: string;
  /** MIME types, separated by commas. */
  accept: string;
  onFile: (file: File) => void;
  describedBy?: string;
  invalid?: boolean;
  disabled?: boolean;
  /** Content of the field: a prompt, or the chosen picture. */
  children: ReactNode;
}

/** A file input by click or drop; clicking again chooses another file. */
export function FileDrop(props: FileDropProps) {
  const { label, accept, onFile, describedBy, invalid, disabled, children } = props;
  const [over, setOver] = useState(false);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Cleared, so that choosing the same file again triggers a change event.
    event.target.value = '';
    if (file) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !disabled) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative; the input is accessible.
    <div
      className={cx(css.drop, over && css.over, invalid && css.invalid, disabled && css.off)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        type="file"
        className={css.input}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        accept={accept}
        disabled={disabled}
        onChange={choose}
      />
      <div className={css.content} aria-hidden>
        {children}
      </div>
    </div>
  );
}
