import '../../ui/utilities/access.css';
import { useSearchParams } from 'react-router';
import { describeEmailUndo, undoEmailChange } from '../../features/identity/account/account-api.ts';
import { EmailUndoPage } from '../../features/identity/sign-in/email-undo-page.tsx';
import { BRAND_NAME, pageTitle } from '../../lib/page/page-title.ts';
import { useHydrated } from '../../lib/page/use-hydrated.ts';
import { signedInMark } from '../../lib/session/cookies.ts';

/** Only of use with the link of a mail, so nothing to be found. */
export const meta = () => [
  { title: pageTitle('E-Mail-Adresse zurückholen') },
  { name: 'description', content: `Die frühere E-Mail-Adresse Ihres Kontos bei ${BRAND_NAME} zurückholen.` },
  { name: 'robots', content: 'noindex' },
];

export default function EmailUndoRoute() {
  const [search] = useSearchParams();
  const hydrated = useHydrated();
  return (
    <EmailUndoPage
      token={hydrated ? search.get('token') || null : undefined}
      onDescribe={describeEmailUndo}
      onUndo={undoEmailChange}
      // It ends every session, the one of this browser too.
      onDone={signedInMark.remove}
    />
  );
}
