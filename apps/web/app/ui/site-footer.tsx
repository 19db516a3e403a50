import { clsx } from 'clsx';
import { Link } from 'react-router';
import { BRAND_NAME } from '../lib/brand.ts';
import { SheetSection } from './sheet-section.tsx';
import type { SiteLink } from './site-header.tsx';

const COLUMNS = clsx(
  'grid grid-cols-4 gap-6 [&_a]:inline-flex [&_a]:items-center [&_a]:min-h-8 [&_a]:text-muted',
  '[&_a:hover]:text-text [&_a:hover]:underline [&_a:hover]:underline-offset-4',
  'max-[1080px]:grid-cols-2 max-[1080px]:[&_a]:min-h-11',
  'print:hidden',
);

export interface FooterGroup {
  label: string;
  links: readonly SiteLink[];
}

/** Only pages that exist. */
export function SiteFooter({ groups }: { groups: readonly FooterGroup[] }) {
  return (
    <footer className="border-t border-border">
      <SheetSection kind="foot" label={BRAND_NAME} source="Handelsbots mit Spielgeld">
        <nav className={COLUMNS} aria-label="Fußzeile">
          {groups.map((group) => (
            <div key={group.label}>
              <h2 className="mb-1 text-sm font-semibold">{group.label}</h2>
              <ul>
                {group.links.map((link) => (
                  <li key={link.to}>
                    <Link to={link.to} reloadDocument={link.outside ?? false}>
                      {link.label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <p className="max-w-[44rem] mt-6 text-sm text-muted">
          Keine Anlageberatung. Handel birgt Verlustrisiken. Frühere Ergebnisse sagen nichts über künftige
          aus.
        </p>
      </SheetSection>
    </footer>
  );
}
