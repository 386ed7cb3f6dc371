import { type ComponentType, useEffect, useState } from 'react';
import { getInitialMessages, loadTexts } from '../../framework/i18n/messages.ts';
import { withTimeout } from '../../framework/loading/lazy-page.ts';
import { toast } from '../../lib/notices.ts';
import { type StepUpRequest, useStepUpRequest } from '../../lib/session/step-up.ts';

type Dialog = ComponentType<{ question: StepUpRequest; open: boolean }>;

/** The step-up dialog, available on every page; its code is loaded when it is first needed. */
export function StepUp() {
  const question = useStepUpRequest();
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  useEffect(() => {
    if (!question || Dialog) return;
    withTimeout(Promise.all([import('../../access/step-up-dialog.tsx'), loadTexts('auth', 'error')])).then(
      ([{ StepUpDialog }]) => setDialog(() => StepUpDialog),
      () => {
        toast(getInitialMessages().state.loadFailed, 'problem');
        question.respond(false);
      },
    );
  }, [question, Dialog]);
  // The last one stays visible while it closes; the next is a separate dialog.
  const [lastRequest, setLastRequest] = useState<{ question: StepUpRequest; key: number } | null>(null);
  useEffect(() => {
    if (question) setLastRequest((last) => ({ question, key: (last?.key ?? 0) + 1 }));
  }, [question]);
  if (!lastRequest || !Dialog) return null;
  return (
    <Dialog key={lastRequest.key} question={lastRequest.question} open={question === lastRequest.question} />
  );
}
