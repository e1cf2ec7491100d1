import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, test } from './fixtures';
import { projectFiles } from './project';
import { GitRemote } from './repository';
import { Sample } from './sample';
import type { Seed } from './seed';
import { editNode } from './workspace';

const block = (app: Page, name: string | RegExp) => app.getByRole('region', { name });

test.describe('with the sample', () => {
  test.use({ withSample: true });

  test('changes are reviewed, discarded, committed and lead to the deployment', { tag: '@core' }, async ({ app, seed }) => {
    const sample = await Sample.of(seed);
    const path = `/projects/${sample.project}/workspaces/${Sample.workspace}/changes`;
    await app.goto(path);
    await expect(app.getByRole('heading', { name: /^Nothing changed since [0-9a-f]{7}$/ })).toBeVisible();

    await editNode(seed, Sample.workspace, 'FCT_ORDER', '  o.quantity,\n', '  o.quantity,\n  o.order_id AS reference,\n');
    await editNode(seed, Sample.workspace, 'REVENUE_BY_MONTH', 'AS orders', 'AS order_count');
    await app.reload();
    const list = app.getByRole('navigation', { name: 'Changes' });
    await expect(list.getByRole('button')).toHaveText([/CORE\.FCT_ORDER.*1 line added/, /MART\.REVENUE_BY_MONTH.*1 line added, 1 line removed/]);
    const fact = app.getByRole('region', { name: 'CORE.FCT_ORDER, modified' });
    await expect(fact).toContainText('+  o.order_id AS reference,');
    await expect(app.getByText('will be 1 behind')).toHaveCount(2);
    await expectAccessible(app, { isSimple: true });

    // The address has the selection and the kind of view.
    await list.getByRole('button', { name: /REVENUE_BY_MONTH/ }).click();
    await app.getByText('Side by side').click();
    await expect(app).toHaveURL(/node=MART\.REVENUE_BY_MONTH/);
    await expect(app).toHaveURL(/diff=split/);
    await app.reload();
    await expect(app.getByRole('radio', { name: 'Side by side' })).toBeChecked();

    await app.getByRole('button', { name: 'Discard the change of MART.REVENUE_BY_MONTH' }).click();
    const dialog = app.getByRole('dialog', { name: 'Discard the change of MART.REVENUE_BY_MONTH?' });
    await expect(dialog).toContainText('1 added line is lost, and 1 removed line comes back');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(list.getByRole('button')).toHaveCount(1);

    const commit = app.getByRole('button', { name: 'Commit 1 change' });
    await expect(commit).toHaveAccessibleDescription(/Write a message/);
    await app.getByLabel('Message').fill('Orders have a reference');
    await app.keyboard.press('Control+Enter');
    await expect(app.getByRole('region', { name: 'Commit and deploy' })).toContainText('Committed');
    await expect(app.getByText('1 behind')).toHaveCount(2);
    await app.getByRole('link', { name: 'Deploy to Production' }).click();
    await expect(app.getByRole('radio', { name: /Orders have a reference/ })).toBeChecked();
  });

  test('while the branches are read, the page does not say that there are no commits', async ({ app, seed }) => {
    const sample = await Sample.of(seed);
    const reading: { end?: () => void } = {};
    const held = new Promise<void>((resolve) => {
      reading.end = resolve;
    });
    await app.route('**/branches', async (route) => {
      await held;
      await route.continue();
    });
    await app.goto(`/projects/${sample.project}/workspaces/${Sample.workspace}/changes`);
    const pull = app.getByRole('button', { name: 'Pull' });
    await expect(pull).toHaveAccessibleDescription('The commits of the branch are being read.');
    const deploy = app.getByRole('region', { name: 'Next: deploy' });
    await expect(deploy.getByRole('button', { name: 'Deploy to Production' })).toHaveAccessibleDescription('The commits of the branch are being read.');
    await expect(deploy).not.toContainText('not on this branch');
    reading.end?.();
    await expect(deploy.getByRole('link', { name: 'Deploy to Production' })).toBeVisible();
    await expect(deploy).toContainText('up to date');
  });
});

async function projectWithRemote(seed: Seed, remote: GitRemote) {
  const project = await seed.post<{ id: string }>('/api/v1/projects', { name: 'Shop', platformKind: 'duckdb', gitRepo: remote.address });
  const { workspace } = await seed.post<{ workspace: { id: string } }>(`/api/v1/projects/${project.id}/import`, { workspaceName: 'ann' });
  return { project: project.id, workspace: workspace.id, path: `/projects/${project.id}/workspaces/${workspace.id}/changes` };
}

