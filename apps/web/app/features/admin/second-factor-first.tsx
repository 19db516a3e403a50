import { urls } from '../../lib/url/urls.ts';
import { ButtonLink } from '../../ui/form/button.tsx';
import { PageHead } from '../../ui/frame/page-head.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';

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
