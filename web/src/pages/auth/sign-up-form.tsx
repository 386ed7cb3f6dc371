import { IconGift } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { referralCode } from '../../lib/referral.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/text-input.tsx';
import { EmailField } from './email-field.tsx';
import { signUpFault } from './form.ts';
import css from './parts.module.css';
import { Head, Note, Problem } from './parts.tsx';
import { PasswordRules } from './password-rules.tsx';
import { readStep } from './pending-step.ts';
import { RulesModal } from './rules-modal.tsx';
import { useSignUp } from './use-sign-up.ts';

export function SignUpForm() {
  const t = useTranslations('auth');
  useTitle(t('signUp.title'));
  const rulesId = useId();
  const [email, setEmail] = useState(() => readStep()?.email ?? '');
  const [password, setPassword] = useState('');
  const [rules, setRules] = useState(false);
  const [reading, setReading] = useState(false);
  const { busy, problem, waiting, checked, password: field, submit, clear } = useSignUp({ email, password });
  const fault = signUpFault({ email, password, rules });

  return (
    <>
      <Head title={t('signUp.title')}>{t('signUp.lead')}</Head>
      <form className={css.form} noValidate onSubmit={(event) => submit(event, fault !== null)}>
        <Invitation />
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
        <div className={css.line}>
          <Checkbox checked={rules} required onChange={(event) => setRules(event.target.checked)}>
            {t('signUp.accept')}
          </Checkbox>
          <button type="button" className={css.link} aria-haspopup="dialog" onClick={() => setReading(true)}>
            {t('signUp.readRules')}
          </button>
        </div>
        <Problem text={problem.form} />
        <Button
          type="submit"
          size="l"
          block
          busy={busy}
          disabledReason={busy ? null : (waiting ?? (fault && t(`fault.${fault}`)))}
        >
          {t('signUp.submit')}
        </Button>
      </form>
      <HaveAccount />
      <RulesModal open={reading} onClose={() => setReading(false)} onAccept={() => setRules(true)} />
    </>
  );
}

/** The code of the friend's link, kept until now. */
function Invitation() {
  const t = useTranslations('auth.signUp');
  const code = referralCode();
  if (!code) return null;
  return (
    <Note icon={<IconGift size={20} aria-hidden />}>
      {t.rich('invited', { code, b: (chunks) => <bdi className="latin">{chunks}</bdi> })}
    </Note>
  );
}

function HaveAccount() {
  const t = useTranslations('auth');
  return (
    <p className={css.other}>
      {t('signUp.haveAccount')}{' '}
      <Link to="/login" className={css.link}>
        {t('signUp.toLogin')}
      </Link>
    </p>
  );
}
