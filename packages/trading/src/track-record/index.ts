export {
  downloadHeader,
  downloadLine,
  genesisHash,
  nextHash,
  ownRecordName,
  TRACK_RECORD_HEAD_FORMAT,
} from './chain.ts';
export { type Holding, holdAfter, NOTHING_HELD } from './holding.ts';
export {
  type BarEntry,
  type CloseRecord,
  type EventEntry,
  type FillEntry,
  isRecordCode,
  type OpenRecord,
  type RecordFigures,
  serialiseRecord,
  type TrackRecordEntry,
} from './record.ts';
export { replayStateSchema } from './replay.ts';
export {
  type Checkpoint,
  createTrackRecordVerifier,
  type Deviation,
  type KeptHead,
  keptHeadSchema,
  type TrackRecordVerifier,
  UnreadableRecordError,
  type Verdict,
} from './verify.ts';
