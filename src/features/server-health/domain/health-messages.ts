import type { Finding } from '../contract.ts';

type State = Finding['state'];

/** Label of each state, shown beside its colour. */
export const STATE_WORDS: Readonly<Record<State, string>> = {
  bad: 'Needs attention',
  note: 'Worth knowing',
  good: 'All right',
};

const ORDER: readonly State[] = ['bad', 'note', 'good'];

/** Sorts findings by urgency; findings of equal state keep the order of the checks. */
export function byNeed(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));
}

export function overallMessage(findings: readonly Finding[]): string {
  const bad = findings.filter(({ state }) => state === 'bad').length;
  if (bad === 0) return 'Nothing needs attention.';
  return bad === 1 ? 'One thing needs attention.' : `${bad} things need attention.`;
}

/** Returns the notice for the other pages; undefined if nothing needs attention. */
export function noticeMessage(findings: readonly Finding[]): string | undefined {
  const bad = findings.filter(({ state }) => state === 'bad').map(({ what }) => what);
  if (bad.length > 0) return `This server needs attention: ${bad.join(', ')}.`;
  const newer = findings.find((finding) => finding.newer !== undefined)?.newer;
  return newer && `Version ${newer.version} of this server's software is there.`;
}
