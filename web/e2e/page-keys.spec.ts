import { expect, test } from './fixtures';
import { deployedProject } from './project';

test('keys move through environments, deploy, run and open tabs', async ({ app, seed }) => {
  const orders = await deployedProject(seed);
  const { project } = await seed.get<{ project: string }>(`/api/v1/environments/${orders.environment.id}`);
  await seed.environment(project, 'Staging');
  await app.goto(`/projects/${project}/deploy`);
  await expect(app.getByRole('row', { name: /Staging/ })).toBeVisible();

  // Without a row there is nothing to deploy or run.
  await app.keyboard.press('d');
  await app.keyboard.press('j');
  await expect(app.getByRole('link', { name: 'Production', exact: true })).toBeFocused();
  await app.keyboard.press('j');
  await expect(app.getByRole('link', { name: 'Staging', exact: true })).toBeFocused();
  await app.keyboard.press('k');
  await expect(app.getByRole('link', { name: 'Production', exact: true })).toBeFocused();
  await app.keyboard.press('r');
  const row = app.getByRole('row', { name: /Production/ });
  await expect(row).toContainText('Healthy');
  await app.keyboard.press('d');
  await expect(app).toHaveURL(new RegExp(`/environments/${orders.environment.id}/deploy`));

  await app.goto(`/projects/${project}/environments/${orders.environment.id}`);
  await expect(app.getByRole('link', { name: 'History' })).toBeVisible();
  await app.keyboard.press('3');
  await expect(app).toHaveURL(/tab=history/);
  await app.keyboard.press('1');
  await expect(app).not.toHaveURL(/tab=/);
  await app.keyboard.press('9'); // there is no such tab
  await expect(app).not.toHaveURL(/tab=/);

  const failed = await orders.finished({ factor: 'none' }, 'failed');
  await app.goto(`/runs/${failed}`);
  await expect(app.getByRole('link', { name: 'Error', exact: true })).toHaveAttribute('aria-current', 'page');
  await app.keyboard.press('2');
  await expect(app).toHaveURL(/tab=sql/);

  await app.keyboard.press('?');
  const sheet = app.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByRole('row', { name: /Deploy: deploy to the environment of the row/ })).toContainText('D');
  await expect(sheet.getByRole('row', { name: /Environment and run: open a tab/ })).toContainText('1');
});
