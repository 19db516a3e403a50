import '../../ui/theme/app-frame.css';
import '../../ui/utilities/app.css';
import type { ColourChoice } from '@botdepot/contract';
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { Component, type ReactNode, useDeferredValue, useEffect } from 'react';
import { type Location, Navigate, Outlet, useLocation } from 'react-router';
import { useKeptSession } from '../../features/identity/use-kept-session.ts';
import { LiveProvider } from '../../lib/live/live.tsx';
import { KEPT_COLOURS } from '../../lib/page/kept-colours.ts';
import { errorCode } from '../../lib/server/api.ts';
import { signedInMark } from '../../lib/session/cookies.ts';
import { profileQuery } from '../../lib/session/profile.ts';
import { urls } from '../../lib/url/urls.ts';
import { Button } from '../../ui/form/button.tsx';
import { MessagePage, WaitingPage } from '../../ui/frame/message-page.tsx';
import { PageHead } from '../../ui/frame/page-head.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
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
  const location = useLocation();
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
        <PageBoundary location={location}>
          <Outlet />
        </PageBoundary>
      </SignedInFrame>
    );
  }
  if (error && errorCode(error) !== 'UNAUTHENTICATED') {
    // Who cannot be recognised is not shown the admin's address.
    if (location.pathname.startsWith(urls.admin)) return <Navigate to={urls.dashboard} replace />;
    return <ProfileNotLoaded error={error} onRetry={() => void refetch()} />;
  }
  return <WaitingPage />;
}

interface PageBoundaryProps {
  location: Location;
  children: ReactNode;
}

interface PageBoundaryState {
  at: Location | undefined;
  failed: { error: unknown } | undefined;
}

/**
 * A page that fails leaves the frame standing, and the other pages one click away. Not a route: that would be one file more to load for
 * every page.
 */
class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { at: undefined, failed: undefined };
  static getDerivedStateFromError = (error: unknown) => ({ failed: { error } });
  /** Whoever goes on is shown the next page. */
  static getDerivedStateFromProps = ({ location }: PageBoundaryProps, { at }: PageBoundaryState) =>
    at === location ? null : { at: location, failed: undefined };

  override render = () => {
    const { failed } = this.state;
    return failed ? (
      <PageFailed error={failed.error} onRetry={() => this.setState({ failed: undefined })} />
    ) : (
      this.props.children
    );
  };
}

function PageFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const client = useQueryClient();
  useEffect(() => console.error(error), [error]);
  const retry = () => {
    // A failed query would throw again before it asks; boundaries further in know nothing of this one.
    void client.resetQueries({ predicate: (query) => query.state.status === 'error' });
    onRetry();
  };
  return (
    <>
      <PageHead title="Das hat nicht geklappt" />
      <Panel label="Fehler" foot={<Button onClick={retry}>Erneut versuchen</Button>}>
        <p role="alert">{pageErrorText(error)}</p>
      </Panel>
    </>
  );
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
