import { type FocusEvent, type KeyboardEvent, useState } from 'react';

/**
 * Whether a field has been left since it was last changed (`setLeft(false)`), so that what is wrong may be said: nobody is
 * corrected while typing. That takes room. A button that has the focus because it is being pressed would move away under
 * the pointer, and the press would be lost, so it is said only when the button has been pressed or left. Who presses Enter is
 * done as well, also where the button rests and nothing is sent.
 */
export function useLeft() {
  const [left, setLeft] = useState(false);
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (isPressable(relatedTarget)) afterwards(relatedTarget, () => setLeft(true));
    else setLeft(true);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') setLeft(true);
  };
  return { left, setLeft, onBlur, onKeyDown };
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
