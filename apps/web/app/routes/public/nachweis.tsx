import '../../ui/utilities/evidence.css';
import { TrackRecordPage } from '../../features/track-record/track-record-page.tsx';
import { pageMeta } from '../../lib/page/page-meta.ts';
import { urls } from '../../lib/url/urls.ts';

export const meta = () =>
  pageMeta({
    title: 'Nachweis',
    description:
      'Die vollständige Aufzeichnung jedes Bots seit dem Start, auch jeder Verlust. Versiegelt und zum Nachrechnen herunterladbar.',
    path: urls.trackRecord,
  });

export default TrackRecordPage;
