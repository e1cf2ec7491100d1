import type { Page } from '@playwright/test';
import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from './fixtures';
import { errorOf } from './process';
import { Sample } from './sample';
import type { Seed } from './seed';

test.use({ withSample: true });

async function copied(app: Page, label: string): Promise<string> {
  await app.getByRole('button', { name: label }).first().click();
  await expect(app.getByRole('button', { name: 'Copied' }).first()).toBeVisible();
  const text = await app.evaluate(() => navigator.clipboard.readText());
  await expect(app.getByRole('button', { name: 'Copied' })).toHaveCount(0);
  return text;
}

const names = async (seed: Seed, path: string) => (await seed.get<{ data: { name: string }[] }>(path)).data.map(({ name }) => name).toSorted();

// A page that creates something copies the request that does it.
test('what the pages for a new schedule and a new node copy creates them', async ({ app, seed, context }) => {
  test.skip(spawnSync('curl', ['--version']).status !== 0, 'curl is not installed');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const sample = await Sample.of(seed);
  const send = (line: string) => execFileSync('/bin/sh', ['-c', `${line} --silent --fail`], { env: { ...process.env, MILLRACE_TOKEN: seed.token } });

  await app.goto(`/schedules/new?environment=${sample.production.id}`);
  await expect(app.getByRole('button', { name: 'Copy as curl' })).toHaveAccessibleDescription('Enter a name.');
  await app.getByLabel('Name').fill("Rea's first");
  await app.getByLabel('Retries').fill('2');
  send(await copied(app, 'Copy as curl'));
  await app.getByLabel('Name').fill("Rea's second");
  expect(await errorOf(await copied(app, 'Copy as command'), seed)).toBe('');
  expect(await names(seed, '/api/v1/schedules')).toEqual(["Rea's first", "Rea's second"]);
  const { data } = await seed.get<{ data: { name: string; id: string; createdAt: string }[] }>('/api/v1/schedules');
  const [first, second] = data.map((schedule) => ({ ...schedule, id: '', name: '', createdAt: '', updatedAt: '' }));
  expect(second).toEqual(first);

  const workspace = `/projects/${sample.project}/workspaces/${Sample.workspace}`;
  const nodes = `/api/v1/workspaces/${Sample.workspace}/nodes`;
  const { data: list } = await seed.get<{ data: { id: string; name: string }[] }>(nodes);
  const from = list.find(({ name }) => name === 'STG_ORDERS')!.id;
  await app.goto(`${workspace}/nodes/new?from=${from}`);
  await app.getByLabel('Name').fill('BY_CURL');
  send(await copied(app, 'Copy as curl'));
  await app.getByLabel('Name').fill('BY_COMMAND');
  expect(await errorOf(await copied(app, 'Copy as command'), seed)).toBe('');
  await app.goto(`${workspace}/nodes/new?as=sql`);
  await app.getByLabel('Name').fill('BY_TEXT');
  await app.getByRole('textbox', { name: 'SQL' }).fill("SELECT 'it''s' AS word");
  expect(await errorOf(await copied(app, 'Copy as command'), seed)).toBe('');
  expect(await names(seed, nodes)).toEqual(expect.arrayContaining(['BY_CURL', 'BY_COMMAND', 'BY_TEXT']));
});
