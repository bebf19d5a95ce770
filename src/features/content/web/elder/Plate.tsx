import './plate.css';
import { useState } from 'react';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { letterOf, viewOf } from './plate-view.ts';

interface PlateProps {
  title: string;
  /** Null for an entry without a picture. */
  pictureUrl: string | null;
  /** The icon of the section, for a title without a letter. */
  icon: string;
  className: string;
}

/**
 * The picture of an entry. While it loads, if it fails, or if there is none: a landscape with the
 * first letter of the title.
 */
export function Plate({ title, pictureUrl, icon, className }: PlateProps) {
  const [broken, setBroken] = useState<string>();
  const { far, near, sun } = viewOf(title);
  const letter = letterOf(title);
  const [left, top] = sun.map((percent) => `${percent}%`);
  return (
    <span className={`plate ${className}`} aria-hidden="true">
      <svg
        aria-hidden="true"
        className="plate-hills"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
      >
        <path className="plate-far" d={far} />
        <path className="plate-near" d={near} />
      </svg>
      <span className="plate-sun" style={{ left, top }} />
      {letter === undefined ? (
        <Icon
          of={icon}
          className="absolute inset-0 m-auto text-[4rem] [--glyph:var(--color-white)]"
        />
      ) : (
        <svg aria-hidden="true" className="plate-letter" viewBox="0 0 100 100">
          <text x="50" y="67">
            {letter}
          </text>
        </svg>
      )}
      {pictureUrl !== null && pictureUrl !== broken && (
        <img
          src={pictureUrl}
          alt=""
          draggable={false}
          className="plate-picture"
          onError={() => setBroken(pictureUrl)}
        />
      )}
    </span>
  );
}
