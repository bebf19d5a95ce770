import { act, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tolerateForeignNodes } from './foreign-nodes.ts';

const { removeChild, insertBefore } = Node.prototype;
beforeEach(tolerateForeignNodes);
afterEach(() => {
  Object.assign(Node.prototype, { removeChild, insertBefore });
});

function textsOf(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}

const TRANSLATORS = {
  'wraps each text': (text: Text) => {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    text.replaceWith(outer);
    outer.append(inner);
    inner.append(text);
  },
  'replaces each text': (text: Text) => {
    const made = document.createElement('font');
    made.textContent = text.data;
    text.replaceWith(made);
  },
};

let change: (to: ReactNode) => void;

function Shown({ first }: { first: ReactNode }) {
  const [shown, setShown] = useState(first);
  change = setShown;
  return <main>{shown}</main>;
}

for (const [name, translate] of Object.entries(TRANSLATORS)) {
  test(`if a translation ${name}, a text element still follows each change`, () => {
    render(<Shown first={<p>10:42</p>} />);
    for (const text of textsOf(screen.getByRole('main'))) translate(text);
    act(() => change(<p>10:43</p>));
    expect(screen.getByRole('main').textContent).toBe('10:43');
  });

  test(`if a translation ${name}, adding and removing nodes does not throw`, () => {
    const several = (
      <>
        Due in {3} minutes
        <b>Taken</b>
      </>
    );
    render(<Shown first={several} />);
    for (const text of textsOf(screen.getByRole('main'))) translate(text);
    act(() =>
      change(
        <>
          <i>before</i>
          {several}
        </>,
      ),
    );
    act(() => change(<p>Saved.</p>));
    expect(screen.getByRole('main').textContent).toContain('Saved.');
  });
}

test('a child that was moved elsewhere is not removed, and a node to insert before it is appended', () => {
  const [parent, other] = [document.createElement('p'), document.createElement('p')];
  const child = other.appendChild(document.createElement('b'));
  parent.removeChild(child);
  expect(other.contains(child)).toBe(true);
  const added = document.createElement('i');
  parent.append('text');
  parent.insertBefore(added, child);
  expect(parent.lastChild).toBe(added);
});
