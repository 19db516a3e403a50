import { urls } from '../../lib/url/urls.ts';
import { ButtonLink } from '../../ui/form/button.tsx';
import { useShownAccount } from './account/use-account.ts';

/** The way to an account, and for whoever is logged in the way into it. */
export function StartLink() {
  const account = useShownAccount();
  return (
    <ButtonLink to={account ? urls.dashboard : urls.signup} look="primary" size="lg">
      {account ? 'Zum Dashboard' : 'Kostenlos starten'}
    </ButtonLink>
  );
}
