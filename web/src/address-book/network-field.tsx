import { useNetworkName } from '../transfers/use-network-name.ts';
import { ChoiceList } from '../ui/fields/choice-list.tsx';
import type { NetworkChoice } from './networks.ts';

interface NetworkFieldProps {
  label: string;
  hint: string;
  /** Note on a network that can't be chosen now. */
  closed: string;
  networks: readonly NetworkChoice[];
  value: string | null;
  onChange: (tokenType: string) => void;
}

/** The network that sender and recipient must both use; a single one is shown as selected. */
export function NetworkField({ label, hint, closed, networks, value, onChange }: NetworkFieldProps) {
  const name = useNetworkName();
  return (
    <ChoiceList
      label={label}
      hint={hint}
      value={value}
      onChange={onChange}
      options={networks.map(({ tokenType, open }) => ({
        key: tokenType,
        label: name(tokenType),
        ...(!open && { note: closed, disabled: true }),
      }))}
      row={networks.length > 1}
    />
  );
}
