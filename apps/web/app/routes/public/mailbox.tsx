import '../../ui/utilities/access.css';
import { MailboxPage } from '../../features/mailbox/mailbox-page.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';

// Only the demo has it, and nobody should find it.
export const meta = () => [{ title: pageTitle('Postfach der Demo') }, { name: 'robots', content: 'noindex' }];

export default MailboxPage;
