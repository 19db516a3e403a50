import { BOTS, type Investment } from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { urls } from '../../lib/urls.ts';
import { Notice } from '../../ui/notice.tsx';

/** The way to what was just started, on a page that does not list it. Takes the focus. */
export function StartedNotice({ investment }: { investment: Investment }) {
  const { id, reference, botType, usdInitialAmount } = investment;
  const link = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is another start.
  useEffect(() => link.current?.focus(), [id]);
  return (
    <Notice kind="info" title="Ihre neue Anlage">
      <p>
        {`${inUsdt(fromWire(usdInitialAmount))} sind im ${BOTS[botType].name} angelegt. `}
        <Link ref={link} className="link" to={urls.investment(id)}>
          {`Anlage ${reference} ansehen`}
        </Link>
      </p>
    </Notice>
  );
}
