import '../../../ui/utilities/reading.css';
import { pageMeta } from '../../../lib/page/page-meta.ts';
import { BRAND_NAME } from '../../../lib/page/page-title.ts';
import { urls } from '../../../lib/url/urls.ts';
import { LegalPage, Stated } from './legal-page.tsx';
import { OPERATOR } from './operator.ts';

export const meta = () =>
  pageMeta({
    title: 'Impressum',
    description: `Wer ${BRAND_NAME} auf dieser Adresse betreibt und wie Sie ihn erreichen.`,
    path: urls.imprint,
  });

export default function Imprint() {
  return (
    <LegalPage
      title="Impressum"
      asOf="Angaben des Betreibers"
      lead={`${BRAND_NAME} ist eine Software. Verantwortlich für diese Seite ist, wer sie betreibt.`}
    >
      <h2>Anbieter</h2>
      <dl>
        <dt>Name</dt>
        <dd>
          <Stated>{OPERATOR.name}</Stated>
        </dd>
        <dt>Anschrift</dt>
        <dd>
          <Stated>{OPERATOR.address}</Stated>
        </dd>
        <dt>Vertreten durch</dt>
        <dd>
          <Stated>{OPERATOR.representative}</Stated>
        </dd>
        <dt>E-Mail</dt>
        <dd>
          <Stated>{OPERATOR.email}</Stated>
        </dd>
        <dt>Telefon</dt>
        <dd>
          <Stated>{OPERATOR.phone}</Stated>
        </dd>
        <dt>Registereintrag</dt>
        <dd>
          <Stated>{OPERATOR.register}</Stated>
        </dd>
        <dt>Umsatzsteuer-Identifikationsnummer</dt>
        <dd>
          <Stated>{OPERATOR.vatId}</Stated>
        </dd>
      </dl>
      <h2>Keine Finanzdienstleistung</h2>
      <p>
        Auf dieser Plattform gibt es ausschließlich Spielgeld. Es wird kein echtes Geld angenommen, verwahrt,
        angelegt oder ausgezahlt. Die Adressen für Ein- und Auszahlungen werden von keinem Netz angenommen.
      </p>
    </LegalPage>
  );
}
