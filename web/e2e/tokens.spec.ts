import type { Page } from '@playwright/test';
import { execFileSync, spawnSync } from 'node:child_process';
import { expect, signIn, test } from './fixtures';
import { listEnvironments, login } from './seed';
import { administrator } from './server';

async function generate(app: Page, name: string): Promise<string> {
  await app.getByRole('button', { name: 'Generate Access Token' }).click();
  await app.getByLabel('Name (optional)').fill(name);
  await app.getByRole('button', { name: 'Generate', exact: true }).click();
  return app.getByRole('group', { name: 'Access token' }).locator('code').innerText();
}

test('a generated token works, and the response has the documented fields', { tag: '@core' }, async ({ app, seed, server }) => {
  const project = await seed.project('Orders');
  const environment = await seed.environment(project.id, 'Production');
  await app.goto(`/projects/${project.id}/deploy`);
  const token = await generate(app, 'Nightly');
  expect(token).toMatch(/^mrt_[0-9A-Za-z]{36}$/);

  const response = await listEnvironments(server.address, token);
  expect(response.status).toBe(200);
  const body = (await response.json()) as { data: Record<string, unknown>[] };
  expect(Object.keys(body)).toEqual(['data']);
  expect(body.data).toHaveLength(1);
  expect(Object.keys(body.data[0]!).toSorted()).toEqual(['createdAt', 'createdBy', 'id', 'name', 'project', 'status']);
  expect(body.data[0]).toMatchObject({
    id: environment.id,
    name: 'Production',
    status: 'Waiting',
    project: project.id,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    createdBy: { id: expect.any(String), firstName: expect.any(String), lastName: expect.any(String) },
  });
});

test('the curl command has the token and the address of the server', async ({ app, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.goto('/deploy');
  const token = await generate(app, '');
  const line = `curl -H 'Authorization: Bearer ${token}' -H 'accept: application/json' ${server.address}/api/v1/environments`;
  await expect(app.getByRole('group', { name: 'Try it in a terminal' }).locator('code')).toHaveText(line);
  await app.getByRole('button', { name: 'Copy curl line' }).click();
  await expect(app.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await app.evaluate(() => navigator.clipboard.readText())).toBe(line);

  // What was copied works in a terminal.
  test.skip(spawnSync('curl', ['--version']).status !== 0, 'curl is not installed');
  expect(JSON.parse(execFileSync('/bin/sh', ['-c', `${line} --silent --fail`], { encoding: 'utf8' }))).toEqual({ data: [] });
});

test('a token is shown only once', async ({ app }) => {
  await app.goto('/deploy');
  const token = await generate(app, 'Nightly');
  await app.getByRole('button', { name: 'Done' }).click();
  const row = app.getByRole('row', { name: /Nightly/ });
  await expect(row).toContainText(token.slice(-4));
  await expect(row).toContainText('never');
  expect(await app.content()).not.toContain(token);
  await app.getByRole('button', { name: 'Generate Access Token' }).click();
  await expect(app.getByLabel('Name (optional)')).toHaveValue('');
  await app.reload();
  await expect(row).toBeVisible();
  expect(await app.content()).not.toContain(token);
});

test('a click outside the dialog does not close it', async ({ app }) => {
  await app.goto('/deploy');
  const token = await generate(app, '');
  await app.mouse.click(5, 5);
  await expect(app.getByText(token, { exact: true })).toBeVisible();
});

test('the last use of a token is shown', async ({ app, server }) => {
  await app.goto('/deploy');
  const token = await generate(app, 'Nightly');
  await app.getByRole('button', { name: 'Done' }).click();
  await listEnvironments(server.address, token);
  // The server writes uses every 30 seconds and when it stops.
  await server.restart();
  await app.reload();
  await expect(app.getByRole('row', { name: /Nightly/ })).not.toContainText('never');
});

test('a revoked token is rejected at once, other tokens stay valid', async ({ app, server }) => {
  await app.goto('/deploy');
  const revoked = await generate(app, 'Revoked');
  await app.getByRole('button', { name: 'Done' }).click();
  const kept = await generate(app, 'Kept');
  await app.getByRole('button', { name: 'Done' }).click();
  expect((await listEnvironments(server.address, revoked)).status).toBe(200);

  await app.getByRole('button', { name: /^Revoke token Revoked/ }).click();
  await app.getByRole('dialog', { name: 'Revoke token Revoked?' }).getByRole('button', { name: 'Revoke token' }).click();
  await expect(app.getByRole('row', { name: /Revoked/ })).toHaveCount(0);
  expect((await listEnvironments(server.address, revoked)).status).toBe(401);
  expect((await listEnvironments(server.address, kept)).status).toBe(200);
});

test('the page explains when tokens are revoked', async ({ app }) => {
  await app.goto('/deploy');
  const section = app.getByRole('region', { name: 'Access tokens', exact: true });
  await expect(section).toContainText(/never expires.*deleted or disabled.*password or e-mail address changes/);
});

test('a sign-in creates no token, a login creates one', async ({ page, server }) => {
  await signIn(page);
  await page.goto('/deploy');
  const section = page.getByRole('region', { name: 'Access tokens', exact: true });
  await expect(section).toContainText('No access tokens yet');
  await login(server.address, administrator);
  await page.reload();
  const fold = section.getByRole('button', { name: '1 token of logins' });
  await fold.click();
  await expect(section.getByRole('row', { name: /^Login of/ })).toHaveCount(1);
});

test('the unused tokens of old logins are revoked together', async ({ app, seed, server }) => {
  await login(server.address, administrator);
  await app.goto('/deploy');
  const section = app.getByRole('region', { name: 'Access tokens', exact: true });
  await expect(section.getByRole('button', { name: /tokens of logins/ })).toBeVisible();
  await expect(section.getByRole('button', { name: /unused/ })).toHaveCount(0);

  await app.clock.setFixedTime(Date.now() + 2 * 24 * 60 * 60 * 1000);
  await app.reload();
  await section.getByRole('button', { name: /^Revoke \d unused$/ }).click();
  const dialog = app.getByRole('dialog', { name: /^Revoke \d unused tokens? of logins\?$/ });
  await expect(dialog).toContainText('stay valid');
  await dialog.getByRole('button', { name: 'Revoke unused tokens' }).click();
  await expect(dialog).toBeHidden();
  // They are not old for the server, which keeps them: the token of the seed still works.
  await seed.project('Orders');
});
