import type { Seed } from './seed';

interface Node {
  id: string;
  name: string;
  nodeType: string;
  sql: string;
}

// editNode replaces a text in the SQL of a node of a workspace, without a commit.
export async function editNode(seed: Seed, workspaceID: string, name: string, from: string, to: string): Promise<void> {
  const path = `/api/v1/workspaces/${workspaceID}/nodes`;
  const list = await seed.get<{ data: Node[] }>(`${path}?detail=true`);
  const node = list.data.find((candidate) => candidate.name === name)!;
  if (!node.sql.includes(from)) throw new Error(`${name} has no ${from}`);
  await seed.put(`${path}/${node.id}`, { id: node.id, name, nodeType: node.nodeType, sql: node.sql.replace(from, to) });
}

// firstWorkspace returns the workspace that a project has from the start.
export async function firstWorkspace(seed: Seed, project: string): Promise<{ id: string; name: string }> {
  return (await seed.get<{ data: { id: string; name: string }[] }>(`/api/v1/workspaces?project=${project}`)).data[0]!;
}
