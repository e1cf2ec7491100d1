import { expect, openProjects, test } from './fixtures';

test('an unknown address shows the not-found page, signed in or not', async ({ page }) => {
  for (const path of ['/no/such/page', '/projects/1/nothing', '/admin']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
    await expect(page.getByText(path)).toBeVisible();
  }
});

test('an unknown file returns 404', async ({ page }) => {
  const response = await page.request.get('/assets/gone.js');
  expect(response.status()).toBe(404);
});

test('every page can be reloaded at its address', { tag: '@core' }, async ({ app, seed }) => {
  const project = await seed.project('Orders');
  for (const [path, title] of [
    ['/projects', 'Projects'],
    [`/projects/${project.id}/deploy`, 'Orders'],
    ['/deploy', 'Deploy'],
    ['/runs', 'Runs'],
    ['/account', 'Account'],
    ['/admin/users', 'Users'],
    ['/admin/connections', 'Connections'],
  ] as const) {
    await app.goto(path);
    await app.reload();
    await expect(app.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(app).toHaveTitle(`${title} · Millrace`);
    await expect(app).toHaveURL(new RegExp(`${path}$`));
  }
});

test('every page offers its request as curl', async ({ app, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const [path, request] of [
    ['/projects', '/api/v1/projects'],
    ['/deploy', '/api/v1/environmentOverviews'],
    ['/runs', '/api/v1/runs?detail=true'],
    ['/account', '/api/v1/auth/me'],
    ['/admin/users', '/api/v1/users'],
    ['/admin/connections', '/api/v1/connections'],
  ] as const) {
    await app.goto(path);
    await app.getByRole('button', { name: 'Copy as curl' }).click();
    const line = await app.evaluate(() => navigator.clipboard.readText());
    expect(line).toContain(`${server.address}${request}`);
    expect(line).toContain('"Authorization: Bearer $MILLRACE_TOKEN"');
  }
});

test('the color scheme is kept after a reload', async ({ app }) => {
  await openProjects(app);
  await app.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect(app.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await app.reload();
  await expect(app.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('a narrow window hides the navigation behind a button', async ({ app }) => {
  await openProjects(app);
  await app.setViewportSize({ width: 390, height: 800 });
  await expect(app.getByRole('link', { name: 'Deploy' })).toBeHidden();
  await app.getByRole('button', { name: 'Menu' }).click();
  await app.getByRole('link', { name: 'Deploy' }).click();
  await expect(app).toHaveURL(/\/deploy$/);
  await expect(app.getByRole('link', { name: 'Projects', exact: true })).toBeHidden();
  const overflow = await app.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test('the API documentation needs no session', async ({ page }) => {
  await page.goto('/api-docs');
  await expect(page.getByText('List the environments you can see').first()).toBeVisible();
  await page.locator('[id="link-get-/api/v1/environments"]').click();
  await expect(page.locator('#input-request-param-detail')).toBeVisible();
});
