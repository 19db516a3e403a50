import { BOTS, SIGN_UP_BOT_TYPES, type SignUpBotType } from '@botdepot/contract/catalogue';
import { toWire } from '@botdepot/money';
import { useId, useState } from 'react';
import { formatCount, NBSP } from '../../../lib/format/numbers.ts';
import { formatUtcPeriod } from '../../../lib/format/plain-days.ts';
import { urls } from '../../../lib/url/urls.ts';
import { ButtonLink } from '../../../ui/form/button.tsx';
import { RadioSet, type RadioSetProps } from '../../../ui/form/radio-set.tsx';
import { SheetSection } from '../../../ui/sheet/sheet-section.tsx';
import { useShownAccount } from '../account/use-account.ts';
import { StartLink } from '../start-link.tsx';
import dark from './dashboard-dark.webp';
import light from './dashboard-light.webp';
import classes from './hero.module.css';

const { firstDay, lastDay, bots } = import.meta.env.OUTCOMES;
const PERIOD = formatUtcPeriod(firstDay, lastDay);

/** Whole USDT. */
const MOST = 10_000;
const STEP = 100;
const FIRST = { bot: 'smartbot', amount: 500, days: 30 } as const;

const OUTCOMES = [
  ['low', 'Schlecht'],
  ['median', 'Typisch'],
  ['high', 'Gut'],
] as const;

const usdt = (amount: number) => `${formatCount(amount)}${NBSP}USDT`;
const leastOf = (bot: SignUpBotType) => Number(toWire(BOTS[bot].minimum));

export function Hero() {
  const account = useShownAccount();
  return (
    <SheetSection kind="page">
      <div className={classes.hero}>
        <h1 className={classes.heroTitle}>
          Handelsbots mit Spielgeld testen. Jede&nbsp;Zahl hat einen Beleg.
        </h1>
        <div className={classes.heroFoot}>
          <p className={classes.heroLead}>
            Öffnen Sie einen Kontostand oder eine Rendite: Dahinter stehen die einzelnen Buchungen, auch die
            mit Verlust.
          </p>
          <div className={classes.actions}>
            <StartLink />
            <ButtonLink to={account ? urls.bots : urls.login} look="bare" size="lg">
              {account ? 'KI-Bots' : 'Login'}
            </ButtonLink>
          </div>
        </div>
      </div>
      <div className={classes.product}>
        <WhatWouldHaveBeen />
        <figure className={`m-0 ${classes.picture}`}>
          {[light, dark].map((src) => (
            <img
              key={src}
              src={src}
              width={1024}
              height={768}
              loading="lazy"
              alt="Übersicht eines Kontos: ein Satz zum Stand, das Vermögen als Kurve, darunter die laufenden Bots"
            />
          ))}
          <figcaption className="text-sm text-muted">
            Das Dashboard eines Kontos aus der Demo, mit simulierten Kursen
          </figcaption>
        </figure>
      </div>
    </SheetSection>
  );
}

const Choice = <V extends string>(props: RadioSetProps<V>) => (
  <RadioSet {...props} legendClass={undefined} rowClass={classes.choices} optionClass={undefined} />
);

/** What the published backtest says of an amount, a number of days and a bot: three figures of many, and no promise. */
function WhatWouldHaveBeen() {
  const [bot, setBot] = useState<SignUpBotType>(FIRST.bot);
  const [chosen, setAmount] = useState<number>(FIRST.amount);
  const [days, setDays] = useState<number>(FIRST.days);
  const id = useId();
  const least = leastOf(bot);
  const amount = Math.max(chosen, least);
  const stretches = bots[bot].find((one) => one.days === days);
  if (!stretches) return null;
  return (
    <section className={classes.panel} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Ihr Betrag im Rücktest</h2>
      <output className={classes.outcome} htmlFor={id}>
        <span className="text-sm text-muted">{`${usdt(amount)}, ${days} Tage, ${BOTS[bot].name}:`}</span>
        {OUTCOMES.map(([key, label]) => (
          <span key={key}>
            {`${label} `}
            <b className="num">{formatCount(Math.round(amount * (1 + stretches[key])))}</b>
          </span>
        ))}
      </output>
      <Choice
        label="Bot"
        options={SIGN_UP_BOT_TYPES.map((type) => ({ value: type, label: BOTS[type].name }))}
        value={bot}
        onChange={setBot}
      />
      <div>
        <label className="flex justify-between" htmlFor={id}>
          <span>{`Betrag, ab${NBSP}${usdt(least)}`}</span>
          <span className="num">{usdt(amount)}</span>
        </label>
        <input
          id={id}
          type="range"
          min={least}
          max={MOST}
          step={STEP}
          value={amount}
          aria-valuetext={usdt(amount)}
          onChange={({ target }) => setAmount(target.valueAsNumber)}
        />
      </div>
      <Choice
        label="Dauer in Tagen"
        options={bots[bot].map((one) => ({ value: String(one.days), label: String(one.days) }))}
        value={String(days)}
        onChange={(value) => setDays(Number(value))}
      />
      <p className="text-sm text-muted">
        {`In USDT. 5 von 100 Zeiträumen endeten unter „Schlecht“, 5 über „Gut“. Das ist ein Rücktest auf echten Kursen (${PERIOD}, nach Kosten) und kein Versprechen.`}
      </p>
    </section>
  );
}
