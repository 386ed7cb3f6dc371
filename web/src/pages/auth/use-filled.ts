import { type AnimationEvent, useRef, useState } from 'react';

/** Whether the browser has autofilled the whole form; it reveals the values only at the person's first interaction. */
export function useAutofillDetection() {
  const form = useRef<HTMLFormElement>(null);
  const [filled, setFilled] = useState(false);
  const onAnimationStart = (event: AnimationEvent) => {
    if (!event.animationName.includes('autofilled')) return;
    const asked = [...(form.current?.querySelectorAll('input[required]') ?? [])];
    setFilled(asked.length > 0 && asked.every((input) => input.matches(':autofill')));
  };
  return { form, filled, onAnimationStart };
}
