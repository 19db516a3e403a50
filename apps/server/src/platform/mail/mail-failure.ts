/**
 * Only codes (`EENVELOPE 550`): the texts of mail servers repeat the address. `final` means that this recipient or this
 * message is refused for good; a wrong password or sender is the operator's to mend, so those are tried again.
 */
export function mailFailureOf(error: unknown): { code: string; final: boolean } {
  const { name, code, responseCode, command } = fieldsOf(error);
  const isRefusal = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  return {
    code: [code ?? name ?? 'UNKNOWN', responseCode].filter((part) => part !== undefined).join(' '),
    final: isRefusal && (command === 'RCPT TO' || command === 'DATA'),
  };
}

function fieldsOf(error: unknown): Partial<Record<'name' | 'code' | 'responseCode' | 'command', unknown>> {
  return error instanceof Error ? error : {};
}
