import { ADMIN_FIELD_WORDS, type AdminField } from '@botdepot/contract';
import { urls } from '../../lib/url/urls.ts';
import { ButtonLink } from '../../ui/form/button.tsx';
import { PageHead } from '../../ui/frame/page-head.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';

/** In the place of a page that is not in the field of this admin, for whoever comes by an address or an old link. */
export function OutsideField({ field }: { field: AdminField }) {
  const { label, text } = ADMIN_FIELD_WORDS[field];
  return (
    <>
      <PageHead title="Nicht in Ihrem Bereich" />
      <Panel label="Nicht in Ihrem Bereich">
        <EmptyState
          title={`Ihr Bereich: ${label}`}
          action={<ButtonLink to={urls.admin}>Zum Admin Panel</ButtonLink>}
        >
          {`${text} Diese Seite gehört nicht dazu. Ihren Bereich ändert ein Administrator, der alles darf.`}
        </EmptyState>
      </Panel>
    </>
  );
}

/** Instead of the page: outside the demo nobody acts for others with a password alone. */
export function SecondFactorFirst() {
  return (
    <>
      <PageHead title="Admin Panel" />
      <Panel label="Anmeldung in zwei Schritten" flush>
        <EmptyState
          title="Richten Sie zuerst die Anmeldung in zwei Schritten ein"
          action={
            <ButtonLink look="primary" to={urls.security}>
              Anmeldung in zwei Schritten einrichten
            </ButtonLink>
          }
        >
          Hier geht es um das Guthaben anderer. Dafür genügt Ihr Passwort allein nicht: Dazu gehört ein Code
          aus einer Authenticator-App. Das Einrichten dauert etwa eine Minute.
        </EmptyState>
      </Panel>
    </>
  );
}
