import type { BotType } from '@botdepot/contract/catalogue';
import { useLoaded } from '../../lib/server/use-loaded.ts';
import { BacktestReturn, MeasuredLive } from './bot-evidence.tsx';
import { loadReportSummaries } from './reports.ts';
import { loadTrackRecords } from './track-records.ts';

export interface EvidenceProps {
  kind: 'measured' | 'backtest';
  botType: BotType;
}

/** Asks for what it shows; several of them on one page share one request. */
export default function LoadedEvidence({ kind, botType }: EvidenceProps) {
  return kind === 'measured' ? <Measured botType={botType} /> : <Backtest botType={botType} />;
}

type OfBot = Pick<EvidenceProps, 'botType'>;

function Measured({ botType }: OfBot) {
  return <MeasuredLive botType={botType} loaded={useLoaded(loadTrackRecords)} />;
}

function Backtest({ botType }: OfBot) {
  return <BacktestReturn botType={botType} loaded={useLoaded(loadReportSummaries)} />;
}
