import type { CustomerAuditEntry } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { auditLine } from './audit-line.ts';

const entry = (values: Partial<CustomerAuditEntry>): CustomerAuditEntry => ({
  seq: 1,
  at: '2025-07-23T15:48:00.000Z',
  action: 'withdrawal.request',
  subject: 'withdrawal',
  reference: null,
  actorRole: 'user',
  actorEmail: 'anna@beispiel.example',
  isOwn: false,
  before: null,
  after: null,
  reason: null,
  ...values,
});

describe('a line of the audit log', () => {
  it('says how much a customer asked for', () => {
    const line = auditLine(
      entry({ reference: 'A-2041', isOwn: true, after: { status: 'pending', amountUsd: '500.00' } }),
    );
    expect(line).toEqual({ title: 'Auszahlung beantragt', note: 'A-2041 · 500,00\u00a0USD · selbst' });
  });

  it('shows which way a correction went, who booked it and why', () => {
    const line = auditLine(
      entry({
        action: 'wallet.correct',
        actorRole: 'admin',
        actorEmail: 'berger@beispiel.example',
        after: { amountUsd: '25.00' },
        reason: 'Ausfall der Kurse',
      }),
    );
    expect(line).toEqual({
      title: 'Wallet korrigiert',
      note: '+25,00\u00a0USDT · berger@beispiel.example · „Ausfall der Kurse“',
    });
  });

  it('names the new role, the ended devices and the platform', () => {
    const role = entry({ action: 'user.role_changed', actorEmail: null, after: { role: 'admin' } });
    expect(auditLine(role).note).toBe('jetzt Administrator · gelöschtes Konto');
    const ended = entry({ action: 'user.end_sessions', after: { sessions: 2 } });
    expect(auditLine(ended)).toEqual({
      title: 'Sitzungen beendet',
      note: '2 Geräte · anna@beispiel.example',
    });
    const platform = entry({ action: 'bot.stop', actorRole: 'system', after: { botType: 'smartbot' } });
    expect(auditLine(platform).note).toBe('SmartBot · Plattform');
  });

  it('says which own bot was held, and what somebody may have from now on', () => {
    const by = { actorRole: 'admin', actorEmail: 'berger@beispiel.example', reason: 'Auf Wunsch' } as const;
    const held = entry({ ...by, action: 'own_bot.hold', subject: 'own_bot', reference: '1003' });
    expect(auditLine(held)).toEqual({
      title: 'Handel eigener Bots angehalten',
      note: 'Nr.\u00a01003 · berger@beispiel.example · „Auf Wunsch“',
    });
    const quota = (after: CustomerAuditEntry['after']) =>
      auditLine(entry({ ...by, action: 'own_bot.set_quota', subject: 'user', after })).note.split(' · ')[0];
    expect(quota({ ownBotsLive: 1, ownBotsCapital: '500.00', ownBotsBarred: false })).toBe(
      'höchstens 1, Kapital bis 500,00\u00a0USDT',
    );
    expect(quota({ ownBotsLive: null, ownBotsCapital: null, ownBotsBarred: false })).toBe(
      'Anzahl wie alle, Kapital wie alle',
    );
    expect(quota({ ownBotsLive: null, ownBotsCapital: null, ownBotsBarred: true })).toBe(
      'neue Starts gesperrt',
    );
  });

  it('leaves out what it cannot read and never fails', () => {
    expect(
      auditLine(entry({ action: 'neu.unbekannt', after: { amountUsd: 'viel', botType: 'toString' } })),
    ).toEqual({
      title: 'neu.unbekannt',
      note: 'anna@beispiel.example',
    });
  });
});
