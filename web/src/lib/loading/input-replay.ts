type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Records what the person types, chooses and presses on the server-rendered page, from before any script until
 * React has hydrated it; returns a function that replays it, since React saw none of it. Links work on their own.
 */
export function recordEarlyInput(root: HTMLElement): () => void {
  // boot.js remembers the last button pressed; React itself replays presses from here on.
  const { pressed } = document.documentElement as HTMLElement & { pressed?: HTMLElement };
  const fields = [...root.querySelectorAll<Field>('input, textarea')];
  const typed = new Map<Field, string>();
  for (const field of fields) if (field.value !== field.defaultValue) typed.set(field, field.value);
  // Hydration may reset fields to React's initial values before the replay.
  const keep = ({ target }: Event) => {
    const field = target as Field;
    typed.set(field, field.value);
  };
  root.addEventListener('input', keep, true);
  return () => {
    root.removeEventListener('input', keep, true);
    for (const [field, text] of typed) if (!isChoice(field)) typeAgain(field, text);
    for (const field of fields) if (isChoice(field)) chooseAgain(field);
    // A details element keeps the state it was opened or closed to.
    if (pressed && pressed.localName !== 'summary') pressed.click();
  };
}

const isChoice = (field: Field): field is HTMLInputElement => /^(radio|checkbox)$/.test(field.type);

/** React's own setters are called with the state React assumes, so that it notices the difference. */
function typeAgain(field: Field, text: string): void {
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function chooseAgain(field: HTMLInputElement): void {
  // Of a radio group only the selected button is replayed.
  if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)) return;
  field.checked = field.defaultChecked;
  field.click();
}
