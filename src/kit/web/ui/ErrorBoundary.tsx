import warning from '@phosphor-icons/core/assets/duotone/warning-duotone.svg?raw';
import { Component, type ReactNode } from 'react';
import { noteProblem } from '../problems.ts';
import { ElderButton } from './ElderButton.tsx';
import { MessageCard } from './MessageCard.tsx';

/** Whatever breaks below it ends in a calm card with a way back, never in an empty page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: Error) {
    noteProblem('A screen could not be shown', error);
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <MessageCard
        icon={warning}
        tone="late"
        title="This screen could not be shown"
        text="Nothing is lost. Go back to the main screen and try once more."
      >
        <ElderButton size="message" onPress={() => window.location.assign('/')}>
          Return to Main Screen
        </ElderButton>
      </MessageCard>
    );
  }
}
