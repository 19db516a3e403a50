import type { LiveMessage, LiveSubject } from '@botdepot/contract';
import { type ChangeHint, concerns, type LiveHint, type LiveSession, messageTypeOf } from './live-bus.ts';

const KEPT_MS = 60_000;
const MOST_KEPT = 10_000;

export type RecentHints = {
  keep(hint: LiveHint): void;
  /** Some may have been lost. */
  interrupted(): void;
  /** The hints since a moment of `now` that this session's socket would have been given, as one per kind; null where not all are known. */
  since(moment: number, session: LiveSession | null): LiveMessage[] | null;
};

/** The hints of the last minute, for sockets that open after their page has asked for its data. @param now ms, never backwards. */
export function createRecentHints(now: () => number): RecentHints {
  const kept: { at: number; hint: ChangeHint }[] = [];
  let completeSince = now();
  return {
    keep(hint) {
      if (hint.to === 'sessions') return;
      const at = now();
      while (kept[0] && kept[0].at < at - KEPT_MS) kept.shift();
      if (kept.length === MOST_KEPT) completeSince = kept.splice(0, MOST_KEPT / 2).at(-1)?.at ?? at;
      kept.push({ at, hint });
    },
    interrupted() {
      kept.splice(0);
      completeSince = now();
    },
    since(moment, session) {
      if (moment <= completeSince || moment < now() - KEPT_MS) return null;
      const subjects = { account: new Set<LiveSubject>(), admin: new Set<LiveSubject>() };
      for (const { at, hint } of kept)
        if (at >= moment && concerns(hint, session))
          for (const subject of hint.subjects) subjects[messageTypeOf(hint)].add(subject);
      return (['account', 'admin'] as const).flatMap((type) =>
        subjects[type].size > 0 ? [{ type, subjects: [...subjects[type]] }] : [],
      );
    },
  };
}
