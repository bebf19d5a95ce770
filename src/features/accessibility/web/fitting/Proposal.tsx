import { useState } from 'react';
import type { EldersAccessibility } from '../../contract.ts';
import { type Findings, propose } from '../../propose.ts';
import { useSaveAccessibility } from '../admin/save-accessibility.ts';
import { ProposalStep } from './ProposalStep.tsx';

interface ProposalProps {
  name: string;
  present: EldersAccessibility;
  findings: Findings;
  onEnd: () => void;
}

/** The end of a fitting beside somebody who may change what was fitted. */
export function Proposal({ name, present, findings, onEnd }: ProposalProps) {
  const { save, isPending } = useSaveAccessibility();
  // What it was when it was proposed: the list stays as it is while it is saved.
  const [before] = useState(present);
  const proposed = propose(findings, before);
  return (
    <ProposalStep
      name={name}
      present={before}
      proposed={proposed}
      isSaving={isPending}
      onUse={() => save(present.userId, () => proposed, onEnd)}
      onKeep={onEnd}
    />
  );
}
