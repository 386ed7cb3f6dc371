import type { ServerMessage } from '@sarraf/domain/contracts';

/**
 * Encodes a text frame by RFC 6455 §5.2 for any number of sockets: encoding it for each costs a fifth more. Without
 * compression, which we don't offer, it is the same for all.
 */
export function encodeFrame(message: ServerMessage): Buffer {
  const text = JSON.stringify(message);
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = 0x81;
  frame[1] = head === 2 ? length : head === 4 ? 126 : 127;
  if (head === 4) frame.writeUInt16BE(length, 2);
  if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, head);
  return frame;
}
