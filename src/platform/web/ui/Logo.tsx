import { useId } from 'react';

/**
 * The logo: an arched window with the evening sky, a sun and two hills. The name is shown next to
 * it.
 */
export function Logo({ className = 'h-15' }: { className?: string }) {
  const id = useId();
  return (
    <svg aria-hidden="true" viewBox="0 0 56 60" className={`w-auto flex-none ${className}`}>
      <defs>
        <linearGradient id={`${id}sky`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#4b5482" />
          <stop offset="0.55" stopColor="#e8a56d" />
          <stop offset="1" stopColor="#ffc845" />
        </linearGradient>
        <clipPath id={`${id}pane`}>
          <path d="M6 54V28a22 22 0 0 1 44 0v26Z" />
        </clipPath>
      </defs>
      <path d="M0 60V28a28 28 0 0 1 56 0v32Z" fill="#1d2742" />
      <g clipPath={`url(#${id}pane)`}>
        <path d="M0 0h56v60H0Z" fill={`url(#${id}sky)`} />
        <circle cx="28" cy="39" r="11" fill="#fff1cc" />
        <path d="M0 41q12-5 24 0t32 2v17H0Z" fill="#1a5b33" />
        <path d="M0 49q14 4 28 0t28-1v12H0Z" fill="#134627" />
      </g>
    </svg>
  );
}
