import './ui/theme/base.css';
import './ui/theme/tokens.css';
import './ui/theme/fonts.css';
import { Component, type ReactNode, StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { LandingPage } from './routes/public/landing/landing-page.tsx';
import { PublicFrame } from './routes/public/public-frame.tsx';
import { HeldLinks } from './ui/frame/held-notice.tsx';
import { HtmlDocument } from './ui/frame/html-document.tsx';
import { ErrorPage } from './ui/frame/message-page.tsx';

/** The router's own is not here. */
class ErrorBoundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render = () => (this.state.failed ? <ErrorPage /> : this.props.children);
}

/** One of two places, as it is in the router: ids are made of where something stands, and must be those that are written. */
const First = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    {null}
  </>
);

/** The landing page as a document by itself (decision 0064): what the router has written, with its parts in the same places. */
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <First>
        <First>
          <HtmlDocument>
            <ErrorBoundary>
              <PublicFrame>
                <LandingPage />
              </PublicFrame>
              <HeldLinks />
            </ErrorBoundary>
          </HtmlDocument>
        </First>
      </First>
    </StrictMode>,
  );
});
