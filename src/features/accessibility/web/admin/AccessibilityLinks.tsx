import open from '@phosphor-icons/core/assets/bold/arrow-right-bold.svg?raw';
import person from '@phosphor-icons/core/assets/duotone/person-arms-spread-duotone.svg?raw';
import { Box } from '#platform/web/ui/Box.tsx';
import { ButtonLink } from '#platform/web/ui/ButtonLink.tsx';

interface AccessibilityLinksProps {
  elders: readonly { readonly id: string; readonly name: string; readonly path: string }[];
}

export function AccessibilityLinks({ elders }: AccessibilityLinksProps) {
  if (elders.length === 0) return null;
  return (
    <Box title="Hands, eyes and ears" icon={person}>
      <p className="mb-3 text-soft">
        Text size, contrast, touch, alarm and voice, for each person on their own.
      </p>
      <div className="flex flex-wrap gap-3">
        {elders.map(({ id, name, path }) => (
          <ButtonLink key={id} href={path} icon={open}>
            For {name}: hands, eyes and ears
          </ButtonLink>
        ))}
      </div>
    </Box>
  );
}
