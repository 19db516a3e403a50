import '../../ui/theme/app-frame.css';
import '../../ui/utilities/app.css';
import type { ColourChoice } from '@botdepot/contract';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useKeptSession } from '../../features/identity/use-kept-session.ts';
import { LiveProvider } from '../../lib/live/live.tsx';
import { KEPT_COLOURS } from '../../lib/page/kept-colours.ts';
import { errorCode } from '../../lib/server/api.ts';
import { signedInMark } from '../../lib/session/cookies.ts';
import { profileQuery } from '../../lib/session/profile.ts';
import { urls } from '../../lib/url/urls.ts';
import { Button } from '../../ui/form/button.tsx';
import { MessagePage, WaitingPage } from '../../ui/frame/message-page.tsx';
import type { Route } from './+types/layout';
import { pageErrorText } from './page-error-text.ts';
import { SignedInFrame } from './signed-in-frame.tsx';
import { useAppSession } from './use-app-session.ts';

/** Everything behind the login: one query client, one live connection, one frame. */
export default function AppLayout() {
  const session = useAppSession();
  useKeptSession({
    onSignedOut: session.end,
    onProfileChanged: () => void session.client.invalidateQueries(profileQuery),
  });
  return (
    <QueryClientProvider client={session.client}>
      <LiveProvider {...session.live}>
        <SignedInOnly onSignOut={session.signOut} />
      </LiveProvider>
    </QueryClientProvider>
  );
}

/** Shows nothing of the app before the profile is here; without a session the query client leads to the login. */
function SignedInOnly({ onSignOut }: { onSignOut: () => void }) {
  const { data: profile, error, refetch } = useQuery(profileQuery);
  const { pathname } = useLocation();
  const isSignedIn = profile !== undefined;
  // Frame and page are much at once: drawn as a deferred value, they leave the browser time to react in between.
  const isDrawn = useDeferredValue(isSignedIn);
  useEffect(() => {
    if (isSignedIn) signedInMark.set();
  }, [isSignedIn]);
  const colours = profile?.colours;
  useEffect(() => {
    if (colours) showColours(colours);
  }, [colours]);

  if (profile && isDrawn) {
    return (
      <SignedInFrame profile={profile} onSignOut={onSignOut}>
        <Outlet />
      </SignedInFrame>
    );
  }
  if (error && errorCode(error) !== 'UNAUTHENTICATED') {
    // Who cannot be recognised is not shown the admin's address.
    if (pathname.startsWith(urls.admin)) return <Navigate to={urls.dashboard} replace />;
    return <ProfileNotLoaded error={error} onRetry={() => void refetch()} />;
  }
  return <WaitingPage />;
}

/** The specification has this only logged (`createQueryClient` does), so it is a state and no toast. */
function ProfileNotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <MessagePage
      title="Profil konnte nicht geladen werden"
      actions={
        <Button look="primary" onClick={onRetry}>
          Erneut versuchen
        </Button>
      }
    >
      {pageErrorText(error)}
    </MessagePage>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <MessagePage
      title="Die Seite konnte nicht geladen werden"
      actions={
        <Button look="primary" onClick={() => window.location.reload()}>
          Seite neu laden
        </Button>
      }
    >
      {pageErrorText(error)}
    </MessagePage>
  );
}

/** Shows gains and losses in these colours, and keeps them in this browser for the first paint of the next visit. */
function showColours(colours: ColourChoice): void {
  document.documentElement.dataset.colours = colours;
  try {
    localStorage.setItem(KEPT_COLOURS, colours);
  } catch {
    // Without storage the account still knows; the first paint is in the other colours.
  }
}
