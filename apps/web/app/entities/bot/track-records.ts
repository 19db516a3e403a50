/**
 * The public record of the bots, asked for by a plain request: the pages that show it do without the API client. The server
 * answers with what is at most a minute old.
 */
import type { BotOutcomes, TrackRecord } from '@botdepot/contract';

export function loadTrackRecords(): Promise<TrackRecord[]> {
  records ??= ask<TrackRecord>('/api/track-records').finally(() => {
    records = undefined;
  });
  return records;
}

/** A question while an answer is on its way gets that one. */
let records: Promise<TrackRecord[]> | undefined;

/** What customers' finished investments made of their stake. */
export function loadOutcomes(): Promise<BotOutcomes[]> {
  return ask<BotOutcomes>('/api/outcomes');
}

async function ask<T>(path: string): Promise<T[]> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
  const answer: T[] = await response.json();
  return answer;
}
