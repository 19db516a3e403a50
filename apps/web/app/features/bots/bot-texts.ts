/** The specification's toasts, byte-exact. */
export const BOT_TOASTS = {
  failed: 'Fehler',
  started: 'Bot gestartet',
  startFailed: 'Bot konnte nicht gestartet werden',
  stopped: 'Bot beendet',
  stopFailed: 'Bot konnte nicht gestoppt werden',
  profit: 'Total Profit',
  loss: 'Total Verlust',
} as const;
