// What vite.config.ts puts into the build.
interface ImportMetaEnv {
  readonly BRAND_NAME?: string;
  /** `https://example.org`, or null when PUBLIC_URL is not set. */
  readonly PUBLIC_ORIGIN: string | null;
  /** The ground of the pages, for the bar of a phone's browser. */
  readonly PAGE_COLOURS: { light: string; dark: string };
  readonly OPERATOR: import('./lib/page/operator.ts').Operator;
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
