import { normalizeEmail, toLatinDigits } from '@sarraf/domain';
import { IconChevronRight, IconClockOff, IconFlask, IconUsers } from '@tabler/icons-react';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useParams } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { ApiError } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { Button, LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Avatar } from '../../ui/images/avatar.tsx';
import { Cluster, Stack, Text } from '../../ui/layout/layout.tsx';
import frameCss from './bank.module.css';
import css from './google.module.css';
import { useGoogleChoice } from './use-google-choice.ts';

/** The last one has no account here, to demonstrate signing up with Google. */
const ACCOUNTS = [
  { email: 'demo@sarraf.test', about: 'demo' },
  { email: 'new@sarraf.test', about: 'demo' },
  { email: 'newcomer@gmail.test', about: 'newcomer' },
] as const;

/** Simulates Google's page for choosing an account. */
export function Page() {
  const t = useTranslations('sandbox.google');
  useTitle(t('title'));
  const { state = '' } = useParams();
  return (
    <main className={frameCss.page}>
      <div className={frameCss.panel}>
        <Cluster as="header" gap={3} className={frameCss.head}>
          <span className={frameCss.mark}>
            <IconUsers size={24} aria-hidden />
          </span>
          <div>
            <Text size="s" tone="faint">
              {t('name')}
            </Text>
            <h1>{t('title')}</h1>
          </div>
        </Cluster>
        <Cluster as="p" gap={2} size="sm" tone="warn" weight={500} className={frameCss.notice}>
          <IconFlask size={18} aria-hidden />
          {t('notice')}
        </Cluster>
        <AccountChooser state={state} />
      </div>
    </main>
  );
}

function AccountChooser({ state }: { state: string }) {
  const t = useTranslations('sandbox.google');
  const failure = useErrorMessages();
  const { choose, choosing, error } = useGoogleChoice(state);
  const [unverified, setUnverified] = useState(false);
  const pick = (email: string) => choose({ email, emailVerified: !unverified });
  const picked = choosing?.email;
  if (error instanceof ApiError && [400, 404].includes(error.httpStatus)) return <ExpiredSession />;
  return (
    <div className={frameCss.body}>
      <Text size="sm" tone="soft">
        {t('lead')}
      </Text>
      <AccountList picked={picked} onPick={pick} />
      <OtherEmail picked={picked} problem={error ? failure.text(error) : null} onPick={pick}>
        <div>
          <Checkbox checked={unverified} onChange={(event) => setUnverified(event.target.checked)}>
            {t('unverified')}
          </Checkbox>
          {unverified && <p className={css.hint}>{t('unverifiedHint')}</p>}
        </div>
      </OtherEmail>
      <Button size="l" variant="ghost" busy={picked === null} onClick={() => choose({ email: null })}>
        {t('cancel')}
      </Button>
    </div>
  );
}

function ExpiredSession() {
  const t = useTranslations('sandbox.google');
  return (
    <div className={frameCss.body}>
      <EmptyState
        icon={<IconClockOff size={26} />}
        title={t('endedTitle')}
        text={t('endedText')}
        action={<LinkButton to="/login">{t('toLogin')}</LinkButton>}
      />
    </div>
  );
}

interface PickProps {
  /** The account being signed in; null: the person cancelled; undefined: nothing chosen yet. */
  picked: string | null | undefined;
  onPick: (email: string) => void;
}

function AccountList({ picked, onPick }: PickProps) {
  const t = useTranslations('sandbox.google');
  return (
    <ul className={css.accounts}>
      {ACCOUNTS.map(({ email, about }) => (
        <li key={email}>
          <button type="button" disabled={picked !== undefined} onClick={() => onPick(email)}>
            <Avatar name={email} />
            <span className={css.words}>
              <bdi className="latin">{email}</bdi>
              <small>{t(about)}</small>
            </span>
            {picked === email ? <Spinner /> : <IconChevronRight size={18} className="flip" aria-hidden />}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface OtherEmailProps extends PickProps {
  problem: string | null;
  children: ReactNode;
}

function OtherEmail({ picked, problem, onPick, children }: OtherEmailProps) {
  const t = useTranslations('sandbox.google');
  const [text, setText] = useState('');
  const email = normalizeEmail(toLatinDigits(text));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (email !== null && picked === undefined) onPick(email);
  };
  return (
    <Stack as="form" gap={3} onSubmit={submit}>
      <Field label={t('other')} error={problem}>
        <TextInput
          type="email"
          value={text}
          maxLength={254}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {children}
      <Button
        type="submit"
        size="l"
        busy={email !== null && picked === email}
        disabledReason={email === null ? t('needEmail') : null}
      >
        {t('go')}
      </Button>
    </Stack>
  );
}
