import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { cx } from '../ui/class-names.ts';
import { PASSWORD_RULES, satisfiedPasswordRules } from './password.ts';
import css from './password-rules.module.css';

/** The password rules, ticked off while typing. `missed`: the form was submitted although some are not met. */
export function PasswordRules({ id, password, missed }: { id: string; password: string; missed: boolean }) {
  const t = useTranslations('auth.rules');
  const satisfied = satisfiedPasswordRules(password);
  const allMet = satisfied.size === PASSWORD_RULES.length;
  return (
    <div>
      <ul id={id} className={css.rules} aria-label={t('label')}>
        {PASSWORD_RULES.map((rule) => {
          const isMet = satisfied.has(rule);
          return (
            <li key={rule} className={cx(isMet && css.kept, !isMet && missed && css.missed)}>
              {isMet ? <IconCircleCheckFilled size={18} aria-hidden /> : <IconCircle size={18} aria-hidden />}
              <span>{t(rule)}</span>
              {password !== '' && <span className="hidden">{isMet ? t('kept') : t('open')}</span>}
            </li>
          );
        })}
      </ul>
      <span className="hidden" role="status">
        {allMet ? t('all') : ''}
      </span>
    </div>
  );
}
