type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Records what somebody types, chooses and presses in the page that the server drew, from before any script until React
 * listens everywhere; answers what does it again, since React heard nothing of it. A link works by itself.
 */
export function recordEarlyInput(root: HTMLElement): () => void {
  // boot.js remembers the last button that was pressed; those that are pressed from here on React replays by itself.
  const { pressed } = document.documentElement as HTMLElement & { pressed?: HTMLElement };
  const fields = [...root.querySelectorAll<Field>('input, textarea')];
  const typed = new Map<Field, string>();
  for (const field of fields) if (field.value !== field.defaultValue) typed.set(field, field.value);
  // What is typed from here on may be put back to what React believes before it is replayed.
  const keep = ({ target }: Event) => {
    const field = target as Field;
    typed.set(field, field.value);
  };
  root.addEventListener('input', keep, true);
  return () => {
    root.removeEventListener('input', keep, true);
    for (const [field, text] of typed) if (!isChoice(field)) typeAgain(field, text);
    for (const field of fields) if (isChoice(field)) chooseAgain(field);
    // An answer that was opened or closed is as it was left.
    if (pressed && pressed.localName !== 'summary') pressed.click();
  };
}

const isChoice = (field: Field): field is HTMLInputElement => /^(radio|checkbox)$/.test(field.type);

/** React's own setters are told the state it believes in, so that it notices what differs from it. */
function typeAgain(field: Field, text: string): void {
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function chooseAgain(field: HTMLInputElement): void {
  // Of a group of radio buttons the one that is chosen now stands for all.
  if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)) return;
  field.checked = field.defaultChecked;
  field.click();
}
