import type { Node, NodeKey } from '../api/nodes';

// A draft that the browser keeps until it is saved or discarded, with the version that it started from.
export interface StoredDraft {
  base: Node;
  node: Node;
  // An ISO time.
  changedAt: string;
}

// Several people may use one browser, and each has drafts of their own.
const owner = { userID: '' };

export function setDraftOwner(userID: string): void {
  owner.userID = userID;
}

const keyOf = ({ workspaceID, nodeID }: NodeKey) => `millrace-draft-${owner.userID}-${workspaceID}-${nodeID}`;

export function readDraft(key: NodeKey): StoredDraft | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(key)) ?? 'null') as StoredDraft | null;
    return stored?.base?.id && stored.node?.id ? stored : undefined;
  } catch {
    return undefined;
  }
}

// writeDraft does nothing if the browser has no space left; leaving the page still asks.
export function writeDraft(key: NodeKey, base: Node, node: Node): void {
  try {
    localStorage.setItem(keyOf(key), JSON.stringify({ base, node, changedAt: new Date().toISOString() } satisfies StoredDraft));
  } catch {
    removeDraft(key);
  }
}

export function removeDraft(key: NodeKey): void {
  localStorage.removeItem(keyOf(key));
}
