import type { InstallationFacts } from '../use-installation.ts';

/** Says what the browser does before the form is sent; nothing where it does nothing. */
export function CaptchaNote({ installation }: { installation: InstallationFacts | undefined }) {
  if (!installation?.captcha) return null;
  return (
    <p className="small muted">
      Statt eines Bilderrätsels rechnet Ihr Browser vor dem Absenden kurz. Das hält automatische Anfragen
      fern, und niemand sonst erfährt davon.
    </p>
  );
}
