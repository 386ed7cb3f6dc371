import type { ReactNode } from 'react';

export interface ModalProps {
  open: boolean;
  /** Esc, the close button, a press outside, or another modal that opens. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one first. */
  footer?: ReactNode;
  size?: 's' | 'm' | 'l';
  /** False while work runs that must not be left: nothing the person does closes it. */
  dismissible?: boolean;
  /** A question that must be answered: no close button, no press outside. Esc still means no. */
  alert?: boolean;
  /** Must be answered before anything else goes on: the modal under it steps aside and comes back as it was. */
  urgent?: boolean;
}

export interface MenuItem {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  /** A page, or else what it does. */
  to?: string;
  onSelect?: () => void;
  /** A line above it. */
  separated?: boolean;
}

export interface MenuProps {
  /** For a trigger without words of its own. */
  label?: string;
  /** What the button shows. */
  trigger: ReactNode;
  triggerClass?: string | undefined;
  /** Above the entries: who is signed in. */
  head?: ReactNode;
  items: readonly MenuItem[];
}

export interface SelectOption<K extends string> {
  value: K;
  label: ReactNode;
  /** For typing ahead, where the label is no text. */
  text?: string;
  icon?: ReactNode;
  /** Muted, at the end of the line: a ticker, a balance. */
  detail?: ReactNode;
  disabled?: boolean;
}

export interface SelectProps<K extends string> {
  /** Its name where no Field gives one. */
  label?: string;
  value: K | null;
  onChange: (value: K) => void;
  options: readonly SelectOption<K>[];
  placeholder?: string;
  /** `field`: fills a Field's box. `pill`: small and round, beside a number. */
  variant?: 'field' | 'pill';
  disabled?: boolean;
  name?: string;
}
