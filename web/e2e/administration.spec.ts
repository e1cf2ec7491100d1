import { expectAccessible, expectNoViolations } from './axe';
import { expect, signIn, test } from './fixtures';
import { login } from './seed';
import { administrator } from './server';

test('an operator creates, limits and deletes an organization', async ({ app, page }) => {
  await app.goto('/admin/organizations');
  const table = app.getByRole('region', { name: 'Organizations' });
  await expect(table.getByRole('row', { name: /your organization/ })).toBeVisible();
  await expectAccessible(app);

  await app.getByRole('button', { name: 'Create organization' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Acme & Co');
  await dialog.getByLabel('E-mail of the first administrator').fill('ann@acme.example');
  await dialog.getByLabel('Users').fill('1');
  await expectNoViolations(app);
  await dialog.getByRole('button', { name: 'Create organization' }).click();
  await expect(dialog).toContainText('Copy the password of ann@acme.example now');
  await expectNoViolations(app);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = table.getByRole('row', { name: /Acme & Co/ });
  await expect(row).toContainText('1 of 1');

  await app.getByRole('button', { name: 'Edit Acme & Co' }).click();
  await dialog.getByLabel('Name').fill('Acme');
  await dialog.getByLabel('Subdomain').fill('acme-corp');
  await dialog.getByLabel('Users').fill('5');
  await dialog.getByLabel('Runs at once').fill('3');
  await dialog.getByLabel('Storage in MiB').fill('100');
  await expectNoViolations(app);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const changed = table.getByRole('row', { name: /acme-corp/ });
  await expect(changed).toContainText('1 of 5');
  await expect(changed).toContainText('0 of 3');
  await expect(changed).toContainText('of 100 MiB');

  await app.getByRole('button', { name: 'Delete Acme' }).click();
  const remove = dialog.getByRole('button', { name: 'Delete organization' });
  await expect(remove).toBeDisabled();
  await expect(dialog).toContainText('1 user');
  await dialog.getByLabel('Type Acme to confirm').fill('Acme');
  await expectNoViolations(app);
  await remove.click();
  await expect(changed).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an administrator ends the sessions and tokens of others', async ({ app, seed, server }) => {
  const person = await seed.person('Bruno');
  const token = await login(server.address, person);
  await app.goto('/admin/credentials');
  const tokens = app.getByRole('region', { name: 'All access tokens' });
  const sessions = app.getByRole('region', { name: 'All sessions' });
  await expect(sessions.getByText('this browser')).toHaveCount(1);
  await expectAccessible(app);
  await tokens.getByRole('button', { name: /^Revoke token .* of bruno@example\.com/ }).first().click();
  await tokens.getByRole('button', { name: /^Confirm: revoke token .* of bruno@example\.com/ }).click();
  await expect(tokens.getByRole('row', { name: /bruno@example\.com/ })).toHaveCount(0);
  const refused = await fetch(`${server.address}/api/v1/auth/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(refused.status).toBe(401);
  const before = await sessions.getByRole('row', { name: /bruno@example\.com/ }).count();
  await sessions.getByRole('button', { name: /^End the session of bruno@example\.com/ }).first().click();
  await expectNoViolations(app);
  await sessions.getByRole('button', { name: /^Confirm: end the session of bruno@example\.com/ }).click();
  await expect(sessions.getByRole('row', { name: /bruno@example\.com/ })).toHaveCount(before - 1);
});

test('an administrator sees who may use a connection', async ({ app, seed }) => {
  const project = await seed.project('Orders');
  const person = await seed.person('Bruno');
  await seed.put(`/api/v2/userRoles/${person.id}/projects/${project.id}`, { projectRole: 'projectArchitect' });
  await app.goto('/admin/connections');
  await app.getByRole('link', { name: /^Who may use it/ }).click();
  const users = app.getByRole('region', { name: 'Users' });
  await expect(users.getByRole('row', { name: /bruno@example\.com/ })).toContainText('project Orders');
  await expect(users.getByRole('row', { name: new RegExp(administrator.email) })).toContainText('Change the connection');
  await expectAccessible(app);
});

test('the server page shows rules, engines and numbers of all organizations', async ({ app }) => {
  await app.goto('/admin/server');
  await expect(app.getByText('1 organization', { exact: true })).toBeVisible();
  await expect(app.getByRole('region', { name: 'Retention' }).getByRole('row', { name: /Audit log/ })).toContainText('forever');
  await expect(app.getByRole('region', { name: 'Libraries of the engines' }).getByRole('row', { name: /^duckdb/ })).toContainText('v2');
  await expectAccessible(app);
});

test('people without administration reach the audit log, and no page of operators', async ({ page, seed }) => {
  const person = await seed.person('Rea');
  await signIn(page, person);
  await expect(page.getByRole('link', { name: 'Organizations' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Entries' }).getByRole('row', { name: /user\.signIn/ }).first()).toBeVisible();
  await page.goto('/admin/organizations');
  await expect(page.getByRole('heading', { name: 'For operators of the server' })).toBeVisible();
  await page.goto('/admin/credentials');
  await expect(page.getByRole('heading', { name: 'For administrators of the organization' })).toBeVisible();
});
