import './ui/theme/base.css';
import './ui/theme/tokens.css';
import './ui/theme/fonts.css';
import interGerman from '@inter/german.woff2?url';
import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Link,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useNavigate,
} from 'react-router';
import type { Route } from './+types/root';
import { BRAND_NAME } from './lib/page/page-title.ts';
import { WaysProvider } from './lib/url/link.tsx';
import { HeldNavigation } from './ui/frame/held-navigation.tsx';
import { HtmlDocument } from './ui/frame/html-document.tsx';
import { ErrorPage, NotFoundPage, WaitingPage } from './ui/frame/message-page.tsx';
import { useFocusOnNavigation } from './ui/frame/page-focus.ts';

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: interGerman, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

/** Of the shell, which stands for every page that is not written beforehand: none of them is for search engines. */
export const meta: Route.MetaFunction = () => [{ title: BRAND_NAME }, { name: 'robots', content: 'noindex' }];

export function Layout({ children }: { children: ReactNode }) {
  const location = useLocation();
  const go = useNavigate();
  return (
    <HtmlDocument
      head={
        <>
          <Meta />
          <Links />
        </>
      }
      scripts={
        <>
          <ScrollRestoration />
          <Scripts />
        </>
      }
    >
      <WaysProvider value={{ Link, go, location }}>{children}</WaysProvider>
    </HtmlDocument>
  );
}

export default function Root() {
  useFocusOnNavigation();
  return (
    <>
      <Outlet />
      <HeldNavigation />
    </>
  );
}

export function HydrateFallback() {
  return <WaitingPage />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return <ErrorPage />;
}
