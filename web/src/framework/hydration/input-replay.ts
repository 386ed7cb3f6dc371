type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Records what the person types, chooses and presses on the server-rendered page, from before any script until
 * React has hydrated it; returns a function that replays it, since React saw none of it. Links work on their own.
 */
export function recordEarlyInput(root: HTMLElement): () => void {
  // boot.js remembers the last button pressed; React itself replays presses from here on.
  const { pressed } = document.documentElement as HTMLElement & { pressed?: HTMLElement };
  const fields = [...root.querySelectorAll<Field>('input, textarea')];
  const typedTexts = new Map<Field, string>();
  for (const field of fields) if (field.value !== field.defaultValue) typedTexts.set(field, field.value);
  // Hydration may reset fields to React's initial values before the replay.
  const recordInput = ({ target }: Event) => {
    const field = target as Field;
    typedTexts.set(field, field.value);
  };
  root.addEventListener('input', recordInput, true);
  return () => {
    root.removeEventListener('input', recordInput, true);
    for (const [field, text] of typedTexts) if (!isCheckable(field)) replayText(field, text);
    for (const field of fields) if (isCheckable(field)) replayChoice(field);
    // A details element keeps the state it was opened or closed to.
    if (pressed && pressed.localName !== 'summary') pressed.click();
  };
}

const isCheckable = (field: Field): field is HTMLInputElement => /^(radio|checkbox)$/.test(field.type);

/** React's own setters are called with the state React assumes, so that it notices the difference. */
function replayText(field: Field, text: string): void {
  const elementClass = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(elementClass.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function replayChoice(field: HTMLInputElement): void {
  // Of a radio group only the selected button is replayed.
  if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)) return;
  field.checked = field.defaultChecked;
  field.click();
}
