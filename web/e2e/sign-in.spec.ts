import { expect, openProjects, signIn, test } from './fixtures';
import { administrator } from './server';

test('the login page shows the version and the host of the server', async ({ page, server }) => {
  await page.goto('/login');
  await expect(page.locator('[data-server]')).toContainText(/^Millrace \S+ at /);
  await expect(page.locator('[data-server]')).toContainText(new URL(server.address).host);
});

test('signing in opens the projects', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn(page);
});

test('signing in opens the requested page', { tag: '@core' }, async ({ page }) => {
  await page.goto('/deploy?q=prod');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(administrator.email);
  await page.keyboard.press('Enter');
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/deploy\?q=prod$/);
  await expect(page.getByLabel('Filter environments')).toHaveValue('prod');
});

test('the login page does not redirect to another host', async ({ page }) => {
  for (const next of ['https://example.org/', '//example.org/', '/\\example.org/']) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await page.getByRole('textbox', { name: 'E-mail' }).fill(administrator.email);
    await page.keyboard.press('Enter');
    await page.getByLabel('Password', { exact: true }).fill(administrator.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/projects$/);
  }
});

test('a wrong password and an unknown address show the same message, a hint and an id', async ({ page }) => {
  await page.goto('/login');
  const messages: string[] = [];
  await page.getByRole('textbox', { name: 'E-mail' }).fill(administrator.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  for (const email of [administrator.email, 'nobody@example.com']) {
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    const answered = page.waitForResponse((response) => response.url().endsWith('/auth/session'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await answered;
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(/Request \S+/);
    messages.push((await alert.innerText()).replace(/Request .*/s, ''));
  }
  expect(messages[0]).toBe(messages[1]);
  expect(messages[0]?.trim().split('\n').length).toBeGreaterThan(1);
});

test('after too many wrong passwords the page shows how long to wait', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(administrator.email);
  await page.keyboard.press('Enter');
  const wait = page.locator('[data-wait]');
  for (let attempt = 0; attempt < 12 && !(await wait.isVisible()); attempt++) {
    await page.getByLabel('Password', { exact: true }).fill(`wrong ${attempt}`);
    const answered = page.waitForResponse((response) => response.url().endsWith('/auth/session'));
    await page.keyboard.press('Enter');
    const status = (await answered).status();
    if (status === 429) await expect(wait).toBeVisible();
  }
  await expect(wait).toContainText(/again in \d+ seconds?/);
  await expect(page.getByRole('button', { name: /^Wait \d+ s$/ })).toBeDisabled();
});

test('the session is a cookie that scripts cannot read', async ({ app, context }) => {
  const session = (await context.cookies()).find((cookie) => cookie.name === 'millrace_session');
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  await openProjects(app);
  expect(await app.evaluate(() => document.cookie)).toBe('');
});

test('no token is stored in the browser', async ({ app }) => {
  await app.goto('/deploy');
  await app.getByRole('button', { name: 'Generate Access Token' }).click();
  await app.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(app.getByText(/^mrt_/)).toBeVisible();
  const kept = await app.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }) + JSON.stringify(databases) + location.href;
  });
  expect(kept).not.toContain('mrt_');
});

test('signing out ends the session', async ({ app }) => {
  await openProjects(app);
  await app.getByRole('button', { name: /^User menu of / }).click();
  await app.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(app).toHaveURL(/\/login/);
  await expect(app.getByText('You are signed out.')).toBeVisible();
  await app.goto('/projects');
  await expect(app).toHaveURL(/\/login\?next=%2Fprojects$/);
});
