/** The demo's people: one admin and three customers, each with another history. */
export const DEMO_PEOPLE = {
  berger: {
    email: 'admin@botdepot.example',
    name: 'M. Berger',
    role: 'admin',
    note: 'Administratorin',
    joinedDaysAgo: 58,
  },
  brandt: {
    email: 'katharina.brandt@botdepot.example',
    name: 'Katharina Brandt',
    role: 'user',
    note: 'Kundin mit zwei Monaten Vorgeschichte',
    joinedDaysAgo: 56,
  },
  lorenz: {
    email: 'thomas.lorenz@botdepot.example',
    name: 'Thomas Lorenz',
    role: 'user',
    note: 'Kunde mit einem beendeten Bot',
    joinedDaysAgo: 21,
  },
  kramer: {
    email: 'sabine.kramer@botdepot.example',
    name: 'Sabine Kramer',
    role: 'user',
    note: 'neue Kundin, erste Einzahlung offen',
    joinedDaysAgo: 0,
  },
} as const;

export type DemoPerson = keyof typeof DEMO_PEOPLE;
export type DemoUserIds = Record<DemoPerson, string>;
