import { breakBeforeAt } from '../../lib/format/break-before-at.tsx';

/** An e-mail address that is broken before its `@` where it does not fit. */
export function EmailAddress({ children }: { children: string }) {
  return <span>{breakBeforeAt(children)}</span>;
}
