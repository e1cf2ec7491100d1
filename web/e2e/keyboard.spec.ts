import { expect, openProjects, test } from './fixtures';
import { tabTo } from './keys';
import { listEnvironments } from './seed';
import { administrator } from './server';

test('a user can sign in and generate a token without a mouse', async ({ page, server }) => {
  await page.goto('/login');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type(administrator.email);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(administrator.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();

  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/\/deploy$/);
  await expect(page.getByRole('heading', { name: 'Access tokens', exact: true })).toBeVisible();
  await tabTo(page, /^Generate Access Token$/);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name (optional)')).toBeFocused();
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden'); // the page behind the dialog does not scroll
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Copy token' })).toBeFocused();
  const token = await page.getByRole('group', { name: 'Access token' }).locator('code').innerText();
  expect((await listEnvironments(server.address, token)).status).toBe(200);

  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'visible');
  await expect(page.getByRole('button', { name: 'Generate Access Token' })).toBeFocused();
  await expect(page.getByRole('row', { name: /By keyboard/ })).toBeVisible();
});

test('key sequences open the pages', async ({ app }) => {
  await openProjects(app);
  for (const [key, path] of [
    ['u', /\/admin\/users$/],
    ['c', /\/admin\/connections$/],
    ['d', /\/deploy$/],
    ['p', /\/projects$/],
  ] as const) {
    await app.keyboard.press('g');
    await app.keyboard.press(key);
    await expect(app).toHaveURL(path);
    await expect(app.locator('#main')).toBeFocused();
  }
});

test('the slash focuses the filter, where letters are not shortcuts', async ({ app }) => {
  await openProjects(app);
  await app.keyboard.press('/');
  const filter = app.getByLabel('Filter projects');
  await expect(filter).toBeFocused();
  await app.keyboard.type('gd?/');
  await expect(filter).toHaveValue('gd?/');
  await expect(app).toHaveURL(/\/projects\?q=/);
});

test('the shortcut dialog lists the shortcuts and switches single keys off', async ({ app }) => {
  await openProjects(app);
  await app.getByRole('button', { name: 'Create project' }).focus();
  await app.keyboard.press('?');
  const dialog = app.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toContainText('Go to the projects');
  await dialog.getByLabel('Single-key shortcuts').uncheck();
  await app.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(app.getByRole('button', { name: 'Create project' })).toBeFocused();
  await app.keyboard.press('g');
  await app.keyboard.press('d');
  await app.keyboard.press('?');
  await expect(app).toHaveURL(/\/projects$/);
  await expect(dialog).toBeHidden();

  await app.getByRole('button', { name: 'Help' }).click();
  await dialog.getByLabel('Single-key shortcuts').check();
  await app.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await app.keyboard.press('g');
  await app.keyboard.press('d');
  await expect(app).toHaveURL(/\/deploy$/);
});

test('the palette finds a project', async ({ app, seed }) => {
  await seed.project('Orders');
  await openProjects(app);
  await app.keyboard.press('Control+k');
  await app.getByPlaceholder('Search nodes, columns, jobs, environments, runs and pages').fill('orders');
  await expect(app.getByText('Project', { exact: true })).toBeVisible();
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('Enter');
  await expect(app.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
});

test('the first Tab focuses the link that skips the navigation', async ({ app }) => {
  await openProjects(app);
  await expect(app.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await app.keyboard.press('Tab');
  await expect(app.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(app.locator('#main')).toBeFocused();
});
