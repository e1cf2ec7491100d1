import { expectNoViolationsInBothThemes } from './axe';
import { expect, test } from './fixtures';

test('public pages have no violations', { tag: '@core' }, async ({ page }) => {
  await page.goto('/login');
  await expect(page.locator('[data-server]')).toContainText('Millrace');
  await expectNoViolationsInBothThemes(page);
  await page.getByLabel('E-mail').fill('nobody@example.com');
  await page.keyboard.press('Enter');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoViolationsInBothThemes(page);
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoViolationsInBothThemes(page);
});

test('the API documentation has no violations', async ({ page, pageErrors }) => {
  await page.goto('/api-docs');
  await expect(page.getByText('List the environments you can see').first()).toBeVisible();
  const ownErrors = [...pageErrors];
  await expectNoViolationsInBothThemes(page);
  await page.locator('[id="link-get-/api/v1/environments"]').click();
  await expect(page.locator('#input-request-param-detail')).toBeVisible();
  await expectNoViolationsInBothThemes(page);
  // axe copies elements with their styles, which the content security policy reports; the page itself never
  // violates it.
  pageErrors.splice(0, pageErrors.length, ...ownErrors);
});

test('empty pages have no violations', async ({ app }) => {
  for (const path of ['/projects', '/deploy']) {
    await app.goto(path);
    await expect(app.getByRole('heading', { name: /^No .* yet$/ }).first()).toBeVisible();
    await expectNoViolationsInBothThemes(app);
  }
});

test('dialogs have no violations', async ({ app, seed }) => {
  const project = await seed.project('Orders');
  await seed.environment(project.id, 'Production');
  await seed.person('Bruno');
  for (const [path, button] of [
    ['/projects', 'Create project'],
    ['/deploy', 'Create environment'],
    ['/deploy', 'Generate Access Token'],
    ['/admin/users', 'Create user'],
    ['/admin/users', 'Disable Bruno Example'],
    ['/admin/users', 'Change role of Bruno Example'],
    ['/admin/connections', 'Create connection'],
  ] as const) {
    await app.goto(path);
    await app.getByRole('button', { name: button }).click();
    await expect(app.getByRole('dialog')).toBeVisible();
    await expectNoViolationsInBothThemes(app);
  }
  await app.goto('/deploy');
  await app.getByRole('button', { name: 'More about Production' }).click();
  await expect(app.getByRole('menuitem', { name: 'Schedules' })).toBeVisible();
  await expectNoViolationsInBothThemes(app);
  await app.getByRole('menuitem', { name: 'Delete environment…' }).click();
  await expect(app.getByRole('dialog')).toBeVisible();
  await expectNoViolationsInBothThemes(app);
});

test('the new token, the shortcut dialog, the palette and a test result have no violations', async ({ app }) => {
  await app.goto('/deploy');
  await app.getByRole('button', { name: 'Generate Access Token' }).click();
  await app.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(app.getByText('Copy the token now.')).toBeVisible();
  await expectNoViolationsInBothThemes(app);
  await app.getByRole('button', { name: 'Done' }).click();
  await expect(app.getByRole('dialog')).toHaveCount(0);
  await app.keyboard.press('?');
  await expect(app.getByRole('dialog')).toBeVisible();
  await expectNoViolationsInBothThemes(app);
  await app.keyboard.press('Escape');
  await expect(app.getByRole('dialog')).toHaveCount(0);
  await app.keyboard.press('Control+k');
  await expect(app.getByPlaceholder('Search nodes, columns, jobs, environments, runs and pages')).toBeVisible();
  await expectNoViolationsInBothThemes(app);
  await app.goto('/admin/connections');
  await app.getByRole('button', { name: /^Test/ }).first().click();
  await expect(app.locator('[data-test-result]')).toBeVisible();
  await expectNoViolationsInBothThemes(app);
});
