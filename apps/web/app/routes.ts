import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('routes/public/layout.tsx', [
    index('routes/public/landing.tsx'),
    route('nachweis', 'routes/public/nachweis.tsx'),
    route('ai-trading', 'routes/public/ai-trading.tsx'),
    route('login', 'routes/public/login.tsx'),
    route('signup', 'routes/public/signup.tsx'),
    route('forgot-password', 'routes/public/forgot-password.tsx'),
    route('reset-password', 'routes/public/reset-password.tsx'),
    route('markets/:category?', 'routes/public/markets.tsx'),
    route('about', 'routes/public/about.tsx'),
    route('help', 'routes/public/help.tsx'),
    route('impressum', 'routes/public/legal/imprint.tsx'),
    route('datenschutz', 'routes/public/legal/privacy.tsx'),
    route('risikohinweis', 'routes/public/legal/risk.tsx'),
    route('barrierefreiheit', 'routes/public/legal/accessibility.tsx'),
    route('lizenzen', 'routes/public/legal/licences.tsx'),
  ]),
  layout('routes/app/layout.tsx', [
    layout('routes/app/page-boundary.tsx', [
      route('dashboard', 'routes/app/dashboard.tsx'),
      route('dashboard/bots', 'routes/app/bots.tsx'),
      route('dashboard/bots/:botType', 'routes/app/bot.tsx'),
      route('dashboard/investments/:investmentId', 'routes/app/investment.tsx'),
      route('dashboard/wallet', 'routes/app/wallet.tsx'),
      route('dashboard/deposits', 'routes/app/deposits.tsx'),
      route('dashboard/withdrawals', 'routes/app/withdrawals.tsx'),
      route('dashboard/settings', 'routes/app/settings.tsx'),
      route('profile', 'routes/app/profile.tsx'),
      route('admin', 'routes/admin/admin.tsx'),
    ]),
  ]),
  route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfig;
