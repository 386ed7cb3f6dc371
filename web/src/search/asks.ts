/** The properties of a key press that are checked. */
type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>;

const FIELDS = 'input,textarea,select,[contenteditable]';

/**
 * Whether a key press opens the search: Ctrl or ⌘ with K anywhere, `/` outside a field; by key code too, because
 * these keys write other letters on Persian keyboards.
 */
export const opensSearch = ({ key, code, ctrlKey, metaKey, altKey, target }: PressedKey): boolean =>
  !altKey &&
  (ctrlKey || metaKey
    ? code === 'KeyK'
    : (key === '/' || (code === 'Slash' && key === '.')) && !(target as Partial<Element>).closest?.(FIELDS));
