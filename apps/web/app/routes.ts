import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('routes/public/layout.tsx', [
    index('routes/public/landing.tsx'),
    route('login', 'routes/public/login.tsx'),
    route('signup', 'routes/public/signup.tsx'),
    route('forgot-password', 'routes/public/forgot-password.tsx'),
    route('reset-password', 'routes/public/reset-password.tsx'),
  ]),
  layout('routes/app/layout.tsx', [
    layout('routes/app/page-boundary.tsx', [
      route('dashboard', 'routes/app/dashboard.tsx'),
      route('dashboard/bots', 'routes/app/bots.tsx'),
      route('dashboard/bots/:investmentId', 'routes/app/investment.tsx'),
      route('dashboard/wallet', 'routes/app/wallet.tsx'),
      route('dashboard/deposits', 'routes/app/deposits.tsx'),
      route('dashboard/withdrawals', 'routes/app/withdrawals.tsx'),
      route('admin', 'routes/admin/admin.tsx'),
    ]),
  ]),
  route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfig;
