import { expect, test } from './fixtures';
import { awaitRun } from './project';
import { Sample } from './sample';

test.use({ withSample: true });

interface Node {
  id: string;
  name: string;
}

interface Results {
  data: { queryResults: { sql: string }[] }[];
}

test('Create makes the table of a node without rows, and Run loads it', async ({ app, seed }) => {
  const sample = await Sample.of(seed);
  const nodes = `/api/v1/workspaces/${Sample.workspace}/nodes`;
  const { data } = await seed.get<{ data: Node[] }>(nodes);
  const counter = await seed.post<Node>(nodes, { nodeType: 'View', sql: "SELECT count(*) AS rows FROM {{ ref('STAGE', 'STG_CUSTOMERS') }} AS o" });
  const rows = async () => Number((await seed.get<{ rows: string[][] }>(`${nodes}/${counter.id}/data`)).rows[0]![0]);
  const statements = async (run: number) =>
    (await seed.get<Results>(`/api/v1/runs/${run}/results`)).data.flatMap(({ queryResults }) => queryResults.map(({ sql }) => sql)).join(';');
  const upstream = await seed.post<{ runCounter: number }>('/scheduler/startRun', { runDetails: { environmentID: Sample.workspace, includeNodesSelector: '{ location: RAW }' } });
  await awaitRun(seed, `${upstream.runCounter}`, 'completed');
  const open = (name: string) => app.goto(`/projects/${sample.project}/workspaces/${Sample.workspace}/nodes/${data.find((node) => node.name === name)!.id}`);

  await open('STG_CUSTOMERS');
  await app.getByRole('button', { name: 'Create', exact: true }).click();
  const created = app.getByRole('link', { name: /^Created in run \d+$/ });
  await expect(created).toBeVisible();
  expect(await rows()).toBe(0);
  const first = Number(/\d+/.exec(await created.innerText()));
  expect(await statements(first)).toMatch(/CREATE .*TABLE/i);
  expect(await statements(first)).not.toMatch(/INSERT/i);

  await app.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(app.getByRole('link', { name: `Complete in run ${first + 1}` })).toBeVisible();
  const loaded = await rows();
  expect(loaded).toBeGreaterThan(0);

  // Creating it again keeps the rows, and the run says what it did.
  await app.getByRole('button', { name: 'Create', exact: true }).click();
  await app.getByRole('link', { name: `Created in run ${first + 2}` }).click();
  await expect(app.getByText(/^Creation of /).first()).toBeVisible();
  expect(await rows()).toBe(loaded);

  // With unsaved changes it says why not.
  await open('STG_CUSTOMERS');
  await app.getByRole('textbox', { name: 'SQL of STG_CUSTOMERS' }).click();
  await app.keyboard.press('ControlOrMeta+End');
  await app.keyboard.type('-- more');
  await expect(app.getByRole('button', { name: 'Create', exact: true })).toHaveAccessibleDescription(/Save first/);
});
