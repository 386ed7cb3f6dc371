type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Whoever types into the page that the server drew, before the scripts have come, keeps it: answers what puts it into
 * the same fields of the page that has taken its place.
 */
export function keepEarlyTyping(root: HTMLElement): () => void {
  const fields = () => [...root.querySelectorAll<Field>('input, textarea')];
  const drawn = fields();
  let focused: EventTarget | null = document.activeElement;
  const look = ({ target }: Event) => {
    focused = target;
  };
  root.addEventListener('focusin', look);
  return () => {
    root.removeEventListener('focusin', look);
    const shown = fields();
    // Their ids differ from one rendering to the next; their order and kind don't.
    if (shown.length !== drawn.length) return;
    for (const [at, old] of drawn.entries()) {
      const field = shown[at];
      if (field?.type !== old.type) continue;
      if (old === focused) field.focus();
      if (old.value !== old.defaultValue && field.value === old.defaultValue) type(field, old.value);
    }
  };
}

/** As a person would: past React's own setter, so that it hears of it. */
function type(field: Field, value: string): void {
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
