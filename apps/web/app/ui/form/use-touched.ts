import { type FocusEvent, type KeyboardEvent, useState } from 'react';

/**
 * Whether a field is touched: left since it was last changed (`setTouched(false)`), so that what is wrong may be said: nobody is
 * corrected while typing. That takes room. A button that has the focus because it is being pressed would move away under
 * the pointer, and the press would be lost, so it is said only when the button has been pressed or left. Who presses Enter is
 * done as well, also where the button rests and nothing is sent.
 */
export function useTouched() {
  const [touched, setTouched] = useState(false);
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (isPressable(relatedTarget)) afterwards(relatedTarget, () => setTouched(true));
    else setTouched(true);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') setTouched(true);
  };
  return { touched, setTouched, onBlur, onKeyDown };
}

const isPressable = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement;

function afterwards(target: HTMLElement, say: () => void): void {
  const once = new AbortController();
  const end = ({ type }: Event) => {
    once.abort();
    // What the press does comes first: it may put right what was wrong.
    if (type === 'click') setTimeout(say);
    else say();
  };
  for (const type of ['click', 'blur']) target.addEventListener(type, end, once);
}
