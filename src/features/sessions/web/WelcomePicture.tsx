import { useId } from 'react';

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
        d="M-800 660C-500 560-250 680 0 632C120 585 170 600 290 624C400 650 520 660 627 616C760 560 1000 640 1427 600V900H-800Z"
        fill="#8fb58f"
      />
      <path
        d="M-800 720C-500 640-200 710 0 677C110 655 180 660 280 677C380 692 500 690 627 656C800 615 1000 700 1427 660V900H-800Z"
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
        d="M-800 760C-500 700-180 760 0 720C110 690 200 694 320 718C430 742 520 740 627 708C780 665 1050 740 1427 700V900H-800Z"
        fill="#1a5b33"
      />
      <path d="M530 684h9v37h-9Z" fill="#5c3a22" />
      <circle cx="534" cy="649" r="35" fill="#134627" />
      <circle cx="547" cy="639" r="20" fill="#1f6e3c" />
      <ellipse cx="294" cy="708" rx="26" ry="16" fill="#134627" />
      <ellipse cx="323" cy="714" rx="18" ry="12" fill="#134627" />
      <path
        d="M-800 790C-500 750-200 780 0 752C140 735 240 738 380 752C460 760 550 770 627 757C800 735 1050 770 1427 750V900H-800Z"
        fill="#134627"
      />
    </svg>
  );
}
