import { useParams } from 'react-router';
import { VariantsPage } from '../../../features/testbench/variants/variants-page.tsx';
import { pageTitle } from '../../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('Varianten') }];

export default function OwnBotVariantsRoute() {
  const { ownBotId = '' } = useParams();
  return <VariantsPage key={ownBotId} id={ownBotId} />;
}
