// What vite.config.ts puts into the build.
interface ImportMetaEnv {
  readonly BRAND_NAME?: string;
  /** `https://example.org`, or null when PUBLIC_URL is not set. */
  readonly PUBLIC_ORIGIN: string | null;
  /** The ground of the pages, for the bar of a phone's browser. */
  readonly PAGE_COLOURS: { light: string; dark: string };
  /**
   * What stretches of the published backtests brought, by bot (`apps/web/outcomes.ts`). Fractions: one stretch in twenty was
   * worse than `low`, one in twenty better than `high`. The days of the period are UTC.
   */
  readonly OUTCOMES: {
    firstDay: string;
    lastDay: string;
    bots: Record<
      import('@botdepot/contract/catalogue').BotType,
      readonly { days: number; low: number; median: number; high: number }[]
    >;
  };
  readonly OPERATOR: import('./routes/public/legal/operator.ts').Operator;
}

declare module 'virtual:licences' {
  export interface Licence {
    name: string;
    version: string;
    licence: string;
  }
  export const LICENCES: readonly Licence[];
}

declare module 'virtual:mantine-variables.css';

declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2';
      variationAxes: Record<string, { min: number; max: number }>;
      keepFeatures: readonly string[];
    },
  ): Promise<Uint8Array>;
}
