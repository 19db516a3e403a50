import { LIMITS, type OwnBotDetail } from '@botdepot/contract';
import { formatAmount, fromWire, inUsdt, type Micros, toWire } from '@botdepot/money';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { readAmountText } from '../../../lib/form/typed.ts';
import { NBSP } from '../../../lib/format/numbers.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorCode, errorText } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { MoneyInput, useFrozenValue } from '../../../ui/form/money-input.tsx';
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { useAvailableBalance } from '../testbench.queries.ts';

/** Refusals that belong to the amount. */
const AMOUNT_CODES = new Set(['INSUFFICIENT_WALLET_BALANCE', 'AMOUNT_BELOW_MINIMUM', 'OWN_BOT_LIMIT']);
const isOfAmount = (error: unknown): boolean => AMOUNT_CODES.has(errorCode(error) ?? '');

/** The amount that a tested rule begins with, and what it means before it leaves the wallet. */
export function StartPanel({ bot }: { bot: OwnBotDetail }) {
  const [text, setText] = useState('100,00');
  const [asked, setAsked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { minimum } = LIMITS.ownBotStart;
  const { run, pending, error, maybeDone, forget } = useCommand('testbench.startOwnBot', {
    failed: { title: 'Nicht gestartet', text: errorText, atField: isOfAmount },
    // What is wrong stands behind the dialog.
    onFailed: (failure) => isOfAmount(failure) && setAsked(false),
    onDone: (_, { amountUsd }) => {
      setAsked(false);
      toast.success('Start beauftragt', `${inUsdt(fromWire(amountUsd))} liegen bereit.`);
    },
  });
  // Its amount may have left the wallet already.
  const available = useFrozenValue(useAvailableBalance(), maybeDone);
  const { amount } = readAmountText(text, {
    min: minimum,
    ...(available === undefined ? {} : { max: available }),
  });
  const version = bot.newestVersion ?? 1;
  const costWarning = COST_WARNINGS[bot.setup.costFactor];
  return (
    <Panel title="Mit Spielgeld starten" note={`Fassung ${version}, auf den Kursen dieser Plattform`}>
      <div className="grid grid-cols-1 gap-4 max-w-[30rem]">
        <MoneyInput
          ref={field}
          label="Betrag"
          text={text}
          onTextChange={(next) => {
            setText(next);
            forget();
          }}
          min={minimum}
          max={available}
          echo={(shown) => `${shown} gehen in diesen Bot.`}
          limitsText={
            available === undefined ? undefined : `Verfügbar: ${formatAmount(available)}${NBSP}USDT.`
          }
          serverProblem={isOfAmount(error) ? errorText(error) : null}
        />
        {available !== undefined && available < minimum && (
          <p>
            {`Es fehlen ${inUsdt(minimum - available)}. `}
            <Link className="link" to={urls.deposits}>
              Einzahlen
            </Link>
          </p>
        )}
        <p className="text-sm text-muted">
          {`${beginsWhen(bot)} Er rechnet wie im Ergebnis, immer mit den üblichen Kosten, und kann alles verlieren.`}
        </p>
        {costWarning && <Notice kind="warning">{costWarning}</Notice>}
        <div>
          <Button
            look="primary"
            disabled={amount === null || available === undefined}
            onClick={() => setAsked(true)}
          >
            Mit Spielgeld starten …
          </Button>
        </div>
      </div>
      <ConfirmDialog
        opened={asked && amount !== null}
        onClose={() => setAsked(false)}
        onClosed={() => isOfAmount(error) && field.current?.focus()}
        title={`${bot.name} starten?`}
        confirmLabel={amount === null ? 'Starten' : `${inUsdt(amount)} einsetzen`}
        pending={pending}
        movesMoney
        onConfirm={() => amount !== null && run({ id: bot.id, version, amountUsd: toWire(amount) })}
      >
        {amount !== null && available !== undefined && (
          <StartReview bot={bot} version={version} available={available} amount={amount} />
        )}
      </ConfirmDialog>
    </Panel>
  );
}

/** Where it was tested with other costs than it will have. */
const COST_WARNINGS: Partial<Record<OwnBotDetail['setup']['costFactor'], string>> = {
  0: 'Sie haben ohne Kosten getestet. Live kostet jeder Trade Gebühr, Spread und Slippage; das Ergebnis wird deshalb schlechter.',
  2: 'Sie haben mit doppelten Kosten getestet. Live gelten die einfachen.',
};

const beginsWhen = ({ held }: Pick<OwnBotDetail, 'held'>): string =>
  held === null
    ? 'Der Bot beginnt mit der nächsten Minute, deren Kurs noch niemand kennt.'
    : 'Der Betreiber hat ihn angehalten. Der Bot beginnt, sobald das aufgehoben ist.';

interface StartReviewProps {
  bot: Pick<OwnBotDetail, 'name' | 'held'>;
  version: number;
  available: Micros;
  amount: Micros;
}

/** What leaves the wallet, and what comes of it. */
export function StartReview({ bot, version, available, amount }: StartReviewProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <Ledger
        caption="Ihr Wallet vorher und nachher"
        head={{ label: 'Ihr Wallet', amount: 'USDT' }}
        lines={[
          { label: 'Verfügbar vorher', amount: <Amount value={available} /> },
          { label: `Einsatz ${bot.name}`, note: `Fassung ${version}`, amount: <Amount value={-amount} /> },
        ]}
        total={{ label: 'Verfügbar danach', amount: <Amount value={available - amount} /> }}
      />
      <Notice title="Was danach geschieht">
        <p className="mb-2">
          Der Betrag verlässt Ihr Wallet sofort und liegt bis zum Beginn bereit. So lange können Sie den
          Auftrag zurücknehmen; nach sieben Tagen verfällt er von selbst.
        </p>
        <p className="mb-2">
          {`${beginsWhen(bot)} Der Start ist kostenlos, jeder Trade kostet Gebühr, Spread und Slippage.`}
        </p>
        <p>
          Er läuft, bis Sie ihn beenden. Von selbst hört er nur auf, wenn sein Kapital aufgebraucht ist oder
          die Regel einen fehlerhaften Auftrag ergibt.
        </p>
      </Notice>
    </div>
  );
}
