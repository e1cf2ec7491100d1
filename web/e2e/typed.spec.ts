import { expect, openProjects, test } from './fixtures';

// What a user has typed or reads must not vanish.

test('a click outside a dialog closes it, unless something was typed', async ({ app }) => {
  await app.goto('/deploy');
  await app.getByRole('button', { name: 'Generate Access Token' }).click();
  const dialog = app.getByRole('dialog', { name: 'Generate Access Token' });
  await app.mouse.click(5, 5);
  await expect(dialog).toHaveCount(0);
  await app.getByRole('button', { name: 'Generate Access Token' }).click();
  await dialog.getByLabel('Name (optional)').fill('Nightly');
  await app.mouse.click(5, 5);
  await expect(dialog.getByLabel('Name (optional)')).toHaveValue('Nightly');
  await app.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('a tooltip stays while the pointer is on it, and Escape hides it', async ({ app, seed }) => {
  await openProjects(app);
  const project = await seed.project('Orders');
  const { data } = await seed.get<{ data: { id: string }[] }>(`/api/v1/workspaces?project=${project.id}`);
  await app.goto(`/projects/${project.id}/workspaces/${data[0]!.id}/changes`);
  const push = app.getByRole('button', { name: 'Push' });
  const tooltip = app.getByRole('tooltip');
  await expect(push).toHaveAccessibleDescription(/no remote repository/);
  await push.hover();
  await expect(tooltip).toBeVisible();
  const { x, y, width, height } = (await tooltip.boundingBox())!;
  await app.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
  // Longer than a tooltip stays without the pointer.
  await app.waitForFunction((start) => performance.now() - start > 400, await app.evaluate(() => performance.now()));
  await expect(tooltip).toBeVisible();
  await app.mouse.move(5, 5);
  await expect(tooltip).toHaveCount(0);
  await push.hover();
  await expect(tooltip).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
});
