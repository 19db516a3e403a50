import type { RuleJudgement } from '@botdepot/contract';

/** The closed list of sentences, about `dieser Bot` or `diese Regel`. */
export const verdictsAbout = (subject: string): Readonly<Record<RuleJudgement['verdict'], string>> => ({
  'too-little-data': 'Zu wenig Daten für ein Urteil.',
  'worse-than-chance': 'Schlechter als Zufall.',
  'passed-with-reservation': 'Bestanden mit Vorbehalt.',
  'no-evidence': `Kein Nachweis, dass ${subject} besser ist als Zufall.`,
});

export const RULE_VERDICTS = verdictsAbout('diese Regel');
