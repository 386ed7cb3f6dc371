import type {
  Account,
  changeEmail,
  changeEmailOtp,
  changeMobile,
  changeMobileOtp,
  ReplyOf,
  resendEmailOtp,
  resendMobileOtp,
} from '@sarraf/domain/contracts';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type SentCode, sentOf } from '../../../access/two-step.ts';
import { useRetryAfter } from '../../../access/use-wait.ts';
import { call } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/notices.ts';
import { prefixOf } from '../form/form.ts';
import { refreshAccount } from '../queries.ts';
import { asksOldContact } from '../status.ts';
import { type Contact, type ContactDraft, type ContactFault, contactFault, readContact } from './contact.ts';

type Prompt = ReplyOf<typeof changeEmail>['baseDTO'];
export interface ContactPrompt {
  sent: SentCode;
  codeLength: number;
}

/** Changes e-mail or mobile in two steps (requirements §5.6): the new value, then the code sent to it. */
export function useContactChange(what: Contact, account: Account, onDone: () => void) {
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

  const current = what === 'email' ? account.email : account.mobileNumber;
  const known = { current, prefix: prefixOf(account), asksOld: asksOldContact(account.authenticationType) };
  const fault: ContactFault | null = contactFault(what, draft, known);
  const read = (text: string) => readContact(what, text, known.prefix) ?? '';

  const begin = () => {
    if (fault || busy || waiting) return;
    setBusy(true);
    setProblem(null);
    send(what, known.asksOld && current !== '' ? read(draft.old) : undefined, read(draft.next))
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
    fault,
    asksOld: known.asksOld && current !== '',
    prefix: known.prefix,
    newValue: read(draft.next),
    begin,
    again: async (): Promise<SentCode> => (await resend(what)).sent,
    check: async (otp: string): Promise<void> => {
      await prove(what, otp);
      await refreshAccount();
      toast(t(`${what}.done`), 'done');
      onDone();
    },
  };
}
export type ContactChange = ReturnType<typeof useContactChange>;

async function send(what: Contact, old: string | undefined, next: string): Promise<ContactPrompt> {
  const { baseDTO } =
    what === 'email'
      ? await call<typeof changeEmail>('POST', '/users/change-email', {
          body: { newEmail: next, ...(old !== undefined && { oldEmail: old }) },
        })
      : await call<typeof changeMobile>('POST', '/users/change-mobile', {
          body: { newMobileNumber: next, ...(old !== undefined && { oldMobileNumber: old }) },
        });
  return promptOf(what, baseDTO);
}

async function resend(what: Contact): Promise<ContactPrompt> {
  const { baseDTO } =
    what === 'email'
      ? await call<typeof resendEmailOtp>('POST', '/users/resend-email-otp')
      : await call<typeof resendMobileOtp>('POST', '/users/resend-mobile-otp');
  return promptOf(what, baseDTO);
}

async function prove(what: Contact, otp: string): Promise<void> {
  if (what === 'email')
    await call<typeof changeEmailOtp>('POST', '/users/change-email-otp', { body: { otp } });
  else await call<typeof changeMobileOtp>('POST', '/users/change-mobile-otp', { body: { otp } });
}

const promptOf = (what: Contact, { codeLength, ...prompt }: Prompt): ContactPrompt => ({
  codeLength,
  sent: sentOf({ ...prompt, twoStepAuthenticationType: what === 'email' ? 'EMAIL' : 'SMS' }),
});
