import { normalizeEmail, normalizeMobile, toLatinDigits } from '@sarraf/domain';

export type ContactKind = 'email' | 'mobile';

/** Why a change of e-mail or mobile can't start (requirements §5.6), in the order of the fields. */
export type ContactDraftError = 'NEED_OLD' | 'WRONG_OLD' | 'NEED_NEW' | 'INVALID' | 'SAME';

export interface ContactDraft {
  old: string;
  next: string;
}

export interface CurrentContact {
  /** The e-mail, or the number with its prefix; '' if there is none yet. */
  current: string;
  /** Required once the person is verified. */
  asksOld: boolean;
  prefix: string;
}

/** Returns the normalised address, or the number with its prefix; null if invalid. */
export function parseContact(kind: ContactKind, text: string, prefix: string): string | null {
  if (kind === 'email') {
    const email = normalizeEmail(toLatinDigits(text));
    return email && email.length <= 50 ? email : null;
  }
  const mobile = normalizeMobile(text, prefix);
  return mobile === 'PREFIX' ? null : mobile;
}

export function validateContactDraft(
  kind: ContactKind,
  draft: ContactDraft,
  currentContact: CurrentContact,
): ContactDraftError | null {
  const { current, asksOld, prefix } = currentContact;
  if (asksOld && current !== '') {
    if (draft.old.trim() === '') return 'NEED_OLD';
    if (parseContact(kind, draft.old, prefix) !== current.toLowerCase()) return 'WRONG_OLD';
  }
  if (draft.next.trim() === '') return 'NEED_NEW';
  const next = parseContact(kind, draft.next, prefix);
  if (next === null) return 'INVALID';
  return next === current.toLowerCase() ? 'SAME' : null;
}
