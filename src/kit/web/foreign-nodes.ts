/**
 * Lets a page live with what a browser's translation does to it: texts are wrapped in elements that React
 * does not know, or replaced. Where React then names a child that is no longer directly in its parent,
 * its wrapper is meant, and nothing is thrown. Call it once, before a page can be translated.
 *
 * Source: https://github.com/facebook/react/issues/11538
 */
export function tolerateForeignNodes(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const own = childWith(this, child);
    if (own) removeChild.call(this, own);
    return child;
  };
  Node.prototype.insertBefore = function <New extends Node>(
    this: Node,
    added: New,
    before: Node | null,
  ): New {
    insertBefore.call(this, added, before && childWith(this, before));
    return added;
  };
}

/** The child of `parent` that is this node or contains it; null when it is elsewhere. */
function childWith(parent: Node, node: Node): Node | null {
  let own: Node | null = node;
  while (own && own.parentNode !== parent) own = own.parentNode;
  return own;
}
