/** Where something will stand that is still being read. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`skeleton rounded-badge ${className}`} />;
}
