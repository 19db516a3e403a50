import './ui/theme/base.css';
import './ui/theme/tokens.css';
import './ui/theme/fonts.css';
import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import type { ReactNode } from 'react';
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import type { Route } from './+types/root';
import { BRAND_NAME } from './lib/page/brand.ts';
import { HeldNavigation } from './ui/frame/held-navigation.tsx';
import { ErrorPage, NotFoundPage, WaitingPage } from './ui/frame/message-page.tsx';
import { PlayMoneyBar } from './ui/frame/play-money-bar.tsx';
import { ToastOutlet } from './ui/frame/toast-outlet.tsx';
import { useFocusOnNavigation } from './ui/frame/use-focus-on-navigation.ts';
import { ColorSchemeScript } from './ui/theme/color-scheme-script.tsx';

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: interLatin, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

/** Of the shell, which stands for every page that is not written beforehand: none of them is for search engines. */
export const meta: Route.MetaFunction = () => [{ title: BRAND_NAME }, { name: 'robots', content: 'noindex' }];

const { light, dark } = import.meta.env.PAGE_COLOURS;

/** The document. An inline script sets the colour scheme before React is there, hence an attribute that React finds changed. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="de" data-mantine-color-scheme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={dark} media="(prefers-color-scheme: dark)" />
        <ColorSchemeScript />
        <Meta />
        <Links />
      </head>
      <body>
        <PlayMoneyBar />
        {children}
        <ToastOutlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
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
