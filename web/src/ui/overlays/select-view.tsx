import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select } from '@base-ui/react/select';
import { IconCheck } from '@tabler/icons-react';
import css from './popup.module.css';
import type { SelectProps } from './props.ts';
import { ClosedSelect, selectClassName, useSelectNameProps } from './select-face.tsx';

export function SelectView<K extends string>(props: SelectProps<K> & { defaultOpen: boolean }) {
  const { value, onChange, options, disabled, name, defaultOpen } = props;
  const nameProps = useSelectNameProps(props);
  return (
    <CSPProvider disableStyleElements>
      <Select.Root<K>
        value={value}
        onValueChange={(next) => {
          if (next !== null) onChange(next);
        }}
        items={options}
        name={name}
        disabled={disabled}
        defaultOpen={defaultOpen}
        modal={false}
      >
        <Select.Trigger className={selectClassName(props)} {...nameProps}>
          <ClosedSelect {...props} />
        </Select.Trigger>
        <Select.Portal>
          <Select.Positioner
            className={css.positioner}
            sideOffset={6}
            align="end"
            collisionPadding={12}
            alignItemWithTrigger={false}
          >
            <Select.Popup className={css.popup}>
              {options.map((option) => (
                <Select.Item
                  key={option.value}
                  value={option.value}
                  label={option.text ?? (typeof option.label === 'string' ? option.label : option.value)}
                  disabled={option.disabled}
                  className={css.item}
                >
                  {option.icon}
                  <Select.ItemText className={css.label}>{option.label}</Select.ItemText>
                  {option.detail && <span className={css.detail}>{option.detail}</span>}
                  <span className={css.check}>
                    <Select.ItemIndicator>
                      <IconCheck size={18} />
                    </Select.ItemIndicator>
                  </span>
                </Select.Item>
              ))}
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </Select.Root>
    </CSPProvider>
  );
}
