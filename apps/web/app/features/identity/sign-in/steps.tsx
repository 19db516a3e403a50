import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { BRAND_NAME } from '../../../lib/page/page-title.ts';
import { VoucherNumber } from '../../../ui/sheet/voucher-number.tsx';

const STEPS = clsx(
  '[&_li]:flex [&_li]:gap-3 [&_li]:py-3.5 [&_li]:border-b [&_li]:border-b-border',
  '[&_li:first-child]:border-t [&_li:first-child]:border-t-control [&_li:last-child]:border-b-4',
  '[&_li:last-child]:[border-bottom-style:double] [&_li:last-child]:border-b-lineal',
  '[&_h2]:text-[16px]/6 [&_h2]:font-semibold',
  '[&_p]:text-[14px]/5 [&_p]:text-muted',
);

interface MailStepsProps {
  /** What the link in the message does. */
  follow: string;
}

/** The two things to do after a message with a link was sent. How long the link works stands in the message itself. */
export function MailSteps({ follow }: MailStepsProps) {
  const steps = [
    {
      title: 'Öffnen Sie Ihr Postfach',
      text: `Die Nachricht von ${BRAND_NAME} kommt meist innerhalb einer Minute. Sehen Sie auch im Spam-Ordner nach.`,
    },
    { title: 'Folgen Sie dem Link in der Nachricht', text: follow },
  ];
  return (
    <ol className={STEPS}>
      {steps.map((step, index) => (
        <li key={step.title}>
          <VoucherNumber number={index + 1} />
          <div>
            <h2>{step.title}</h2>
            <p>{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

export const ACCESS_COLUMNS = clsx(
  'grid grid-cols-[minmax(0,440px)_minmax(0,1fr)] gap-16 items-start',
  'max-[1080px]:grid-cols-1 max-[1080px]:gap-10 max-[1080px]:max-w-140',
);

/** A step that replaces the page without a navigation: eyes and focus start at its top again. */
export function StepTop({ children }: { children: ReactNode }) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    top.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={top} className="grid grid-cols-1" tabIndex={-1}>
      {children}
    </div>
  );
}
