/** The demo's people: one admin and three customers, each with another history. When they joined is told by `demoTime`. */
export const DEMO_PEOPLE = {
  berger: {
    email: 'admin@botdepot.example',
    name: 'M. Berger',
    role: 'admin',
    note: 'Administratorin',
    joined: { daysAgo: 58, hour: 7 },
  },
  brandt: {
    email: 'katharina.brandt@botdepot.example',
    name: 'Katharina Brandt',
    role: 'user',
    note: 'Kundin mit zwei Monaten Vorgeschichte',
    joined: { daysAgo: 56, hour: 8.6 },
  },
  lorenz: {
    email: 'thomas.lorenz@botdepot.example',
    name: 'Thomas Lorenz',
    role: 'user',
    note: 'Kunde mit einem beendeten Bot',
    joined: { daysAgo: 21, hour: 17.4 },
  },
  kramer: {
    email: 'sabine.kramer@botdepot.example',
    name: 'Sabine Kramer',
    role: 'user',
    note: 'neue Kundin, erste Einzahlung offen',
    joined: { daysAgo: 0, hour: 1.3 },
  },
} as const;

export type DemoPerson = keyof typeof DEMO_PEOPLE;
export type DemoUserIds = Record<DemoPerson, string>;
