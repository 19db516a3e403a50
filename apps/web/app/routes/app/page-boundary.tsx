import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { Button } from '../../ui/form/button.tsx';
import { PageHead } from '../../ui/frame/page-head.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import type { Route } from './+types/page-boundary';
import { pageErrorText } from './page-error-text.ts';

/** A page that fails leaves the frame standing: the other pages stay one click away. */
export default function PageBoundary() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const client = useQueryClient();
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => console.error(error), [error]);
  const retry = () => {
    // A failed query would throw again before it asks; boundaries further in know nothing of this one.
    void client.resetQueries({ predicate: (query) => query.state.status === 'error' });
    // The router shows the page again once it has been navigated to.
    void navigate(location, { replace: true, preventScrollReset: true });
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
