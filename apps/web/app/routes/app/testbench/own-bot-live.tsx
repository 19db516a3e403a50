import { useParams } from 'react-router';
import { OwnBotLivePage } from '../../../features/testbench/live/live-page.tsx';
import { pageTitle } from '../../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('Live') }];

export default function OwnBotLiveRoute() {
  const { ownBotId = '' } = useParams();
  return <OwnBotLivePage key={ownBotId} id={ownBotId} />;
}
