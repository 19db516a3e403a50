import { useParams } from 'react-router';
import { OwnBotResultPage } from '../../../features/testbench/result/result-page.tsx';
import { pageTitle } from '../../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('Ergebnis') }];

export default function OwnBotResultRoute() {
  const { ownBotId = '' } = useParams();
  return <OwnBotResultPage key={ownBotId} id={ownBotId} />;
}
