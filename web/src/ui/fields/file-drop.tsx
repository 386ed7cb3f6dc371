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
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const handleChoice = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Cleared, so that choosing the same file again triggers a change event.
    event.target.value = '';
    if (file) onFile(file);
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsDraggedOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !disabled) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative; the input is accessible.
    <div
      className={cx(css.drop, isDraggedOver && css.over, invalid && css.invalid, disabled && css.off)}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={handleDrop}
    >
      <input
        type="file"
        className={css.input}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        accept={accept}
        disabled={disabled}
        onChange={handleChoice}
      />
      <div className={css.content} aria-hidden>
        {children}
      </div>
    </div>
  );
}
