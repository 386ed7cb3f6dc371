import type {
  Account,
  changeEmail,
  changeMobile,
  completeEmailChange,
  completeMobileChange,
  ReplyOf,
  resendEmailOtp,
  resendMobileOtp,
} from '@sarraf/domain/contracts';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type SentCode, toSentCode } from '../../../access/two-step.ts';
import { useRetryAfter } from '../../../access/use-wait.ts';
import { call } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/notices.ts';
import { getPhonePrefix } from '../form/form.ts';
import { refetchAccount } from '../queries.ts';
import { requiresOldContact } from '../status.ts';
import {
  type ContactDraft,
  type ContactDraftError,
  type ContactKind,
  parseContact,
  validateContactDraft,
} from './contact.ts';

type Prompt = ReplyOf<typeof changeEmail>['baseDTO'];
export interface ContactPrompt {
  sent: SentCode;
  codeLength: number;
}

/** Changes e-mail or mobile in two steps (requirements §5.6): the new value, then the code sent to it. */
export function useContactChange(kind: ContactKind, account: Account, onDone: () => void) {
  const t = useTranslations('account.contact');
  const [draft, setDraft] = useState<ContactDraft>({ old: '', next: '' });
  const [prompt, setPrompt] = useState<ContactPrompt | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { judge, waiting } = useRetryAfter();
  /** If the dialog was closed in the meantime, a late reply opens nothing. */
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);

  const current = kind === 'email' ? account.email : account.mobileNumber;
  const currentContact = {
    current,
    prefix: getPhonePrefix(account),
    asksOld: requiresOldContact(account.authenticationType),
  };
  const validationError: ContactDraftError | null = validateContactDraft(kind, draft, currentContact);
  const normalize = (text: string) => parseContact(kind, text, currentContact.prefix) ?? '';

  const sendCode = () => {
    if (validationError || busy || waiting) return;
    setBusy(true);
    setProblem(null);
    requestContactChange(
      kind,
      currentContact.asksOld && current !== '' ? normalize(draft.old) : undefined,
      normalize(draft.next),
    )
      .then(
        (next) => open.current && setPrompt(next),
        (error: unknown) => setProblem(judge(error)),
      )
      .finally(() => setBusy(false));
  };
  return {
    draft,
    change: (next: Partial<ContactDraft>) => {
      setProblem(null);
      setDraft((old) => ({ ...old, ...next }));
    },
    prompt,
    back: () => setPrompt(null),
    busy,
    problem,
    waiting,
    validationError,
    asksOld: currentContact.asksOld && current !== '',
    prefix: currentContact.prefix,
    newValue: normalize(draft.next),
    begin: sendCode,
    again: async (): Promise<SentCode> => (await resendContactCode(kind)).sent,
    check: async (otp: string): Promise<void> => {
      await confirmContactChange(kind, otp);
      await refetchAccount();
      toast(t(`${kind}.done`), 'done');
      onDone();
    },
  };
}
export type ContactChangeState = ReturnType<typeof useContactChange>;

async function requestContactChange(
  kind: ContactKind,
  old: string | undefined,
  next: string,
): Promise<ContactPrompt> {
  const { baseDTO } =
    kind === 'email'
      ? await call<typeof changeEmail>('POST', '/users/change-email', {
          body: { newEmail: next, ...(old !== undefined && { oldEmail: old }) },
        })
      : await call<typeof changeMobile>('POST', '/users/change-mobile', {
          body: { newMobileNumber: next, ...(old !== undefined && { oldMobileNumber: old }) },
        });
  return toContactPrompt(kind, baseDTO);
}

async function resendContactCode(kind: ContactKind): Promise<ContactPrompt> {
  const { baseDTO } =
    kind === 'email'
      ? await call<typeof resendEmailOtp>('POST', '/users/resend-email-otp')
      : await call<typeof resendMobileOtp>('POST', '/users/resend-mobile-otp');
  return toContactPrompt(kind, baseDTO);
}

async function confirmContactChange(kind: ContactKind, otp: string): Promise<void> {
  if (kind === 'email')
    await call<typeof completeEmailChange>('POST', '/users/change-email-otp', { body: { otp } });
  else await call<typeof completeMobileChange>('POST', '/users/change-mobile-otp', { body: { otp } });
}

const toContactPrompt = (kind: ContactKind, { codeLength, ...prompt }: Prompt): ContactPrompt => ({
  codeLength,
  sent: toSentCode({ ...prompt, twoStepAuthenticationType: kind === 'email' ? 'EMAIL' : 'SMS' }),
});
