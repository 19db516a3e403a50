import { Link } from 'react-router';
import { urls } from '../../lib/url/urls.ts';

/** Where the demo's mails are; said wherever one waits for one. */
export function DemoMailboxHint() {
  return (
    <p>
      Die Demo verschickt keine E-Mails. Sie liegen im{' '}
      <Link className="link" to={urls.mailbox}>
        Postfach der Demo
      </Link>
      .
    </p>
  );
}
