import { BOTS, MEASURED_AFTER_DAYS, SIGN_UP_BOT_TYPES } from '@botdepot/contract/catalogue';
import { useId, useRef, useState } from 'react';
import { BotOffer, BotOfferGrid, usualPromiseText } from '../../../entities/bot/bot-offer.tsx';
import { EvidenceLater } from '../../../entities/bot/evidence-later.tsx';
import { RiskMark } from '../../../entities/bot/risk-mark.tsx';
import { Link } from '../../../lib/url/link.tsx';
import { urls } from '../../../lib/url/urls.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { IconChevronDown } from '../../../ui/icon/icons.ts';
import { SheetSection } from '../../../ui/sheet/sheet-section.tsx';
import classes from './landing.module.css';

const OFFERED = SIGN_UP_BOT_TYPES.map((type) => ({ ...BOTS[type], type }));

/** The pair that this product is for: what such bots promise, and what was measured. */
export function PromiseAndMeasure() {
  const [open, setOpen] = useState(false);
  const id = useId();
  const offers = useRef<HTMLDivElement>(null);
  const toggle = () => {
    setOpen(!open);
    // The style sheet's rule for those who want no motion does not reach a script's own.
    const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    if (!open) requestAnimationFrame(() => offers.current?.scrollIntoView({ behavior, block: 'nearest' }));
  };
  return (
    <SheetSection
      id="bots"
      label="Bots"
      source={`Als gemessen gilt ein Ergebnis nach ${MEASURED_AFTER_DAYS}\u00a0Tagen mit laufenden Kursen`}
      title="Versprochen und gemessen"
      lead="Solche Bots versprechen meist feste Tagesrenditen. Wir zeigen daneben, was sie wirklich tun: Rendite und größter Rückgang stehen immer beisammen, auch bei Verlust."
    >
      <table className={classes.pair}>
        <caption className="vh">Übliches Versprechen und Messung je Bot</caption>
        <thead>
          <tr>
            <td />
            {OFFERED.map((bot) => (
              <th key={bot.type} scope="col">
                <b>{bot.name}</b>
                <RiskMark level={bot.risk} word={bot.riskLabel} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className={classes.promise}>
            <th scope="row">Übliches Versprechen</th>
            {OFFERED.map((bot) => (
              <td key={bot.type}>{usualPromiseText(bot)}</td>
            ))}
          </tr>
          <tr className={classes.measured}>
            <th scope="row">Gemessen</th>
            {OFFERED.map((bot) => (
              <td key={bot.type}>
                <EvidenceLater kind="measured" botType={bot.type} />
              </td>
            ))}
          </tr>
          <tr className={classes.backtest}>
            <th scope="row">Rücktest auf echten Kursen</th>
            {OFFERED.map((bot) => (
              <td key={bot.type}>
                <EvidenceLater kind="backtest" botType={bot.type} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <p className={classes.context}>
        Zur Einordnung: 5&nbsp;% pro Tag machten aus 100&nbsp;USDT in einem Jahr rechnerisch mehr als fünf
        Milliarden.
      </p>
      <p className={classes.further}>
        <Link className="link" to={urls.aiTrading}>
          Beide Bots im Vergleich
        </Link>
        <Link className="link" to={urls.trackRecord}>
          Nachweis ansehen
        </Link>
      </p>
      <Button
        look="bare"
        size="lg"
        className={classes.more}
        aria-expanded={open}
        aria-controls={id}
        onClick={toggle}
      >
        Mehr über unsere Bots
        <Icon as={IconChevronDown} size={16} />
      </Button>
      <div ref={offers} id={id} className={classes.offers} hidden={!open}>
        <BotOfferGrid>
          {OFFERED.map((bot) => (
            <BotOffer
              key={bot.type}
              bot={bot}
              foot={<ButtonLink to={urls.signUpWith(bot.type)}>{`${bot.name} testen`}</ButtonLink>}
            />
          ))}
        </BotOfferGrid>
      </div>
    </SheetSection>
  );
}
