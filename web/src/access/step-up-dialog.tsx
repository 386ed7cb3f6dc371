import type {
  BodyOf,
  createStepUpChallenge,
  PasskeyAssertion,
  ReplyOf,
  StepUpChange,
  sendStepUpCode,
  stepUp,
} from '@sarraf/domain/contracts';
import { IconFingerprint, IconRefresh } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError, call } from '../lib/api/api.ts';
import { signWithPasskey } from '../lib/browser/passkey.ts';
import { useSession } from '../lib/session/session.ts';
import { type StepUpRequest, whileReplacingToken } from '../lib/session/step-up.ts';
import { replaceToken } from '../lib/session/token.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Field } from '../ui/fields/field.tsx';
import { PasswordInput } from '../ui/fields/text-input.tsx';
import { Stack } from '../ui/layout/layout.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import { CodeAction, CodeBoxes, CodeCountdown, SentTo } from './code-parts.tsx';
import { AccessProblem } from './parts.tsx';
import { SandboxHint } from './sandbox-hint.tsx';
import css from './step-up-dialog.module.css';
import { toSentCode } from './two-step.ts';
import { useCodeFocus, useCodeForm } from './use-code.ts';
import { usePasskeyErrorText } from './use-passkey-error-text.ts';
import { useRetryAfter } from './use-wait.ts';

type StepUpPrompt = ReplyOf<typeof sendStepUpCode>['baseDTO'];

const sendCode = async (change: StepUpChange | undefined): Promise<StepUpPrompt> =>
  (
    await call<typeof sendStepUpCode>('POST', '/users/step-up/send-code', {
      body: { ...(change && { change }) },
      confirms: true,
    })
  ).baseDTO;

/** Confirms the session and stores its new token; requests refused for the old one in the meantime wait for it. */
const confirmWith = (body: BodyOf<typeof stepUp>): Promise<void> =>
  whileReplacingToken(
    call<typeof stepUp>('POST', '/users/step-up', { body, confirms: true }).then(({ token }) =>
      replaceToken(token),
    ),
  );

/** Asks for password and code again, because the next action is sensitive. */
export function StepUpDialog({ question, open }: { question: StepUpRequest; open: boolean }) {
  const t = useTranslations('auth.confirm');
  const { change } = question;
  const { prompt, problem, waiting, busy, ask } = useStepUpPrompt(change);
  const close = useCallback(() => question.respond(false), [question]);
  const passwordNeeded = String(prompt?.passwordNeeded ?? change !== 'PASSWORD');
  return (
    <Modal
      open={open}
      urgent
      onClose={close}
      title={t('title')}
      description={t('text', { passwordNeeded, change: change ?? 'NONE' })}
      size="s"
    >
      {prompt && <StepUpForm prompt={prompt} change={change} onDone={() => question.respond(true)} />}
      {!prompt && problem !== null && (
        <Stack gap={4}>
          <AccessProblem text={problem} />
          <RetryButton busy={busy} waiting={waiting} onClick={ask} />
        </Stack>
      )}
      {!prompt && problem === null && <StepUpSkeleton />}
    </Modal>
  );
}

/** Loads which confirmation the server requires; it sends the code along. */
function useStepUpPrompt(change: StepUpChange | undefined) {
  const [prompt, setPrompt] = useState<StepUpPrompt | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(true);
  const { judge, waiting } = useRetryAfter();
  const wasRequested = useRef(false);
  const requestPrompt = useCallback(() => {
    setBusy(true);
    sendCode(change)
      .then(setPrompt, (error: unknown) => setProblem(judge(error)))
      .finally(() => setBusy(false));
  }, [judge, change]);
  useEffect(() => {
    if (wasRequested.current) return;
    wasRequested.current = true;
    requestPrompt();
  }, [requestPrompt]);
  return { prompt, problem, waiting, busy, ask: requestPrompt };
}

