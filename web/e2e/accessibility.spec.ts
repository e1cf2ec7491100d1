import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colors`, () => {
    test.use({ colorScheme });

    test('public pages have no violations', async ({ page }) => {
      await page.goto('/login');
      await expect(page.locator('[data-server]')).toContainText('Millrace');
      await expectNoViolations(page);
      await page.getByLabel('E-mail').fill('nobody@example.com');
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toBeVisible();
      await expectNoViolations(page);
      await page.goto('/no/such/page');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoViolations(page);
    });

    test('the API documentation has no violations', async ({ page, pageErrors }) => {
      await page.goto('/api-docs');
      await expect(page.getByText('List the environments you can see').first()).toBeVisible();
      const ownErrors = [...pageErrors];
      await expectNoViolations(page);
      await page.locator('[id="link-get-/api/v1/environments"]').click();
      await expect(page.locator('#input-request-param-detail')).toBeVisible();
      await expectNoViolations(page);
      // axe copies elements with their styles, which the content security policy reports; the page itself never
      // violates it.
      pageErrors.splice(0, pageErrors.length, ...ownErrors);
    });

    test('empty pages have no violations', async ({ app }) => {
      for (const path of ['/projects', '/deploy']) {
        await app.goto(path);
        await expect(app.getByRole('heading', { name: /^No .* yet$/ }).first()).toBeVisible();
        await expectNoViolations(app);
      }
    });

    test('full pages have no violations', async ({ app, seed }) => {
      const project = await seed.project('Orders', 'Orders of the shop');
      await seed.environment(project.id, 'Production');
      await seed.person('Bruno');
      for (const path of ['/projects', `/projects/${project.id}/deploy`, '/deploy', '/account', '/admin/users', '/admin/connections']) {
        await app.goto(path);
        await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(app.locator('[aria-busy="true"]')).toHaveCount(0);
        await expectNoViolations(app);
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
        await expectNoViolations(app);
      }
      await app.goto('/deploy');
      await app.getByRole('button', { name: 'More about Production' }).click();
      await expect(app.getByRole('menuitem', { name: 'Schedules' })).toBeVisible();
      await expectNoViolations(app);
      await app.getByRole('menuitem', { name: 'Delete environment…' }).click();
      await expect(app.getByRole('dialog')).toBeVisible();
      await expectNoViolations(app);
    });

    test('the new token, the shortcut dialog, the palette and a test result have no violations', async ({ app }) => {
      await app.goto('/deploy');
      await app.getByRole('button', { name: 'Generate Access Token' }).click();
      await app.getByRole('button', { name: 'Generate', exact: true }).click();
      await expect(app.getByText('Copy the token now.')).toBeVisible();
      await expectNoViolations(app);
      await app.getByRole('button', { name: 'Done' }).click();
      await expect(app.getByRole('dialog')).toHaveCount(0);
      await app.keyboard.press('?');
      await expect(app.getByRole('dialog')).toBeVisible();
      await expectNoViolations(app);
      await app.keyboard.press('Escape');
      await expect(app.getByRole('dialog')).toHaveCount(0);
      await app.keyboard.press('Control+k');
      await expect(app.getByPlaceholder('Search nodes, columns, jobs, environments, runs and pages')).toBeVisible();
      await expectNoViolations(app);
      await app.goto('/admin/connections');
      await app.getByRole('button', { name: /^Test/ }).first().click();
      await expect(app.locator('[data-test-result]')).toBeVisible();
      await expectNoViolations(app);
    });
  });
}
