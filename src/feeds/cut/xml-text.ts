/** The five entities of XML and numeric ones. Windows-1252 code points where controls would stand are read as browsers do. */
export function decodeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (whole, hex, decimal, name) => {
      if (typeof name === 'string') return entities[name.toLowerCase()] ?? whole;
      return characterOf(typeof hex === 'string' ? parseInt(hex, 16) : Number(decimal)) ?? whole;
    },
  );
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function characterOf(point: number): string | undefined {
  if (point >= 0x80 && point <= 0x9f) return new TextDecoder('windows-1252').decode(Uint8Array.of(point));
  if (point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined;
  return String.fromCodePoint(point);
}
