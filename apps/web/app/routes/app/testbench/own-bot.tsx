import { useParams } from 'react-router';
import { OwnBotPage } from '../../../features/testbench/builder/own-bot-page.tsx';
import { pageTitle } from '../../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('Eigener Bot') }];

export default function OwnBotRoute() {
  const { ownBotId = '' } = useParams();
  return <OwnBotPage key={ownBotId} id={ownBotId} />;
}
