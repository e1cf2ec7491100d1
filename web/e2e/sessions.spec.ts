import { expectNoViolations } from './axe';
import { expect, signIn, test } from './fixtures';
import { administrator } from './server';

test('a user sees the own sessions and ends the others', async ({ app, page, server }) => {
  for (let i = 0; i < 2; i++) {
    const other = await fetch(`${server.address}/api/v1/auth/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
      body: JSON.stringify(administrator),
    });
    expect(other.status).toBe(201);
  }
  await app.goto('/account');
  const sessions = page.getByRole('region', { name: 'Sessions', exact: true });
  await expect(sessions.getByText('This browser')).toHaveCount(1);
  await expect(sessions.getByText('Firefox on Linux')).toHaveCount(2);
  await expectNoViolations(page);
  await sessions.getByRole('button', { name: /^End the session of Firefox/ }).first().click();
  await expect(sessions.getByText('Firefox on Linux')).toHaveCount(1);
  await sessions.getByRole('button', { name: 'End all others' }).click();
  await expect(sessions.getByText('Firefox on Linux')).toHaveCount(0);
  await expect(sessions.getByText('This browser')).toBeVisible();
  await expect(sessions.getByRole('button', { name: 'End all others' })).toBeDisabled();
});

test('a password that an administrator chose must be changed @core', async ({ page, seed }) => {
  const password = 'chosen by somebody else';
  await seed.post('/api/v1/users', { email: 'ines@example.com', firstName: 'Ines', lastName: 'Example', password });
  await page.goto('/login');
  await page.getByLabel('E-mail').fill('ines@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a password' })).toBeVisible();
  await page.goto('/projects');
  await expect(page).toHaveURL(/\/first-password$/);
  await expectNoViolations(page);
  await page.getByLabel('Current password', { exact: true }).fill(password);
  await page.getByLabel('New password', { exact: true }).fill('qwertyuiop');
  await page.getByLabel('New password, again', { exact: true }).fill('qwertyuiop');
  await page.getByRole('button', { name: 'Change password and sign out' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'most common' })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('my very own words');
  await page.getByLabel('New password, again', { exact: true }).fill('my very own words');
  await page.getByRole('button', { name: 'Change password and sign out' }).click();
  await expect(page.getByText('Your password was changed')).toBeVisible();
  await signIn(page, { email: 'ines@example.com', password: 'my very own words' });
});
