import type { Account } from '@sarraf/domain/contracts';
import {
  IconArrowsExchange,
  IconCheck,
  IconCoins,
  IconHistory,
  IconHourglassHigh,
  IconId,
  IconLock,
  IconShieldCheck,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useSandbox } from '../../lib/use-sandbox.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/class-names.ts';
import { SandboxVerification } from './sandbox-verification.tsx';
import { type Tone, toneOf } from './status.ts';
import css from './verification-card.module.css';

const ICONS = { done: IconShieldCheck, review: IconHourglassHigh, todo: IconId };
const OPENS = [
  { key: 'trade', icon: IconArrowsExchange },
  { key: 'money', icon: IconCoins },
  { key: 'history', icon: IconHistory },
] as const;

/** Where the person's verification stands, what it opens, and the one thing to do next. */
export function VerificationCard({ account }: { account: Account }) {
  const t = useTranslations('profile.account');
  const sandbox = useSandbox();
  const type = account.authenticationType;
  const tone = toneOf(type);
  const Icon = ICONS[tone];
  return (
    <Card raised className={css.card}>
      <div className={css.status}>
        <span className={cx(css.icon, css[tone])}>
          <Icon size={30} stroke={1.6} aria-hidden />
        </span>
        <div>
          <p className={css.over}>{t('verification')}</p>
          <h2 className={css.state}>{t(`state.${type}.title`)}</h2>
        </div>
      </div>
      <p className={css.text}>{t(`state.${type}.text`)}</p>
      <Opens tone={tone} />
      {tone === 'done' && (
        <div className={css.actions}>
          <LinkButton to="/profile/otc" size="l">
            {t('startTrading')}
          </LinkButton>
          <LinkButton to="/profile/wallet" variant="ghost" size="l">
            {t('toWallet')}
          </LinkButton>
        </div>
      )}
      {tone !== 'done' && sandbox && <SandboxVerification />}
      {tone !== 'done' && !sandbox && <Soon tone={tone} />}
    </Card>
  );
}

function Opens({ tone }: { tone: Tone }) {
  const t = useTranslations('profile.account');
  const open = tone === 'done';
  return (
    <>
      <h3 className={css.opensTitle}>{t(open ? 'isOpen' : 'opens')}</h3>
      <ul className={css.opens}>
        {OPENS.map(({ key, icon: Icon }) => (
          <li key={key} className={cx(open && css.open)}>
            <Icon size={22} stroke={1.6} aria-hidden />
            <span>
              <strong>{t(`open.${key}.title`)}</strong>
              <span className={css.small}>{t(`open.${key}.text`)}</span>
            </span>
            {open ? <IconCheck size={18} aria-hidden /> : <IconLock size={18} aria-hidden />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The form itself comes to this page; until then prices and markets are open to everyone. */
function Soon({ tone }: { tone: Tone }) {
  const t = useTranslations('profile.account');
  return (
    <div className={css.soon}>
      <p>{t(tone === 'review' ? 'noHurry' : 'soon')}</p>
      <LinkButton to="/#markets" variant="ghost">
        {t('seeMarkets')}
      </LinkButton>
    </div>
  );
}
