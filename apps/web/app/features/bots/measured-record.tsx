import { BOTS, type Bot, MEASURED_AFTER_DAYS, type Measurement } from '@botdepot/contract';
import { formatDate } from '../../lib/dates.ts';
import { formatCount } from '../../lib/numbers.ts';
import { usualPromiseText } from '../../ui/bot-offer.tsx';
import { Ledger } from '../../ui/ledger.tsx';
import { Percent } from '../../ui/percent.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import classes from './measured-record.module.css';
import { PriceSource } from './price-source.tsx';

interface MeasuredRecordProps {
  botType: Bot['botType'];
  /** Absent while loading. */
  bot: Bot | undefined;
}

/**
 * What was measured, with what such bots usually promise small and muted beside it: never the one without the other,
 * and never a return without its drawdown. Under 30 live days the record so far is shown as what it is.
 */
export function MeasuredRecord({ botType, bot }: MeasuredRecordProps) {
  const profile = BOTS[botType];
  const record = bot?.measured ?? bot?.record ?? null;
  const figure = (fraction: number | null | undefined) =>
    bot ? (
      <Percent fraction={fraction ?? null} tone="delta" />
    ) : (
      <span className={classes.bone}>
        <Bone width={64} />
      </span>
    );
  return (
    <div>
      <p className={classes.title}>{bot ? titleOf(bot) : <Bone width={168} height={16} />}</p>
      <Ledger
        compact
        className={classes.figures}
        caption={`${profile.name}: gemessen und üblicherweise versprochen`}
        head={{
          label: bot ? spanOf(bot) : <Bone width={96} height={12} />,
          amount: <span className="vh">Wert</span>,
        }}
        lines={[
          { label: 'Rendite', amount: figure(record?.returnFraction) },
          { label: 'Größter Rückgang', amount: figure(record?.maxDrawdownFraction) },
          {
            label: <span className={classes.promise}>Übliches Versprechen</span>,
            amount: <span className={classes.promise}>{usualPromiseText(profile)}</span>,
          },
        ]}
      />
      <p className={classes.source}>
        {bot && periodOf(bot, record)} Modellportfolio, <PriceSource />
        nach Kosten.
      </p>
    </div>
  );
}

function titleOf({ measured }: Bot): string {
  return measured ? `Gemessen seit ${formatDate(measured.from)}` : 'Gemessen: noch nicht gemessen';
}

/** How much the figures below rest on. */
function spanOf({ measured, record }: Bot): string {
  if (measured) return `${daysText(measured.days)} live`;
  return record ? `Bisher ${daysText(record.days)} live` : 'Noch nicht live';
}

function periodOf({ measured }: Bot, record: Measurement | null): string {
  if (measured) return `${formatDate(measured.from)} bis ${formatDate(measured.to)}.`;
  const threshold = `Gemessen wird ab ${MEASURED_AFTER_DAYS} Tagen.`;
  return record ? `Live seit ${formatDate(record.from)}. ${threshold}` : threshold;
}

function daysText(days: number): string {
  const whole = Math.floor(days);
  if (whole < 1) return 'unter 1 Tag';
  return whole === 1 ? '1 Tag' : `${formatCount(whole)} Tage`;
}
