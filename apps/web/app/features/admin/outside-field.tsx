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
