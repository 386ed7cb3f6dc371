import type { DocumentStanding, VerifiedDocument } from '@sarraf/domain/contracts';
import { IconAlertTriangle, IconRefreshAlert, IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { StatusHead } from '../../ui/feedback/status-head.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { Money } from '../../ui/values/money.tsx';
import { groupFigures } from './figures.ts';
import css from './verify.module.css';

const STATE_STYLES = {
  CONFIRMED: { icon: IconShieldCheck, tone: 'done' },
  SUPERSEDED: { icon: IconRefreshAlert, tone: 'review' },
  DIFFERS: { icon: IconAlertTriangle, tone: 'todo' },
} as const satisfies Record<DocumentStanding, object>;

/** Numbers are not truncated: they are meant to be compared. */
const ALL_DECIMALS = 18;

/** The content of the issued document, and whether it is still valid. */
export function Document({ of }: { of: VerifiedDocument }) {
  const t = useTranslations('verify');
  const { standing } = of;
  return (
    <Card>
      <Stack gap={4}>
        <div role="status">
          <StatusHead
            {...STATE_STYLES[standing]}
            over={t(`kind.${of.kind}`)}
            title={t(`standing.${standing}`)}
          />
        </div>
        <Text tone="soft">{t(`standingText.${standing}`)}</Text>
        <DocumentFacts of={of} />
        <DocumentFigures of={of} />
        {of.statement?.complete === false && <Text tone="soft">{t('unfinished')}</Text>}
      </Stack>
    </Card>
  );
}

function DocumentFacts({ of }: { of: VerifiedDocument }) {
  const t = useTranslations('verify');
  const { dateTime, digits } = useFormat();
  const { statement, state } = of;
  const renderLtr = (text: string) => <bdi className="latin">{text}</bdi>;
  const facts: (readonly [key: string, label: string, value: ReactNode])[] = [
    ['code', t('code'), renderLtr(of.code)],
    ['issued', t('issuedAt'), dateTime(of.issuedAt)],
  ];
  const addFact = (
    label: 'newerAt' | 'number' | 'year' | 'orderKind' | 'stateLabel' | 'network',
    value: ReactNode,
  ) => {
    if (value !== null) facts.push([label, t(label), value]);
  };
  addFact('newerAt', of.newerAt && dateTime(of.newerAt));
  addFact('number', of.number && renderLtr(of.number));
  addFact('year', statement && t('yearOf', { year: digits(statement.year), calendar: statement.calendar }));
  facts.push(['at', t(statement ? 'madeAt' : 'at'), dateTime(of.at)]);
  addFact('orderKind', of.orderType && t(`order.${of.orderType}`));
  addFact(
    'stateLabel',
    state && t.has(`state.${state}` as 'state.PAID') ? t(`state.${state}` as 'state.PAID') : state,
  );
  addFact('network', of.network && renderLtr(of.network));
  facts.push(['holder', t('holder'), <bdi key="holder">{of.holder}</bdi>]);
  return <Facts facts={facts.map(([key, label, value]) => ({ key, label, value }))} />;
}

function DocumentFigures({ of }: { of: VerifiedDocument }) {
  const t = useTranslations('verify');
  const format = useFormat();
  return groupFigures(of.figures).map(({ asset, figures }) => (
    <section key={asset ?? 'all'} className={css.figures}>
      {of.statement && <h3>{asset === null ? t('totals') : format.coin(asset)}</h3>}
      <Facts
        facts={figures.map(({ figure, amount, asset: unit }) => ({
          key: figure,
          label: t(`figure.${figure}`),
          value: <Money value={amount} asset={unit} decimals={ALL_DECIMALS} />,
          strong: figure === 'TOTAL' || figure === 'RECEIVES',
        }))}
      />
    </section>
  ));
}
