import { isChain } from '@sarraf/domain';
import type { SandboxChain } from '@sarraf/domain/contracts';
import { IconArrowBackUp, IconCube } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { NumberInput } from '../../ui/fields/number-input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { parseBlockCount } from './chain-form.ts';
import { Faucet } from './faucet.tsx';
import css from './sandbox.module.css';
import { chainsQuery, useChain } from './use-chains.ts';

/** The sandbox's chains: a faucet, buttons that mine blocks, and reorganisations. */
export function Chains() {
  const t = useTranslations('sandbox.chains');
  const format = useFormat();
  const failure = useErrorMessages();
  const { data, error, isFetching, refetch } = useQuery(chainsQuery);
  const [chosen, setChosen] = useState('TRON');
  const chain = data?.find((candidate) => candidate.chain === chosen) ?? data?.[0];
  return (
    <Card title={t('title')} aria-label={t('title')}>
      <Stack gap={3}>
        <Text size="sm" tone="soft">
          {t('text')}
        </Text>
        {!data && error && (
          <ErrorState text={failure.text(error)} busy={isFetching} onRetry={() => void refetch()} />
        )}
        {!data && !error && <Skeleton height={320} />}
        {chain && data && (
          <>
            <Field label={t('chain')}>
              <Select
                value={chain.chain}
                onChange={setChosen}
                options={data.map(({ chain: name, height }) => ({
                  value: name,
                  label: isChain(name) ? format.coin(name) : name,
                  detail: format.digits(height),
                  icon: <CoinIcon coin={name} size={24} />,
                }))}
              />
            </Field>
            <BlockActions key={`${chain.chain} blocks`} chain={chain} />
            <Faucet key={`${chain.chain} faucet`} chain={chain} />
          </>
        )}
      </Stack>
    </Card>
  );
}

function BlockActions({ chain }: { chain: SandboxChain }) {
  const t = useTranslations('sandbox.chains');
  const { digits } = useFormat();
  const [typed, setTyped] = useState('1');
  const [drop, setDrop] = useState(false);
  const { blocks, reorg } = useChain(chain.chain);
  const count = parseBlockCount(typed);
  const busy = blocks.isPending || reorg.isPending;
  return (
    <>
      <Facts
        facts={[
          { key: 'height', label: t('height'), value: digits(chain.height) },
          { key: 'waiting', label: t('waiting'), value: digits(chain.waiting) },
        ]}
      />
      <Field label={t('count')}>
        <NumberInput value={typed} onChange={setTyped} decimals={0} maxLength={3} />
      </Field>
      <div className={css.pair}>
        <Button
          icon={<IconCube size={18} aria-hidden />}
          busy={blocks.isPending}
          disabled={busy && !blocks.isPending}
          onClick={() => blocks.mutate(count)}
        >
          {t('make', { count: digits(count) })}
        </Button>
        <Button
          variant="ghost"
          icon={<IconArrowBackUp size={18} className="flip" aria-hidden />}
          busy={reorg.isPending}
          disabled={busy && !reorg.isPending}
          onClick={() => reorg.mutate({ depth: count, drop })}
        >
          {t('undo', { count: digits(count) })}
        </Button>
      </div>
      <Checkbox checked={drop} onChange={(event) => setDrop(event.target.checked)}>
        {t('drop')}
      </Checkbox>
    </>
  );
}
