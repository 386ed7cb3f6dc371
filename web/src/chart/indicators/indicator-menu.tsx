import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { NumberInput } from '../../ui/fields/number-input.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import {
  getParameters,
  INDICATOR_KINDS,
  type IndicatorKind,
  type Indicators,
  type Parameter,
  parseParameter,
  STORED_INDICATORS,
} from './choice.ts';
import css from './indicator-menu.module.css';

interface MenuProps {
  open: boolean;
  onClose: () => void;
  indicators: Indicators;
  onChange: (next: Indicators) => void;
}

/** Menu of the indicators and their parameters; changes apply immediately. */
export function IndicatorMenu({ open, onClose, indicators, onChange }: MenuProps) {
  const t = useTranslations('charting.indicators');
  // Changing the key resets partly typed fields.
  const [resetCount, setResetCount] = useState(0);
  const reset = () => {
    onChange(STORED_INDICATORS.read(null));
    setResetCount(resetCount + 1);
  };
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('title')}
      size="s"
      footer={
        <Button variant="ghost" onClick={reset}>
          {t('reset')}
        </Button>
      }
    >
      <Stack key={resetCount} gap={3}>
        {INDICATOR_KINDS.map((kind) => (
          <IndicatorChoice key={kind} {...{ kind, indicators, onChange }} />
        ))}
        <Text size="s" tone="faint">
          {t('note')}
        </Text>
      </Stack>
    </Modal>
  );
}

function IndicatorChoice({
  kind,
  indicators,
  onChange,
}: Pick<MenuProps, 'indicators' | 'onChange'> & { kind: IndicatorKind }) {
  const t = useTranslations('charting.indicators');
  const chosen = indicators[kind];
  const parameters = getParameters(kind);
  const change = (part: Partial<typeof chosen>) =>
    onChange({ ...indicators, [kind]: { ...chosen, ...part } });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend.
    <div role="group" aria-label={t(`kind.${kind}`)}>
      <Checkbox checked={chosen.shown} onChange={({ target }) => change({ shown: target.checked })}>
        {t(`kind.${kind}`)}
      </Checkbox>
      {chosen.shown && parameters.length > 0 && (
        <div className={css.parameters}>
          {parameters.map((parameter, at) => (
            <ParameterField
              key={parameter.key}
              parameter={parameter}
              value={chosen.values[at] ?? parameter.initial}
              onChange={(value) =>
                change({ values: chosen.values.map((old, i) => (i === at ? value : old)) })
              }
            />
          ))}
        </div>
      )}
    </div>
  );
}

interface ParameterProps {
  parameter: Parameter;
  value: number;
  onChange: (value: number) => void;
}

/** An invalid value shows an error, and the last valid one still applies. */
function ParameterField({ parameter, value, onChange }: ParameterProps) {
  const t = useTranslations('charting.indicators');
  const format = useFormat();
  const [text, setText] = useState(value.toString());
  const isInvalid = parseParameter(text, parameter) === null;
  const bounds = { least: format.digits(parameter.least), most: format.digits(parameter.most) };
  return (
    <Field label={t(`parameter.${parameter.key}`)} error={isInvalid ? t('bounds', bounds) : null}>
      <NumberInput
        decimals={0}
        value={text}
        onChange={(next) => {
          setText(next);
          const parsedValue = parseParameter(next, parameter);
          if (parsedValue !== null) onChange(parsedValue);
        }}
      />
    </Field>
  );
}
