import circle from '@phosphor-icons/core/assets/bold/circle-notch-bold.svg?raw';
import { Icon } from './Icon.tsx';

export function Spinner({ className = '' }: { className?: string }) {
  return <Icon of={circle} className={`animate-spin ${className}`} />;
}
