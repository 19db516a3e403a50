import { useParams } from 'react-router';
import { InvestmentPage } from '../../features/bots/investments/investment-page.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('Anlage') }];

export default function InvestmentRoute() {
  const { investmentId = '' } = useParams();
  // Another investment is another page: nothing of the last one stays.
  return <InvestmentPage key={investmentId} id={investmentId} />;
}
