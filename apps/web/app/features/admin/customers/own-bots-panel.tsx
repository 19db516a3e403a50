import type { Customer, OwnBotQuota } from '@botdepot/contract';
import { formatAmount, fromWire } from '@botdepot/money';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { formatCount, NBSP, WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { Link } from '../../../lib/url/link.tsx';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { useOpening } from '../../../ui/overlay/dialog.tsx';
import { breakBeforeAt } from '../../../ui/sheet/email-address.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { LoadFailure } from '../../../ui/state/load-failure.tsx';
import { KeyValuesSkeleton } from '../../../ui/state/skeleton.tsx';
import { StatusPill } from '../../../ui/state/status-pill.tsx';
import { useCustomerOwnBots } from './customers.queries.ts';
import { QuotaDialog } from './quota-dialog.tsx';

interface OwnBotsPanelProps {
  customer: Customer;
  /** Nobody changes their own. */
  isSelf: boolean;
}

/** What the customer may have in own bots, what of it is taken, and the way to change it. */
export function OwnBotsPanel({ customer, isSelf }: OwnBotsPanelProps) {
  const { data, error, isFetching, refetch } = useCustomerOwnBots(customer.userId);
  const [asked, ask, close] = useOpening<OwnBotQuota>();
  const may = useMay();
  return (
    <Panel
      title="Grenzen für eigene Bots"
      aside={data && isBarred(data) && <StatusPill tone="refused">Gesperrt</StatusPill>}
      flush={!data && error !== null}
    >
      {data ? (
        <>
          <KeyValues
            facts={[
              { label: 'Laufen', value: `${formatCount(data.used.live)} von ${formatCount(liveOf(data))}` },
              {
                label: 'Kapital',
                value: `${formatAmount(fromWire(data.used.capitalUsd))} von ${formatAmount(fromWire(capitalOf(data)))}${NBSP}${WALLET_UNIT}`,
              },
              { label: 'Grenzen', value: limitsText(data) },
            ]}
          />
          {data.setAt !== null && (
            <p className="mt-3 text-[12px]/4.5 text-muted wrap-anywhere">
              {breakBeforeAt(
                `Zuletzt geändert ${formatDateTime(data.setAt)}, ${data.setBy ?? 'von einem gelöschten Konto'}`,
              )}
            </p>
          )}
          <p className="flex flex-wrap gap-x-4 mt-3 text-sm empty:hidden">
            {may('admin.listAllOwnBots') && (
              <Link className="link" to={urls.adminOwnBotsOf(customer.reference)}>
                Läufe ansehen
              </Link>
            )}
            {may('admin.listAuditEntries') && data.setAt !== null && (
              <Link className="link" to={urls.adminAuditOfAction(customer.userId, 'own_bot.set_quota')}>
                Warum geändert
              </Link>
            )}
          </p>
          {isSelf ? (
            <p className="mt-4 text-sm text-muted">
              Ihre eigenen Grenzen kann nur ein anderer Administrator ändern.
            </p>
          ) : (
            may('admin.setTestbenchQuota') && (
              <div className="grid mt-5">
                <Button wide onClick={() => ask(data)}>
                  Grenzen ändern
                </Button>
              </div>
            )
          )}
        </>
      ) : error ? (
        <LoadFailure error={error} pending={isFetching} onRetry={() => void refetch()} />
      ) : (
        <KeyValuesSkeleton count={3} />
      )}
      {asked && (
        <QuotaDialog
          key={asked.key}
          opened={asked.isOpen}
          customer={customer}
          quota={asked.subject}
          onClose={close}
        />
      )}
    </Panel>
  );
}

const liveOf = ({ live, forAll }: OwnBotQuota): number => live ?? forAll.live;
const capitalOf = ({ capitalUsd, forAll }: OwnBotQuota): string => capitalUsd ?? forAll.capitalUsd;
/** Who may have none cannot start any either. */
const isBarred = (quota: OwnBotQuota): boolean => quota.isBarred || liveOf(quota) === 0;

function limitsText(quota: OwnBotQuota): string {
  if (isBarred(quota)) return 'Neue Starts gesperrt';
  const own = [...(quota.live === null ? [] : ['Anzahl']), ...(quota.capitalUsd === null ? [] : ['Kapital'])];
  return own.length === 0 ? 'wie alle' : `abweichend: ${own.join(', ')}`;
}
