import { type AnimationEvent, useRef, useState } from 'react';

/** Whether the browser has autofilled the whole form; it reveals the values only at the person's first interaction. */
export function useAutofillDetection() {
  const form = useRef<HTMLFormElement>(null);
  const [isFilled, setIsFilled] = useState(false);
  const onAnimationStart = (event: AnimationEvent) => {
    if (!event.animationName.includes('autofilled')) return;
    const requiredInputs = [...(form.current?.querySelectorAll('input[required]') ?? [])];
    setIsFilled(requiredInputs.length > 0 && requiredInputs.every((input) => input.matches(':autofill')));
  };
  return { form, filled: isFilled, onAnimationStart };
}
