import { pausablesForFeature } from '@sarraf/domain';
import { IconGift } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import accessCss from '../../access/parts.module.css';
import { AccessNote, AccessProblem } from '../../access/parts.tsx';
import { PasswordRules } from '../../access/password-rules.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { usePause } from '../../lib/pauses.ts';
import { loadReferralCode } from '../../lib/session/referral.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { PauseNote } from '../../ui/feedback/pause-note.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { PasswordInput } from '../../ui/fields/text-input.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { EmailField } from './email-field.tsx';
import { validateSignUp } from './form.ts';
import { GoogleButton } from './google/google-button.tsx';
import css from './parts.module.css';
import { AuthFooterLink, AuthHead } from './parts.tsx';
import { loadPendingStep } from './pending-step.ts';
import { RulesModal } from './rules-modal.tsx';
import { useSignUp } from './use-sign-up.ts';

export function SignUpForm() {
  const t = useTranslations('auth');
  useTitle(t('signUp.title'));
  const rulesId = useId();
  const [email, setEmail] = useState(() => loadPendingStep()?.email ?? '');
  const [password, setPassword] = useState('');
  const [isAccepted, setIsAccepted] = useState(false);
  const [isReadingRules, setIsReadingRules] = useState(false);
  const { busy, problem, waiting, checked, password: field, submit, clear } = useSignUp({ email, password });
  const formError = validateSignUp({ email, password, rules: isAccepted });
  const paused = useTranslations('paused');
  const pause = usePause(pausablesForFeature('SIGN_UP'));

  return (
    <>
      <AuthHead title={t('signUp.title')}>{t('signUp.lead')}</AuthHead>
      <form className={css.form} noValidate onSubmit={(event) => submit(event, formError !== null)}>
        <PauseNote pause={pause} />
        <InvitationNote />
        <EmailField
          value={email}
          checked={checked}
          problem={problem.email}
          onChange={(text) => {
            setEmail(text);
            clear();
          }}
        />
        <Field label={t('password')} error={problem.password}>
          <PasswordInput
            ref={field}
            name="password"
            required
            maxLength={1024}
            autoComplete="new-password"
            {...(!problem.password && { 'aria-describedby': rulesId })}
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              clear();
            }}
          />
        </Field>
        <PasswordRules id={rulesId} password={password} missed={problem.password !== null} />
        <AcceptRules accepted={isAccepted} onChange={setIsAccepted} onRead={() => setIsReadingRules(true)} />
        <AccessProblem text={problem.form} />
        <Button
          type="submit"
          size="l"
          block
          busy={busy}
          disabledReason={
            busy ? null : pause ? paused('action') : (waiting ?? (formError && t(`error.${formError}`)))
          }
        >
          {t('signUp.submit')}
        </Button>
      </form>
      <GoogleButton remember={false} back={null} />
      <AuthFooterLink text={t('signUp.haveAccount')} to="/login">
        {t('signUp.toLogin')}
      </AuthFooterLink>
      <RulesModal
        open={isReadingRules}
        onClose={() => setIsReadingRules(false)}
        onAccept={() => setIsAccepted(true)}
      />
    </>
  );
}

interface AcceptRulesProps {
  accepted: boolean;
  onChange: (accepted: boolean) => void;
  onRead: () => void;
}

function AcceptRules({ accepted, onChange, onRead }: AcceptRulesProps) {
  const t = useTranslations('auth.signUp');
  return (
    <Cluster justify="between" wrap className={css.line}>
      <Checkbox checked={accepted} required onChange={(event) => onChange(event.target.checked)}>
        {t('accept')}
      </Checkbox>
      <button type="button" className={accessCss.link} aria-haspopup="dialog" onClick={onRead}>
        {t('readRules')}
      </button>
    </Cluster>
  );
}

/** The stored referral code of a friend's link. */
function InvitationNote() {
  const t = useTranslations('auth.signUp');
  const code = loadReferralCode();
  if (!code) return null;
  return (
    <AccessNote icon={<IconGift size={20} aria-hidden />}>
      {t.rich('invited', { code, b: (chunks) => <bdi className="latin">{chunks}</bdi> })}
    </AccessNote>
  );
}
