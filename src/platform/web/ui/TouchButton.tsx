import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Icon } from './Icon.tsx';
import { Spinner } from './Spinner.tsx';

interface LookProps {
  /** `key`: the colour of the section. */
  variant?: 'primary' | 'key' | 'outline' | 'success' | 'white';
  /** Height in px: 76 in bars and on message cards, 84 on cards, 116 in a question. */
  size?: 'bar' | 'card' | 'alarm';
  icon?: string;
  className?: string;
  children: ReactNode;
}

interface TouchButtonProps extends LookProps {
  onPress: () => void;
  /** While busy the button keeps its label and focus, and presses do nothing. */
  isBusy?: boolean;
  isDisabled?: boolean;
  'aria-label'?: string;
  'aria-describedby'?: string;
}

interface TouchLinkProps extends LookProps {
  /** A path of the product, or an external URL. */
  href: string;
  'aria-current'?: 'page';
}

const VARIANTS = {
  primary:
    'edge bg-ink text-white hover:bg-ink-hover active:bg-ink-deep active:shadow-none [--glyph:#5f78c4]',
  key: 'edge bg-key text-white [--edge:var(--key-deep)] hover:bg-key-deep active:bg-key-deep active:shadow-none [--glyph:var(--key-glyph)]',
  outline:
    'border-3 border-ink bg-surface text-ink hover:bg-sunk active:bg-sunk [--glyph:var(--color-sunk)]',
  success:
    'edge bg-listen text-white [--edge:var(--color-listen-deep)] hover:bg-listen-deep active:bg-listen-deep active:shadow-none',
  white: 'bg-white text-ink hover:bg-ground active:bg-sunk',
};

const SIZES = {
  bar: 'min-h-19 rounded-press px-7 text-press gap-3',
  card: 'min-h-21 rounded-press px-8 text-press gap-3',
  alarm: 'min-h-29 rounded-tile px-8 text-[2.25rem] gap-4',
};

const SHAPE =
  'inline-flex items-center justify-center font-bold leading-tight transition-transform active:scale-[0.985] aria-disabled:cursor-default [&_.icon]:text-[1.3em]';

const DISABLED = 'bg-disabled-ground text-disabled';

function lookOf({ variant = 'primary', size = 'bar', className = '' }: LookProps): string {
  return `${SHAPE} ${SIZES[size]} ${VARIANTS[variant]} ${className}`;
}

/**
 * A large button. It acts when the finger is lifted, so sliding off the button cancels the press.
 */
export function TouchButton(props: TouchButtonProps) {
  const { onPress, isBusy = false, isDisabled = false, icon, children } = props;
  const size = SIZES[props.size ?? 'bar'];
  return (
    <button
      type="button"
      aria-label={props['aria-label']}
      aria-describedby={props['aria-describedby']}
      aria-disabled={isBusy || isDisabled || undefined}
      aria-busy={isBusy || undefined}
      onClick={() => {
        if (!isBusy && !isDisabled) onPress();
      }}
      className={
        isDisabled ? `${SHAPE} ${size} ${DISABLED} ${props.className ?? ''}` : lookOf(props)
      }
    >
      {isBusy ? <Spinner /> : icon && <Icon of={icon} />}
      {children}
    </button>
  );
}

/** A link that looks like a TouchButton. */
export function TouchLink(props: TouchLinkProps) {
  const content = (
    <>
      {props.icon && <Icon of={props.icon} />}
      {props.children}
    </>
  );
  if (!props.href.startsWith('/')) {
    return (
      <a href={props.href} className={lookOf(props)}>
        {content}
      </a>
    );
  }
  return (
    <Link href={props.href} className={lookOf(props)} aria-current={props['aria-current']}>
      {content}
    </Link>
  );
}
