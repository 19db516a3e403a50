import { Fragment, type ReactNode } from 'react';

/** An e-mail address that is broken before its `@` where it does not fit. */
export function EmailAddress({ children }: { children: string }) {
  return <span>{breakBeforeAt(children)}</span>;
}

/** A text in which e-mail addresses are broken before their `@` where they do not fit, not in the middle of a word. */
export function breakBeforeAt(text: string): ReactNode {
  const [first, ...others] = text.split(/(?<=\S)(?=@)/);
  if (others.length === 0) return text;
  return (
    <>
      {first}
      {others.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have nothing else, and never change places
        <Fragment key={index}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}