function StepUpForm({
  prompt,
  change,
  onDone,
}: {
  prompt: StepUpPrompt;
  change: StepUpChange | undefined;
  onDone: () => void;
}) {
  const t = useTranslations('auth');
  const { account } = useSession();
  const [password, setPassword] = useState('');
  const [passwordError, setPasswordError] = useState<string | null>(null);
  const { passwordNeeded } = prompt;
  const field = useRef<HTMLInputElement>(null);
  const confirm = async (factor: Pick<BodyOf<typeof stepUp>, 'code' | 'passkey'>) => {
    setPasswordError(null);
    await confirmWith({
      ...factor,
      ...(passwordNeeded && { password }),
      ...(change && { change }),
    }).catch((error: unknown) => {
      const isPassword = error instanceof ApiError && error.code === 'Old Password Is Incorrect';
      if (isPassword) {
        setPasswordError(t('google.wrongPassword'));
        field.current?.focus();
      }
      throw error;
    });
    onDone();
  };
  const missing = passwordNeeded && password === '' ? t('error.NEED_PASSWORD') : null;
  const entry = useCodeForm({
    begun: toSentCode(prompt),
    fieldError: missing,
    submitCode: (code) => confirm({ code }),
    requestCode: async () => toSentCode(await sendCode(change)),
  });
  useCodeFocus(passwordNeeded ? { ...entry, focus: () => field.current?.focus() } : entry);
  return (
    <Stack
      as="form"
      gap={4}
      noValidate
      ref={entry.place}
      onSubmit={(event) => {
        event.preventDefault();
        entry.submit(entry.code);
      }}
    >
      <input type="email" autoComplete="username" value={account?.email ?? ''} readOnly hidden />
      {passwordNeeded && (
        <Field label={t('confirm.password')} error={passwordError}>
          <PasswordInput
            ref={field}
            name="password"
            required
            maxLength={1024}
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setPasswordError(null);
            }}
          />
        </Field>
      )}
      <p className={css.where}>
        {t.rich(`confirm.${entry.sent.method}`, {
          address: entry.sent.sentTo,
          b: (chunks) => <SentTo>{chunks}</SentTo>,
        })}
      </p>
      <CodeBoxes entry={passwordError ? { ...entry, problem: null } : entry} />
      <CodeCountdown entry={entry} />
      <CodeAction entry={entry} submit={t('confirm.submit')} />
      {prompt.passkey && (
        <PasskeyConfirmation missing={missing} confirm={(passkey) => confirm({ passkey })} />
      )}
      <SandboxHint to={account?.email ?? ''} method={entry.sent.method} />
    </Stack>
  );
}

interface PasskeyConfirmationProps {
  /** Text of the missing input; null: everything is filled in. */
  missing: string | null;
  confirm: (passkey: PasskeyAssertion) => Promise<void>;
}

/** A passkey instead of the code. */
function PasskeyConfirmation({ missing, confirm }: PasskeyConfirmationProps) {
  const t = useTranslations('auth.passkey');
  const { words, waiting } = usePasskeyErrorText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const confirmByPasskey = async () => {
    const { baseDTO } = await call<typeof createStepUpChallenge>('POST', '/users/step-up/passkey', {
      confirms: true,
    });
    await confirm(await signWithPasskey(baseDTO));
  };
  const handlePress = () => {
    setBusy(true);
    setProblem(null);
    confirmByPasskey().catch((error: unknown) => {
      setBusy(false);
      setProblem(words(error));
    });
  };
  return (
    <>
      <Button
        variant="ghost"
        block
        busy={busy}
        disabledReason={busy ? null : (waiting ?? missing)}
        icon={<IconFingerprint size={18} aria-hidden />}
        onClick={handlePress}
      >
        {t('instead')}
      </Button>
      <AccessProblem text={problem} />
    </>
  );
}

function RetryButton({
  busy,
  waiting,
  onClick,
}: {
  busy: boolean;
  waiting: string | null;
  onClick: () => void;
}) {
  const t = useTranslations('action');
  return (
    <Button
      block
      busy={busy}
      disabledReason={waiting}
      icon={<IconRefresh size={18} aria-hidden />}
      onClick={onClick}
    >
      {t('retry')}
    </Button>
  );
}

/** As tall as the form that replaces it. */
function StepUpSkeleton() {
  const t = useTranslations('state');
  return (
    <Stack gap={4} role="status">
      <span className="hidden">{t('loading')}</span>
      <Skeleton height={78} className={css.waiting} />
      <Skeleton height={24} width="70%" />
      <Skeleton height={88} className={css.waiting} />
      <Skeleton height={64} />
      <Skeleton height={52} className={css.waiting} />
    </Stack>
  );
}
