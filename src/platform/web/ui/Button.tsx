import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { Icon } from './Icon.tsx';
import { Spinner } from './Spinner.tsx';

type ButtonVariant =
  | 'primary'
  | 'outline'
  | 'quiet'
  | 'danger'
  | 'danger-outline'
  | 'danger-quiet'
  | 'success';

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  variant?: ButtonVariant;
  /** `large`: full width, as on the account screens. */
  size?: 'usual' | 'large';
  icon?: string | undefined;
  className?: string;
  /** Undefined for a button with only an icon, which needs an `aria-label`. */
  children?: ReactNode;
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'edge bg-ink text-white data-hovered:bg-ink-hover data-pressed:bg-ink-deep',
  outline:
    'border border-line-strong bg-surface text-ink data-hovered:bg-ground data-pressed:bg-sunk',
  quiet: 'text-ink data-hovered:bg-sunk data-pressed:bg-sunk',
  danger:
    'edge bg-danger text-white [--edge:var(--color-danger-deep)] data-hovered:bg-danger-deep data-pressed:bg-danger-deep',
  'danger-outline':
    'border border-danger bg-surface text-danger data-hovered:bg-danger-tint data-pressed:bg-danger-tint',
  'danger-quiet': 'text-danger data-hovered:bg-danger-tint data-pressed:bg-danger-tint',
  success:
    'edge bg-listen text-white [--edge:var(--color-listen-deep)] data-hovered:bg-listen-deep data-pressed:bg-listen-deep',
};

const SIZES = {
  usual: 'min-h-11.5 rounded-control px-4.5 gap-2.5 [&_.icon]:text-[1.25rem]',
  large: 'min-h-16.5 w-full rounded-[1.125rem] px-6 gap-3 text-[1.3125rem]',
};

const DISABLED =
  'data-disabled:border-transparent data-disabled:bg-disabled-ground data-disabled:text-disabled data-disabled:shadow-none';

/**
 * The button of the admin panel and the account screens. While `isPending` is true, it keeps its
 * label and focus, and presses do nothing; a toast reports the outcome.
 */
export function Button({
  variant = 'primary',
  size = 'usual',
  icon,
  className = '',
  children,
  isPending = false,
  onPress,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <AriaButton
      {...rest}
      {...(isPending ? { 'aria-disabled': true } : {})}
      {...(onPress && !isPending ? { onPress } : {})}
      type={isPending ? 'button' : type}
      className={`inline-flex items-center justify-center font-semibold leading-tight transition-[background-color,transform] data-pressed:scale-[0.985] data-pressed:shadow-none ${SIZES[size]} ${VARIANTS[variant]} ${DISABLED} ${className}`}
    >
      {isPending ? <Spinner /> : null}
      {icon && !isPending ? <Icon of={icon} /> : null}
      {children}
    </AriaButton>
  );
}
