import { BRAND_NAME } from '../../lib/page/page-title.ts';
import { Link } from '../../lib/url/link.tsx';
import { SheetSection } from '../sheet/sheet-section.tsx';
import classes from './site-footer.module.css';
import type { SiteLink } from './site-header.tsx';

export interface FooterGroup {
  label: string;
  links: readonly FooterLink[];
}

/** Of two ways only one is shown, by the mark that the document carries from its first paint on. */
type FooterLink = SiteLink & { for?: 'visitor' | 'customer' };

/** Only pages that exist. */
export function SiteFooter({ groups }: { groups: readonly FooterGroup[] }) {
  return (
    <footer className={classes.footer}>
      <SheetSection kind="foot" label={BRAND_NAME} source="Handelsbots mit Spielgeld">
        <nav className={classes.columns} aria-label="Fußzeile">
          {groups.map((group) => (
            <div key={group.label}>
              <h2 className={classes.heading}>{group.label}</h2>
              <ul>
                {group.links.map((link) => (
                  <li key={link.to} data-for={link.for}>
                    <Link to={link.to} reloadDocument={link.outside ?? false}>
                      {link.label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <p className={classes.risk}>
          Keine Anlageberatung. Handel birgt Verlustrisiken. Frühere Ergebnisse sagen nichts über künftige
          aus.
        </p>
      </SheetSection>
    </footer>
  );
}
