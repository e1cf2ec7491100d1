import { encode } from 'uqr';
import { useMemo } from 'react';

interface QRCodeProps {
  text: string;
  label: string;
}

// The free space around a code that readers need, in modules.
const border = 4;

// QRCode draws a text as a QR code. It is black on white in the dark scheme too, because many readers need that.
export function QRCode({ text, label }: QRCodeProps) {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width={220} height={220} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}

function draw(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size, path };
}
