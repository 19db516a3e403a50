import '../../../ui/utilities/reading.css';
import { LICENCES } from 'virtual:licences';
import { clsx } from 'clsx';
import { pageMeta } from '../../../lib/page/page-meta.ts';
import { BRAND_NAME } from '../../../lib/page/page-title.ts';
import { urls } from '../../../lib/url/urls.ts';
import { LegalPage } from './legal-page.tsx';

const ROWS = clsx(
  'w-full mt-4 border-collapse text-[14px] [&_th]:py-2 [&_th]:pr-4 [&_th]:pl-0 [&_th]:border-b',
  '[&_th]:border-border [&_th]:text-left [&_th]:align-top [&_th]:wrap-anywhere [&_th]:font-semibold',
  '[&_td]:py-2 [&_td]:pr-4 [&_td]:pl-0 [&_td]:border-b [&_td]:border-border [&_td]:text-left',
  '[&_td]:align-top [&_td]:wrap-anywhere',
);

export const meta = () =>
  pageMeta({
    title: 'Lizenzen',
    description: `Die freie Software, auf der ${BRAND_NAME} steht, mit Fassung und Lizenz.`,
    path: urls.licences,
  });

/** Every package that an installation runs, as the lock file names it. */
export default function Licences() {
  return (
    <LegalPage
      title="Lizenzen"
      asOf="mit dieser Fassung gebaut"
      lead={`${BRAND_NAME} steht unter der MIT-Lizenz und baut auf ${LICENCES.length} freien Paketen auf. Danke an alle, die sie pflegen.`}
    >
      <h2>Diagramme</h2>
      <p>
        TradingView Lightweight Charts™, Copyright (с) 2025 TradingView, Inc.,{' '}
        <a href="https://www.tradingview.com/">https://www.tradingview.com/</a>, Lizenz Apache-2.0.
      </p>
      <h2>Alle Pakete</h2>
      <table className={ROWS}>
        <thead>
          <tr>
            <th scope="col">Paket</th>
            <th scope="col">Fassung</th>
            <th scope="col">Lizenz</th>
          </tr>
        </thead>
        <tbody>
          {LICENCES.map(({ name, version, licence }) => (
            <tr key={`${name}@${version}`}>
              <td>{name}</td>
              <td className="nowrap">{version}</td>
              <td>{licence}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </LegalPage>
  );
}
