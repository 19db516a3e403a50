import '../../ui/utilities/reading.css';
import { notFoundMeta } from '../../lib/page/page-meta.ts';
import { NotFoundPage } from '../../ui/frame/message-page.tsx';

export const meta = notFoundMeta;

export default NotFoundPage;
