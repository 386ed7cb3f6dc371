const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Returns the CRC-32 (IEEE), unsigned, of ASCII text. */
export function crc32(text: string): number {
  let value = 0xffffffff;
  for (let at = 0; at < text.length; at += 1)
    value = (value >>> 8) ^ (TABLE[(value ^ text.charCodeAt(at)) & 0xff] ?? 0);
  return (value ^ 0xffffffff) >>> 0;
}
