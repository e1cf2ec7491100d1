import { expect, openProjects, test } from './fixtures';

test('the empty list of projects explains what to do', async ({ app }) => {
  await openProjects(app);
  await expect(app.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
});

test.describe('with the sample', () => {
  test.use({ withSample: true });

  test('the first page shows the sample project', async ({ app }) => {
    await openProjects(app);
    await expect(app.getByRole('region', { name: 'Projects' }).getByRole('row')).not.toHaveCount(1);
  });
});

test('a project is created and opens on its overview', { tag: '@core' }, async ({ app }) => {
  await openProjects(app);
  await app.getByRole('button', { name: 'Create project' }).click();
  const dialog = app.getByRole('dialog', { name: 'Create project' });
  await dialog.getByLabel('Name').fill('Orders');
  await dialog.getByLabel('Engine').selectOption('PostgreSQL');
  await dialog.getByLabel('Description').fill('Orders of the shop');
  await dialog.getByRole('button', { name: 'Create project' }).click();
  await expect(app).toHaveURL(/\/projects\/[0-9a-f-]{36}$/);
  await expect(app.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await expect(app.getByText('PostgreSQL · Orders of the shop')).toBeVisible();

  await app.getByRole('link', { name: 'All projects' }).click();
  const row = app.getByRole('row', { name: /Orders/ });
  await expect(row).toContainText('PostgreSQL');
});

test('a project shows its environments and workspaces', async ({ app, seed }) => {
  const project = await seed.project('Orders', 'Orders of the shop');
  await seed.environment(project.id, 'Production');
  await seed.environment(project.id, 'Test');
  await openProjects(app);
  const row = app.getByRole('row', { name: /Orders/ });
  await expect(row).toContainText('2 environments');
  await expect(row.getByRole('listitem')).toHaveText(['Production: Waiting', 'Test: Waiting']);
  await expect(row.getByRole('cell').last()).not.toHaveText('none');
});

test('the filter is stored in the address and kept after a reload', async ({ app, seed }) => {
  await seed.project('Orders');
  await seed.project('Finance');
  await openProjects(app);
  await app.getByLabel('Filter projects').fill('fin');
  await expect(app).toHaveURL(/\/projects\?q=fin$/);
  await app.reload();
  await expect(app.getByLabel('Filter projects')).toHaveValue('fin');
  await expect(app.getByRole('link', { name: 'Finance' })).toBeVisible();
  await expect(app.getByRole('link', { name: 'Orders' })).toHaveCount(0);
});

test('a rejected request shows the hint and the request id', async ({ app, seed }) => {
  const project = await seed.project('Orders');
  await app.goto(`/projects/${project.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}/deploy`);
  const alert = app.getByRole('alert');
  await expect(alert).toContainText(/not found/);
  await expect(alert).toContainText(/Request \S+/);
});

test('a project can be deleted only without environments', async ({ app, seed }) => {
  const project = await seed.project('Orders');
  await seed.environment(project.id, 'Production');
  await app.goto(`/projects/${project.id}/deploy`);
  await app.getByRole('button', { name: 'Delete project' }).click();
  const dialog = app.getByRole('dialog', { name: 'Delete project Orders?' });
  await expect(dialog).toContainText('1 workspace');
  await expect(dialog).toContainText('It still has 1 environment; delete it first.');
  await dialog.getByRole('button', { name: 'Delete project' }).click();
  await expect(dialog.getByRole('alert')).toContainText(/Request \S+/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await app.getByRole('button', { name: 'More about Production' }).click();
  await app.getByRole('menuitem', { name: 'Delete environment…' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Delete environment' }).click();
  await expect(app.getByRole('heading', { name: 'No environments yet' })).toBeVisible();
  await app.getByRole('button', { name: 'Delete project' }).click();
  await dialog.getByRole('button', { name: 'Delete project' }).click();
  await expect(app).toHaveURL(/\/projects$/);
  await expect(app.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
});
