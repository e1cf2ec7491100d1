import { expectNoViolations } from './axe';
import { expect, signIn, test } from './fixtures';
import { login } from './seed';

test('roles, tokens, connections, git accounts and the server are administered', async ({ app, seed, server }) => {
  const project = await seed.project('Orders');
  await seed.environment(project.id, 'Production');
  const person = await seed.person('Bruno');
  await login(server.address, person);

  await app.goto('/admin/roles');
  const role = app.getByLabel('Role of Bruno Example in Orders');
  await role.selectOption('Contributor');
  await expect(role).toHaveValue('projectContributor');
  await app.getByLabel('Project', { exact: true }).selectOption('Orders and its environments');
  await expect(app).toHaveURL(new RegExp(`project=${project.id}`));
  const inProduction = app.getByLabel('Role of Bruno Example in Production');
  await inProduction.selectOption('Administrator');
  await app.reload();
  await expect(inProduction).toHaveValue('environmentAdministrator');
  await expect(role).toHaveValue('projectContributor');
  await role.selectOption('–');
  await expect(role).toHaveValue('');

  await app.goto('/admin/users');
  await app.getByRole('button', { name: 'Access tokens of Bruno Example' }).click();
  const tokens = app.getByRole('dialog', { name: 'Access tokens of Bruno Example' });
  await tokens.getByRole('button', { name: /^Revoke/ }).click();
  await expectNoViolations(app);
  await tokens.getByRole('button', { name: /^Confirm: revoke/ }).click();
  await expect(tokens).toContainText('has no access tokens');
  await app.keyboard.press('Escape');

  await app.goto('/admin/connections');
  await app.getByRole('button', { name: /^Edit connection/ }).click();
  const edit = app.getByRole('dialog', { name: /^Edit connection/ });
  await edit.getByLabel('Name').fill('Warehouse');
  await edit.getByRole('switch', { name: 'All projects may use this connection' }).uncheck({ force: true });
  await edit.getByRole('checkbox', { name: 'Orders' }).check();
  await expectNoViolations(app);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(app.getByRole('row', { name: /Warehouse/ })).toContainText('1 project');

  await app.goto('/admin/git-accounts');
  await app.getByRole('button', { name: 'Create git account' }).click();
  const account = app.getByRole('dialog');
  await account.getByRole('textbox', { name: 'Name', exact: true }).fill('Work');
  await account.getByLabel('User name').fill('ann');
  await account.getByRole('textbox', { name: 'Token' }).fill('a sealed token');
  await account.getByLabel('Author name').fill('Ann Berger');
  await account.getByLabel('Author e-mail').fill('ann@example.com');
  await expectNoViolations(app);
  await account.getByRole('button', { name: 'Create git account' }).click();
  await expect(app.getByRole('row', { name: /Work/ })).toContainText('Ann Berger <ann@example.com>');
  await app.getByRole('button', { name: 'Edit Work' }).click();
  await account.getByLabel('User name').fill('berger');
  await account.getByRole('button', { name: 'Save' }).click();
  await expect(app.getByRole('row', { name: /Work/ })).toContainText('berger');
  await expectNoViolations(app);
  await app.getByRole('button', { name: 'Delete Work' }).click();
  await expect(account).toContainText('1 stored token is lost');
  await account.getByRole('button', { name: 'Delete git account' }).click();
  await expect(app.getByRole('heading', { name: 'No git accounts yet' })).toBeVisible();
  expect(await app.content()).not.toContain('a sealed token');

  await app.goto('/admin/server');
  await expect(app.getByText('Ready', { exact: true })).toBeVisible();
  await expect(app.getByText(/GiB free|MiB free|TiB free/)).toBeVisible();
  await expect(app.getByText(/SQLite \d/)).toBeVisible();
  await expect(app.getByRole('table').getByRole('row', { name: /this process/ })).toContainText('0 of at most 64');
  await expectNoViolations(app);
});

test('a member sees no administration, except for the own git accounts', async ({ page, seed }) => {
  const person = await seed.person('Rea');
  await signIn(page, person);
  for (const name of ['Roles', 'Webhooks', 'Server']) await expect(page.getByRole('link', { name })).toHaveCount(0);
  for (const path of ['/admin/roles', '/admin/webhooks', '/admin/webhooks/unknown', '/admin/server']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'For administrators of the organization' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  await page.goto('/account');
  await page.getByRole('link', { name: 'Git accounts' }).click();
  await expect(page.getByRole('heading', { name: 'No git accounts yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create git account' })).toBeVisible();
  await expect(page.getByLabel('Owner')).toHaveCount(0);
});
