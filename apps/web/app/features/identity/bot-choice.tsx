import { BOTS, SIGN_UP_BOT_TYPES, type SignUpBotType } from '@botdepot/contract/catalogue';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { toast } from '../../lib/toast.ts';
import { BotOffer, BotOfferGrid } from '../../ui/bot-offer.tsx';
import { Button } from '../../ui/button.tsx';
import type { AuthOutcome } from './auth-api.ts';
import classes from './identity.module.css';
import { IDENTITY_TOASTS } from './identity-texts.ts';

interface BotChoiceProps {
  /** Chosen before, on the page that compares the bots. */
  initial: SignUpBotType | undefined;
  onChoose: (botType: SignUpBotType) => Promise<AuthOutcome>;
  /** To the dashboard: after the choice and its toast, or at once for „Später auswählen“. */
  onDone: () => void;
}

/** The specification's pause between the toast and the dashboard. */
const REDIRECT_DELAY_MS = 1000;

export function BotChoice({ initial = 'smartbot', onChoose, onDone }: BotChoiceProps) {
  const [chosen, setChosen] = useState<SignUpBotType>(initial);
  const [pending, setPending] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { name } = BOTS[chosen];

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setPending(true);
    const outcome = await onChoose(chosen);
    if (!outcome.ok) {
      setPending(false);
      toast.error('Fehler', outcome.message ?? IDENTITY_TOASTS.unexpected);
      return;
    }
    const { title, text } = IDENTITY_TOASTS.botChosen(name);
    toast.success(title, text);
    timer.current = setTimeout(onDone, REDIRECT_DELAY_MS);
  };

  return (
    <form onSubmit={submit}>
      <fieldset className="bare-fieldset">
        <legend className="vh">
          <h2>Trading-Bot</h2>
        </legend>
        <BotOfferGrid>
          {SIGN_UP_BOT_TYPES.map((type) => (
            <BotOffer
              key={type}
              bot={BOTS[type]}
              choice={{ name: 'bot', checked: type === chosen, onChange: () => setChosen(type) }}
            />
          ))}
        </BotOfferGrid>
      </fieldset>
      <div className={classes.actions}>
        <Button type="submit" look="primary" size="lg" pending={pending}>
          {`Mit ${name} fortfahren`}
        </Button>
        <button type="button" className="link-alone" onClick={onDone} disabled={pending}>
          Später auswählen
        </button>
      </div>
    </form>
  );
}
