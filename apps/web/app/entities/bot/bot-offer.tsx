import type { BotProfile } from '@botdepot/contract/catalogue';
import { formatAmount } from '@botdepot/money';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { NBSP } from '../../lib/format/numbers.ts';
import { EvidenceLater } from './evidence-later.tsx';
import { RiskMark } from './risk-mark.tsx';

const TITLE = clsx(
  'flex items-center justify-between gap-3 mb-2',
  '[&_h3]:text-[24px]/8 [&_h3]:font-semibold [&_h3]:tracking-[-0.012em]',
);
const RADIO = clsx(
  'appearance-none grid place-items-center flex-none size-6 m-0 border-[1.5px] border-control',
  'rounded-[50%] bg-surface cursor-pointer outline-none!',
  'checked:border-primary checked:after:size-3 checked:after:rounded-[50%] checked:after:bg-primary',
);
const VALUE = clsx(
  'py-2.5 pr-6 pl-3 border-l-4 [border-left-style:double] border-lineal text-right hyphens-manual',
  'max-md:pr-4',
);
const ROW = 'grid grid-cols-[minmax(9rem,2fr)_minmax(0,3fr)] min-h-(--row) border-t border-border';
const TEXT = clsx(
  'px-6 pt-3.5 pb-4 border-t border-border',
  '[&+&]:pt-0 [&+&]:border-t-0 [&_dt]:mb-0.5 [&_dt]:text-[14px]/5 [&_dt]:font-semibold',
  'max-md:py-3 max-md:px-4 max-md:[&+&]:pt-0',
);
const OFFER = clsx(
  'grid row-[span_3] grid-rows-subgrid overflow-hidden bg-surface border border-border rounded-box',
  'max-md:[&+&]:mt-4',
);
const CHOICE = clsx(
  'cursor-pointer hover:border-control has-[input:checked]:border-primary',
  'has-[input:checked]:[box-shadow:0_0_0_1px_var(--primary)] has-[input:focus-visible]:outline-2',
  'has-[input:focus-visible]:outline-primary has-[input:focus-visible]:outline-offset-3',
);
/** Head, rows and foot of neighbouring cards share their lines. */
const GRID = 'grid grid-cols-2 gap-x-6 max-md:grid-cols-1';

interface BotOfferProps {
  bot: BotProfile;
  /** Makes the whole card a radio button. */
  choice?: { name: string; checked: boolean; onChange: () => void } | undefined;
  /** A button at the end of the card. */
  foot?: ReactNode;
}

/** One bot as it stands in the catalogue. Written at build time, so it carries no figure of its own that was measured. */
export function BotOffer({ bot, choice, foot }: BotOfferProps) {
  const content = (
    <>
      <div className="px-6 pt-6 pb-5 [&_p]:mt-3 max-md:px-4 max-md:pt-5 max-md:pb-4">
        <div className={TITLE}>
          <h3>{bot.name}</h3>
          {choice && (
            <input
              className={RADIO}
              type="radio"
              name={choice.name}
              value={bot.type}
              checked={choice.checked}
              onChange={choice.onChange}
            />
          )}
        </div>
        <RiskMark level={bot.risk} word={bot.riskLabel} />
        <p>{bot.summary}</p>
      </div>
      <dl>
        <div className="grid grid-cols-[minmax(9rem,2fr)_minmax(0,3fr)] min-h-(--row) border-t border-t-border border-t-text [&_dd]:font-semibold max-md:[--evidence-height:92px]">
          <dt className="py-2.5 pr-4 pl-6 max-md:pl-4">Gemessen</dt>
          <dd className={VALUE}>
            <EvidenceLater kind="measured" botType={bot.type} />
          </dd>
        </div>
        <div
          className={`${ROW} [&_dt]:text-[14px]/5.5 [&_dt]:text-muted [&_dd]:text-[14px]/5.5 [&_dd]:text-muted`}
        >
          <dt className="py-2.5 pr-4 pl-6 max-md:pl-4">Übliches Versprechen</dt>
          <dd className={VALUE}>{usualPromiseText(bot)}</dd>
        </div>
        <div className={ROW}>
          <dt className="py-2.5 pr-4 pl-6 max-md:pl-4">Mindestbetrag</dt>
          <dd className={VALUE}>
            <span className="num">{formatAmount(bot.minimum)}</span>
            <span className="unit">{`${NBSP}USDT`}</span>
          </dd>
        </div>
        <div className={TEXT}>
          <dt>Wann er verliert</dt>
          <dd>{startingSentence(bot.losesWhen)}</dd>
        </div>
        <div className={TEXT}>
          <dt>Schutzregeln</dt>
          <dd>{bot.protection}</dd>
        </div>
      </dl>
      {foot && <div className="px-6 pt-4 pb-5 border-t border-border max-md:p-4">{foot}</div>}
    </>
  );
  // biome-ignore lint/a11y/noLabelWithoutControl: the radio button is within `content`
  if (choice) return <label className={`${OFFER} ${CHOICE}`}>{content}</label>;
  return <article className={OFFER}>{content}</article>;
}

/** Two cards beside each other, one below the other on phones. */
export function BotOfferGrid({ children }: { children: ReactNode }) {
  return <div className={GRID}>{children}</div>;
}

/** Never alone and never as ours: the promise of such bots, marked as unconfirmed. */
export function usualPromiseText(bot: BotProfile): string {
  return `${bot.usualPromise.replace(' %', `${NBSP}%`)}, nicht bestätigt`;
}

/** The catalogue continues „Verliert, …“; alone it begins with a capital. */
export function startingSentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
