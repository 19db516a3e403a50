import { BRAND_NAME } from '../../lib/brand.ts';
import { VoucherNumber } from '../../ui/voucher-number.tsx';
import classes from './identity.module.css';

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
    <ol className={classes.todo}>
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
