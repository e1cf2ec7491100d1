import { expect, openProjects, test } from './fixtures';

test('an environment is created on the Deploy tab', { tag: '@core' }, async ({ app, seed }) => {
  const project = await seed.project('Orders');
  await app.goto(`/projects/${project.id}`);
  await app.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Deploy' }).click();
  await expect(app).toHaveURL(new RegExp(`/projects/${project.id}/deploy$`));
  await expect(app.getByRole('heading', { name: 'No environments yet' })).toBeVisible();

  const open = app.getByRole('button', { name: 'Create environment' });
  await open.click();
  const dialog = app.getByRole('dialog', { name: 'Create environment' });
  await dialog.getByLabel('Name').fill('Production');
  await dialog.getByLabel('Description').fill('Data of the whole company');
  await dialog.getByRole('button', { name: 'Create environment' }).click();
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();

  const row = app.getByRole('row', { name: /Production/ });
  await expect(row).toContainText('Waiting');
  await expect(row).toContainText('Orders');
  await expect(row).toContainText('just now');
  await expect(row).toContainText(/by \S/);
});

test('a tooltip shows the exact time with its zone', async ({ app, seed }) => {
  const project = await seed.project('Orders');
  await seed.environment(project.id, 'Production');
  await app.goto('/deploy');
  await app.getByText('just now').first().hover();
  const zone = await app.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  await expect(app.getByRole('tooltip').filter({ hasText: /\d\d:\d\d:\d\d/ })).toContainText(`(${zone})`);
});

test('the delete dialog lists what is lost and deletes the environment', async ({ app, seed }) => {
  const project = await seed.project('Orders');
  await seed.environment(project.id, 'Production');
  await seed.environment(project.id, 'Test');
  await app.goto(`/projects/${project.id}/deploy`);
  const more = app.getByRole('button', { name: 'More about Test' });
  await more.click();
  await app.getByRole('menuitem', { name: 'Delete environment…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Delete environment Test?' });
  await expect(dialog).toContainText(/0 storage mappings, 0 parameters are lost/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(more).toBeFocused();

  await more.click();
  await app.getByRole('menuitem', { name: 'Delete environment…' }).click();
  await dialog.getByRole('button', { name: 'Delete environment' }).click();
  await expect(app.getByRole('row', { name: /Test/ })).toHaveCount(0);
  await expect(app.getByRole('row', { name: /Production/ })).toBeVisible();
  await expect(app.locator('#main')).toBeFocused();
});

test('the Deploy page shows every project and filters by project in the address', async ({ app, seed }) => {
  const orders = await seed.project('Orders');
  const finance = await seed.project('Finance');
  await seed.environment(orders.id, 'Production');
  await seed.environment(finance.id, 'Quarterly');
  await openProjects(app);
  await app.getByRole('link', { name: 'Deploy' }).click();
  await expect(app.getByRole('row', { name: /Production/ })).toContainText('Orders');
  await expect(app.getByRole('row', { name: /Quarterly/ })).toContainText('Finance');

  await app.getByLabel('Project', { exact: true }).selectOption('Finance');
  await expect(app).toHaveURL(new RegExp(`project=${finance.id}`));
  await expect(app.getByRole('row', { name: /Production/ })).toHaveCount(0);
  await app.reload();
  await expect(app.getByRole('row', { name: /Quarterly/ })).toBeVisible();
  await expect(app.getByRole('row', { name: /Production/ })).toHaveCount(0);
});

test('the dialog on the Deploy page asks for the project of a new environment', async ({ app, seed }) => {
  await seed.project('Orders');
  const finance = await seed.project('Finance');
  await app.goto('/deploy');
  await app.getByRole('button', { name: 'Create environment' }).click();
  const dialog = app.getByRole('dialog', { name: 'Create environment' });
  await dialog.getByLabel('Project').selectOption('Finance');
  await dialog.getByLabel('Name').fill('Quarterly');
  await dialog.getByRole('button', { name: 'Create environment' }).click();
  await expect(app.getByRole('row', { name: /Quarterly/ }).getByRole('link', { name: 'Finance' })).toHaveAttribute(
    'href',
    `/projects/${finance.id}`,
  );
});
