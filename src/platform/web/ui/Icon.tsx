interface IconProps {
  /** The SVG text of a Phosphor icon, imported at build time. */
  of: string;
  className?: string;
}

/**
 * An icon of 1em. It is hidden from screen readers, because the text next to it has the same
 * meaning.
 */
export function Icon({ of, className = '' }: IconProps) {
  return (
    <span
      aria-hidden="true"
      className={`icon ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constant text out of the icon package, built in
      dangerouslySetInnerHTML={{ __html: of }}
    />
  );
}
