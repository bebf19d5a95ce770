import { encode } from 'uqr';

interface QrCodeProps {
  text: string;
  /** Text alternative. */
  label: string;
  className?: string;
}

/** A QR code with the quiet zone that cameras need. */
export function QrCode({ text, label, className = '' }: QrCodeProps) {
  const { data, size } = encode(text, { border: 3 });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`rounded-control bg-white ${className}`}
    >
      <path d={darkSquares(data)} fill="#000" />
    </svg>
  );
}

function darkSquares(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1Z` : '')))
    .join('');
}
