export { type AdminSources, adminRouter } from './admin.router.ts';
