import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { useSession } from '../lib/session/session.ts';
import { clearTradeDraft, loadTradeDraft } from '../trade-box/overlays/load-trade-draft.ts';
import { Button, LinkButton } from '../ui/buttons/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Cluster, Stack } from '../ui/layout/layout.tsx';
import { protectFigures } from '../ui/values/protect-figures.tsx';
import css from './resume-offer.module.css';

/** Offers a person who may trade now to continue with their stored draft. */
export function ResumeOffer() {
  const t = useTranslations('wallet.resume');
  const format = useFormat();
  const { authorized, supervisor } = useSession();
  const [draft, setDraft] = useState(loadTradeDraft);
  if (draft === null || !authorized || supervisor) return null;
  const { side, market, entry } = draft;
  const discardDraft = () => {
    clearTradeDraft();
    setDraft(null);
  };
  return (
    <Card className={css.offer ?? ''}>
      <Stack gap={1} size="s" tone="soft" className={css.words}>
        <strong>{t(`${side}.title`, { coin: format.coin(market.coin) })}</strong>
        <span>{protectFigures(t('text', { amount: format.money(entry.text, entry.asset) }))}</span>
      </Stack>
      <Cluster gap={2} align="stretch" wrap className={css.ways}>
        <LinkButton to="/profile/otc">{t(`${side}.goOn`)}</LinkButton>
        <Button variant="ghost" onClick={discardDraft}>
          {t('forget')}
        </Button>
      </Cluster>
    </Card>
  );
}
