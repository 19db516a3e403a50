import '../../ui/utilities/admin.css';
import type { AdminField } from '@botdepot/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useAdminProbe } from '../../features/admin/admin.queries.ts';
import { ADMIN_TOASTS } from '../../features/admin/admin-texts.ts';
import { OutsideField, SecondFactorFirst } from '../../features/admin/not-let-in.tsx';
import { toast } from '../../lib/page/toast.ts';
import { errorCode, isRefusedAdmin } from '../../lib/server/api.ts';
import { profileQuery, useProfile } from '../../lib/session/profile.ts';
import { urls } from '../../lib/url/urls.ts';
import type { Route } from './+types/layout';
import { mayOpen } from './admin-pages.ts';

const { failed, notLoaded, accessDenied } = ADMIN_TOASTS;

/** Every page of the back office, only for admins; the server asks the same question again at every call. */
export default function AdminLayout() {
  const { adminField, awaitsSecondFactor } = useProfile();
  if (adminField === null) return <ToDashboard title={accessDenied.title} text={accessDenied.text} />;
  return awaitsSecondFactor ? <SecondFactorFirst /> : <AdminPages field={adminField} />;
}

/** Leads away from here and says why, as the specification has it. */
function ToDashboard({ title, text }: { title: string; text: string }) {
  const told = useRef(false);
  useEffect(() => {
    // Development renders twice, the toast is shown once.
    if (told.current) return;
    told.current = true;
    toast.error(title, text);
  }, [title, text]);
  return <Navigate to={urls.dashboard} replace />;
}

function AdminPages({ field }: { field: AdminField }) {
  const { pathname } = useLocation();
  const { error, isLoaded } = useAdminProbe();
  const client = useQueryClient();
  const refused = isRefusedAdmin(error);
  useEffect(() => {
    // Role, field or what the installation asks for have changed: the profile tells which.
    if (refused) void client.invalidateQueries({ queryKey: profileQuery.queryKey });
  }, [client, refused]);
  // What is on the screen stays when only a later question fails; without a session the login follows and says why.
  if (error && !isLoaded && !refused && errorCode(error) !== 'UNAUTHENTICATED')
    return <ToDashboard title={failed} text={notLoaded} />;
  return mayOpen(field, pathname) ? <Outlet /> : <OutsideField field={field} />;
}

/** An error leads away from here as well. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useEffect(() => console.error(error), [error]);
  return <ToDashboard title={failed} text={notLoaded} />;
}
