import { pageTitle } from '../../lib/page-title.ts';
import { NotFoundPage } from '../../ui/message-page.tsx';

export const meta = () => [
  { title: pageTitle('Seite nicht gefunden') },
  { name: 'robots', content: 'noindex' },
];

export default NotFoundPage;
