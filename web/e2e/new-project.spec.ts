import { expectAccessible } from './axe';
import { expect, openProjects, test } from './fixtures';
import { archive, projectFiles } from './project';
import { GitRemote } from './repository';

test('a project is imported from git, after a wrong address', async ({ app, server }) => {
  const remote = GitRemote.of(server, { ...projectFiles(), 'jobs/broken-1.yml': 'id: [' });
  await openProjects(app);
  await app.getByRole('button', { name: 'Import from git' }).click();
  await expect(app).toHaveURL(/new=git/);
  const dialog = app.getByRole('dialog', { name: 'Create project' });
  await dialog.getByLabel('Name').fill('Shop');
  await dialog.getByLabel('Repository').fill('/nowhere/at/all.git');
  await expectAccessible(app, { isSimple: true });
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByRole('alert')).toContainText('git_folders');
  await expect(dialog).toContainText('Project Shop exists, without files.');

  await dialog.getByRole('button', { name: 'Add account' }).click();
  await dialog.getByLabel('Account name').fill('work');
  await dialog.getByLabel('User at the git host').fill('ann');
  await dialog.getByLabel('Token').fill('a secret token');
  await dialog.getByRole('button', { name: 'Add account' }).click();
  await expect(dialog.getByLabel('Git account', { exact: true })).toHaveValue(/.+/);
  await dialog.getByLabel('Repository').fill(remote.address);
  await dialog.getByRole('button', { name: 'Import' }).click();
  const report = app.getByRole('dialog', { name: 'Project Shop is imported' });
  await expect(report).toContainText('5 nodes');
  await expect(report).toContainText('jobs/broken-1.yml');
  await report.getByRole('button', { name: 'Open project' }).click();

  await expect(app.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
  await expect(app.getByRole('region', { name: 'Workspaces', exact: true }).getByRole('row')).toHaveCount(2);
  await app.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(app.getByText('Linked: work.')).toBeVisible();
  await app.getByLabel('Git account', { exact: true }).selectOption('None: the repository is public');
  await app.getByRole('button', { name: 'Unlink' }).click();
  await expect(app.getByText('No account is linked.')).toBeVisible();
  await app.getByLabel('Description').fill('Orders of the shop');
  await app.getByRole('button', { name: 'Save' }).click();
  await expect(app.getByText('DuckDB · Orders of the shop')).toBeVisible();
  await expectAccessible(app, { isSimple: true });
  const download = app.waitForEvent('download');
  await app.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
});

test('a folder is uploaded, and its workspaces are created and deleted in numbers', async ({ app }) => {
  await app.goto('/projects?new=upload');
  const dialog = app.getByRole('dialog', { name: 'Create project' });
  await expect(dialog.getByRole('button', { name: 'Import' })).toHaveAccessibleDescription('Choose an archive first.');
  await dialog.getByLabel('Name').fill('Shop');
  const buffer = Buffer.from(await archive(projectFiles()).arrayBuffer());
  await dialog.getByLabel('Archive').setInputFiles({ name: 'shop.tar.gz', mimeType: 'application/gzip', buffer });
  await dialog.getByRole('button', { name: 'Import' }).click();
  await app.getByRole('button', { name: 'Open project' }).click();
  const workspaces = app.getByRole('region', { name: 'Workspaces', exact: true });
  await expect(workspaces.getByRole('row')).toHaveCount(2);

  await app.getByRole('button', { name: 'Create workspace' }).click();
  const create = app.getByRole('dialog', { name: 'Create workspace' });
  await create.getByLabel('Name').fill('ann');
  await create.getByRole('button', { name: 'Create workspace' }).click();
  await expect(workspaces.getByRole('row', { name: /ann/ })).toContainText('main');
  await expectAccessible(app, { isSimple: true });

  await app.getByRole('link', { name: 'Settings of ann' }).click();
  await app.getByRole('link', { name: 'Macros' }).click();
  await app.getByRole('textbox', { name: 'Macros' }).fill('{% macro one() %}1{% endmacro %}');
  await app.getByRole('button', { name: 'Save' }).click();
  await expect(app.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  await app.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Shop' }).click();
  await app.getByRole('button', { name: 'Delete workspace ann' }).click();
  const remove = app.getByRole('dialog', { name: 'Delete workspace ann?' });
  await expect(remove).toContainText('1 uncommitted change is lost.');
  await remove.getByRole('button', { name: 'Delete workspace' }).click();
  await expect(workspaces.getByRole('row')).toHaveCount(2);
});
