import warning from '@phosphor-icons/core/assets/duotone/warning-duotone.svg?raw';
import { Component, type ReactNode } from 'react';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { reportProblem } from '../report-problem.ts';
import { MessageCard } from './MessageCard.tsx';
import { TouchButton } from './TouchButton.tsx';

/** Must be equal to the text that index.html shows to older browsers. */
export const MINIMUM_BROWSERS = 'Chrome 103, Safari 15.6 or Firefox 115';

/**
 * Delay before the page returns to the main screen without a press. On an unattended device,
 * features of the main screen do not run while the error card is shown.
 */
const BACK_AFTER_MS = MINUTE_MS;

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /**
   * Shown instead of the children after an error, so that the rest of the screen stays. Default: a
   * card for the whole screen.
   */
  readonly instead?: ReactNode;
}

/**
 * When a component below it throws, shows a card with a button back to the main screen instead of
 * an empty page.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  #goingBack: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: Error) {
    reportProblem('screen rendering failed', error);
    if (this.props.instead !== undefined) return;
    this.#goingBack ??= setTimeout(toMainScreen, BACK_AFTER_MS);
  }

  override componentWillUnmount() {
    clearTimeout(this.#goingBack);
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    if (this.props.instead !== undefined) return this.props.instead;
    return (
      <MessageCard
        icon={warning}
        tone="late"
        title="This screen could not be shown"
        text="Nothing is lost. Go back to the main screen and try once more."
        footer={`If this happens again, update the browser to ${MINIMUM_BROWSERS} or later.`}
      >
        <TouchButton onPress={toMainScreen}>Return to Main Screen</TouchButton>
      </MessageCard>
    );
  }
}

function toMainScreen(): void {
  window.location.assign('/');
}