test('a pull with conflicts changes nothing until they are resolved, and the result is pushed', async ({ app, seed, server }) => {
  const remote = GitRemote.of(server, projectFiles());
  const { project, workspace, path } = await projectWithRemote(seed, remote);
  const file = 'nodes/CORE-REVENUE.sql';
  remote.commit({ [file]: remote.read(file).replace('f.id', 'f.id, 2 AS theirs') }, 'Revenue of Bob');
  await editNode(seed, workspace, 'REVENUE', 'f.id', 'f.id, 1 AS ours');
  await app.goto(path);
  await app.getByRole('button', { name: 'Pull' }).click();
  const conflict = block(app, 'Conflict in CORE.REVENUE');
  await expect(conflict).toContainText('1 AS ours');
  await expect(conflict).toContainText('2 AS theirs');
  await expect(app.getByRole('button', { name: 'Commit 1 change' })).toHaveAccessibleDescription(/Resolve the conflicts first/);
  await conflict.getByRole('button', { name: 'Show the version both started from' }).click();
  await expect(conflict.getByRole('region', { name: `Common version of ${file}` })).toContainText('SELECT f.id FROM');
  await expectAccessible(app, { isSimple: true });

  await expect(conflict.getByRole('link', { name: 'Edit yours first' })).toHaveAttribute('href', new RegExp(`/workspaces/${workspace}/nodes/`));
  const nodes = await seed.get<{ data: { name: string; sql: string }[] }>(`/api/v1/workspaces/${workspace}/nodes?detail=true`);
  expect(nodes.data.find(({ name }) => name === 'REVENUE')!.sql).toContain('1 AS ours');
  await conflict.getByRole('radio', { name: /Take theirs/ }).check();
  await app.getByRole('button', { name: 'Resolve with theirs and pull' }).click();
  await expect(conflict).toHaveCount(0);
  await expect(app.getByRole('heading', { name: /^Nothing changed since/ })).toBeVisible();

  await editNode(seed, workspace, 'REVENUE', '2 AS theirs', '3 AS both');
  await app.reload();
  await app.getByLabel('Message').fill('Revenue of both');
  await app.getByRole('button', { name: 'Commit 1 change' }).click();
  await expect(app.getByRole('region', { name: 'Commit and deploy' })).toContainText('Committed');
  await app.getByRole('button', { name: 'Push' }).click();
  await expect(app.getByRole('status').filter({ hasText: /^Pushed/ })).toBeVisible();
  expect(remote.log()).toEqual(['Revenue of both', 'Revenue of Bob', 'The first files']);

  // A remote that cannot be reached stops only pull and push.
  await seed.patch(`/api/v1/projects/${project}`, { gitRepo: 'https://127.0.0.1:1/shop.git' });
  await editNode(seed, workspace, 'REVENUE', '3 AS both', '4 AS more');
  await app.reload();
  await app.getByRole('button', { name: 'Pull' }).click();
  await expect(app.getByRole('status').filter({ hasText: /^The remote repository cannot be reached since/ })).toBeVisible();
  await app.getByLabel('Message').fill('Without the remote');
  await app.getByRole('button', { name: 'Commit 1 change' }).click();
  await expect(app.getByRole('region', { name: 'Commit and deploy' })).toContainText('Committed');
});

test('branches are searched, created with the changes, and switched', async ({ app, seed, server }) => {
  const { project, workspace, path } = await projectWithRemote(seed, GitRemote.of(server, projectFiles()));
  await editNode(seed, workspace, 'REVENUE', 'f.id', 'f.id, 1 AS tax');
  await app.goto(path);
  await app.getByRole('button', { name: 'Branch main' }).click();
  await app.getByLabel('Find or create a branch').fill('tax');
  await expectAccessible(app, { isSimple: true });
  await app.getByRole('button', { name: /Create tax from here/ }).click();
  await expect(app.getByRole('button', { name: 'Branch tax' })).toBeVisible();
  await expect(app.getByRole('region', { name: 'CORE.REVENUE, modified' })).toBeVisible();
  await app.getByLabel('Message').fill('Tax');
  await app.getByRole('button', { name: 'Commit 1 change' }).click();
  await expect(app.getByRole('region', { name: 'Commit and deploy' })).toContainText('Committed');

  await editNode(seed, workspace, 'REVENUE', '1 AS tax', '2 AS tax');
  await app.reload();
  await app.getByRole('button', { name: 'Branch tax' }).click();
  await app.getByRole('button', { name: /^main/ }).click();
  const dialog = app.getByRole('dialog', { name: 'Switch to main?' });
  await expect(dialog).toContainText('1 uncommitted change');
  await dialog.getByRole('button', { name: 'Commit first' }).click();
  await expect(app.getByLabel('Message')).toBeFocused();
  await app.getByRole('button', { name: 'Branch tax' }).click();
  await app.getByRole('button', { name: /^main/ }).click();
  await dialog.getByRole('button', { name: 'Discard 1 change and switch' }).click();
  await expect(app.getByRole('button', { name: 'Branch main' })).toBeVisible();
  expect((await seed.get<{ branch: string }>(`/api/v1/workspaces/${workspace}`)).branch).toBe('main');

  // A member without the permission to edit sees the changes, and no action.
  const reader = await seed.person('Ruth');
  await seed.put(`/api/v2/userRoles/${reader.id}/projects/${project}`, { role: 'projectMember' });
  await editNode(seed, workspace, 'REVENUE', 'f.id', 'f.id, 9 AS seen');
  await app.request.post('/api/v1/auth/login', { data: { email: reader.email, password: reader.password } });
  await app.goto(path);
  await expect(app.getByRole('region', { name: 'CORE.REVENUE, modified' })).toBeVisible();
  await expect(app.getByRole('button', { name: /^(Pull|Push|Commit|Discard)/ })).toHaveCount(0);
});
