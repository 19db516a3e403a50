/** What a drill found. Figures are for people; `faults` make it red. */
export type Outcome =
  | { figures: Record<string, string | number>; faults: string[]; struck: boolean }
  /** Why it could not be run here. */
  | { notRun: string };

export type DrillContext = {
  seed: number;
  /** Only for the long one. */
  minutes: number;
  note(line: string): void;
};

export type Drill = {
  name: string;
  title: string;
  /** Only when it is asked for by name. */
  onRequest?: boolean;
  run(context: DrillContext): Promise<Outcome>;
};
