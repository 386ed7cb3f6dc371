import { IconFilterOff } from '@tabler/icons-react';
import { Button } from '../ui/buttons/button.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';

interface NoMatchProps {
  words: Record<'title' | 'text' | 'clear', string>;
  onClear: () => void;
}

/** Shown when no row matches the filters of a list. */
export function NoMatch({ words, onClear }: NoMatchProps) {
  return (
    <EmptyState
      icon={<IconFilterOff size={26} />}
      title={words.title}
      text={words.text}
      action={
        <Button variant="ghost" onClick={onClear}>
          {words.clear}
        </Button>
      }
    />
  );
}
