import { BOTS } from '@botdepot/contract';
import type { ProtectionEvent } from '@botdepot/trading';
import type { Work } from '../../../platform/work.ts';
import { noteForInvestors } from '../investments/tell-investors.ts';
import type { PortfolioRow } from '../portfolio/portfolio.store.ts';
import { protectionText } from '../protocol/describe-step.ts';
import { formatMoment } from '../protocol/german.ts';

/**
 * Tells the investors that a protection has taken the bot out of the market, why and until when, in the transaction that
 * writes it to the protocol. Other protections act on single positions; the protocol is enough for them.
 */
export async function tellOfPauses(
  work: Work,
  { id, botType }: Pick<PortfolioRow, 'id' | 'botType'>,
  protections: readonly ProtectionEvent[],
): Promise<void> {
  const { name } = BOTS[botType];
  for (const event of protections) {
    if (event.kind !== 'drawdown-stop' && event.kind !== 'daily-loss') continue;
    const { title, text } = protectionText(event);
    const { until } = event;
    const least = event.figures.held ? 'frühestens ' : '';
    await noteForInvestors(work, id, {
      event: 'bot_protection',
      title: `${name} pausiert`,
      message: `Schutzregel: ${title}. ${text}`,
      type: 'warning',
      subject: botType,
      subjectId: null,
      facts: [
        { label: 'Bot', value: name },
        { label: 'Grund', value: title },
        {
          label: 'Handelt wieder ab',
          value: until === null ? 'noch offen' : `${least}${formatMoment(until)}`,
        },
      ],
    });
  }
}
