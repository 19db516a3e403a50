import type { LiveMessage } from '@botdepot/contract';

// RFC 6455, section 5.2: FIN and the opcode, then the length; frames of a server are not masked.
const FIN_TEXT = 0x81;
const FIN_PING = 0x89;
const LENGTH_IN_16_BITS = 126;
const LENGTH_IN_64_BITS = 127;

/** A ping without payload, the same bytes for every socket. */
export const PING_FRAME = Buffer.from([FIN_PING, 0]);

/**
 * A text message as one unfragmented, uncompressed WebSocket frame. Framed once, its bytes can be written to any number
 * of sockets: as it is whole, it may stand between any two frames that `ws` itself sends.
 */
export function textFrame(message: string): Buffer {
  const length = Buffer.byteLength(message);
  const headerLength = length < LENGTH_IN_16_BITS ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(headerLength + length);
  frame[0] = FIN_TEXT;
  if (headerLength === 2) {
    frame[1] = length;
  } else if (headerLength === 4) {
    frame[1] = LENGTH_IN_16_BITS;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_IN_64_BITS;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(message, headerLength);
  return frame;
}

export const messageFrame = (message: LiveMessage): Buffer => textFrame(JSON.stringify(message));
