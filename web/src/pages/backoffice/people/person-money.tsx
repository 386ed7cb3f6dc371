import type { PersonDetail } from '@sarraf/domain/contracts';
import { InvitesCard } from './invites-card.tsx';
import { LatestCard } from './latest-card.tsx';
import { PersonLevelCard } from './level-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { PersonWalletsCard } from './wallets-card.tsx';

/** Money data of a person: level, limits, referrals, wallets, latest transactions. */
export function PersonMoney({ file }: { file: PersonDetail }) {
  const { money, account } = file;
  return (
    <>
      <PersonLevelCard money={money} personId={account.id} />
      <LimitsCard limits={money.limits} personId={account.id} />
      <PersonWalletsCard wallets={money.wallets} />
      <LatestCard money={money} store={account.customerKind === 'COMPANY'} />
      <InvitesCard invites={money.invites} />
    </>
  );
}
