import type { Account } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { HoldBanner } from '../../access/hold-banner.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useSession } from '../../lib/session/session.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { ApiCard } from './api-card.tsx';
import { AppearanceCard } from './appearance-card.tsx';
import { SavedAddressesCard } from './book-card.tsx';
import { NoticesCard } from './notices-card.tsx';
import { PasskeysCard } from './passkeys/passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { RecoveryCard } from './recovery-card.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { FreezeCard } from './safety/freeze-card.tsx';
import { LockCard } from './safety/lock-card.tsx';
import { AntiPhishingPhraseCard } from './safety/phrase-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import css from './settings.module.css';
import { TwoStepCard } from './two-step-card.tsx';
import { useRecoveryCodes } from './use-recovery-codes.ts';

export function Page() {
  const t = useTranslations('settings');
  useTitle(t('title'));
  const { account, failure, retry } = useSession();
  const { text } = useErrorMessages();
  return (
    <Stack as="main" gap={5} className={css.page}>
      <h1>{t('title')}</h1>
      {failure && (
        <Card>
          <ErrorState text={text(failure)} onRetry={retry} />
        </Card>
      )}
      {!failure && (account ? <SettingsCards account={account} /> : <SettingsSkeleton />)}
    </Stack>
  );
}

function SettingsCards({ account }: { account: Account }) {
  const codes = useRecoveryCodes();
  return (
    <>
      <HoldBanner account={account} />
      <div className={css.grid}>
        <TwoStepCard account={account} onCodes={codes.show} />
        <Stack gap={5} className={css.column}>
          <PasswordCard account={account} />
          {account.twoStepAuthenticationType === 'GOOGLE_AUTHENTICATOR' && (
            <RecoveryCard onCodes={codes.show} />
          )}
        </Stack>
      </div>
      <PasskeysCard />
      <SessionsCard />
      <div className={css.grid}>
        <Stack gap={5} className={css.column}>
          <FreezeCard account={account} />
          <AntiPhishingPhraseCard account={account} />
        </Stack>
        <LockCard account={account} />
      </div>
      <NoticesCard account={account} />
      <div className={css.grid}>
        <SavedAddressesCard account={account} />
        <Stack gap={5} className={css.column}>
          <ApiCard />
          <AppearanceCard />
        </Stack>
      </div>
      <RecoveryCodes codes={codes.shownCodes} email={account.email} onClose={codes.hide} />
    </>
  );
}

function SettingsSkeleton() {
  return (
    <div className={css.grid} aria-busy>
      {[420, 380].map((height) => (
        <Card key={height}>
          <Skeleton width={140} height={22} />
          <Skeleton height={height} className={css.waiting} />
        </Card>
      ))}
    </div>
  );
}
