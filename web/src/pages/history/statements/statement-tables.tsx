import type { StatementDocument } from '@sarraf/domain/contracts';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Stack } from '../../../ui/layout/layout.tsx';
import { Money } from '../../../ui/values/money.tsx';
import css from './statement-paper.module.css';

type Rows = StatementDocument['rows'];

const AMOUNTS = [
  'opening',
  'bought',
  'sold',
  'received',
  'sent',
  'fees',
  'referral',
  'corrected',
  'closing',
] as const;

/** The heading of a column, and its number. */
const WORTHS = [
  ['openingCost', 'openingCostToman'],
  ['boughtToman', 'boughtToman'],
  ['soldToman', 'soldToman'],
  ['fees', 'feesToman'],
  ['referral', 'referralToman'],
  ['closingCost', 'closingCostToman'],
  ['realised', 'realisedToman'],
] as const;

export function AmountsTable({ rows }: { rows: Rows }) {
  const t = useTranslations('statement.paper');
  const format = useFormat();
  return (
    <StatementTable title={t('amounts')} note={t('amountsNote')} heads={AMOUNTS.map((key) => t(key))}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.asset}>
            <th scope="row">{format.coin(row.asset)}</th>
            {AMOUNTS.map((key) => (
              <FigureCell key={key} label={t(key)} text={row[key]} asset={row.asset} />
            ))}
          </tr>
        ))}
      </tbody>
    </StatementTable>
  );
}

export function WorthTable({ rows, totals }: Pick<StatementDocument, 'rows' | 'totals'>) {
  const t = useTranslations('statement.paper');
  const format = useFormat();
  return (
    <StatementTable title={t('worth')} note={t('totalNote')} heads={WORTHS.map(([word]) => t(word))}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.asset}>
            <th scope="row">{format.coin(row.asset)}</th>
            {WORTHS.map(([word, key]) => (
              <FigureCell key={key} label={t(word)} text={row[key]} asset="TOMAN" />
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('total')}</th>
          {WORTHS.map(([word, key]) =>
            key in totals ? (
              <FigureCell key={key} label={t(word)} text={totals[key as keyof typeof totals]} asset="TOMAN" />
            ) : (
              <td key={key} className={css.none} />
            ),
          )}
        </tr>
      </tfoot>
    </StatementTable>
  );
}

/** No coin amount is truncated; Toman is whole everywhere. */
const ALL_DECIMALS = 18;

/** Zero is shown as a dash, so that other values stand out; on a phone it is omitted, and each number has its label. */
function FigureCell({ label, text, asset }: { label: string; text: string; asset: string }) {
  const isZero = /^-?[0.]*$/.test(text);
  return (
    <td className={isZero ? css.none : undefined} data-label={label}>
      {isZero ? '—' : <Money value={text} asset={asset} decimals={ALL_DECIMALS} bare />}
    </td>
  );
}

interface TableProps {
  title: string;
  note: string;
  heads: readonly string[];
  children: ReactNode;
}

function StatementTable({ title, note, heads, children }: TableProps) {
  const t = useTranslations('statement.paper');
  return (
    <Stack as="section" gap={2} className={css.part}>
      <h2>
        {title} <small>{note}</small>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be focusable by keyboard. */}
      <section className={css.scroll} tabIndex={0} aria-label={title}>
        <table>
          <caption className="hidden">{title}</caption>
          <thead>
            <tr>
              {[t('asset'), ...heads].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          {children}
        </table>
      </section>
    </Stack>
  );
}
