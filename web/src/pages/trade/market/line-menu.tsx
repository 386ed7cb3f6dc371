import { scaleOf } from '@sarraf/domain';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberInput } from '../../../ui/fields/number-input.tsx';
import { Cluster, Stack, Text } from '../../../ui/layout/layout.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Price } from '../../../ui/values/price.tsx';
import type { OrderMarket } from '../order-form/form.ts';
import { MAX_DRAWN_LINES } from './drawn-lines.ts';
import type { DrawnLinesModel } from './use-drawn-lines.ts';
import { getPriceDecimals } from './use-market.ts';

interface LineMenuProps {
  open: boolean;
  onClose: () => void;
  market: OrderMarket;
  drawn: DrawnLinesModel;
}

/** Adds lines by a press on the chart or by price, and removes them. */
export function LineMenu({ open, onClose, market, drawn }: LineMenuProps) {
  const t = useTranslations('charting.lines');
  const format = useFormat();
  const priceText = (price: string) =>
    `${format.price(price, market.coin, market.quote)} ${format.unit(market.quote)}`;
  return (
    <Modal open={open} onClose={onClose} title={t('title')} size="s">
      <Stack gap={4}>
        <Button
          block
          onClick={() => {
            onClose();
            drawn.setPlacing(true);
          }}
        >
          {t('place')}
        </Button>
        <AddLineForm {...{ market, drawn }} />
        {drawn.prices.length > 0 && (
          <ul aria-label={t('list')}>
            {drawn.prices.map((price) => (
              <Cluster as="li" key={price} justify="between" align="center" number>
                <Price value={price} coin={market.coin} quote={market.quote} />
                <IconButton
                  size="s"
                  label={t('remove', { price: priceText(price) })}
                  onClick={() => drawn.remove(price)}
                >
                  <IconTrash size={18} />
                </IconButton>
              </Cluster>
            ))}
          </ul>
        )}
        <Text size="s" tone="faint">
          {t('note', { most: format.digits(MAX_DRAWN_LINES) })}
        </Text>
      </Stack>
    </Modal>
  );
}

/** Adds a line by its price: for people without a pointer, or with a known price. */
function AddLineForm({ market, drawn }: Pick<LineMenuProps, 'market' | 'drawn'>) {
  const t = useTranslations('charting.lines');
  const format = useFormat();
  const [text, setText] = useState('');
  const [isInvalid, setIsInvalid] = useState(false);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const added = drawn.add(text);
    setIsInvalid(!added);
    if (added) setText('');
  };
  return (
    <form onSubmit={add} noValidate>
      <Stack gap={2}>
        <Field
          label={t('price', { unit: format.unit(market.quote) })}
          error={isInvalid ? t('priceWrong') : null}
        >
          <NumberInput
            value={text}
            decimals={Math.min(getPriceDecimals(market), scaleOf(market.quote))}
            onChange={(next) => {
              setText(next);
              setIsInvalid(false);
            }}
          />
        </Field>
        <Button variant="ghost" type="submit" block>
          {t('add')}
        </Button>
      </Stack>
    </form>
  );
}
