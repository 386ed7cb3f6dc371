import type { ReactNode } from 'react';

export interface ModalProps {
  open: boolean;
  /** Called on Esc, the close button, a press outside, or when another modal opens. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one first. */
  footer?: ReactNode;
  size?: 's' | 'm' | 'l';
  /** False during work that must not be interrupted: the person can't close it. */
  dismissible?: boolean;
  /** A question that must be answered: no close button, no press outside. Esc means no. */
  alert?: boolean;
  /** Must be answered before anything else: the modal under it is hidden and comes back unchanged. */
  urgent?: boolean;
}

export interface MenuItem {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  /** The page of a link; otherwise `onSelect` runs. */
  to?: string;
  onSelect?: () => void;
  /** With a line above it. */
  separated?: boolean;
}

export interface MenuProps {
  /** For a trigger without text. */
  label?: string;
  /** Content of the button. */
  trigger: ReactNode;
  triggerClass?: string | undefined;
  /** Above the entries: the signed-in user. */
  head?: ReactNode;
  items: readonly MenuItem[];
}

export interface SelectOption<K extends string> {
  value: K;
  label: ReactNode;
  /** For type-ahead, if the label is not text. */
  text?: string;
  icon?: ReactNode;
  /** Muted, at the end of the line: a ticker, a balance. */
  detail?: ReactNode;
  disabled?: boolean;
}

export interface SelectProps<K extends string> {
  /** Its accessible name outside a Field. */
  label?: string;
  value: K | null;
  onChange: (value: K) => void;
  options: readonly SelectOption<K>[];
  placeholder?: string;
  /** `field`: fills a Field's box. `pill`: small and round, next to a number. */
  variant?: 'field' | 'pill';
  disabled?: boolean;
  name?: string;
}
