interface IconProps {
  /** The raw text of one of Phosphor's files, taken in when the product is built. */
  of: string;
  className?: string;
}

/** An icon, 1em in size and never read aloud: the word beside it carries the meaning. */
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
