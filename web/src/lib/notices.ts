import { useSyncExternalStore } from 'react';

export interface ToastNotice {
  id: number;
  tone: 'info' | 'done' | 'problem';
  text: string;
}

export interface DialogNotice {
  title: string;
  text?: string;
  /** Lines shown below the text. */
  lines?: readonly string[];
  /** Default: a single "OK" button. */
  confirm?: string;
  onConfirm?: () => void;
  cancel?: string;
  /** The dialog closes automatically after this time. */
  autoCloseMs?: number;
}

interface Notices {
  toasts: readonly ToastNotice[];
  dialog: DialogNotice | null;
}

const TOAST_MS = 5000;
const MAX_TOASTS = 3;
const listeners = new Set<() => void>();
let notices: Notices = { toasts: [], dialog: null };
let lastId = 0;
let closeTimer: ReturnType<typeof setTimeout> | undefined;

/** Shows a short message that has no position on the page. */
export function toast(text: string, tone: ToastNotice['tone'] = 'info'): void {
  if (notices.toasts.some((existing) => existing.text === text)) return;
  lastId += 1;
  const notice = { id: lastId, tone, text };
  updateNotices({ toasts: [...notices.toasts, notice].slice(-MAX_TOASTS) });
  setTimeout(() => dismissToast(notice.id), TOAST_MS);
}

export const dismissToast = (id: number): void =>
  updateNotices({ toasts: notices.toasts.filter((t) => t.id !== id) });

/** Shows a dialog; it replaces the current one. */
export function showDialog(dialog: DialogNotice): void {
  clearTimeout(closeTimer);
  updateNotices({ dialog });
  if (dialog.autoCloseMs !== undefined) closeTimer = setTimeout(closeDialog, dialog.autoCloseMs);
}

export function closeDialog(): void {
  clearTimeout(closeTimer);
  updateNotices({ dialog: null });
}

export const getFeedbackSnapshot = (): Notices => notices;

export const useNotices = (): Notices =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getFeedbackSnapshot,
    getFeedbackSnapshot,
  );

function updateNotices(change: Partial<Notices>): void {
  notices = { ...notices, ...change };
  for (const listener of listeners) listener();
}
