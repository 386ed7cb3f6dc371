/** What of a key that is pressed is looked at. */
type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>;

const FIELDS = 'input,textarea,select,[contenteditable]';

/** Ctrl or ⌘ with K anywhere, `/` outside a field: on Persian keyboards the same keys write other letters. */
export const asksToSearch = ({ key, code, ctrlKey, metaKey, altKey, target }: Pressed): boolean =>
  !altKey &&
  (ctrlKey || metaKey
    ? code === 'KeyK'
    : (key === '/' || (code === 'Slash' && key === '.')) && !(target as Partial<Element>).closest?.(FIELDS));
