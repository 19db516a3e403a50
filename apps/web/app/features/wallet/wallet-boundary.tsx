import { type QueryClient, QueryErrorResetBoundary, useQueryClient } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { toast } from '../../lib/page/toast.ts';
import { errorText, queries } from '../../lib/server/api.ts';
import { Button } from '../../ui/form/button.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { WALLET_TOASTS } from './wallet-texts.ts';

interface WalletBoundaryProps {
  /** Within a panel the problem needs no box of its own. */
  bare?: boolean | undefined;
  children: ReactNode;
}

/** Wallet figures that could not be loaded: one toast, however many queries failed, and a way to try again. */
export function WalletBoundary({ bare, children }: WalletBoundaryProps) {
  const client = useQueryClient();
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <LoadErrorBoundary client={client} onReset={reset} bare={bare}>
          {children}
        </LoadErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  );
}

interface LoadErrorBoundaryProps extends WalletBoundaryProps {
  client: QueryClient;
  onReset: () => void;
}

class LoadErrorBoundary extends Component<LoadErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };
  // Judged once: a later refetch puts another error into the cache.
  private judged: { error: unknown; isLoadError: boolean } | undefined;

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    if (this.isLoadError(error)) toast.error(WALLET_TOASTS.failed, WALLET_TOASTS.notLoaded);
  }

  tryAgain = () => {
    toast.endError(WALLET_TOASTS.failed, WALLET_TOASTS.notLoaded);
    this.props.onReset();
    this.setState({ error: undefined });
  };

  private isLoadError(error: unknown): boolean {
    if (!this.judged || this.judged.error !== error) {
      this.judged = { error, isLoadError: isErrorOfQuery(this.props.client, error) };
    }
    return this.judged.isLoadError;
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    // A fault of ours is not the network's: the page's own boundary says so.
    if (!this.isLoadError(error)) throw error;
    const problem = (
      <EmptyState
        title="Ihre Zahlen sind gerade nicht erreichbar"
        action={<Button onClick={this.tryAgain}>Erneut versuchen</Button>}
      >
        {errorText(error)}
      </EmptyState>
    );
    return this.props.bare ? (
      problem
    ) : (
      <Panel label="Fehler beim Laden" flush>
        {problem}
      </Panel>
    );
  }
}

function isErrorOfQuery(client: QueryClient, error: unknown): boolean {
  return client
    .getQueryCache()
    .findAll({ queryKey: queries.wallet.key() })
    .some((query) => query.state.error === error);
}
