import { WalletPage } from '../../features/wallet/wallet-page.tsx';
import { useNavs } from '../../lib/live/live.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';
import { sumInvestments } from './dashboard/investment-sums.ts';
import { useAllInvestments } from './dashboard/use-all-investments.ts';

export const meta = () => [{ title: pageTitle('Wallet') }];

export default function WalletRoute() {
  const investments = useAllInvestments(false);
  const navs = useNavs();
  const sums = investments && sumInvestments(investments, navs);
  return <WalletPage inBots={sums && { value: sums.activeValue, count: sums.active.length }} />;
}
