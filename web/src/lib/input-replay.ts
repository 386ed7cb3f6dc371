type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * What somebody typed and pressed in the page that the server drew, before the scripts had come: answers what does the
 * same in the page that has taken its place.
 */
export function recordEarlyInput(root: HTMLElement): () => void {
  const [typeAgain, pressAgain] = [keepTyping(root), keepPress(root)];
  return () => {
    typeAgain();
    pressAgain();
  };
}

/** boot.js keeps the last button that was pressed; a link works by itself. */
function keepPress(root: HTMLElement): () => void {
  const buttons = () => [...root.querySelectorAll<HTMLElement>('button, summary')];
  const drawn = buttons();
  return () => {
    const { pressed } = document.documentElement as HTMLElement & { pressed?: HTMLElement };
    if (!pressed || !drawn.includes(pressed)) return;
    const namesakes = (of: HTMLElement[]) => of.filter((button) => nameOf(button) === nameOf(pressed));
    const now = namesakes(buttons())[namesakes(drawn).indexOf(pressed)];
    // An answer that was opened and closed again is as it was.
    if (now && !(now.matches('summary') && isOpen(now) === isOpen(pressed))) now.click();
  };
}

const isOpen = (summary: HTMLElement): boolean => (summary.parentElement as HTMLDetailsElement).open;

const nameOf = (button: HTMLElement): string | null =>
  button.getAttribute('aria-label') ?? button.textContent;

function keepTyping(root: HTMLElement): () => void {
  const fields = () => [...root.querySelectorAll<Field>('input, textarea')];
  const drawn = fields();
  let focused: EventTarget | null = document.activeElement;
  const take = ({ target }: Event) => {
    focused = target;
  };
  root.addEventListener('focusin', take);
  return () => {
    root.removeEventListener('focusin', take);
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
