import type { acceptFork, TreasuryView } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, TwoLine } from '../../../ui/layout/layout.tsx';
import type { StaffAction } from '../shared/action-dialog.tsx';
import moneyCss from './money.module.css';

interface HaltedChainsProps {
  halted: TreasuryView['halted'];
  onAction: (act: StaffAction) => void;
}

/** Chains that forked below all stored blocks: halted until staff decides. */
export function HaltedChains({ halted, onAction }: HaltedChainsProps) {
  const t = useTranslations('treasury.treasury');
  const networkName = useNetworkName();
  const { digits } = useFormat();
  const createAcceptAction = (chain: string): StaffAction => ({
    title: t('followTitle', { chain: networkName(chain) }),
    text: t('followText'),
    confirm: t('follow'),
    successText: t('followed'),
    danger: true,
    reasoned: true,
    run: (reason) =>
      call<typeof acceptFork>('POST', '/backoffice/chains/:chain/follow', {
        params: { chain },
        body: { reason },
      }),
  });
  return halted.map(({ chain, height }) => (
    <Card key={chain}>
      <Cluster gap={3} justify="between" wrap>
        <TwoLine as="div">
          <span className={moneyCss.stopped}>{t('halted', { chain: networkName(chain) })}</span>
          <small>{t('haltedText', { height: digits(height) })}</small>
        </TwoLine>
        <Button variant="danger" onClick={() => onAction(createAcceptAction(chain))}>
          {t('follow')}
        </Button>
      </Cluster>
    </Card>
  ));
}
