import { useId } from 'react';

/** A house under a morning sky; only to look at. */
export function WelcomePicture() {
  const id = useId();
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 627 800"
      preserveAspectRatio="xMidYMax"
      className="absolute inset-x-0 bottom-0 h-120 w-full overflow-visible short:h-full broad:h-full"
    >
      <defs>
        <radialGradient id={`${id}glow`}>
          <stop offset="0.3" stopColor="#ffe09a" />
          <stop offset="1" stopColor="#ffd889" stopOpacity="0" />
        </radialGradient>
      </defs>
      <circle cx="421" cy="594" r="148" fill={`url(#${id}glow)`} />
      <circle cx="421" cy="594" r="45" fill="#fff6e2" />
      <path
        d="M-800 640Q-400 690 0 632q120-50 290-8t300 4 37-24q300-90 800 20v276H-800Z"
        fill="#8fb58f"
      />
      <path
        d="M-800 700Q-300 720 0 677q130-36 280-2t347-19q300-60 800 30v214H-800Z"
        fill="#518c5f"
      />
      <path d="M113 700v-52l53-42 52 42v52Z" fill="#fffefb" />
      <path d="m166 606 52 42v52h-26Z" fill="#ece6db" />
      <path d="M187 602h16v40l-16-12Z" fill="#833a2c" />
      <path d="m100 655 65-50 66 50-7 9-59-46-58 46Z" fill="#933d00" />
      <path d="M153 700v-18a12 14 0 0 1 25 0v18Z" fill="#1d2742" />
      <path d="M123 687v-14a8 9 0 0 1 16 0v14Zm69 0v-14a8 9 0 0 1 16 0v14Z" fill="#ffc845" />
      <path d="M530 680h10v44h-10Z" fill="#5c3a22" />
      <path
        d="M-800 770Q-300 740 0 720q130-40 320-1t307-11q300-60 800 20v180H-800Z"
        fill="#1a5b33"
      />
      <path d="M530 684h9v37h-9Z" fill="#5c3a22" />
      <circle cx="534" cy="649" r="35" fill="#134627" />
      <circle cx="547" cy="639" r="20" fill="#1f6e3c" />
      <ellipse cx="294" cy="708" rx="26" ry="16" fill="#134627" />
      <ellipse cx="323" cy="714" rx="18" ry="12" fill="#134627" />
      <path
        d="M-800 780Q-200 770 0 752q190-28 380 0t247 4q300-30 800 20v130H-800Z"
        fill="#134627"
      />
    </svg>
  );
}
