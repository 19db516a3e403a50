const MOST_FRAMES = 60;

/**
 * After a check failed the focus goes to the first field with a problem, once its mark is in the document. A refusal by the
 * server may take some frames to get there.
 */
export function focusFirstInvalid(form: HTMLFormElement | null, frames = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else if (frames > 1) focusFirstInvalid(form, frames - 1);
  });
}
