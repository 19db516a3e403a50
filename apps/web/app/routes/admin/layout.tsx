import type { AdminField } from '@botdepot/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useAdminProbe } from '../../features/admin/admin.queries.ts';
import { ADMIN_TOASTS } from '../../features/admin/admin-texts.ts';
import { OutsideField } from '../../features/admin/outside-field.tsx';
import { SecondFactorFirst } from '../../features/admin/second-factor-first.tsx';
import { toast } from '../../lib/page/toast.ts';
import { errorCode } from '../../lib/server/api.ts';
import { profileQuery, useProfile } from '../../lib/session/profile.ts';
import { urls } from '../../lib/url/urls.ts';
import type { Route } from './+types/layout';
import { mayOpen } from './admin-pages.ts';

/** Every page of the back office, only for admins; the server asks the same question again at every call. */
export default function AdminLayout() {
  const { adminField } = useProfile();
  return adminField === null ? <AccessDenied /> : <AdminPages field={adminField} />;
}

function AccessDenied() {
  const told = useRef(false);
  useEffect(() => {
    // Development renders twice, the toast is shown once.
    if (told.current) return;
    told.current = true;
    toast.error(ADMIN_TOASTS.accessDenied.title, ADMIN_TOASTS.accessDenied.text);
  }, []);
  return <Navigate to={urls.dashboard} replace />;
}

function AdminPages({ field }: { field: AdminField }) {
  const { pathname } = useLocation();
  const { error } = useAdminProbe();
  useLoadingFailure(error);
  if (errorCode(error) === 'SECOND_FACTOR_REQUIRED') return <SecondFactorFirst />;
  return mayOpen(field, pathname) ? <Outlet /> : <OutsideField field={field} />;
}

/** Says once that loading failed; when the server refuses, role or field have changed and the profile is asked again. */
function useLoadingFailure(error: unknown) {
  const client = useQueryClient();
  const failed = Boolean(error);
  const code = errorCode(error);
  const forbidden = code === 'FORBIDDEN' || code === 'OUTSIDE_FIELD';
  const expected = code === 'SECOND_FACTOR_REQUIRED';
  useEffect(() => {
    if (expected) return;
    if (forbidden) void client.invalidateQueries({ queryKey: profileQuery.queryKey });
    else if (failed) toast.error(ADMIN_TOASTS.failed, ADMIN_TOASTS.notLoaded);
  }, [client, failed, forbidden, expected]);
}

/** An error leads away from here, as the specification says. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useEffect(() => console.error(error), [error]);
  return <Navigate to={urls.dashboard} replace />;
}
