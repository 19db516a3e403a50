/** Instead of what was asked for, when the network did not bring it. */
export const NO_CONNECTION = 'Keine Verbindung. Bitte prüfen Sie Ihr Netz und versuchen Sie es noch einmal.';
